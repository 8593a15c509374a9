import type { Clock } from '../../../../kernel/clock.ts'
import { type Used, use } from '../../../../kernel/db/plan/input.ts'
import { operation } from '../../../../kernel/db/plan/plan.ts'
import { deferRows, deferStatements, statementWriter } from '../../../../kernel/db/plan/rows.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Collection } from '../../schema/collection.ts'
import type { Document, DocumentQuery, QueryBody } from '../../schema/document.ts'
import { type CollectionState, collectionInput, documentCounts } from '../../store/collection.ts'
import {
  documentsOf,
  listingStatement,
  type ReadDocument,
  readDocumentOf,
  readsOfDocuments,
  type Slice,
} from '../../store/read-documents.ts'
import { collectionMissing } from '../access.ts'
import { checkNames, type ParsedSelection, parseSelection } from '../selection.ts'

type CollectionOnly = { collection: Used<CollectionState> }
type Read = { reference: string }

const inputs = ({ projectId }: Scope, { reference }: Read) => ({
  collection: use(collectionInput, { projectId, reference }),
})

/** The scope is the one that the caller has now. */
export type ReadCollection = { scope: Scope; collection: Collection }

export const readCollection = operation<Read, CollectionOnly, ReadCollection>({
  name: 'tables.read-collection',
  inputs,
  async plan({ scope, request, inputs: { collection: state }, q }) {
    if (state === null) throw await collectionMissing(q, scope, request.reference)
    return { rows: [], result: () => ({ scope, collection: state.collection }) }
  },
})

export type DocumentOfCollection = ReadCollection & { read: ReadDocument }

/** Reads of one collection that arrive together share a statement, if their callers see the same. */
export const readDocument = operation<
  Read & { id: string; isAlone: boolean },
  CollectionOnly,
  DocumentOfCollection
>({
  name: 'tables.read-document',
  lane: ({ projectId, acrossUsers, externalUser }, { reference, isAlone }) => ({
    name: isAlone
      ? `read-large ${projectId}`
      : `read ${projectId} ${reference} ${acrossUsers ? '' : externalUser.id}`,
    isAlone,
  }),
  inputs,
  async plan({ scope, request: { reference, id }, inputs: { collection: state }, q }) {
    if (state === null) throw await collectionMissing(q, scope, reference)
    const { collection } = state
    return {
      rows: [deferRows(readsOfDocuments, { scope, collection, id })],
      result: (returned) => ({
        scope,
        collection,
        read: readDocumentOf(returned.of(readsOfDocuments)[0]!, id),
      }),
    }
  },
})

export type ListRequest = Read & {
  query: DocumentQuery | QueryBody
  isText: boolean
  sliceOf(parsed: ParsedSelection): Slice
}
export type ListedDocuments = { scope: Scope; parsed: ParsedSelection; documents: Document[] }

export const listDocumentsOperation = (clock: Clock) =>
  operation<ListRequest, CollectionOnly, ListedDocuments>({
    name: 'tables.list-documents',
    inputs,
    async plan({ scope, request, inputs: { collection: state }, q }) {
      const { reference, query, isText, sliceOf } = request
      if (state === null) throw await collectionMissing(q, scope, reference)
      const { collection } = state
      const parsed = await parseSelection(q, clock, scope, collection, query, isText)
      if (query.picked) checkNames(query.picked, 'fields', parsed.context)
      const statement = await listingStatement(q, scope, parsed.selection, sliceOf(parsed))
      return {
        rows: [deferRows(documentCounts, collection), deferStatements(statement)],
        result(returned) {
          const [[counted]] = returned.of(documentCounts) as [[{ documentCount: number }]]
          const { documentCount } = counted
          const selection = { ...parsed.selection, collection: { ...collection, documentCount } }
          return {
            scope,
            parsed: { ...parsed, selection },
            documents: documentsOf(returned.of(statementWriter)[0]!),
          }
        },
      }
    },
  })
