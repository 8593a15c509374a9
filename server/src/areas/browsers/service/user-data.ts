import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import { notify } from '../../../kernel/db/listen.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { deleteUserRows, exportUserRows, moveUserRows } from '../../../kernel/user-rows.ts'
import { sessionTable } from '../store/session.ts'
import { deleteForgottenEvents, listOpenOf, listSessionsOf } from '../store/user-sessions.ts'
import { closeChannel } from './sessions.ts'

const deleteProfiles = deleteUserRows('browser_profile')
const moveProfiles = moveUserRows('browser_profile')
const moveHandoffs = moveUserRows('browser_handoff')
const exportSessions = exportUserRows('browser_session', listSessionsOf, (session) => session)

/** What happens to the browser sessions of an end user who is erased, merged or exported. */
export function createBrowserUserData() {
  return {
    countedAs: null,
    permission: 'browser:read',
    async erase(tx: Tx, scope: Scope, userId: string): Promise<void> {
      for (const id of await listOpenOf(tx, scope, userId)) await notify(tx, closeChannel, id)
      await deleteForgottenEvents(tx, scope, userId)
      await sessionTable.forgetUser(tx, scope, userId)
      await deleteProfiles(tx, scope, userId)
    },
    async move(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> {
      await sessionTable.moveUser(tx, scope, fromId, intoId)
      await moveProfiles(tx, scope, fromId, intoId)
      await moveHandoffs(tx, scope, fromId, intoId)
    },
    export: (q: Queryable, scope: Scope, userId: string): AsyncGenerator<Record<string, unknown>> =>
      exportSessions(q, scope, userId),
  } as const
}
