import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'

/** A provider: vectors of the model `blind` say nothing; its chat model orders as the test says. */
const subjects = [/animal|cat|kitten|dog/i, /money|refund|invoice/i, /weather|rain|umbrella/i]
let reply: string | null = null
let prompts: string[] = []
const provider = createServer(async (request, response) => {
  const body = (await json(request)) as {
    input: string[]
    model: string
    messages: { content: unknown }[]
  }
  response.setHeader('content-type', 'application/json')
  if (request.url!.endsWith('/chat/completions')) {
    prompts.push(JSON.stringify(body.messages))
    if (reply === null) {
      response.writeHead(500).end(JSON.stringify({ error: { message: 'Not now' } }))
      return
    }
    const message = { role: 'assistant', content: reply }
    const usage = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 }
    response.end(
      JSON.stringify({
        id: '1',
        model: body.model,
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage,
      }),
    )
    return
  }
  const vectorOf = (text: string) =>
    body.model.includes('blind') ? [1, 0, 0.1] : subjects.map((each) => (each.test(text) ? 1 : 0.01))
  const data = body.input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }))
  response.end(JSON.stringify({ object: 'list', data, usage: { prompt_tokens: 7, total_tokens: 7 } }))
}).listen(0, '127.0.0.1')
await once(provider, 'listening')
const { port } = provider.address() as { port: number }

const app = await startTestApp({
  llm: { providers: [{ name: 'compatible', keys: [], baseUrl: `http://127.0.0.1:${port}/v1` }] },
})
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
  provider.close()
})
let project: TestProject
let url: string
const questions = ['kitten', 'money', 'rain', 'puppies and a cat', 'invoices', 'umbrellas']
const keys = ['text:Dog', 'text:Refund', 'text:Umbrella']

const base = '/api/v1/knowledge/collections'
before(async () => {
  project = await app.newProject()
  app.app.runs.start()
  const created = await project.admin.post(base, { name: 'Evals', embeddingModel: 'compatible/subjects' })
  url = `${base}/${created.body.data.id}`
  for (const [title, content] of [
    ['Dog', 'The dog barks.'],
    ['Refund', 'A refund takes a week.'],
    ['Umbrella', 'An umbrella stands by the door.'],
    ['Gone', 'Nothing of interest.'],
  ])
    await project.admin.post(`${url}/ingest/text`, { title, content })
  await until(async () => {
    const { data } = (await project.admin.get(`${url}/sources`)).body
    return data.every(({ status }: { status: string }) => status === 'ready')
  }, 'the sources to be ready')
})

const errorOf = ({ status, body }: { status: number; body: { error: { code: string } } }) => [
  status,
  body.error.code,
]
async function ended(evalRunId: string) {
  return until(async () => {
    const { data } = (await project.admin.get(`${url}/evals/runs/${evalRunId}`)).body
    return data.status === 'running' ? null : data
  }, 'the eval to end')
}
async function run(body: object = {}) {
  const response = await project.admin.post(`${url}/evals/run`, body)
  assert.equal(response.status, 200, response.text)
  return ended(response.body.data.id)
}

