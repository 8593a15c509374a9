import type { Db } from '../../../kernel/db/db.ts'
import { confirmed, type Scope } from '../../../kernel/scope.ts'
import type { Document, Operation } from '../schema/document.ts'
import { lockDocument } from '../store/write-documents.ts'
import { mustPropose } from './access.ts'
import { type Checked, refuseFaulty, refuseReserved } from './check-document.ts'
import {
  changeDocumentOperation,
  createDocumentOperation,
  type WriteResult,
} from './operations/write-document.ts'
import { type BeginDeps, createBegin, type Work } from './writes/begin.ts'
import { changeable, changedBy, type Edit, type IfMatch } from './writes/changed-document.ts'
import { createDocumentRows } from './writes/document-rows.ts'
import { removeDocuments } from './writes/remove-documents.ts'
import { findForUpsert, holdUpserts } from './writes/upsert.ts'

export type DocumentDeps = BeginDeps & { db: Db }

/** The single writes of documents; lists of them are put together from the same parts. */
export function createDocumentService(deps: DocumentDeps) {
  const { db, clock, externalUsers, files } = deps
  const checkContext = (scope: Scope) => ({ now: clock.now(), actingUserId: scope.externalUser.id })

  const begin = createBegin(deps)
  const writeDeps = { ...deps, rows: createDocumentRows({ externalUsers, files }) }
  const createDocument = createDocumentOperation(writeDeps)
  const changeDocument = changeDocumentOperation(writeDeps)

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

  async function upsertOne(
    scope: Scope,
    reference: string,
    body: Record<string, unknown>,
    { upsertOn, unlessProposed }: { upsertOn: readonly string[]; unlessProposed: boolean },
  ): Promise<WriteResult> {
    return work(await confirmed(scope), reference, async (on) => {
      if (unlessProposed && mustPropose(on.scope, on.collection)) return { kind: 'must-propose' }
      await holdUpserts(on, [{ fields: upsertOn, data: on.check(body, checkContext(on.scope), true).data }])
      return { kind: 'written', document: await upsert(on, upsertOn, body) }
    })
  }

  const createOne = (
    scope: Scope,
    reference: string,
    body: Record<string, unknown>,
    { upsertOn = [], unlessProposed }: { upsertOn?: string[] | undefined; unlessProposed: boolean },
  ): Promise<WriteResult> =>
    upsertOn.length === 0
      ? db.run(createDocument, scope, { reference, body, unlessProposed })
      : upsertOne(scope, reference, body, { upsertOn, unlessProposed })

  return {
    begin,
    apply,
    create: async (
      scope: Scope,
      reference: string,
      body: Record<string, unknown>,
      upsertOn: string[] | undefined,
    ): Promise<Document> =>
      documentOf(await createOne(scope, reference, body, { upsertOn, unlessProposed: false })),
    change: async (scope: Scope, reference: string, edit: Edit): Promise<Document> =>
      documentOf(await db.run(changeDocument, scope, { reference, edit, unlessProposed: false })),
    /** The same for callers whose writes may have to be proposed. */
    createUnlessProposed: (
      scope: Scope,
      reference: string,
      body: Record<string, unknown>,
      upsertOn: string[] | undefined,
    ) => createOne(scope, reference, body, { upsertOn, unlessProposed: true }),
    changeUnlessProposed: (scope: Scope, reference: string, edit: Edit) =>
      db.run(changeDocument, scope, { reference, edit, unlessProposed: true }),
    remove: (scope: Scope, reference: string, id: string, ifMatch: IfMatch) =>
      work(scope, reference, (on) => remove(on, id, ifMatch)),
  }
}

export type DocumentService = ReturnType<typeof createDocumentService>

function documentOf(result: WriteResult): Document {
  if (result.kind === 'must-propose') throw new Error('a write that need not be proposed was not written')
  return result.document
}

const versionOf = ({ ifVersion }: { ifVersion?: number | undefined }): IfMatch =>
  ifVersion === undefined ? null : [String(ifVersion)]
