// In this order, on one product: the cases of coverage stop its schedules.
import '../../../test/triggers/definitions.ts'
import '../../../test/triggers/hostile-hooks.ts'
import '../../../test/triggers/schedules.ts'
import '../../../test/triggers/invocations.ts'
import '../../../test/triggers/pause.ts'
import '../../../test/triggers/coverage.ts'