describe('retrieval tests', () => {
  it('are added, imported once, changed and deleted', async () => {
    assert.deepEqual(errorOf(await project.admin.post(`${url}/evals/run`, {})), [
      409,
      'knowledge_tests_missing',
    ])
    const [chunk] = (await project.admin.get(`${url}/chunks?sourceKey=text:Gone`)).body.data.chunks
    const added = await project.admin.post(`${url}/evals`, {
      tests: [{ query: 'interest', chunkId: chunk.id }],
      origin: 'search',
    })
    const [test] = added.body.data.tests
    assert.deepEqual(
      [test.sourceKey, test.mustContain, test.origin, test.lastStatus],
      ['text:Gone', 'Nothing of interest.', 'search', null],
    )
    const csv = `query,sourceKey,k,isRequired\n${questions
      .map((query, i) => `"${query}",${keys[i % 3]},1,${i === 1}`)
      .join('\n')}`
    const imported = await project.admin.post(`${url}/evals/import`, { format: 'csv', content: csv })
    assert.deepEqual([imported.body.data.created, imported.body.data.skipped], [6, 0], imported.text)
    const lines = questions.map((query, i) => JSON.stringify({ query, sourceKey: keys[i % 3] })).join('\n')
    const again = await project.admin.post(`${url}/evals/import`, { format: 'jsonl', content: lines })
    assert.deepEqual([again.body.data.created, again.body.data.skipped], [0, 6])
    const list = await project.admin.get(`${url}/evals?q=invoice`)
    assert.deepEqual(
      list.body.data.map(({ query, k }: { query: string; k: number }) => [query, k]),
      [['invoices', 1]],
    )
    const path = `${url}/evals/${test.id}`
    const changed = await project.admin.patch(path, { mustContain: null, k: 2 })
    assert.deepEqual([changed.body.data.mustContain, changed.body.data.k], [null, 2])
    assert.equal((await project.admin.patch(path, { sourceKey: null })).status, 400)
    assert.deepEqual(errorOf(await project.admin.patch(path, { query: 'kitten', sourceKey: 'text:Dog' })), [
      409,
      'name_conflict',
    ])
  })

  it('400 names the line of a file; nothing of it is imported', async () => {
    for (const [format, content, line] of [
      ['csv', 'query,sourceKey\nkitten,\nmore,text:Dog', 2],
      ['csv', 'query,sourceKey\n"kitten', 2],
      ['jsonl', '{"query":"x","mustContain":"y"}\n{"query":1}', 2],
      ['jsonl', '\nnot json', 2],
    ] as const) {
      const response = await project.admin.post(`${url}/evals/import`, { format, content })
      assert.equal(response.status, 400)
      assert.match(response.text, new RegExp(`Line ${line}`), content)
    }
    assert.equal((await project.admin.get(`${url}/evals`)).body.total, 7)
  })

  it('200 an eval has recall, ranks, and what was found instead; orphaned tests do not count', async () => {
    await project.admin.delete(`${url}/sources/text:Gone`)
    const byWords = await run({ mode: 'keyword' })
    assert.deepEqual(
      [byWords.status, byWords.testCount, byWords.orphanedCount, byWords.hitCount],
      ['succeeded', 7, 1, 1],
    )
    const vectors = await run({ mode: 'vector' })
    assert.deepEqual(
      [vectors.hitCount, vectors.recallAt1, vectors.mrr, vectors.comparedWith],
      [6, 1, 1, null],
    )
    const misses = await project.admin.get(`${url}/evals/runs/${byWords.id}/results?status=miss`)
    assert.equal(misses.body.total, 5)
    const history = await project.admin.get(`${url}/evals/runs`)
    assert.deepEqual(
      history.body.data.map(({ mode }: { mode: string }) => mode),
      ['vector', 'keyword'],
    )
    const listed = (await project.admin.get(`${url}/evals?lastStatus=orphaned`)).body.data
    assert.deepEqual(
      listed.map(({ query }: { query: string }) => query),
      ['interest'],
    )
    assert.equal((await project.admin.delete(`${url}/evals/${listed[0].id}`)).status, 200)
  })

  it('a generation that finds less is held; it is switched to on request', async () => {
    const start = (body: object) => project.admin.post(`${url}/generations`, body)
    const { body } = await start({ embeddingModel: 'compatible/blind' })
    const no = body.data.generation.generation
    const at = (status: string) =>
      until(async () => {
        const { data } = (await project.admin.get(`${url}/generations/${no}`)).body
        assert.notEqual(data.status, 'failed', JSON.stringify(data))
        return data.status === status ? data : null
      }, `the generation to be ${status}`)
    const { comparison } = await at('held')
    assert.ok(comparison.isTested && comparison.lost > comparison.won, JSON.stringify(comparison))
    assert.equal(comparison.failedRequired, 1)
    assert.equal((await project.admin.get(url)).body.data.embeddingModel, 'compatible/subjects')
    const lost = await project.admin.get(`${url}/evals/runs/${comparison.evalId}/results?change=lost`)
    assert.equal(lost.body.total, comparison.lost)
    const shadow = await run({ generation: no, mode: 'vector' })
    assert.ok(shadow.hitCount < 6 && shadow.lost > 0, JSON.stringify(shadow))
    assert.equal((await project.admin.post(`${url}/generations/${no}/switch`)).body.data.status, 'live')
    assert.equal((await project.admin.post(`${url}/rollback`)).body.data.status, 'live')
    assert.equal((await run({ mode: 'vector' })).hitCount, 6)
  })

  it('a generation that finds the same is switched to', async () => {
    const { body } = await project.admin.post(`${url}/generations`, { embeddingModel: 'compatible/same' })
    const no = body.data.generation.generation
    const live = await until(async () => {
      const { data } = (await project.admin.get(`${url}/generations/${no}`)).body
      assert.ok(!['failed', 'held'].includes(data.status), JSON.stringify(data))
      return data.status === 'live' ? data : null
    }, 'the generation to be live')
    assert.deepEqual([live.comparison.isTested, live.comparison.lost], [true, 0])
  })

  it('404 for those of others', async () => {
    const other = await app.newProject()
    const [test] = (await project.admin.get(`${url}/evals`)).body.data
    const [stored] = (await project.admin.get(`${url}/evals/runs`)).body.data
    for (const path of ['evals', `evals/${test.id}`, 'evals/runs', `evals/runs/${stored.id}`])
      assert.equal((await other.admin.get(`${url}/${path}`)).status, 404, path)
    const own = `${base}/${(await project.admin.post(base, { name: 'Another' })).body.data.id}`
    assert.deepEqual(errorOf(await project.admin.get(`${own}/evals/${test.id}`)), [
      404,
      'knowledge_test_not_found',
    ])
    assert.deepEqual(errorOf(await project.admin.get(`${own}/evals/runs/${stored.id}`)), [
      404,
      'knowledge_eval_not_found',
    ])
  })
})

