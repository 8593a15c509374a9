import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { after, before, describe, it, type TestContext } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import {
  type Document,
  holds,
  type Question,
  readDocuments,
  readPackageDocuments,
  readPackageQuestions,
  readQuestions,
} from '../../../test/retrieval/corpus.ts'
import { inLongRun, someOf } from '../../../test/size.ts'
import { until } from '../../../test/until.ts'
import { sql, sqlText } from '../../kernel/db/db.ts'
import { collectionsPath } from './testing.ts'

/** The offline encoder takes a minute of processor time for everything: where only words count, texts get the same vector. */
const provider = createServer(async (request, response) => {
  const { input } = (await json(request)) as { input: string[] }
  const data = input.map((_, index) => ({ object: 'embedding', index, embedding: [1] }))
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ object: 'list', data, usage: { prompt_tokens: 1, total_tokens: 1 } }))
}).listen(0, '127.0.0.1')
await once(provider, 'listening')
const { port } = provider.address() as { port: number }
const constantVectors = { embeddingModel: 'compatible/constant' }

const app = await startTestApp({
  llm: { providers: [{ name: 'compatible', keys: [], baseUrl: `http://127.0.0.1:${port}/v1` }] },
})
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
  provider.close()
})
let project: TestProject
before(async () => {
  project = await app.newProject()
  app.app.runs.start()
})

let count = 0

async function collectionOf(documents: readonly Document[], settings: object = {}): Promise<string> {
  const created = await project.admin.post(collectionsPath, {
    name: `Documents ${++count}`,
    ...settings,
  })
  const { id } = created.body.data
  const url = `${collectionsPath}/${id}`
  for (const document of documents) await project.admin.post(`${url}/ingest/text`, document)
  await until(
    async () => {
      const { total } = (await project.admin.get(`${url}/sources?status=ready&limit=1`)).body
      return total === documents.length
      // The encoder computes for long where others compute as well.
    },
    'the documents to be indexed',
    30 * 60_000,
  )
  return id
}

async function passagesOf(id: string): Promise<string[]> {
  const rows = await app.db.rows<{ text: string }>(
    sql`select text from knowledge_chunk where collection_id = ${id}`,
  )
  return rows.map(({ text }) => text)
}

const unanswered = (questions: readonly Question[], passages: readonly string[]) =>
  questions.filter(({ contains }) => !passages.some((text) => holds(text, contains)))

type Rank = { question: string; rank: number }
const recall = (ranks: readonly Rank[], k: number) =>
  ranks.filter(({ rank }) => rank > 0 && rank <= k).length / ranks.length
const missed = (ranks: readonly Rank[]) =>
  `missed: ${ranks
    .filter(({ rank }) => rank === 0)
    .map(({ question }) => question)
    .join('; ')}`

function report(t: TestContext, name: string, ranks: readonly Rank[]): void {
  const mrr = ranks.reduce((sum, { rank }) => sum + (rank > 0 ? 1 / rank : 0), 0) / ranks.length
  const values = [recall(ranks, 1), recall(ranks, 5), recall(ranks, 10), mrr].map((each) => each.toFixed(3))
  t.diagnostic(`${name}: recall@1 ${values[0]}, @5 ${values[1]}, @10 ${values[2]}, MRR ${values[3]}`)
}

async function ranksOf(
  t: TestContext,
  name: string,
  questions: readonly Question[],
  find: (question: string) => Promise<{ text: string }[]>,
): Promise<Rank[]> {
  const ranks: Rank[] = []
  for (const { question, contains } of questions) {
    const found = await find(question)
    ranks.push({ question, rank: found.findIndex(({ text }) => holds(text, contains)) + 1 })
  }
  report(t, name, ranks)
  return ranks
}

const by = (mode: string, id: string) => async (query: string) => {
  const { body } = await project.admin.post(`${collectionsPath}/${id}/search`, { query, mode, limit: 10 })
  return body.data as { text: string }[]
}

