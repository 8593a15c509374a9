import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PiiRule } from '../../schema/spec.ts'
import { applyRules } from './apply.ts'
import { detectors } from './detect.ts'

const hashKey = Buffer.alloc(32, 1)
const apply = (text: string, ...rules: PiiRule[]) => applyRules({ texts: [text], rules, hashKey })
const found = (kind: keyof typeof detectors, text: string) =>
  detectors[kind](text).map(({ from, to }) => text.slice(from, to))

test('each kind is found where it is, and not in what only looks like it', () => {
  assert.deepEqual(
    found('email', 'to ada.l+x@mail.example.org, <bob@ex-ample.de>; @name a@b user@localhost'),
    ['ada.l+x@mail.example.org', 'bob@ex-ample.de'],
  )
  const cards =
    'cards 4111 1111 1111 1111, 4111111111111112 and 5500-0000-0000-0004; order 12 378282246310005'
  assert.deepEqual(found('credit_card', cards), [
    '4111 1111 1111 1111',
    '5500-0000-0000-0004',
    '378282246310005',
  ])
  assert.deepEqual(
    found('ip', 'from 10.0.0.1 to 2001:db8::1, v1.2.3.4.5 at 12:30:45 and 300.1.1.1. Also ::1.'),
    ['10.0.0.1', '2001:db8::1', '::1'],
  )
  assert.deepEqual(
    found('mac_address', '00:1B:44:11:3A:B7 00-1b-44-11-3a-b7 00:1B-44:11:3A:B7 00:1B:44:11:3A:B7:00'),
    ['00:1B:44:11:3A:B7', '00-1b-44-11-3a-b7'],
  )
  assert.deepEqual(found('url', 'See (https://a.example/x?y=1), www.b.example. and nothttp://c'), [
    'https://a.example/x?y=1',
    'www.b.example',
  ])
})

test('strategies: redact, mask, hash, and block', () => {
  const text = 'ada@example.org paid with 4111 1111 1111 1111'
  const [email, card] = [{ type: 'email' }, { type: 'credit_card' }] as const
  assert.equal(apply(text, email, card).texts[0], '[REDACTED_EMAIL] paid with [REDACTED_CREDIT_CARD]')
  assert.equal(
    apply(text, { ...email, strategy: 'mask' }, { ...card, strategy: 'mask' }).texts[0],
    'a***@example.org paid with **** **** **** 1111',
  )
  const hashed = apply(`${text} ${text}`, { ...email, strategy: 'hash' }).texts[0]!
  const hashes = hashed.match(/<email_hash:[0-9a-f]{12}>/g)!
  assert.deepEqual([hashes.length, new Set(hashes).size], [2, 1])
  const blocked = apply(text, email, { ...card, strategy: 'block' })
  assert.deepEqual([blocked.blockedBy, blocked.found], ['credit_card', { email: 1, credit_card: 1 }])
  assert.ok(!blocked.texts[0]!.includes('4111'))
  assert.equal(
    apply('number AB-123', { type: 'custom', pattern: '\\b[A-Z]{2}-\\d+\\b' }).texts[0],
    'number [REDACTED_CUSTOM]',
  )
  assert.equal(apply('nothing here', email, card).texts[0], 'nothing here')
})

test('no text makes a detector slow: the work grows with its length', () => {
  const hostile = ['a', '1', '1 ', '@', 'a@', 'a.', '1.', ':', 'aa:', 'http://', 'www.', '@a.', 'f:', '4111-']
  const rules = Object.keys(detectors).map((type) => ({ type }) as PiiRule)
  // What backtracks without a limit would not end within the time of the whole run.
  for (const unit of hostile) assert.equal(apply(unit.repeat(200_000), ...rules).texts.length, 1)
})
