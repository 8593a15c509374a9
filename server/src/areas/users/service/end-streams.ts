import type { Tx } from '../../../kernel/db/db.ts'
import { notifyAccessEnded } from '../../../kernel/http/auth/access-ended.ts'
import { sessionIdsOf } from '../store/member.ts'

/** What was opened with the rights of before is closed; the dashboard opens it again if it still may. */
export async function endStreams(tx: Tx, accountId: string): Promise<void> {
  for (const id of await sessionIdsOf(tx, accountId)) await notifyAccessEnded(tx, 'invalid_session', id)
}
