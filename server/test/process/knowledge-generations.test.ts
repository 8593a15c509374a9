import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { inLongRun, sizeOf } from '../size.ts'
import { until } from '../until.ts'
import { externalSettings } from './external-database.ts'
import { makeInstallation } from './stoa.ts'

const kills = sizeOf({ short: 1, long: 8 })
const sources = 6
const base = '/knowledge/collections'

/** An embedding provider that counts texts, and stops responding after so many requests. */
async function startProvider() {
  const seen = new Map<string, number>()
  const waiting: ServerResponse[] = []
  let left = Number.POSITIVE_INFINITY
  const server = createServer(async (request, response) => {
    const { input } = (await json(request)) as { input: string[] }
    if (left <= 0) {
      waiting.push(response)
      return
    }
    left--
    for (const text of input) seen.set(text, (seen.get(text) ?? 0) + 1)
    const data = input.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: [text.length, 1, 0.5],
    }))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ object: 'list', data, usage: { prompt_tokens: 7, total_tokens: 7 } }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/v1`,
    seen,
    waiting,
    allow: (requests: number) => {
      left = requests
    },
    stop: () => {
      for (const response of waiting) response.destroy()
      server.close()
    },
  }
}

test(
  'a server that is killed while it builds a generation continues it; what was embedded is not embedded again',
  inLongRun,
  async (t) => {
    const provider = await startProvider()
    t.after(provider.stop)
    const installation = await makeInstallation(t)
    const env = {
      ...(await externalSettings()),
      STOA_DATA_DIR: installation.dataDir,
      LOG_LEVEL: 'fatal',
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL: provider.url,
    }
    let server = await installation.start(env)
    const { body } = await server.call('POST', base, { name: 'Killed' })
    const url = `${base}/${body.data.id}`
    for (let i = 0; i < sources; i++)
      await server.call('POST', `${url}/ingest/text`, {
        title: `Doc ${i}`,
        content: `Document ${i} is about cats.`,
      })
    const isReady = async () => {
      const { data } = (await server.call('GET', `${url}/sources`)).body
      return data.length === sources && data.every(({ status }: { status: string }) => status === 'ready')
    }
    await until(isReady, 'the sources to be ready')
    provider.allow(2)
    const settings = { embeddingModel: 'openai/text-embedding-3-small' }
    await server.call('POST', `${url}/generations`, settings)
    for (let i = 0; i < kills; i++) {
      await until(() => provider.waiting.length > 0, 'the provider to be called once more')
      const found = await server.call('POST', `${url}/search`, { query: 'cats', mode: 'keyword', limit: 20 })
      assert.equal(found.body.data.length, sources)
      await server.stop('SIGKILL')
      provider.waiting.splice(0).forEach((response) => {
        response.destroy()
      })
      provider.allow(i === kills - 1 ? Number.POSITIVE_INFINITY : 1)
      server = await installation.start(env)
    }
    const generation = await until(async () => {
      const { data } = (await server.call('GET', `${url}/generations/2`)).body
      assert.notEqual(data.status, 'failed', JSON.stringify(data))
      return data.status === 'live' ? data : null
    }, 'the generation to be live')
    assert.deepEqual([generation.sourceCount, generation.chunkCount], [sources, sources])
    assert.deepEqual([...provider.seen.values()], Array(sources).fill(1))
    const found = await server.call('POST', `${url}/search`, { query: 'cats', mode: 'vector', limit: 20 })
    assert.equal(found.body.data.length, sources)
    assert.equal((await server.stop()).code, 0)
  },
)
