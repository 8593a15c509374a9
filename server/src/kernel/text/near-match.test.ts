import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearMatch } from './near-match.ts'

const known = ['start', 'status', 'restore', 'STOA_RATE_LIMIT']

test('slips of a letter or two find the word that was meant', () => {
  for (const slip of ['strat', 'tart', 'startt', 'START', 'sturt'])
    assert.equal(nearMatch(slip, known), 'start')
  assert.equal(nearMatch('STOA_RATE_LIMT', known), 'STOA_RATE_LIMIT')
  assert.equal(nearMatch('STOA_RATELIMIT', known), 'STOA_RATE_LIMIT')
})

test('the nearest of several wins, and far is not near', () => {
  assert.equal(nearMatch('statu', known), 'status')
  for (const word of ['', 'x', 'stop', 'backup', 'STOA_']) assert.equal(nearMatch(word, known), null, word)
})

test('a word is not near to itself, and the limit can be set', () => {
  assert.equal(nearMatch('start', ['start']), null)
  assert.equal(nearMatch('al', ['alice'], 2), null)
  assert.equal(nearMatch('bobo', ['bobby'], 2), 'bobby')
  assert.equal(nearMatch('Alice', ['alice'], 2), 'alice')
})

test('nothing is near to what is longer than any name', () => {
  const long = 'a'.repeat(101)
  assert.equal(nearMatch(long, [`${long}b`]), null)
})
