import { text as textOf } from 'node:stream/consumers'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import { maintenanceScope, type Scope } from '../../../kernel/scope.ts'
import { maxTests } from '../schema/eval.ts'
import { markDeleted } from '../store/collection.ts'
import { listTestsAfter } from '../store/retrieval-test.ts'
import { listCollectionsOf, listTexts, moveCollections } from '../store/user-data.ts'
import { purgeRun } from './collections.ts'

// Before every id.
const nil = '00000000-0000-0000-0000-000000000000'

type UserDataDeps = { blobs: Blobs; clock: Clock; runs: Pick<Runs, 'enqueue'> }

/** The collections of an end user, with the texts of their sources. */
export const knowledgeUserData = ({ blobs, clock, runs }: UserDataDeps) => ({
  countedAs: 'collections' as const,
  permission: 'knowledge:read',
  count: async (q: Queryable, scope: Scope, userId: string) =>
    (await listCollectionsOf(q, scope, userId)).length,
  async erase(tx: Tx, scope: Scope, userId: string): Promise<void> {
    for (const id of await listCollectionsOf(tx, scope, userId)) {
      await markDeleted(tx, scope, id, clock.now())
      await runs.enqueue(tx, maintenanceScope(scope), { kind: purgeRun, input: { collectionId: id } })
    }
    // Until the run has deleted it, it belongs to the project: no row names a deleted user.
    await moveCollections(tx, scope, userId, scope.projectId)
  },
  move: moveCollections,
  async *export(q: Queryable, scope: Scope, userId: string): AsyncGenerator<Record<string, unknown>> {
    for (const id of await listCollectionsOf(q, scope, userId)) {
      for (const { key, title, blobs: stored } of await listTexts(q, { projectId: scope.projectId, id })) {
        const blob = stored[0] === undefined ? null : await blobs.get(stored[0])
        const text = blob ? await textOf(blob.stream) : null
        yield { type: 'knowledge_source', collectionId: id, sourceKey: key, title, text }
      }
      const own = { projectId: scope.projectId, id }
      for (const { id: testId, ...test } of await listTestsAfter(q, own, nil, maxTests))
        yield { type: 'knowledge_test', collectionId: id, id: testId, ...test }
    }
  },
})