/** The rankings of PostgreSQL over the same passages. `websearch_to_tsquery` demands all words and finds next to nothing. */
async function postgresOf(id: string) {
  const table = sqlText(`passage_${id.replaceAll('-', '')}`)
  await app.db.rows(sql`
    create table ${table} as select row_number() over (order by source_no, ordinal) as no, text, to_tsvector('english', text) as words
    from knowledge_chunk where collection_id = ${id}`)
  const anyWord = (query: string) => sql`any_word as (
    select to_tsquery('english', string_agg(quote_literal(lexeme), ' | ')) as query from unnest(to_tsvector('english', ${query})))`
  return {
    rankCd: (query: string) =>
      app.db.rows<{ text: string }>(sql`with ${anyWord(query)} select text from ${table}, any_word
        where words @@ query order by ts_rank_cd(words, query) desc, no limit 10`),
    rank: (query: string) =>
      app.db.rows<{ text: string }>(sql`with ${anyWord(query)} select text from ${table}, any_word
        where words @@ query order by ts_rank(words, query) desc, no limit 10`),
    websearch: (query: string) =>
      app.db.rows<{
        text: string
      }>(sql`select text from ${table}, websearch_to_tsquery('english', ${query}) as query
        where words @@ query order by ts_rank_cd(words, query) desc, no limit 10`),
  }
}

describe('our own documentation', () => {
  const questions = readQuestions()
  let id: string
  before(async () => {
    id = await collectionOf(readDocuments())
  })

  it('is large enough, and every question has its passage', async () => {
    const passages = await passagesOf(id)
    assert.ok(passages.length >= 300, `${passages.length} passages`)
    assert.ok(questions.length >= 120, `${questions.length} questions`)
    const changed = 'the documentation has changed: give these questions other words to look for'
    assert.deepEqual(unanswered(questions, passages), [], changed)
  })

  it('hybrid is not below words, and above the ranking of PostgreSQL', async (t) => {
    const { rankCd } = await postgresOf(id)
    const postgres = await ranksOf(t, 'ts_rank_cd', questions, rankCd)
    const keyword = await ranksOf(t, 'keyword', questions, by('keyword', id))
    const vector = await ranksOf(t, 'vector', questions, by('vector', id))
    const hybrid = await ranksOf(t, 'hybrid', questions, by('hybrid', id))
    assert.ok(recall(hybrid, 10) >= 0.7, missed(hybrid))
    assert.ok(recall(hybrid, 10) >= recall(keyword, 10), missed(hybrid))
    // Among a few hundred passages both find much; the distance grows with their number.
    assert.ok(recall(hybrid, 10) >= 1.15 * recall(postgres, 10), missed(hybrid))
    assert.ok(recall(hybrid, 1) >= 1.35 * recall(postgres, 1), missed(hybrid))
    assert.ok(recall(vector, 10) > 0.15, `vectors alone: ${recall(vector, 10)}`)
  })
})

describe('a collection of thousands of passages', () => {
  const documents = [...readDocuments(), ...readPackageDocuments()]
  const questions = [...readQuestions(), ...readPackageQuestions()]

  it('words find 1.5 times what the ranking of PostgreSQL finds', inLongRun, async (t) => {
    const id = await collectionOf(documents, constantVectors)
    const passages = await passagesOf(id)
    assert.ok(passages.length >= 2_000, `${passages.length} passages`)
    assert.deepEqual(unanswered(questions, passages), [])
    // Each takes PostgreSQL some 50 ms of processor time.
    const sample = someOf(questions, 120)
    const { rankCd } = await postgresOf(id)
    const postgres = await ranksOf(t, 'ts_rank_cd', sample, rankCd)
    const keyword = await ranksOf(t, 'keyword', sample, by('keyword', id))
    assert.ok(recall(keyword, 10) >= 1.5 * recall(postgres, 10), missed(keyword))
    assert.ok(recall(keyword, 10) >= 0.45, missed(keyword))
  })

  it('the default without a provider is not below words, and 1.5 times PostgreSQL', inLongRun, async (t) => {
    const id = await collectionOf(documents)
    const { rankCd, rank, websearch } = await postgresOf(id)
    const all = await ranksOf(t, 'websearch_to_tsquery', questions, websearch)
    const postgres = await ranksOf(t, 'ts_rank_cd', questions, rankCd)
    const other = await ranksOf(t, 'ts_rank', questions, rank)
    const keyword = await ranksOf(t, 'keyword', questions, by('keyword', id))
    await ranksOf(t, 'vector', questions, by('vector', id))
    const hybrid = await ranksOf(t, 'hybrid', questions, by('hybrid', id))
    assert.ok(recall(hybrid, 10) >= recall(keyword, 10), missed(hybrid))
    assert.ok(recall(hybrid, 10) >= 1.5 * recall(postgres, 10), missed(hybrid))
    assert.ok(recall(hybrid, 10) >= 1.5 * recall(all, 10), missed(hybrid))
    assert.ok(recall(hybrid, 10) >= 1.1 * recall(other, 10), missed(hybrid))
  })
})
