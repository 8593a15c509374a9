import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { RunContext } from '../../../kernel/runs/run.ts'
import { createDeadline } from './deadline.ts'
import { suspensionsBefore } from './interpreter/suspensions.ts'
import { createWaits } from './interpreter/waits.ts'
import { type Pauses, wakeKeyOf } from './pauses.ts'

type Deps = { db: Db; clock: Clock; pauses: Pauses }

/** The waits of an attempt and its deadline, into which nothing counts that the run was queued or suspended for. */
export async function openWaits(
  { db, clock, pauses }: Deps,
  context: RunContext,
  { seconds, queuedMs = 0 }: { seconds: number; queuedMs?: number },
) {
  const suspensions = await suspensionsBefore(clock, context)
  const deadline = createDeadline(clock, context, { seconds, suspendedMs: suspensions.ms + queuedMs })
  const waits = createWaits({
    clock,
    context,
    key: wakeKeyOf(context.run.id),
    suspensions,
    findAnswered: (ids) => pauses.findAnswered(db, context.scope, ids),
    onSuspended: deadline.extend,
  })
  return { deadline, waits }
}
