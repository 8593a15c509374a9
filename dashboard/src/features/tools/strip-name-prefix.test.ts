import assert from 'node:assert/strict'
import { it } from 'node:test'
import { stripNamePrefix } from './strip-name-prefix.ts'

it('leaves out the name where a description repeats it', () => {
  assert.equal(
    stripNamePrefix('Send Message', 'Send Message Send text to customers.'),
    'Send text to customers.',
  )
  assert.equal(stripNamePrefix('Send Message', 'send message: now'), 'now')
  assert.equal(stripNamePrefix('Send', 'Sends a message'), 'Sends a message')
  assert.equal(stripNamePrefix('Send', 'Send'), '')
  assert.equal(stripNamePrefix('List', 'All of them'), 'All of them')
})
