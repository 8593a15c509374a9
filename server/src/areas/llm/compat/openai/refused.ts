import { isEmpty, isFalse, isZero, type RefusedFields } from '../refused-fields.ts'

const noLogprobs = 'the probabilities of tokens are not known here'
const notStored = 'answers are not kept for later requests; send the whole conversation'
const noModeration = 'no moderation runs here'

const isText = (value: unknown): boolean => JSON.stringify(value) === '["text"]'

/** Of chat completions. What is in no table and in no shape is harmless: it is left out and named in `x-ignored-fields`. */
export const refusedCompletionFields = {
  audio: { why: 'answers are text; POST /api/v1/ai/media/tts speaks' },
  modalities: { why: 'answers are text', isNeutral: isText },
  functions: { why: 'it was replaced by tools', isNeutral: isEmpty },
  function_call: { why: 'it was replaced by tool_choice' },
  logit_bias: { why: 'providers do not share the numbers of tokens', isNeutral: isEmpty },
  logprobs: { why: noLogprobs, isNeutral: isFalse },
  top_logprobs: { why: noLogprobs, isNeutral: isZero },
  moderation: { why: noModeration },
  web_search_options: { why: 'no search runs here on behalf of the model' },
} as const satisfies RefusedFields

const isWithoutLogprobs = (value: unknown): boolean =>
  Array.isArray(value) && !value.some((each) => String(each).includes('logprobs'))

/** Of responses. */
export const refusedResponseFields = {
  previous_response_id: { why: notStored },
  conversation: { why: notStored },
  background: { why: notStored, isNeutral: isFalse },
  prompt: { why: 'templates of prompts are kept at OpenAI' },
  context_management: { why: 'conversations are not shortened here', isNeutral: isEmpty },
  include: { why: noLogprobs, isNeutral: isWithoutLogprobs },
  top_logprobs: { why: noLogprobs, isNeutral: isZero },
  moderation: { why: noModeration },
  image: { why: 'answers are text; POST /api/v1/ai/media/image makes images' },
  access_programs: { why: 'they belong to accounts at OpenAI' },
} as const satisfies RefusedFields
