import assert from 'node:assert/strict'
import { it } from 'node:test'
import { saidBesideName } from './strip-name-prefix.ts'

it('leaves out the name where a description repeats it', () => {
  assert.equal(
    saidBesideName('Send Message', 'Send Message Send text to customers.'),
    'Send text to customers.',
  )
  assert.equal(saidBesideName('Send Message', 'send message: at once'), 'at once')
  assert.equal(saidBesideName('Send', 'Sends a message'), 'Sends a message')
  assert.equal(saidBesideName('Send', 'Send'), '')
  assert.equal(saidBesideName('List', 'All of them'), 'All of them')
})
