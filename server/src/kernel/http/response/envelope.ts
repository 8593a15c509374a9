import type { IncomingHttpHeaders } from 'node:http'
import { mayPass } from '../../db/outage.ts'
import { refusalOfForeignKey } from '../../db/rows/missing-parent.ts'
import { AppError, errorTypeOf } from '../../errors.ts'
import type { ErrorForm } from './error-form.ts'

export const jsonType = 'application/json; charset=utf-8'
const problemType = 'application/problem+json; charset=utf-8'

export type ErrorResponse = {
  status: number
  contentType: string
  headers: Record<string, string>
  body: string
}

/** The base of problem types when the caller would rather have RFC 9457 than the envelope; else null. */
export const problemBase = ({ accept, host }: IncomingHttpHeaders, isHttps: boolean): string | null =>
  accept?.includes('application/problem+json')
    ? `${isHttps ? 'https' : 'http'}://${host ?? 'localhost'}`
    : null

export function errorResponse(error: AppError, requestId: string, base: string | null): ErrorResponse {
  const { status, code, message } = error
  const { details = [], hint, facts, headers = {} } = error.extras
  const advice = hint === undefined ? {} : { hint }
  const body =
    base === null
      ? {
          success: false,
          message,
          error: {
            // First, so that no fact takes the place of what every error says.
            ...facts,
            code,
            type: errorTypeOf(status),
            status,
            details,
            retryable: error.isRetryable,
            ...advice,
          },
          requestId,
        }
      : {
          ...facts,
          type: `${base}/errors/${code}`,
          title: code.replaceAll('_', ' '),
          status,
          detail: message,
          instance: `urn:request:${requestId}`,
          code,
          errors: details,
          ...advice,
        }
  return { status, contentType: base === null ? jsonType : problemType, headers, body: JSON.stringify(body) }
}

export const formedErrorResponse = (form: ErrorForm, error: AppError, requestId: string): ErrorResponse => ({
  status: form.statusOf(error.code),
  contentType: jsonType,
  headers: { ...error.extras.headers, ...form.headersOf?.(requestId) },
  body: JSON.stringify(form.bodyOf(error, requestId)),
})

/** Anything but an `AppError` is a bug or an outage: the caller learns only that, and the id to ask with. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return (
    outageOf(error) ??
    refusalOfForeignKey(error) ??
    new AppError('internal_error', 'Internal error; search the server log for the request id', {
      cause: error,
    })
  )
}

/** What the database cannot do now and may be able to do in a moment; null for anything else. */
function outageOf(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === '53100') {
    return new AppError('storage_full', 'The database has no space left', {
      hint: 'Free disk space.',
      cause: error,
    })
  }
  if (!mayPass(error)) return null
  return new AppError('service_unavailable', 'The database is currently unavailable', {
    hint: 'Try again in a moment.',
    headers: { 'retry-after': '1' },
    cause: error,
  })
}
