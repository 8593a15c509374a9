import type { Clock } from '../../../../kernel/clock.ts'
import type { Tx } from '../../../../kernel/db/db.ts'
import type { Events } from '../../../../kernel/events/events.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { ExternalUsers } from '../../../external-users/index.ts'
import type { Collection } from '../../schema/collection.ts'
import { holdCollection } from '../access.ts'
import { createDocumentCheck, type DocumentCheck } from '../check-document.ts'
import type { FileUse } from '../file-fields.ts'
import { createWriteSession, type WriteSession } from './write-session.ts'

export type BeginDeps = {
  clock: Clock
  newId: NewId
  externalUsers: ExternalUsers
  files: FileUse
  events: Pick<Events, 'publishing'>
}

/** One transaction on one collection, and the rules of its documents. */
export type Work = {
  session: WriteSession
  scope: Scope
  collection: Collection
  check: DocumentCheck
}

/** Opens the work on a collection in a transaction of the caller. `finish` must be its last act. */
export const createBegin =
  ({ clock, newId, externalUsers, files, events }: BeginDeps) =>
  async (tx: Tx, scope: Scope, reference: string): Promise<Work> => {
    // Sent first: it travels with the statement that follows.
    const userHeld = externalUsers.hold(tx, scope)
    const [collection] = await Promise.all([holdCollection(tx, scope, reference), userHeld])
    const session = createWriteSession({ tx, scope, at: clock.now(), newId, externalUsers, files, events })
    return { session, scope, collection, check: createDocumentCheck(collection) }
  }
