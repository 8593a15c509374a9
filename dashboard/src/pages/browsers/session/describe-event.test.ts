import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeEvent } from './describe-event.ts'

const textOf = (type: string, data: Record<string, unknown>) => describeEvent({ type, data }).text

it('describes each kind of event in one line', () => {
  assert.equal(textOf('action', { type: 'goto', url: 'https://a.example/' }), 'goto https://a.example/')
  assert.equal(textOf('action', { type: 'click', ref: 'e12' }), 'click [e12]')
  assert.equal(textOf('action', { type: 'fill', selector: '#q', value: 'tea' }), 'fill #q ← tea')
  assert.equal(textOf('dialog', { type: 'confirm', message: 'Really?', accepted: false }), 'confirm: Really?')
  assert.equal(
    textOf('control', { control: 'human', reason: 'Sign in' }),
    'Control requested for a human: Sign in',
  )
  assert.equal(textOf('control', { control: 'agent', note: null }), 'Returned to the agent')
  assert.equal(textOf('other', { a: 1 }), '{"a":1}')
})

it('says what failed and why', () => {
  const failed = describeEvent({
    type: 'action',
    data: { type: 'click', selector: 'text=Buy', status: 'failed', error: 'not found' },
  })
  assert.deepEqual([failed.text, failed.isBad], ['click text=Buy: not found', true])
  const download = describeEvent({ type: 'download', data: { name: 'a.pdf', failure: 'too large' } })
  assert.deepEqual([download.detail, download.isBad], ['too large', true])
})
