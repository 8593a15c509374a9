import { isEmpty, isFalse, isZero, type RefusedFields } from '../refused-fields.ts'

const noLogprobs = 'token probabilities are not available'
const notStored = 'responses are not stored; send the whole conversation'
const noModeration = 'moderation is not available'

const isText = (value: unknown): boolean => JSON.stringify(value) === '["text"]'

/** Of chat completions. What is in no table and in no shape is harmless: it is left out and named in `x-ignored-fields`. */
export const refusedCompletionFields = {
  audio: { why: 'responses are text; use POST /api/v1/ai/media/tts for speech' },
  modalities: { why: 'responses are text', isNeutral: isText },
  functions: { why: 'it was replaced by tools', isNeutral: isEmpty },
  function_call: { why: 'it was replaced by tool_choice' },
  logit_bias: { why: 'token ids differ between providers', isNeutral: isEmpty },
  logprobs: { why: noLogprobs, isNeutral: isFalse },
  top_logprobs: { why: noLogprobs, isNeutral: isZero },
  moderation: { why: noModeration },
  web_search_options: { why: 'web search is not available' },
} as const satisfies RefusedFields

const isWithoutLogprobs = (value: unknown): boolean =>
  Array.isArray(value) && !value.some((each) => typeof each === 'string' && each.includes('logprobs'))

/** Of responses. */
export const refusedResponseFields = {
  previous_response_id: { why: notStored },
  conversation: { why: notStored },
  background: { why: notStored, isNeutral: isFalse },
  prompt: { why: 'prompt templates are stored at OpenAI' },
  context_management: { why: 'conversations are not compacted', isNeutral: isEmpty },
  include: { why: noLogprobs, isNeutral: isWithoutLogprobs },
  top_logprobs: { why: noLogprobs, isNeutral: isZero },
  moderation: { why: noModeration },
  image: { why: 'responses are text; use POST /api/v1/ai/media/image for images' },
  access_programs: { why: 'they belong to accounts at OpenAI' },
} as const satisfies RefusedFields
