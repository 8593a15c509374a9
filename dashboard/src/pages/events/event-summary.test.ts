import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventSummary } from './event-summary.ts'

it('says what an event is about, without ids, empty and nested values', () => {
  assert.deepEqual(
    eventSummary({
      fileId: '01a1eeaf-220f-706e-8133-168ae88a0000',
      name: 'tts-1.wav',
      version: 1,
      maxCredits: 58.446687,
      is_new: false,
      parent: null,
      owner: { id: 1 },
    }),
    [
      { name: 'name', text: 'tts-1.wav' },
      { name: 'max credits', text: '58.45' },
      { name: 'is new', text: 'false' },
    ],
  )
})

it('has the name of a workflow in place of its id', () => {
  const workflowId = '01a1eeaf-220f-706e-8133-168ae88a0001'
  const nameOf = (id: string) => (id === workflowId ? 'Orders' : undefined)
  assert.deepEqual(eventSummary({ workflowId }, nameOf), [{ name: 'workflow', text: 'Orders' }])
  assert.deepEqual(eventSummary({ workflowId: workflowId.replace('1', '2') }, nameOf), [])
})

it('is short, whatever the event has', () => {
  const [long] = eventSummary({ text: 'x'.repeat(500) })
  assert.equal(long?.text.length, 60)
  assert.equal(eventSummary(Object.fromEntries([...'abcdefgh'].map((name) => [name, 1]))).length, 4)
  assert.deepEqual([eventSummary(null), eventSummary('text')], [[], []])
})
