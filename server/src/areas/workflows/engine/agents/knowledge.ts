import type { Db } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Turn } from '../../../agents/index.ts'
import type { Knowledge } from '../../../knowledge/index.ts'
import { findOwnerOf } from '../../store/delegate.ts'

type KnowledgeDeps = { db: Db; knowledge: Pick<Knowledge, 'search'> }

/**
 * The collections that an agent names are those of its owner: every user of the agent is answered from them, and from no
 * others of the owner. A collection that is not the owner's, or no longer there, is as if it were not named.
 */
export function searchKnowledgeOf(
  { db, knowledge }: KnowledgeDeps,
  scope: Scope,
  { workflowId, agent }: { workflowId: string; agent: Turn['agent'] },
): Turn['searchKnowledge'] {
  const collectionIds = agent.knowledgeCollectionIds ?? []
  if (collectionIds.length === 0) return null
  return async (query, limit) => {
    const ownerId = await findOwnerOf(db, scope, workflowId)
    if (ownerId === null) return []
    const owner: Scope = { ...scope, externalUser: { id: ownerId, name: '' }, acrossUsers: false }
    const results = await knowledge.search(owner, { collectionIds, query, limit })
    return results.map(({ sourceKey, title, path, text, score, collectionId, chunkId, isOutside }) => ({
      source: sourceKey,
      title,
      path,
      text,
      score,
      collectionId,
      chunkId,
      ...(isOutside ? { isOutside } : {}),
    }))
  }
}
