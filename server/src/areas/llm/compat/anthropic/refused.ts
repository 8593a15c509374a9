import { AppError } from '../../../../kernel/errors.ts'
import { isEmpty, type RefusedFields } from '../refused-fields.ts'

/** For every provider: their costs are not measured, or they name what another customer has stored. */
export const refusedMessageFields = {
  container: { why: 'code execution is not available' },
  mcp_servers: { why: 'tools are not run on the server', isNeutral: isEmpty },
  fallbacks: { why: 'POST /api/v1/ai/llm/chat takes fallbackModels', isNeutral: isEmpty },
  inference_geo: { why: 'the region is chosen by the provider' },
  speed: { why: 'its price is not known', isNeutral: (value) => value === 'standard' },
} as const satisfies RefusedFields

/**
 * Threads are stored at Anthropic. Its client continues without them when it is refused with this code at this place,
 * and would lose the conversation if the field were passed over: it then sends only what is new.
 */
export function refuseThread(thread: unknown): void {
  if (thread === undefined || thread === null) return
  const message = 'thread is not supported: conversations are not stored'
  throw new AppError('unsupported_parameter', message, {
    details: [{ in: 'body', path: '/thread', rule: 'supported', message }],
    facts: { details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] } },
    hint: 'Send the full conversation without thread.',
  })
}
