import { z } from 'zod'
import { type AppError, type ErrorCode, statusOf } from '../../../../kernel/errors.ts'
import type { ErrorForm } from '../../../../kernel/http/response/error-form.ts'
import { asSentence } from '../../../../kernel/sentence.ts'

const AnthropicError = z
  .object({
    type: z.literal('error'),
    // The facts of some errors are beside these.
    error: z.looseObject({
      type: z.string(),
      message: z.string(),
      code: z.string().describe('A Stoa error code.'),
    }),
    request_id: z.string(),
  })
  .meta({ id: 'AnthropicError' })

/** The client tries 409 again, which helps only while a key is in use; 422 is no status of that interface. */
const statusThere = (code: ErrorCode): number => {
  const status = statusOf(code)
  if (code === 'idempotency_key_in_use') return status
  return status === 409 || status === 422 ? 400 : status
}

const types: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
}

export const anthropicErrors: ErrorForm = {
  under: '/api/v1/anthropic',
  schema: AnthropicError,
  statusOf: statusThere,
  bodyOf(error: AppError, requestId: string) {
    const { hint, facts } = error.extras
    const status = statusThere(error.code)
    return {
      type: 'error',
      error: {
        type: types[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error'),
        message: hint === undefined ? error.message : `${asSentence(error.message)} ${hint}`,
        code: error.code,
        ...facts,
      },
      request_id: requestId,
    }
  },
  headersOf: (requestId) => ({ 'request-id': requestId }),
}
