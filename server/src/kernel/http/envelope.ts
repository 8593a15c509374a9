import { AppError, errorTypeOf, isRetryable } from '../errors.ts'

export const jsonType = 'application/json; charset=utf-8'
const problemType = 'application/problem+json; charset=utf-8'

export type ErrorAnswer = {
  status: number
  contentType: string
  headers: Record<string, string>
  body: string
}

/** Whether the caller would rather have RFC 9457 than the envelope. */
export const wantsProblem = (accept: string | undefined): boolean =>
  accept?.includes('application/problem+json') ?? false

export function errorAnswer(error: AppError, requestId: string, asProblem: boolean): ErrorAnswer {
  const { status, code, message } = error
  const { details = [], hint, facts, headers = {} } = error.extras
  const inner = {
    code,
    type: errorTypeOf(status),
    status,
    details,
    retryable: isRetryable(status),
    ...(hint === undefined ? {} : { hint }),
    ...facts,
  }
  const body = asProblem
    ? {
        type: `/errors/${code}`,
        title: code.replaceAll('_', ' '),
        status,
        detail: message,
        instance: `urn:request:${requestId}`,
        code,
        errors: details,
        ...(hint === undefined ? {} : { hint }),
        ...facts,
      }
    : { success: false, message, error: inner, requestId }
  return { status, contentType: asProblem ? problemType : jsonType, headers, body: JSON.stringify(body) }
}

/** Anything but an `AppError` is a bug or an outage: the caller learns only that, and the id to ask with. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDatabaseOutage(error)) {
    return new AppError('service_unavailable', 'The database cannot be reached right now', {
      headers: { 'retry-after': '1' },
      cause: error,
    })
  }
  return new AppError(
    'internal_error',
    'Something went wrong on our side; the request id finds it in the log',
    {
      cause: error,
    },
  )
}

// Class 57P and 08: the server is shutting down, starting or out of reach. 53: out of a resource.
const outageCodes = /^(57P0[123]|08\w{3}|53300)$/
const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])
const outageTexts =
  /Connection terminated|timeout exceeded when trying to connect|the database system is|Client has encountered a connection error/

function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall !== undefined)
    return syscall !== 'open' && socketCodes.has(code ?? '') && /connect|read|write/.test(syscall)
  return outageCodes.test(code ?? '') || outageTexts.test(error.message)
}
