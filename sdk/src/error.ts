import type { ErrorCode } from './generated.ts'

/** One fault in a request: its location, which rule it breaks, what was received. */
export type ErrorDetail = {
  in: 'body' | 'query' | 'path' | 'header'
  path: string
  rule: string
  message: string
  received?: unknown
}

/** What the server may say, what only a client can know, and what a newer server may say one day. */
type Code = ErrorCode | 'network_error' | 'timeout' | 'unexpected_response' | (string & Record<never, never>)

type Fields = {
  code: Code
  type: string
  status: number
  message: string
  requestId?: string | null
  retryable?: boolean
  details?: readonly ErrorDetail[]
  hint?: string | null
  facts?: Readonly<Record<string, unknown>>
  retryAfterMs?: number | null
  cause?: unknown
}

/** Every way in which a call can fail, except that the caller aborted it: then the reason of its signal is thrown. */
export class StoaError extends Error {
  /** The stable key to branch on; `network_error` and `timeout` when there was no response. */
  readonly code: Code
  /** The group of the code: `not_found`, `conflict`, `rate_limit` and so on. */
  readonly type: string
  /** The HTTP status; 0 when there was no response. */
  readonly status: number
  /** Finds the call in the log of the server. */
  readonly requestId: string | null
  readonly retryable: boolean
  readonly details: readonly ErrorDetail[]
  /** One sentence that says how to fix it. */
  readonly hint: string | null
  /** What else the server returned: the state it found, the scope that is missing. */
  readonly facts: Readonly<Record<string, unknown>>
  readonly retryAfterMs: number | null

  constructor(fields: Fields) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause })
    this.name = 'StoaError'
    this.code = fields.code
    this.type = fields.type
    this.status = fields.status
    this.requestId = fields.requestId ?? null
    this.retryable = fields.retryable ?? false
    this.details = fields.details ?? []
    this.hint = fields.hint ?? null
    this.facts = fields.facts ?? {}
    this.retryAfterMs = fields.retryAfterMs ?? null
  }
}

/** By name and not by class, so that two copies of this package in one bundle understand each other. */
export const isStoaError = (value: unknown): value is StoaError =>
  value instanceof Error && value.name === 'StoaError' && 'code' in value && 'requestId' in value

export const networkError = (cause: unknown) =>
  new StoaError({
    code: 'network_error',
    type: 'network',
    status: 0,
    message: `The server could not be reached: ${reasonOf(cause)}`,
    retryable: true,
    hint: 'Check the URL and that the server is running.',
    cause,
  })

export const timeoutError = (ms: number) =>
  new StoaError({
    code: 'timeout',
    type: 'timeout',
    status: 0,
    message: `No response within ${ms} ms`,
    retryable: true,
    hint: 'Give the call more time with timeoutMs.',
  })

/** A call that cannot be sent as it was written. */
export const invalidCall = (message: string, hint: string | null = null) =>
  new StoaError({ code: 'invalid_parameter', type: 'invalid_request', status: 0, message, hint })

/** A response that is not ours, mostly of a proxy in between. */
export const unexpectedResponse = (response: Response, text: string) =>
  new StoaError({
    code: 'unexpected_response',
    type: response.status >= 500 ? 'upstream' : 'invalid_response',
    status: response.status,
    message: `The response (HTTP ${response.status}) is not one of this API: ${text.slice(0, 200).trim() || 'it is empty'}`,
    requestId: response.headers.get('x-request-id'),
    retryable: response.status === 429 || (response.status >= 502 && response.status <= 504),
    hint: 'Check that baseUrl is the URL of the server and that no proxy in between responds for it.',
    retryAfterMs: retryAfterOf(response),
  })

/** The failure inside an error envelope; null when the value is none. */
export function errorOfEnvelope(body: unknown, response: Response): StoaError | null {
  if (!isRecord(body) || !isRecord(body.error) || typeof body.error.code !== 'string') return null
  const { code, type, status, details, retryable, hint, ...facts } = body.error
  return new StoaError({
    code,
    type: String(type),
    status: Number(status ?? response.status),
    message: typeof body.message === 'string' ? body.message : code,
    requestId: typeof body.requestId === 'string' ? body.requestId : response.headers.get('x-request-id'),
    retryable: retryable === true,
    details: Array.isArray(details) ? (details as ErrorDetail[]) : [],
    hint: typeof hint === 'string' ? hint : null,
    facts,
    retryAfterMs: retryAfterOf(response),
  })
}

/** The error of a response outside 2xx. */
export async function errorOfResponse(response: Response): Promise<StoaError> {
  const text = await response.text()
  return errorOfEnvelope(parsed(text), response) ?? unexpectedResponse(response, text)
}

/** The value of a JSON text; undefined when it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function retryAfterOf({ headers }: Response): number | null {
  const value = headers.get('retry-after')
  if (value === null) return null
  const seconds = Number(value)
  const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

/** `fetch` says only that it failed; the reason is in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (cause instanceof Error) return (cause as { code?: string }).code ?? cause.message
  return error.message
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
