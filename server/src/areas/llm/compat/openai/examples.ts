import type { Completion } from './chat-reply.ts'
import { messageItem, type OpenAiResponse, startedResponse } from './responses-reply.ts'

export const exampleCompletion: Completion = {
  id: 'chatcmpl-0199f1a0-0000-7000-8000-000000000061',
  object: 'chat.completion',
  created: 1767323045,
  model: 'local/demo',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'hello', refusal: null },
      logprobs: null,
      finish_reason: 'stop',
    },
  ],
  usage: {
    prompt_tokens: 8,
    completion_tokens: 1,
    total_tokens: 9,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0 },
  },
}

export const exampleModel = { id: 'local/demo', object: 'model', created: 0, owned_by: 'local' }

export const exampleResponse: OpenAiResponse = {
  ...startedResponse(
    { model: 'local/demo', input: '/say hello' },
    { id: '0199f1a0-0000-7000-8000-000000000061', model: 'local/demo', createdAt: 1767323045 },
  ),
  status: 'completed',
  output: [messageItem('msg_0199f1a0000070008000000000000061_0', 'hello')],
  usage: {
    input_tokens: 8,
    output_tokens: 1,
    total_tokens: 9,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  },
}
