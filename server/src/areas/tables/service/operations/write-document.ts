import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../../../kernel/clock.ts'
import { type Used, use } from '../../../../kernel/db/plan/input.ts'
import { type Operation, operation, type Plan } from '../../../../kernel/db/plan/plan.ts'
import type { RowBatch } from '../../../../kernel/db/plan/rows.ts'
import type { Events } from '../../../../kernel/events/events.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { ExternalUsers } from '../../../external-users/index.ts'
import type { Collection } from '../../schema/collection.ts'
import type { Document } from '../../schema/document.ts'
import { type CollectionState, heldCollection } from '../../store/collection.ts'
import { documentInput, type ReadDocument } from '../../store/read-documents.ts'
import { collectionMissing, mustPropose } from '../access.ts'
import { checkOf, refuseFaulty, refuseReserved } from '../check-document.ts'
import { changedBy, type Edit } from '../writes/changed-document.ts'
import type { DocumentRows } from '../writes/document-rows.ts'
import { isPointer } from '../writes/entries.ts'
import { eventOf } from '../writes/events.ts'
import { documentRefusal } from '../writes/refusals.ts'

export type WriteDeps = {
  clock: Clock
  newId: NewId
  externalUsers: Pick<ExternalUsers, 'demandUser'>
  events: Pick<Events, 'publishing'>
  rows: DocumentRows
}

/** With `unlessProposed` nothing is written to a collection that demands a proposal of the caller. */
type WriteRequest = { reference: string; unlessProposed: boolean }
export type CreateRequest = WriteRequest & { body: Record<string, unknown> }
export type ChangeRequest = WriteRequest & { edit: Edit }

export type WriteResult =
  | { readonly kind: 'written'; readonly document: Document }
  | { readonly kind: 'must-propose' }

type CollectionOnly = { collection: Used<CollectionState> }
type WithDocument = CollectionOnly & { document: Used<ReadDocument> }

const mustBeProposed: Plan<WriteResult> = { rows: [], result: () => ({ kind: 'must-propose' }) }
const collectionOf = ({ projectId }: Scope, { reference }: WriteRequest) => ({
  collection: use(heldCollection, { projectId, reference }),
})

/** Plans that wait for documents or files of others must not hold up those that do not. */
const laneOf = (kind: string, { projectId }: Scope, { reference }: WriteRequest) => ({
  name: `${kind} ${projectId} ${reference}`,
})

const pointsAt = ({ fields }: Collection, names: (name: string) => boolean): boolean =>
  fields.some((field) => isPointer(field) && names(field.name))

export function createDocumentOperation(
  deps: WriteDeps,
): Operation<CreateRequest, CollectionOnly, WriteResult> {
  const { clock, newId } = deps
  return operation<CreateRequest, CollectionOnly, WriteResult>({
    name: 'tables.create-document',
    lane: (scope, request) => laneOf('create', scope, request),
    inputs: collectionOf,
    async plan({ scope, request, inputs: { collection: state }, lane, q }) {
      const { body, reference, unlessProposed } = request
      if (state === null) throw await collectionMissing(q, scope, reference)
      const { collection } = state
      if (unlessProposed && mustPropose(scope, collection)) return mustBeProposed
      const pointing = laneOf('create-pointing', scope, request)
      const isPointing = pointsAt(collection, (name) => body[name] !== undefined && body[name] !== null)
      if (isPointing && isElsewhere(lane, pointing)) return { lane: pointing }
      refuseReserved(body)
      const at = clock.now()
      const checked = checkOf(collection)(body, { now: at, actingUserId: scope.externalUser.id }, true)
      refuseFaulty(checked)
      const document = newDocument(collection.id, newId(), scope.externalUser.id, checked)
      return planOf(deps, scope, state, { was: null, document, at })
    },
  })
}

export function changeDocumentOperation(
  deps: WriteDeps,
): Operation<ChangeRequest, WithDocument, WriteResult> {
  const { clock } = deps
  const documentOf = ({ projectId }: Scope, { reference, edit: { id } }: ChangeRequest) =>
    use(documentInput, { projectId, reference, id })
  return operation<ChangeRequest, WithDocument, WriteResult>({
    name: 'tables.change-document',
    lane: (scope, request) => laneOf('change', scope, request),
    inputs: (scope, request) => ({ ...collectionOf(scope, request), document: documentOf(scope, request) }),
    async plan({ scope, request, inputs: { collection: state, document: read }, lane, q }) {
      const { edit, reference, unlessProposed } = request
      if (state === null) throw await collectionMissing(q, scope, reference)
      const { collection } = state
      if (unlessProposed && mustPropose(scope, collection)) return mustBeProposed
      // One large document of a project at a time.
      if (read?.kind === 'too-large')
        return { lane: { name: `change-large ${scope.projectId}`, isAlone: true } }
      const was = read?.kind === 'document' ? read.document : null
      const at = clock.now()
      const on = { scope, collection, check: checkOf(collection), session: { at } }
      const { data, sizeBytes } = changedBy(on, was, edit)
      if (isDeepStrictEqual(was!.data, data))
        return { rows: [], result: () => ({ kind: 'written', document: was! }) }
      const pointing = laneOf('change-pointing', scope, request)
      const isPointing = pointsAt(collection, (name) => !isDeepStrictEqual(was!.data[name], data[name]))
      if (isPointing && isElsewhere(lane, pointing)) return { lane: pointing }
      const document = { ...was!, data, sizeBytes, version: was!.version + 1, updatedAt: at.toISOString() }
      return {
        ...planOf(deps, scope, state, { was: was!, document, at }),
        becomes: [{ used: documentOf(scope, request), value: { kind: 'document', document } }],
      }
    },
  })
}

const isElsewhere = (lane: { name: string; isAlone?: boolean } | null, wanted: { name: string }): boolean =>
  lane?.name !== wanted.name && lane?.isAlone !== true

type Write = { was: Document | null; document: Document; at: Date }

function planOf(
  { externalUsers, events, rows }: WriteDeps,
  scope: Scope,
  { collection, selectsEvents }: CollectionState,
  { was, document, at }: Write,
): Plan<WriteResult> {
  const kind = was === null ? 'created' : 'updated'
  const counted = { kind, was, document, at, mustFit: was === null } as const
  const written: RowBatch[] =
    was === null
      ? rows.created(scope, collection, document)
      : rows.updated(scope, collection, { was, document })
  // Unique values are claimed in the name of the owner, who is another user if an admin acts across users.
  const owner = { ...scope, externalUser: { id: document.ownerId, name: '' } }
  const isForeign = collection.access === 'owner' && document.ownerId !== scope.externalUser.id
  return {
    demands: [...externalUsers.demandUser(scope), ...(isForeign ? externalUsers.demandUser(owner) : [])],
    rows: [
      ...written,
      rows.stored(scope, counted),
      rows.recorded(scope, collection, counted),
      ...(selectsEvents ? [events.publishing(owner, eventOf(collection, kind, document))] : []),
    ],
    result: () => ({ kind: 'written', document }),
    refusal: documentRefusal(collection),
    bytes: document.sizeBytes + (was?.sizeBytes ?? 0),
  }
}

/** The time of creation is the one in the id, so that the order of the ids is the order of creation. */
export function newDocument(
  collectionId: string,
  id: string,
  ownerId: string,
  { data, sizeBytes }: Pick<Document, 'data' | 'sizeBytes'>,
): Document {
  const at = new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString()
  return { id, collectionId, ownerId, data, sizeBytes, version: 1, createdAt: at, updatedAt: at }
}
