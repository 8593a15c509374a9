import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { notFoundNear } from '../../../kernel/text/near-names.ts'
import type { Collection } from '../schema/collection.ts'
import type { Document } from '../schema/document.ts'
import { findCollection, listCollectionSlugs, lockCollection } from '../store/collection.ts'

const collectionNotFound = () => new AppError('collection_not_found', 'Collection not found')
export const documentNotFound = () => new AppError('document_not_found', 'Document not found')

/** That no collection has the name, with the nearest one. */
export const collectionMissing = (q: Queryable, scope: Scope, reference: string): Promise<AppError> =>
  notFoundNear(collectionNotFound(), reference, {
    scope,
    permission: 'table:read',
    list: () => listCollectionSlugs(q, scope),
  })

export async function getCollection(q: Queryable, scope: Scope, reference: string): Promise<Collection> {
  const found = await findCollection(q, scope, reference)
  if (!found) throw await collectionMissing(q, scope, reference)
  return found
}

/** As it stays until the transaction ends; alone when the collection itself is to be changed. */
export async function holdCollection(
  tx: Tx,
  scope: Scope,
  reference: string,
  isAlone = false,
): Promise<Collection> {
  const found = await lockCollection(tx, scope, reference, isAlone)
  if (!found) throw await collectionMissing(tx, scope, reference)
  return found
}

const isOwner = (scope: Scope, ownerId: string) => scope.acrossUsers || scope.externalUser.id === ownerId

/** The same as the database decides for lists. */
export const isVisible = (scope: Scope, { access }: Collection, { ownerId }: Document): boolean =>
  access !== 'owner' || isOwner(scope, ownerId)

/** Whether what the caller writes waits for an approval. */
export const mustPropose = ({ role }: Scope, { writes }: Collection): boolean =>
  writes !== 'direct' && role !== 'admin'

/** The document can be seen, or it would not be here; whether it may be changed is another matter. */
export function refuseForeign(scope: Scope, { access }: Collection, { ownerId }: Document): void {
  if (access === 'project' || isOwner(scope, ownerId)) return
  throw new AppError('not_owner', 'Only the owner can change this document', {
    hint: 'Act as its owner with x-username.',
  })
}

/** The project itself may change every collection; an end user only those made in its name. */
export function refuseForeignCollection(scope: Scope, { ownerId }: Collection): void {
  if (scope.externalUser.id === scope.projectId || isOwner(scope, ownerId)) return
  throw new AppError('not_owner', 'Only the end user who created the collection can change it', {
    hint: 'Omit x-username to act for the project.',
  })
}
