import type { BlobGarbage } from '../../../kernel/blobs/garbage.ts'
import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import { notify } from '../../../kernel/db/listen.ts'
import { nobodyId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { listExecutionsOf } from '../read-executions.ts'
import { forgetExecutionsOf, moveExecutions } from '../store/execution.ts'
import { countSessionsOf, deleteSessionsOf, listSessionsOf, moveSessions } from '../store/user-sessions.ts'
import { endedChannel } from './holding.ts'
import { toExecution } from './outcome.ts'
import { stateKey } from './saves.ts'
import { toSession } from './sessions.ts'

const exportedAtOnce = 200

/** What happens to the sandboxes of an end user who is erased, merged or exported. */
export function createOwnedSandboxes({ garbage }: { garbage: BlobGarbage }) {
  return {
    countedAs: null,
    count: countSessionsOf,
    async erase(tx: Tx, scope: Scope, userId: string): Promise<void> {
      const gone = await deleteSessionsOf(tx, scope, userId)
      await forgetExecutionsOf(tx, scope, userId)
      await garbage.discardAll(
        tx,
        gone.flatMap(({ blobIds }) => blobIds.map((blobId) => stateKey(scope.projectId, blobId))),
      )
      for (const { id, isOpen } of gone) if (isOpen) await notify(tx, endedChannel, id)
    },
    async move(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> {
      await moveSessions(tx, scope, fromId, intoId)
      await moveExecutions(tx, scope, fromId, intoId)
    },
    async *export(q: Queryable, scope: Scope, userId: string): AsyncGenerator<Record<string, unknown>> {
      for (let after = nobodyId; ; ) {
        const sessions = await listSessionsOf(q, scope, userId, after, exportedAtOnce)
        for (const session of sessions) yield { type: 'sandbox_session', ...toSession(session) }
        if (sessions.length < exportedAtOnce) break
        after = sessions.at(-1)!.id
      }
      for (let after = nobodyId; ; ) {
        const executions = await listExecutionsOf(q, scope, userId, after, exportedAtOnce)
        for (const execution of executions) yield { type: 'sandbox_execution', ...toExecution(execution) }
        if (executions.length < exportedAtOnce) return
        after = executions.at(-1)!.id
      }
    },
  } as const
}
