import type { Db } from '../../../../kernel/db/db.ts'
import type { RunContext } from '../../../../kernel/runs/run.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Eval, FoundPassage, RetrievalTest } from '../../schema/eval.ts'
import type { SearchResult } from '../../schema/search.ts'
import { findEval, insertResults, type OwnEval, type ResultToInsert } from '../../store/eval.ts'
import { listExistingKeys, listTestsAfter } from '../../store/retrieval-test.ts'
import type { SearchService } from '../search/search.ts'

export type EvaluateDeps = { db: Db; search: Pick<SearchService, 'search' | 'searchShadow'> }

/** The last test that was sent, and how many there were. */
type Place = { after: string; done: number }

const testsPerStep = 25
const depth = 20
const shown = 5
const excerpt = 300
const first = '00000000-0000-0000-0000-000000000000'

/** Asks every test of a collection through the search itself, some of them in each step of a run. */
export function createEvaluator({ db, search }: EvaluateDeps) {
  async function ask(
    scope: Scope,
    own: OwnEval,
    { mode, generation }: Eval,
    test: RetrievalTest,
    signal: AbortSignal,
    isLive: boolean,
  ): Promise<ResultToInsert> {
    const body = { query: test.query, limit: depth, mode, minScore: 0 }
    const { results } = isLive
      ? await search.search(scope, own.id, body, signal)
      : await search.searchShadow(scope, own.id, generation, body, signal)
    const at = results.findIndex((result) => isHit(test, result))
    const rank = at === -1 ? null : at + 1
    return {
      ...test,
      status: rank !== null && rank <= test.k ? 'hit' : 'miss',
      rank,
      found: results.slice(0, shown).map(passageOf),
    }
  }

  async function askSome(
    scope: Scope,
    own: OwnEval,
    { after, done, isLive }: Place & { isLive: boolean },
    signal: AbortSignal,
  ): Promise<Place | null> {
    const stored = await findEval(db, own)
    const tests = stored ? await listTestsAfter(db, own, after, testsPerStep) : []
    if (!stored || tests.length === 0) return null
    const keys = tests.flatMap(({ sourceKey }) => sourceKey ?? [])
    const existing = await listExistingKeys(db, own, keys)
    const results: ResultToInsert[] = []
    for (const test of tests) {
      signal.throwIfAborted()
      const isOrphaned = test.sourceKey !== null && !existing.has(test.sourceKey)
      results.push(
        isOrphaned
          ? { ...test, status: 'orphaned', rank: null, found: [] }
          : await ask(scope, own, stored, test, signal, isLive),
      )
    }
    await db.tx((tx) => insertResults(tx, own, done, results))
    return { after: tests.at(-1)!.id, done: done + tests.length }
  }

  /** `isLive` says whether the generation is the one that is searched, else it is a shadow. */
  return async (
    { scope, signal, step }: Pick<RunContext, 'scope' | 'signal' | 'step'>,
    own: OwnEval,
    isLive: boolean,
  ): Promise<void> => {
    let at: Place | null = { after: first, done: 0 }
    for (let i = 0; at !== null; i++) {
      const from: Place & { isLive: boolean } = { ...at, isLive }
      at = await step<Place | null>(
        `ask:${own.evalId}:${i}`,
        ({ signal: stopped }) => askSome(scope, own, from, AbortSignal.any([signal, stopped])),
        { timeoutMs: 10 * 60_000, retries: 3, backoffMs: 2_000 },
      )
    }
  }
}

export type Evaluate = ReturnType<typeof createEvaluator>

const compared = (text: string): string => text.replace(/\s+/g, '').toLowerCase()

/** The source must be the one of the test, and the chunk must have its text, where the test says so. */
const isHit = ({ sourceKey, mustContain }: RetrievalTest, result: SearchResult): boolean =>
  (sourceKey === null || result.sourceKey === sourceKey) &&
  (mustContain === null || compared(result.text).includes(compared(mustContain)))

const passageOf = ({ chunkId, sourceKey, title, text, score }: SearchResult): FoundPassage => ({
  chunkId,
  sourceKey,
  title,
  text: text.slice(0, excerpt).toWellFormed(),
  score,
})
