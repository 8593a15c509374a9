import type { BlobGarbage } from '../../../kernel/blobs/garbage.ts'
import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import { notify } from '../../../kernel/db/listen.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { exportUserRows } from '../../../kernel/user-rows.ts'
import { listExecutionsOf } from '../read-executions.ts'
import { executionTable } from '../store/execution.ts'
import { deleteSessionsOf, listSessionsOf, moveSessions } from '../store/user-sessions.ts'
import { endedChannel } from './holding.ts'
import { toExecution } from './outcome.ts'
import { stateKey } from './saves.ts'
import { toSession } from './sessions.ts'

/** What happens to the sandboxes of an end user who is erased, merged or exported. */
export function createSandboxUserData({ garbage }: { garbage: BlobGarbage }) {
  return {
    countedAs: null,
    permission: 'sandbox:read',
    async erase(tx: Tx, scope: Scope, userId: string): Promise<void> {
      const deleted = await deleteSessionsOf(tx, scope, userId)
      await executionTable.forgetUser(tx, scope, userId)
      await garbage.discardAll(
        tx,
        deleted.flatMap(({ blobIds }) => blobIds.map((blobId) => stateKey(scope.projectId, blobId))),
      )
      for (const { id, isOpen } of deleted) if (isOpen) await notify(tx, endedChannel, id)
    },
    async move(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> {
      await moveSessions(tx, scope, fromId, intoId)
      await executionTable.moveUser(tx, scope, fromId, intoId)
    },
    async *export(q: Queryable, scope: Scope, userId: string): AsyncGenerator<Record<string, unknown>> {
      yield* exportSessions(q, scope, userId)
      yield* exportExecutions(q, scope, userId)
    },
  } as const
}

const exportSessions = exportUserRows('sandbox_session', listSessionsOf, toSession)
const exportExecutions = exportUserRows('sandbox_execution', listExecutionsOf, toExecution)
