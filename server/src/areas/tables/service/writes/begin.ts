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
  events: Pick<Events, 'publishMany'>
}

/** One transaction on one collection: what is written in it, and the rules it is held to. */
export type Work = {
  session: WriteSession
  scope: Scope
  collection: Collection
  check: DocumentCheck
}

/**
 * Opens the work on a collection in a transaction of the caller's, for one writer or for several of one project;
 * `finish` must be its last act.
 */
export const createBegin =
  ({ clock, newId, externalUsers, files, events }: BeginDeps) =>
  async (tx: Tx, writers: readonly Scope[], reference: string): Promise<Work> => {
    const scope = writers[0]!
    const users = new Map(writers.map((each) => [each.externalUser.id, each]))
    // Sent first: these travel with the statement that follows.
    const held = [...users.values()].map((each) => externalUsers.hold(tx, each))
    const [collection] = await Promise.all([holdCollection(tx, scope, reference), ...held])
    const session = createWriteSession({ tx, scope, at: clock.now(), newId, externalUsers, files, events })
    return { session, scope, collection, check: createDocumentCheck(collection) }
  }
