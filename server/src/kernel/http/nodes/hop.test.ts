import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { createTestClock } from '../../../../test/clock.ts'
import { createHops, hopHeader } from './hop.ts'

const clock = createTestClock()
const hops = createHops({ clock, key: randomBytes(32) })
const client = { ip: '203.0.113.7', isHttps: true }
const body = Buffer.from('{"a":1}')
const sent = { method: 'POST', url: '/api/v1/things?b=2' }
const received = (header: string | undefined, changes: object = {}) =>
  ({
    ...sent,
    headers: header === undefined ? {} : { [hopHeader]: header },
    ...changes,
  }) as unknown as IncomingMessage

test('a request of a node names its client; one of a client does not', () => {
  const hop = hops.read(received(hops.sign(sent, client, body)))
  assert.deepEqual([hop?.client, hop?.kind], [client, 'request'])
  hops.checkBody(hop!, body)
  assert.equal(hops.read(received(undefined)), null)
  assert.equal(hops.read(received(hops.sign(sent, client, body, 'call')))?.kind, 'call')
})

test('400: what was signed for another request, content, time or key is refused', () => {
  const header = hops.sign(sent, client, body)
  const refusal = { code: 'malformed_request' }
  for (const changes of [{ method: 'GET' }, { url: '/api/v1/things?b=3' }])
    assert.throws(() => hops.read(received(header, changes)), refusal)
  for (const forged of ['', '.', 'a.b', `${header}A`, `A${header}`, header.split('.')[0]!])
    assert.throws(() => hops.read(received(forged)), refusal, forged)
  const foreign = createHops({ clock, key: randomBytes(32) })
  assert.throws(() => foreign.read(received(header)), refusal)
  assert.throws(() => hops.checkBody(hops.read(received(header))!, Buffer.from('{"a":2}')), refusal)
  assert.throws(() => hops.checkBody(hops.read(received(header))!, null), refusal)
  clock.advance(61_000)
  assert.throws(() => hops.read(received(header)), refusal)
})