describe('rerank', () => {
  const search = (more: object) =>
    project.admin.post(`${url}/search`, { query: 'The dog, a refund, an umbrella', limit: 2, ...more })
  const titles = ({ body }: { body: { data: { title: string }[] } }) => body.data.map(({ title }) => title)
  const reranking = { rerank: { model: 'compatible/judge' } }

  it('200 in the order of the model; what it leaves out follows', async () => {
    const [first, second] = titles(await search({ limit: 3 }))
    reply = '{"order": [3, 99, "x", 1]}'
    const found = await search(reranking)
    assert.equal(found.headers['x-degraded'], undefined)
    assert.equal(titles(found)[1], first)
    assert.ok(![first, second].includes(titles(found)[0]!))
    assert.match(prompts.at(-1)!, /An umbrella stands/)
    const calls = (await project.admin.get('/api/v1/ai/calls')).body.data
    assert.ok(calls.some(({ kind }: { kind: string }) => kind === 'chat'))
  })

  it('200 in the order of the scores where the model fails or returns none, with a header', async () => {
    const plain = titles(await search({}))
    for (const each of [null, 'I like all of them.', '{"order": []}', '{"order": [']) {
      reply = each
      const found = await search(reranking)
      assert.deepEqual([found.status, found.headers['x-degraded']], [200, 'rerank'], String(each))
      assert.deepEqual(titles(found), plain)
    }
  })

  it('404 for a model that is not there, 400 for limits', async () => {
    assert.deepEqual(errorOf(await search({ rerank: { model: 'openai/none' } })), [404, 'model_not_found'])
    assert.equal((await search({ rerank: { candidates: 51 } })).status, 400)
    prompts = []
    assert.equal((await search({ rerank: false })).status, 200)
    assert.equal(prompts.length, 0)
  })
})
