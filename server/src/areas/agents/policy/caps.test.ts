import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cannedReply } from './caps.ts'

const replyOf = (...input: Parameters<typeof cannedReply>) => cannedReply(...input)?.text ?? null
const facts = { creditsMicro: 0, messagesToday: 1, userMessages: 1, now: new Date('2026-11-16T10:00:00Z') }

test('outside of business hours the reply is canned, in the time zone of the agent', () => {
  const hours = (businessHours: object) => ({
    behavior: { cannedResponses: { outOfHours: 'closed', businessHours } },
  })
  // It is a Monday, 13:30 in Tehran and 19:00 in Tokyo.
  assert.equal(replyOf(hours({ start: '09:00', end: '17:00' }), facts), null)
  assert.equal(replyOf(hours({ start: '09:00', end: '17:00', timezone: 'Asia/Tehran' }), facts), null)
  assert.equal(replyOf(hours({ start: '09:00', end: '17:00', timezone: 'Asia/Tokyo' }), facts), 'closed')
  assert.equal(replyOf(hours({ days: [0, 6] }), facts), 'closed')
  assert.equal(replyOf(hours({ start: '22:00', end: '06:00' }), facts), 'closed')
  assert.equal(replyOf(hours({ start: '22:00', end: '11:00' }), facts), null)
  assert.equal(replyOf(hours({ timezone: 'Nowhere/City', start: '09:00' }), facts), null)
})

test('caps end a conversation with the message of the agent', () => {
  const caps = (usageCaps: object) => ({
    behavior: { usageCaps: { enabled: true, exceededMessage: 'enough', ...usageCaps } },
  })
  assert.equal(replyOf(caps({ maxTurnsPerConversation: 1 }), facts), null)
  assert.equal(replyOf(caps({ maxTurnsPerConversation: 1 }), { ...facts, userMessages: 2 }), 'enough')
  assert.equal(
    replyOf(caps({ maxCreditsPerConversation: 2 }), { ...facts, creditsMicro: 2_000_000 }),
    'enough',
  )
  assert.equal(replyOf(caps({ messagesPerUserPerDay: 3 }), { ...facts, messagesToday: 4 }), 'enough')
  assert.equal(
    replyOf(caps({ enabled: false, maxTurnsPerConversation: 1 }), { ...facts, userMessages: 2 }),
    null,
  )
})
