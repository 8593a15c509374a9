import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { NewId } from '../../../kernel/ids.ts'
import { checkIfMatch } from '../../../kernel/preconditions.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ExternalUsers } from '../../external-users/index.ts'
import type { Collection } from '../schema/collection.ts'
import type { Document, Operation } from '../schema/document.ts'
import { lockDocument } from '../store/write-documents.ts'
import { documentNotFound, holdCollection, refuseForeign } from './access.ts'
import {
  type Checked,
  createDocumentCheck,
  type DocumentCheck,
  refuseFaulty,
  refuseReserved,
} from './check-document.ts'
import type { FileUse } from './file-fields.ts'
import { merged } from './merge.ts'
import { removeDocuments } from './remove-documents.ts'
import { findForUpsert, holdUpserts } from './upsert.ts'
import { createWriteSession, type WriteSession } from './write-session.ts'

export type DocumentDeps = {
  db: Db
  clock: Clock
  newId: NewId
  externalUsers: ExternalUsers
  files: FileUse
  events: Pick<Events, 'publishMany'>
}

type IfMatch = readonly string[] | null

/** One transaction on one collection: what is written in it, and the rules it is held to. */
export type Work = {
  session: WriteSession
  scope: Scope
  collection: Collection
  check: DocumentCheck
}

/** The single writes of documents; lists of them are put together from the same parts. */
export function createDocumentService({ db, clock, newId, externalUsers, files, events }: DocumentDeps) {
  const checkContext = (scope: Scope) => ({ now: clock.now(), actingUserId: scope.externalUser.id })

  /** Opens the work on a collection in a transaction of the caller's; `finish` must be its last act. */
  async function begin(tx: Tx, scope: Scope, reference: string): Promise<Work> {
    const [, collection] = await Promise.all([
      externalUsers.hold(tx, scope),
      holdCollection(tx, scope, reference),
    ])
    const session = createWriteSession({ tx, scope, at: clock.now(), newId, externalUsers, files, events })
    return { session, scope, collection, check: createDocumentCheck(collection) }
  }

  const work = <T>(scope: Scope, reference: string, act: (work: Work) => Promise<T>): Promise<T> =>
    db.tx(async (tx) => {
      const opened = await begin(tx, scope, reference)
      const result = await act(opened)
      await opened.session.finish()
      return result
    })

  function checked({ check, scope }: Work, input: Record<string, unknown>, isNew: boolean): Checked {
    const found = check(input, checkContext(scope), isNew)
    refuseFaulty(found)
    return found
  }

  async function held({ session, scope, collection }: Work, id: string, ifMatch: IfMatch): Promise<Document> {
    const document = await lockDocument(session.tx, scope, collection, id)
    if (!document) throw documentNotFound()
    refuseForeign(scope, collection, document)
    checkIfMatch(ifMatch, document.version)
    return document
  }

  async function create(on: Work, body: Record<string, unknown>): Promise<Document> {
    refuseReserved(body)
    const row = { checked: checked(on, body, true), ownerId: on.scope.externalUser.id }
    const [outcome] = await on.session.create(on.collection, [row])
    if (outcome!.error) throw outcome!.error
    return outcome!.document!
  }

  async function change(
    on: Work,
    id: string,
    body: Record<string, unknown>,
    { ifMatch, mode }: { ifMatch: IfMatch; mode: 'shallow' | 'deep' | 'replace' },
  ): Promise<Document> {
    refuseReserved(body)
    const was = await held(on, id, ifMatch)
    const input = mode === 'replace' ? body : merged(was.data, body, mode === 'deep')
    return on.session.update(on.collection, was, checked(on, input, mode === 'replace'))
  }

  async function upsert(
    on: Work,
    fields: readonly string[],
    body: Record<string, unknown>,
  ): Promise<Document> {
    refuseReserved(body)
    // What is missing in the body may be in the document: that is judged once it is known whether there is one.
    const found = await findForUpsert(on, fields, on.check(body, checkContext(on.scope), true))
    return found === null ? create(on, body) : change(on, found, body, { ifMatch: null, mode: 'shallow' })
  }

  async function remove(on: Work, id: string, ifMatch: IfMatch): Promise<void> {
    const document = await held(on, id, ifMatch)
    await removeDocuments(on.session, on.collection, [document])
  }

  /** One step of a batch; null when the document was deleted. */
  async function apply(on: Work, operation: Operation): Promise<Document | null> {
    switch (operation.op) {
      case 'create':
        return create(on, operation.data)
      case 'update':
        return change(on, operation.id, operation.data, {
          ifMatch: versionOf(operation),
          mode: operation.merge ?? 'shallow',
        })
      case 'replace':
        return change(on, operation.id, operation.data, { ifMatch: versionOf(operation), mode: 'replace' })
      case 'upsert':
        return upsert(on, operation.on, operation.data)
      case 'delete':
        await remove(on, operation.id, versionOf(operation))
        return null
    }
  }

  return {
    begin,
    apply,
    create: (
      scope: Scope,
      reference: string,
      body: Record<string, unknown>,
      upsertOn: string[] | undefined,
    ) =>
      work(scope, reference, async (on) => {
        if (!upsertOn || upsertOn.length === 0) return create(on, body)
        await holdUpserts(on, [{ fields: upsertOn, data: on.check(body, checkContext(scope), true).data }])
        return upsert(on, upsertOn, body)
      }),
    change: (
      scope: Scope,
      reference: string,
      id: string,
      body: Record<string, unknown>,
      how: { ifMatch: IfMatch; mode: 'shallow' | 'deep' | 'replace' },
    ) => work(scope, reference, (on) => change(on, id, body, how)),
    remove: (scope: Scope, reference: string, id: string, ifMatch: IfMatch) =>
      work(scope, reference, (on) => remove(on, id, ifMatch)),
  }
}

export type DocumentService = ReturnType<typeof createDocumentService>

const versionOf = ({ ifVersion }: { ifVersion?: number | undefined }): IfMatch =>
  ifVersion === undefined ? null : [String(ifVersion)]
