import type { Clock } from '../../../../kernel/clock.ts'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { Page } from '../../../../kernel/page.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { storable } from '../../../../kernel/text/decode-text.ts'
import { chunkIdOf, chunkKeyOf } from '../../schema/chunk.ts'
import type { Collection } from '../../schema/collection.ts'
import {
  type CreatedTests,
  type CreateTestsBody,
  type ImportTestsBody,
  maxTests,
  type RetrievalTest,
  type TestInput,
  type TestOrigin,
  type TestQuery,
  type TestView,
  type UpdateTestBody,
} from '../../schema/eval.ts'
import { normalizedKey } from '../../schema/source.ts'
import { type ChunkRow, findChunks } from '../../store/chunk.ts'
import {
  countTests,
  deleteTest,
  findTests,
  insertTests,
  listTests,
  updateTest,
} from '../../store/retrieval-test.ts'
import { getCollection, holdCollection } from '../access.ts'
import { parseTests } from './parse-tests.ts'

export type TestDeps = { db: Db; clock: Clock; newId: NewId }

// How a passage is known again when the limits of its chunk have changed.
const beginning = 100

/** Questions with what a search must find. */
export function createTestService({ db, clock, newId }: TestDeps) {
  async function chunksOf(tx: Tx, collection: Collection, inputs: readonly TestInput[]) {
    const keys = inputs.flatMap(({ chunkId }) => (chunkId === undefined ? [] : (chunkKeyOf(chunkId) ?? [])))
    const rows = await findChunks(tx, collection, keys)
    return new Map(rows.map((row) => [chunkIdOf(row), row]))
  }

  async function add(
    scope: Scope,
    id: string,
    inputs: readonly TestInput[],
    origin: TestOrigin,
  ): Promise<CreatedTests> {
    return db.tx(async (tx) => {
      const collection = await holdCollection(tx, scope, id)
      const chunks = await chunksOf(tx, collection, inputs)
      const tests = inputs.map((input) => testOf(input, chunks, newId()))
      if ((await countTests(tx, collection)) + tests.length > maxTests)
        throw new AppError('knowledge_collection_full', `A collection can have ${maxTests} tests`, {
          hint: 'Delete some that say the same.',
        })
      const ids = await insertTests(tx, collection, tests, origin, clock.now())
      return {
        created: ids.length,
        skipped: tests.length - ids.length,
        tests: await findTests(tx, collection, ids),
      }
    })
  }

  async function found(q: Db | Tx, collection: Collection, testId: string): Promise<TestView> {
    const [test] = await findTests(q, collection, [testId])
    if (!test) throw notFound()
    return test
  }

  return {
    create: (scope: Scope, id: string, { tests, origin }: CreateTestsBody) => add(scope, id, tests, origin),
    import: (scope: Scope, id: string, body: ImportTestsBody) => add(scope, id, parseTests(body), 'imported'),
    async list(scope: Scope, id: string, query: TestQuery): Promise<Page<TestView>> {
      return listTests(db, await getCollection(db, scope, id), query)
    },
    async get(scope: Scope, id: string, testId: string): Promise<TestView> {
      return found(db, await getCollection(db, scope, id), testId)
    },
    async update(scope: Scope, id: string, testId: string, body: UpdateTestBody): Promise<TestView> {
      return db.tx(async (tx) => {
        const collection = await holdCollection(tx, scope, id)
        const before = await found(tx, collection, testId)
        const next: RetrievalTest = {
          id: testId,
          query: body.query === undefined ? before.query : storable(body.query),
          sourceKey: body.sourceKey === undefined ? before.sourceKey : keyOrNull(body.sourceKey),
          mustContain: body.mustContain === undefined ? before.mustContain : body.mustContain,
          k: body.k ?? before.k,
          isRequired: body.isRequired ?? before.isRequired,
        }
        if (next.sourceKey === null && next.mustContain === null)
          throw new AppError('invalid_parameter', 'A test needs sourceKey or mustContain', {
            details: [
              { in: 'body', path: '/sourceKey', rule: 'required', message: 'one of both must be there' },
            ],
          })
        if (!(await updateTest(tx, collection, next, clock.now())))
          throw new AppError('name_conflict', 'The collection has another test that is the same')
        return found(tx, collection, testId)
      })
    },
    async remove(scope: Scope, id: string, testId: string): Promise<{ id: string; deleted: true }> {
      return db.tx(async (tx) => {
        const collection = await holdCollection(tx, scope, id)
        if (!(await deleteTest(tx, collection, testId))) throw notFound()
        return { id: testId, deleted: true as const }
      })
    },
  }
}

export type TestService = ReturnType<typeof createTestService>

const keyOrNull = (key: string | null): string | null => (key === null ? null : normalizedKey(key))

/** A chunk has another id when its source is indexed again: it is known by its source and its beginning. */
function testOf(
  { query, sourceKey, chunkId, mustContain, k, isRequired }: TestInput,
  chunks: ReadonlyMap<string, ChunkRow>,
  id: string,
): RetrievalTest {
  const chunk = chunkId === undefined ? undefined : chunks.get(chunkId)
  if (chunkId !== undefined && !chunk)
    throw new AppError('knowledge_chunk_not_found', `Chunk ${chunkId} not found`, {
      hint: 'Chunks get new ids when their source is indexed again; list them to get the current ones.',
    })
  const text = mustContain ?? chunk?.text.slice(0, beginning).toWellFormed().trim()
  return {
    id,
    query: storable(query),
    sourceKey: keyOrNull(sourceKey ?? chunk?.sourceKey ?? null),
    mustContain: text === undefined ? null : storable(text),
    k,
    isRequired,
  }
}

const notFound = () => new AppError('knowledge_test_not_found', 'Retrieval test not found in this collection')
