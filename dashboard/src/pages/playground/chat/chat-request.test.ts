import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bodyOf, callOf, draftErrors, messagesOf } from './chat-request.ts'
import { firstDraft, restorePlayground, type Step, type Turn } from './draft.ts'
import { afterEvent, newStep } from './step.ts'

const turn = (text: string, a: readonly Step[] = []): Turn => ({
  id: text,
  text,
  files: [],
  answers: { a, b: [] },
})
const output = (text: string): Step => ({ ...newStep('m', 'text'), phase: 'ended', text })

describe('what the playground sends', () => {
  it('is the conversation of one side, without turns that got no response there', () => {
    const openDialog = { ...output(''), tools: [{ id: 'c1', name: 'sum', arguments: '{"a":1}', result: '' }] }
    const turns = [turn('one', [output('1')]), turn('lost'), turn('two', [openDialog])]
    assert.deepEqual(messagesOf(turns, 'a'), [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: '1' },
      { role: 'user', content: 'two' },
      {
        role: 'assistant',
        content: '',
        toolCalls: [{ id: 'c1', name: 'sum', arguments: '{"a":1}' }],
      },
      { role: 'tool', toolCallId: 'c1', name: 'sum', content: 'No result was returned.' },
    ])
    assert.deepEqual(messagesOf(turns, 'b'), [{ role: 'user', content: 'two' }])
  })

  it('names files by their id, pictures as pictures', () => {
    const files = [
      { id: 'f1', name: 'a.png', mimeType: 'image/png', sizeBytes: 1 },
      { id: 'f2', name: 'b.pdf', mimeType: 'application/pdf', sizeBytes: 1 },
    ]
    assert.deepEqual(messagesOf([{ ...turn('look'), files }], 'a')[0]!.content, [
      { type: 'text', text: 'look' },
      { type: 'image', fileId: 'f1' },
      { type: 'file', fileId: 'f2' },
    ])
  })

  it('omits what is empty and reports invalid JSON', () => {
    assert.deepEqual(bodyOf({ ...firstDraft, isLenient: false }, 'a', []), { messages: [] })
    const draft = { ...firstDraft, temperature: '0.5', maxTokens: '10', format: 'schema' as const }
    assert.deepEqual(Object.keys(bodyOf(draft, 'a', [])), [
      'messages',
      'temperature',
      'maxTokens',
      'responseFormat',
      'dropUnsupported',
    ])
    const broken = { ...draft, tools: '{', schema: '[]', text: 'hi' }
    assert.match(draftErrors(broken).tools!, /not JSON/)
    assert.match(draftErrors(broken).schema!, /must be a JSON object/)
    assert.match(draftErrors({ ...draft, tools: '{}' }).tools!, /must be a list/)
    assert.equal(callOf(broken, [], 'a').body.responseFormat, 'json')
  })
})

describe('a response as it arrives', () => {
  const events = (...frames: [string, unknown][]) =>
    frames.reduce((step, [event, data]) => afterEvent(step, { event, data }, 'req'), newStep('m', 'text'))
  const reply = { id: 'x', text: 'ab', message: { role: 'assistant', content: 'ab' }, model: 'm' }

  it('grows by its parts and ends with what counts', () => {
    const tool = { index: 0, id: 't', name: 'sum', arguments: '' }
    const step = events(
      ...([
        ['delta', { text: 'a' }],
        ['reasoning', { text: 'why' }],
      ] as [string, unknown][]),
      ...([
        ['tool_call_delta', tool],
        ['tool_call_delta', { index: 0, arguments: '{}' }],
      ] as [string, unknown][]),
    )
    assert.deepEqual([step.text, step.reasoning, step.tools[0]!.arguments], ['a', 'why', '{}'])
    const whole = afterEvent(step, { event: 'done', data: reply }, null)
    assert.deepEqual([whole.phase, whole.text, whole.tools.length], ['ended', 'ab', 0])
  })

  it('stays failed when it broke off, and is stopped by a reload', () => {
    const step = events(
      ['error', { code: 'upstream_error', message: 'gone', partial: true }],
      ['done', reply],
    )
    assert.deepEqual([step.phase, step.error?.requestId], ['failed', 'req'])
    const stored = { draft: firstDraft, turns: [turn('x', [newStep('m', 'text')])] }
    assert.equal(
      restorePlayground(JSON.parse(JSON.stringify(stored))).turns[0]!.answers.a[0]!.phase,
      'stopped',
    )
    assert.deepEqual(restorePlayground('nonsense').turns, [])
  })
})
