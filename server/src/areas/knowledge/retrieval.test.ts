import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { holds, readDocuments, readQuestions } from '../../../test/retrieval/corpus.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'

const app = await startTestApp()
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
})
const questions = readQuestions()
let project: TestProject
let url: string
let passages: string[]

before(async () => {
  project = await app.newProject()
  app.app.runs.start()
  const created = await project.admin.post('/api/v1/knowledge/collections', { name: 'Documentation' })
  url = `/api/v1/knowledge/collections/${created.body.data.id}`
  const documents = readDocuments()
  for (const document of documents) await project.admin.post(`${url}/ingest/text`, document)
  await until(
    async () => {
      const { total } = (await project.admin.get(`${url}/sources?status=ready&limit=1`)).body
      return total === documents.length
      // The encoder computes for long where others compute as well.
    },
    'the documentation to be indexed',
    300_000,
  )
  const rows = await app.db.rows<{ text: string }>(
    sql`select text from knowledge_chunk where collection_id = ${created.body.data.id}`,
  )
  passages = rows.map(({ text }) => text)
})

type Rank = { question: string; rank: number }
const recall = (ranks: readonly Rank[], k: number) =>
  ranks.filter(({ rank }) => rank > 0 && rank <= k).length / ranks.length
const missed = (ranks: readonly Rank[]) =>
  ranks.filter(({ rank }) => rank === 0).map(({ question }) => question)

async function ranksOf(find: (question: string) => Promise<string[]>): Promise<Rank[]> {
  const ranks: Rank[] = []
  for (const { question, contains } of questions) {
    const found = await find(question)
    ranks.push({ question, rank: found.findIndex((text) => holds(text, contains)) + 1 })
  }
  return ranks
}

const by = (mode: string) =>
  ranksOf(async (query) => {
    const { body } = await project.admin.post(`${url}/search`, { query, mode, limit: 10 })
    return body.data.map(({ text }: { text: string }) => text)
  })

/** Any word, ordered by ts_rank_cd. `websearch_to_tsquery` demands all words and finds next to nothing. */
const byPostgres = () =>
  ranksOf(async (query) => {
    const rows = await app.db.rows<{ text: string }>(sql`
      with any_word as (
        select to_tsquery('english', string_agg(quote_literal(lexeme), ' | ')) as query
        from unnest(to_tsvector('english', ${query}))
      )
      select text from knowledge_chunk, any_word, to_tsvector('english', text) as words
      where words @@ any_word.query order by ts_rank_cd(words, any_word.query) desc, ordinal limit 10`)
    return rows.map(({ text }) => text)
  })

test('the corpus is large enough, and every question has its passage', () => {
  assert.ok(passages.length >= 300, `${passages.length} passages`)
  assert.ok(questions.length >= 120, `${questions.length} questions`)
  const unanswered = questions.filter(({ contains }) => !passages.some((text) => holds(text, contains)))
  assert.deepEqual(
    unanswered,
    [],
    'the documentation has changed: give these questions other words to look for',
  )
})

test('recall: hybrid is not below words, and above the ranking of PostgreSQL', async (t) => {
  const [postgres, keyword, vector, hybrid] = [
    await byPostgres(),
    await by('keyword'),
    await by('vector'),
    await by('hybrid'),
  ]
  const at10 = (ranks: readonly Rank[]) => recall(ranks, 10)
  for (const [name, ranks] of Object.entries({ postgres, keyword, vector, hybrid })) {
    const mrr = ranks.reduce((sum, { rank }) => sum + (rank > 0 ? 1 / rank : 0), 0) / ranks.length
    const values = [recall(ranks, 1), recall(ranks, 5), at10(ranks), mrr].map((each) => each.toFixed(3))
    t.diagnostic(`${name}: recall@1 ${values[0]}, @5 ${values[1]}, @10 ${values[2]}, MRR ${values[3]}`)
  }
  const misses = `missed: ${missed(hybrid).join('; ')}`
  assert.ok(at10(hybrid) >= 0.7, misses)
  assert.ok(at10(hybrid) >= at10(keyword), misses)
  // Among a few hundred passages both find much; the distance grows with their number.
  assert.ok(at10(hybrid) >= 1.15 * at10(postgres), misses)
  assert.ok(recall(hybrid, 1) >= 1.35 * recall(postgres, 1), misses)
  assert.ok(at10(vector) > 0.15, `vectors alone: ${at10(vector)}`)
})
