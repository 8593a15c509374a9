import assert from 'node:assert/strict'
import { request } from 'node:http'
import { before, describe, test } from 'node:test'
import { app, base, logsOf, project, untilLogs, upsert } from './context.ts'

let origin = ''

type Raw = { status: number; text: string }

/** Header values and queries byte for byte, without the checks of a client. */
function sendRaw(path: string, headers: Record<string, string | string[]>, body = '{}'): Promise<Raw> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method: 'POST', headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode!, text: Buffer.concat(parts).toString() }),
      )
    })
    sent.on('error', reject)
    // Bytes, not text: with text the client would send the headers as UTF-8 as well.
    sent.end(Buffer.from(body))
  })
}

const newHook = async () => {
  const { triggerId, webhookUrl } = await upsert(
    project.admin,
    { name: crypto.randomUUID(), triggerConfig: { signature: 'none' } },
    'webhook',
  )
  return { triggerId: triggerId as string, path: new URL(webhookUrl).pathname }
}

const payloadOf = async (id: string) =>
  (await project.admin.get(`${base}/invocation-logs/${id}`)).body.data.payload

describe('Requests to webhooks that no service sends', () => {
  before(async () => {
    origin = await app.listen()
  })

  test('202 with any bytes in headers and queries but NUL, which are stored and shown', async () => {
    const { triggerId, path } = await newHook()
    const query = '?a=1&a=2&bad=%ff%fe&__proto__=x&constructor=y&emoji=%F0%9F%98%80'
    const headers = {
      'content-type': 'application/json',
      'x-latin': 'Gr\u00fc\u00dfe',
      'x-many': ['a', 'b'],
      'x-api-key': 'stoa_not_stored',
    }
    assert.equal((await sendRaw(`${path}?n=%00`, {})).status, 400)
    const sent = await sendRaw(`${path}${query}`, headers, '{"n":1}')
    assert.equal(sent.status, 202, sent.text)
    const [log] = await untilLogs(project.admin, triggerId, 1, 'completed')
    const payload = await payloadOf(log.id)
    assert.deepEqual(payload.query.a, ['1', '2'])
    assert.equal(payload.query.emoji, '\u{1f600}')
    assert.equal(payload.headers['x-latin'], 'Gr\u00fc\u00dfe')
    assert.equal(payload.headers['x-many'], 'a, b')
    assert.equal(payload.headers['x-api-key'], undefined)
    assert.deepEqual(payload.body, { n: 1 })
  })

  test('forms, JSON behind a byte order mark and what has too many fields are read or stored as text', async () => {
    const { triggerId, path } = await newHook()
    const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
    const many = 'a&'.repeat(100_000)
    const sent: [headers: Record<string, string>, body: string, expected: unknown][] = [
      [form, 'a=1&a=2&b=+x%21&__proto__=y', JSON.parse('{"a":["1","2"],"b":" x!","__proto__":"y"}')],
      [form, many, many],
      [{}, '\ufeff{"n":1}', { n: 1 }],
    ]
    for (const [headers, body] of sent) assert.equal((await sendRaw(path, headers, body)).status, 202)
    const logs = await untilLogs(project.admin, triggerId, 3, 'completed')
    for (const [i, [, , expected]] of sent.entries())
      assert.deepEqual((await payloadOf(logs[i].id)).body, expected)
  })

  test('202 with an empty, malformed or missing content type, and without a body: bytes and header are stored as they came', async () => {
    const { triggerId, path } = await newHook()
    const sent: [type: string | null, body: string, expected: unknown][] = [
      ['', '{"n":1}', { n: 1 }],
      ['json', '{"n":2}', { n: 2 }],
      ['application/json;;charset', '{"n":3}', { n: 3 }],
      ['undefined', 'not JSON', 'not JSON'],
      ['application/json', '', null],
      // One without a body says only that something has changed: it is no duplicate of the one before.
      ['', '', null],
      [null, '', null],
    ]
    for (const [type, body] of sent) {
      const accepted = await sendRaw(path, type === null ? {} : { 'content-type': type }, body)
      assert.equal(accepted.status, 202, `${type}: ${accepted.text}`)
    }
    const logs = await untilLogs(project.admin, triggerId, sent.length, 'completed')
    for (const [i, [type, , expected]] of sent.entries()) {
      const { headers, body } = await payloadOf(logs[i].id)
      assert.deepEqual([headers['content-type'] ?? null, body], [type, expected])
    }
  })

  test('431 for headers that are too long, 202 for a hundred of them, and nothing of the first is stored', async () => {
    const { triggerId, path } = await newHook()
    assert.equal(
      (await sendRaw(path, { 'x-long': 'a'.repeat(20_000) }).catch(() => ({ status: 431 }))).status,
      431,
    )
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`x-${i}`, 'v'.repeat(50)]))
    assert.equal((await sendRaw(path, many, '{"n":2}')).status, 202)
    const pairs = Array.from({ length: 1_500 }, (_, i) => `k${i}=1`).join('&')
    assert.equal((await sendRaw(`${path}?${pairs}`, {}, '{"n":3}')).status, 202)
    const logs = await untilLogs(project.admin, triggerId, 2, 'completed')
    assert.equal(logs.length, 2)
    const { query } = await payloadOf(logs[1].id)
    assert.equal(query.k1499, '1')
    assert.equal((await logsOf(project.admin, triggerId)).length, 2)
  })
})
