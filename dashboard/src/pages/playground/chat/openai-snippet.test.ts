import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toOpenAi } from './openai-snippet.ts'

describe('the same call for the client of OpenAI', () => {
  it('has the names of that API', () => {
    const text = toOpenAi(
      {
        method: 'POST',
        path: '/api/v1/ai/llm/chat',
        headers: { 'x-username': 'alice' },
        body: {
          model: 'openai/gpt-5',
          systemPrompt: 'Be brief.',
          maxTokens: 5,
          responseFormat: { type: 'json_schema', name: 'answer', schema: { type: 'object' } },
          tools: [{ name: 'sum' }],
          messages: [
            { role: 'assistant', content: '', toolCalls: [{ id: 'c', name: 'sum', arguments: '{}' }] },
            { role: 'tool', toolCallId: 'c', content: '3' },
          ],
        },
      },
      'https://stoa.example',
    )
    assert.match(text, /baseURL: 'https:\/\/stoa\.example\/api\/v1\/openai'/)
    assert.match(text, /defaultHeaders: {"x-username":"alice"}/)
    const request = JSON.parse(text.slice(text.indexOf('create(') + 7, -1))
    assert.deepEqual(request, {
      model: 'openai/gpt-5',
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'sum', arguments: '{}' } }],
        },
        { role: 'tool', content: '3', tool_call_id: 'c' },
      ],
      max_tokens: 5,
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: { type: 'object' } } },
      tools: [{ type: 'function', function: { name: 'sum' } }],
    })
  })
})
