import type { Db, Tx } from '../../../kernel/db/db.ts'
import { confirmed, type Scope } from '../../../kernel/scope.ts'
import type { Document, Operation } from '../schema/document.ts'
import { lockDocument } from '../store/write-documents.ts'
import { mustPropose } from './access.ts'
import { type Checked, refuseFaulty, refuseReserved } from './check-document.ts'
import { createCollectionCache } from './collection-cache.ts'
import { type BeginDeps, createBegin, type Work } from './writes/begin.ts'
import { changeable, changedBy, type Edit, type IfMatch } from './writes/changed-document.ts'
import { createFastWrites } from './writes/fast-writes.ts'
import { removeDocuments } from './writes/remove-documents.ts'
import { createSharedWrites } from './writes/shared-writes.ts'
import { findForUpsert, holdUpserts } from './writes/upsert.ts'
import type { Outcome } from './writes/write-session.ts'

export type DocumentDeps = BeginDeps & { db: Db }

/** The single writes of documents; lists of them are put together from the same parts. */
export function createDocumentService({ db, clock, newId, externalUsers, files, events }: DocumentDeps) {
  const checkContext = (scope: Scope) => ({ now: clock.now(), actingUserId: scope.externalUser.id })

  const beginFor = createBegin({ clock, newId, externalUsers, files, events })
  const begin = (tx: Tx, scope: Scope, reference: string) => beginFor(tx, [scope], reference)
  const shared = createSharedWrites({
    db,
    begin: beginFor,
    collections: createCollectionCache(clock),
    fastWrites: createFastWrites({ db, clock, newId, externalUsers }),
  })

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

  async function create(on: Work, body: Record<string, unknown>): Promise<Document> {
    refuseReserved(body)
    const row = { checked: checked(on, body, true), ownerId: on.scope.externalUser.id }
    const [outcome] = await on.session.create(on.collection, [row])
    if (outcome!.error) throw outcome!.error
    return outcome!.document!
  }

  async function change(on: Work, edit: Edit): Promise<Document> {
    const was = await lockDocument(on.session.tx, on.scope, on.collection, edit.id)
    const checked = changedBy(on, was, edit)
    return on.session.update(on.collection, was!, checked)
  }

  async function upsert(
    on: Work,
    fields: readonly string[],
    body: Record<string, unknown>,
  ): Promise<Document> {
    refuseReserved(body)
    // What is missing in the body may be in the document: that is judged once it is known whether there is one.
    const found = await findForUpsert(on, fields, on.check(body, checkContext(on.scope), true))
    return found === null ? create(on, body) : change(on, { id: found, body, ifMatch: null, mode: 'shallow' })
  }

  async function remove(on: Work, id: string, ifMatch: IfMatch): Promise<void> {
    const document = changeable(on, await lockDocument(on.session.tx, on.scope, on.collection, id), ifMatch)
    await removeDocuments(on.session, on.collection, [document])
  }

  /** One step of a batch; null when the document was deleted. */
  async function apply(on: Work, operation: Operation): Promise<Document | null> {
    switch (operation.op) {
      case 'create':
        return create(on, operation.data)
      case 'update':
      case 'replace': {
        const mode = operation.op === 'replace' ? 'replace' : (operation.merge ?? 'shallow')
        return change(on, { id: operation.id, body: operation.data, ifMatch: versionOf(operation), mode })
      }
      case 'upsert':
        return upsert(on, operation.on, operation.data)
      case 'delete':
        await remove(on, operation.id, versionOf(operation))
        return null
    }
  }

  /** Writes it with others, unless the caller has opened a transaction around it. */
  async function write(
    alone: () => Promise<Document | null>,
    together: () => Promise<Outcome | null>,
  ): Promise<Document | null> {
    if (db.isInTransaction()) return alone()
    const outcome = await together()
    if (outcome?.error) throw outcome.error
    return outcome?.document ?? null
  }

  const workUnlessProposed = async (
    scope: Scope,
    reference: string,
    isDirect: boolean,
    act: (work: Work) => Promise<Document>,
  ): Promise<Document | null> =>
    work(await confirmed(scope), reference, async (on) =>
      isDirect && mustPropose(on.scope, on.collection) ? null : await act(on),
    )

  /** Null where `isDirect` and the collection demands a proposal of the caller. */
  async function createOne(
    scope: Scope,
    reference: string,
    body: Record<string, unknown>,
    { upsertOn = [], isDirect }: { upsertOn?: string[] | undefined; isDirect: boolean },
  ): Promise<Document | null> {
    if (upsertOn.length === 0)
      return write(
        () => workUnlessProposed(scope, reference, isDirect, (on) => create(on, body)),
        () => shared.create(reference, { by: scope, body, isDirect }),
      )
    return workUnlessProposed(scope, reference, isDirect, async (on) => {
      await holdUpserts(on, [{ fields: upsertOn, data: on.check(body, checkContext(on.scope), true).data }])
      return upsert(on, upsertOn, body)
    })
  }

  const changeOne = (
    scope: Scope,
    reference: string,
    edit: Edit,
    isDirect: boolean,
  ): Promise<Document | null> =>
    write(
      () => workUnlessProposed(scope, reference, isDirect, (on) => change(on, edit)),
      () => shared.change(reference, { ...edit, by: scope, isDirect }),
    )

  return {
    begin,
    apply,
    create: async (
      scope: Scope,
      reference: string,
      body: Record<string, unknown>,
      upsertOn: string[] | undefined,
    ): Promise<Document> => (await createOne(scope, reference, body, { upsertOn, isDirect: false }))!,
    change: async (scope: Scope, reference: string, edit: Edit): Promise<Document> =>
      (await changeOne(scope, reference, edit, false))!,
    /** The same where writes may have to be proposed: null when this one has. */
    createUnlessProposed: (
      scope: Scope,
      reference: string,
      body: Record<string, unknown>,
      upsertOn: string[] | undefined,
    ) => createOne(scope, reference, body, { upsertOn, isDirect: true }),
    changeUnlessProposed: (scope: Scope, reference: string, edit: Edit) =>
      changeOne(scope, reference, edit, true),
    remove: (scope: Scope, reference: string, id: string, ifMatch: IfMatch) =>
      work(scope, reference, (on) => remove(on, id, ifMatch)),
  }
}

export type DocumentService = ReturnType<typeof createDocumentService>

const versionOf = ({ ifVersion }: { ifVersion?: number | undefined }): IfMatch =>
  ifVersion === undefined ? null : [String(ifVersion)]
