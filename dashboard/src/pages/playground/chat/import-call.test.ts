import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { messagesOf } from './chat-request.ts'
import { importCall } from './import-call.ts'

const text = (content: string) => ({ role: 'user', content: [{ type: 'text', text: content }] })

describe('a call that is taken back into the playground', () => {
  it('has its last message in the field and everything before it as a conversation', () => {
    const toolCalls = [{ id: 'c', name: 'sum', arguments: { a: 1 } }]
    const prompt = {
      messages: [
        { role: 'system', text: 'Be brief.' },
        text('one'),
        { role: 'assistant', text: '', toolCalls },
        { role: 'tool', toolCallId: 'c', toolName: 'sum', text: '3' },
        { role: 'assistant', text: 'three', toolCalls: [] },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'two' },
            { type: 'file-id', fileId: 'f' },
          ],
        },
      ],
      parameters: {
        temperature: 0.5,
        maxTokens: null,
        stop: [],
        reasoningEffort: 'low',
        tools: [{ name: 'sum', description: null, parameters: { type: 'object' } }],
        responseFormat: { type: 'json', schema: { type: 'object' }, name: null },
      },
    }
    const { draft, turns } = importCall({ prompt, requestedModel: 'm/x' })
    assert.deepEqual([draft.models.a, draft.system, draft.text], ['m/x', 'Be brief.', 'two'])
    assert.deepEqual([draft.temperature, draft.maxTokens, draft.effort], ['0.5', '', 'low'])
    assert.deepEqual([draft.format, draft.files.map(({ id }) => id)], ['schema', ['f']])
    assert.deepEqual(JSON.parse(draft.tools), [{ name: 'sum', parameters: { type: 'object' } }])
    assert.deepEqual(
      messagesOf(turns, 'a').map(({ role, content }) => [role, content]),
      [
        ['user', 'one'],
        ['assistant', ''],
        ['tool', '3'],
        ['assistant', 'three'],
      ],
    )
  })

  it('is an empty conversation where logging is off', () => {
    const { draft, turns } = importCall({ prompt: null, requestedModel: 'local/demo' })
    assert.deepEqual([turns, draft.text, draft.models.a], [[], '', 'local/demo'])
  })
})
