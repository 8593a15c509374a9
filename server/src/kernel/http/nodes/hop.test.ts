import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { createTestClock } from '../../../../test/clock.ts'
import { createHops, type Hops, hopHeader } from './hop.ts'

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
  const hop = hops.read(received(header))!
  assert.throws(() => hops.checkBody(hop, Buffer.from('{"a":2}')), refusal)
  assert.throws(() => hops.checkBody(hop, null), refusal)
  clock.advance(61_000)
  assert.throws(() => hops.read(received(header)), refusal)
})

test('400: a copy of what was received is refused for as long as it is valid; the same request signed again is not', () => {
  const nodes = ['sender', 'receiver'].map(() => createHops({ clock, key: Buffer.alloc(32, 1) }))
  const [sender, receiver] = nodes as [Hops, Hops]
  for (const kind of ['call', 'request'] as const) {
    const header = sender.sign(sent, client, body, kind)
    assert.equal(receiver.read(received(header))?.kind, kind)
    assert.equal(receiver.read(received(sender.sign(sent, client, body, kind)))?.kind, kind)
    for (const laterMs of [0, 59_000, 1_000, 1_000]) {
      clock.advance(laterMs)
      assert.throws(() => receiver.read(received(header)), { code: 'malformed_request' })
    }
  }
})

test('503: what cannot be remembered is refused until there is space again', () => {
  const few = createHops({ clock, key: randomBytes(32), maxRemembered: 2 })
  const receive = () => few.read(received(few.sign(sent, client, body)))
  receive()
  receive()
  assert.throws(receive, { code: 'service_unavailable' })
  clock.advance(60_001)
  assert.ok(receive())
})

test('a request of a node of the version before, which sends no id, is read', () => {
  const key = Buffer.alloc(32, 2)
  const claims = Buffer.from(JSON.stringify([clock.now().getTime(), client.ip, true, '', 'call'])).toString(
    'base64url',
  )
  const mac = createHmac('sha256', key)
    .update(JSON.stringify([sent.method, sent.url, claims]))
    .digest('base64url')
  assert.equal(createHops({ clock, key }).read(received(`${claims}.${mac}`))?.kind, 'call')
})
