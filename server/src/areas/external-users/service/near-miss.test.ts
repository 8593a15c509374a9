import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editDistance, nearMiss } from './near-miss.ts'

test('counts letters to add, drop or change, up to the limit', () => {
  assert.equal(editDistance('alice', 'alice', 2), 0)
  assert.equal(editDistance('alice', 'alcie', 2), 2)
  assert.equal(editDistance('alice', 'alic', 2), 1)
  assert.equal(editDistance('', 'ab', 2), 2)
  assert.equal(editDistance('alice', 'bob', 2), 3)
})

test('the nearest within two letters is meant', () => {
  assert.equal(nearMiss('alise', ['alicia', 'alice', 'bob']), 'alice')
  assert.equal(nearMiss('alise', ['bob']), null)
  assert.equal(nearMiss('alice', ['alice']), null)
})
