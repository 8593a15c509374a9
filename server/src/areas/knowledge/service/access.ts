import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { notFoundNear } from '../../../kernel/text/near-names.ts'
import type { Collection } from '../schema/collection.ts'
import { normalizedKey, type Source } from '../schema/source.ts'
import { findCollection, lockCollection } from '../store/collection.ts'
import { findSource, listSourceKeys, type OwnCollection } from '../store/source.ts'

export const collectionNotFound = () =>
  new AppError('knowledge_collection_not_found', 'Knowledge collection not found')

export async function getCollection(q: Queryable, scope: Scope, id: string): Promise<Collection> {
  const found = await findCollection(q, scope, id)
  if (!found) throw collectionNotFound()
  return found
}

/** The collection, which stays as it is until the transaction ends. */
export async function holdCollection(tx: Tx, scope: Scope, id: string): Promise<Collection> {
  const found = await lockCollection(tx, scope, id)
  if (!found) throw collectionNotFound()
  return found
}

export async function getSource(
  q: Queryable,
  scope: Scope,
  collection: OwnCollection,
  key: string,
): Promise<Source> {
  const found = await findSource(q, collection, normalizedKey(key))
  if (found) return found
  const error = new AppError('knowledge_source_not_found', 'Source not found in this collection')
  const list = () => listSourceKeys(q, collection)
  throw await notFoundNear(error, key, { scope, permission: 'knowledge:read', list })
}

/** What belongs to a collection counts for its owner, not for the caller. */
export const ownerScope = (scope: Scope, { externalUserId }: Collection): Scope => ({
  ...scope,
  externalUser: { id: externalUserId, name: '' },
})
