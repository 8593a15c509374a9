import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { startFakeS3 } from '../fakes/s3.ts'
import { createExternalDatabase } from '../process/external-database.ts'
import { apiKey, makeInstallation } from '../process/stoa.ts'
import { inLongRun } from '../size.ts'

/** A plain proxy that gives each request to the next node, and knows nothing of sessions. */
async function startProxy(upstreams: readonly string[]): Promise<string> {
  let turn = 0
  const proxy = createServer((incoming, response) => {
    const { method, url, headers } = incoming
    const upstream = upstreams[turn++ % upstreams.length]!
    const sent = request(new URL(url!, upstream), { method, headers, agent: false })
    sent.on('response', (received) => {
      response.writeHead(received.statusCode!, received.headers)
      received.pipe(response)
      received.on('error', () => response.destroy())
    })
    sent.on('error', () => response.destroy())
    response.on('close', () => sent.destroy())
    incoming.pipe(sent)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  after(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

/** The ids of the events up to the one that has the text; the first frame of a stream only says where it begins. */
async function idsUntil(stream: Response, text: string): Promise<string[]> {
  const ids: string[] = []
  let rest = ''
  for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + chunk).split('\n\n')
    rest = frames.pop()!
    for (const frame of frames) {
      const [, id] = /^id: (.+)$/m.exec(frame) ?? []
      const [, data] = /^data: (.+)$/m.exec(frame) ?? []
      if (id !== undefined && data !== undefined && JSON.parse(data).id !== undefined) ids.push(id)
      if (frame.includes(text)) return ids
    }
  }
  throw new Error(`the stream ended before ${text}`)
}

const limit = 40

test('nodes for requests and for work behind a round-robin proxy are one server', inLongRun, async (t) => {
  const installation = await makeInstallation(t)
  const s3 = await startFakeS3()
  t.after(s3.stop)
  const env = {
    STOA_DATA_DIR: installation.dataDir,
    DATABASE_URL: await createExternalDatabase({ isMigrated: true }),
    STOA_SECRET_KEY: randomBytes(32).toString('base64'),
    STOA_API_KEY: apiKey,
    STOA_BLOBS: s3.address,
    AWS_ACCESS_KEY_ID: s3.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
    STOA_PIECES: '0',
  }
  const nodes = [
    await installation.start({ ...env, STOA_ROLE: 'api' }),
    await installation.start({ ...env, STOA_ROLE: 'all' }),
  ]
  const worker = await installation.start({ ...env, STOA_ROLE: 'worker' })
  const proxy = await startProxy(nodes.map(({ line }) => new URL(line.api).origin))
  const api = `${proxy}/api/v1`
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${api}${path}`, {
      method,
      headers: {
        'x-api-key': apiKey,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  }
  const create = async (path: string, body: unknown, headers?: Record<string, string>) => {
    const { status, text } = await send('POST', path, body, headers)
    assert.equal(status, 200, text)
    return JSON.parse(text).data
  }

  // A change on one node is seen by the next request, which is on the other.
  const collection = await create('/table/collections', { name: 'shared' })
  for (let i = 0; i < 6; i++) {
    await send('PATCH', `/table/collections/${collection.id}`, { description: `version ${i}` })
    const read = await send('GET', `/table/collections/${collection.id}`)
    assert.equal(JSON.parse(read.text).data.description, `version ${i}`)
  }

  // One effect for one key, wherever the requests arrive.
  const same = await Promise.all(
    Array.from({ length: 8 }, () =>
      send('POST', '/external-users', { name: 'once' }, { 'idempotency-key': 'once' }),
    ),
  )
  const ids = same.filter(({ status }) => status === 200).map(({ text }) => JSON.parse(text).data.id)
  assert.equal(new Set(ids).size, 1)
  assert.deepEqual(
    [...new Set(same.map(({ status }) => status))].filter((status) => status !== 200 && status !== 409),
    [],
  )

  // Bytes that one node stored are served by the other.
  const form = new FormData()
  form.set('file', new Blob(['shared bytes']), 'notes.txt')
  const uploaded = await fetch(`${api}/file/upload/single/document`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: form,
  })
  const { id: fileId } = ((await uploaded.json()) as { data: { id: string } }).data
  for (let i = 0; i < 2; i++)
    assert.equal((await send('GET', `/file/download/${fileId}`)).text, 'shared bytes')

  // Credits are exact: as many executions are paid as the balance has, no matter where they are.
  const { status: granted, text: why } = await send('POST', '/usage/grants', {
    credits: limit,
    reason: 'test',
  })
  assert.equal(granted, 200, why)
  await send('PATCH', '/tools/byId/math_calculate', { executionCreditCost: 1 })
  const execute = async () =>
    (await send('POST', '/tools/execute/math_calculate', { arguments: { expression: '1 + 1' } })).status
  const executed = await Promise.all(Array.from({ length: limit + 20 }, execute))
  // Those that found no slot in time may be sent again.
  while (executed.at(-1) !== 402) executed.push(await execute())
  assert.equal(executed.filter((status) => status === 200).length, limit)
  assert.deepEqual(
    [...new Set(executed)].filter((status) => ![200, 402, 429, 503].includes(status)),
    [],
  )
  const reconciled = JSON.parse((await send('GET', '/usage/reconcile')).text)
  assert.equal(reconciled.data.isClean, true, JSON.stringify(reconciled.data))

  // A stream is resumed on the other node behind what was seen, and ends on both when its key is revoked on one.
  const key = await create('/api-keys', { name: 'streams', role: 'admin' })
  const follow = async (query: string, headers: Record<string, string>, id: string) => {
    const stream = await fetch(`${api}/events${query}`, { headers: { 'x-api-key': key.key, ...headers } })
    assert.equal(stream.status, 200)
    return idsUntil(stream, id)
  }
  const early = await create('/external-users', { name: 'early' })
  const seen = await follow('?after=0', {}, early.id)
  const late = await create('/external-users', { name: 'late' })
  const resumed = await follow('', { 'last-event-id': seen.at(-1)! }, late.id)
  assert.deepEqual(
    resumed.filter((id) => seen.includes(id)),
    [],
    'nothing comes twice',
  )
  const open = await Promise.all(
    [0, 1].map(() => fetch(`${api}/events`, { headers: { 'x-api-key': key.key } })),
  )
  await send('DELETE', `/api-keys/${key.id}`)
  for (const stream of open) await stream.text().catch(() => '')
  for (let i = 0; i < 2; i++)
    assert.equal((await send('GET', '/users/profile', undefined, { 'x-api-key': key.key })).status, 401)

  assert.equal((await fetch(new URL('/readyz', worker.line.api))).status, 200)
  for (const node of [...nodes, worker]) assert.equal((await node.stop()).code, 0)
})
