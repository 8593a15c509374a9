import type { Clock } from '../../kernel/clock.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { Endpoint } from '../../kernel/http/endpoint.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import { insertUsage } from './store.ts'

/**
 * What was used and what it cost, in whole millionths of a credit. An entry is written in the transaction of the work
 * it pays for, so neither can exist without the other.
 */
export type Usage = {
  record(tx: Tx, scope: Scope, entry: { type: string; microCredits: number }): Promise<void>
}

export function createUsage({
  newId,
  clock,
}: {
  newId: NewId
  clock: Clock
}): Usage & { routes: Endpoint[] } {
  return {
    record: (tx, scope, { type, microCredits }) =>
      insertUsage(tx, scope, { id: newId(), type, microCredits, at: clock.now() }),
    routes: [],
  }
}
