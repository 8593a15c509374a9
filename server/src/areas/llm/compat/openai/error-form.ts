import { z } from 'zod'
import { type AppError, type ErrorCode, statusOf } from '../../../../kernel/errors.ts'
import type { ErrorForm } from '../../../../kernel/http/response/error-form.ts'
import { asSentence } from '../../../../kernel/sentence.ts'

const OpenAiError = z
  .object({
    // The facts of some errors are beside these.
    error: z.looseObject({
      message: z.string(),
      type: z.string(),
      param: z.string().nullable(),
      code: z.string().describe('A Stoa error code.'),
      hint: z.string().optional(),
    }),
  })
  .meta({ id: 'OpenAiError' })

/**
 * The client retries 409, which helps only while a key is in use, and takes 422 for something else than a request that cannot be served unchanged. Both
 * are 400 there otherwise.
 */
const statusThere = (code: ErrorCode): number => {
  const status = statusOf(code)
  if (code === 'idempotency_key_in_use') return status
  return status === 409 || status === 422 ? 400 : status
}

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 402) return 'insufficient_quota'
  if (status === 403) return 'permission_error'
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}

export const openAiErrors: ErrorForm = {
  under: '/api/v1/openai',
  schema: OpenAiError,
  statusOf: statusThere,
  bodyOf(error: AppError) {
    const { details = [], hint, facts } = error.extras
    return {
      error: {
        message: hint === undefined ? error.message : `${asSentence(error.message)} ${hint}`,
        type: typeOf(statusThere(error.code)),
        param: details[0]?.path.replace(/^\//, '').replaceAll('/', '.') ?? null,
        code: error.code,
        ...(hint === undefined ? {} : { hint }),
        ...facts,
      },
    }
  },
}
