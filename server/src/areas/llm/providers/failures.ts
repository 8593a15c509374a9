import {
  APICallError,
  InvalidArgumentError,
  InvalidPromptError,
  UnsupportedFunctionalityError,
} from '@ai-sdk/provider'
import { AppError } from '../../../kernel/errors.ts'
import { type FailureKind, ProviderFailure } from './port.ts'

const contextForm =
  /context.{0,20}(length|window|size|limit)|maximum.{0,20}(tokens|context)|prompt is too long|too many (input )?tokens|input.{0,20}too long|exceeds.{0,40}tokens/i
const busyForm = /rate.?limit|overloaded|too many requests|quota|resource.?exhausted/i

function kindOf(status: number | undefined, message: string): FailureKind {
  if (status === undefined) return 'unavailable'
  if (status === 429) return 'busy'
  // 402: the account of the key has run dry, which the caller cannot change.
  if ([401, 402, 403].includes(status)) return 'refused'
  if (status === 404) return 'unknown-model'
  if ([400, 413, 422].includes(status)) return contextForm.test(message) ? 'context' : 'invalid'
  if (status >= 400 && status < 500 && ![408, 409, 425].includes(status)) return 'invalid'
  // A response that was successful and then could not be read.
  return status < 400 ? 'broken' : 'unavailable'
}

const texts: Partial<Record<FailureKind, string>> = {
  // What providers say of a key often quotes a part of it.
  refused: 'the provider does not accept the key',
  busy: 'the provider has too many requests',
}

const noCredit = "the account of the provider's key has no credit left"

const maxMessage = 500

/** What a provider's package or the connection threw, in the words of the port. What it does not know is passed on. */
export function toProviderFailure(error: unknown): unknown {
  if (error instanceof ProviderFailure) return error
  if (APICallError.isInstance(error)) return ofCall(error)
  if (error instanceof AppError) return ofGuard(error)
  if (isUnsupported(error)) return new ProviderFailure('invalid', error.message.slice(0, maxMessage))
  if (codeOf(error) !== null) return ofConnection(error, 'it cannot be reached')
  if (error instanceof Error && error.name === 'AbortError') return error
  return new ProviderFailure('broken', 'its response cannot be parsed', { cause: briefly(error) })
}

/** What a package refuses before it sends a request is for the caller to change, and not a failure of the provider. */
const isUnsupported = (error: unknown): error is Error =>
  UnsupportedFunctionalityError.isInstance(error) ||
  InvalidPromptError.isInstance(error) ||
  InvalidArgumentError.isInstance(error)

function ofCall(error: APICallError): ProviderFailure {
  const { statusCode, responseHeaders = {}, message, cause } = error
  if (statusCode === undefined || codeOf(cause) !== null) return ofConnection(error, 'the connection broke')
  const body = error.responseBody ?? ''
  return failureOfResponse({ status: statusCode, headers: responseHeaders, message, body, cause: error })
}

const connectTimeout = 'UND_ERR_CONNECT_TIMEOUT'
// Of connections that were never established; one that broke later may have failed because of the request.
const unreachedForm =
  /^(UND_ERR_CONNECT_TIMEOUT|ECONNREFUSED|ENOTFOUND|EAI_[A-Z]+|E(HOST|NET)(UNREACH|DOWN))$/

function ofConnection(error: unknown, message: string): ProviderFailure {
  const code = codeOf(error) ?? ''
  const facts = { isUnreached: unreachedForm.test(code), cause: briefly(error) }
  return code === connectTimeout
    ? new ProviderFailure('timeout', 'it did not respond in time', facts)
    : new ProviderFailure('unavailable', message, facts)
}

type FailedResponse = {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** What the provider says of it; empty where it says nothing. */
  message: string
  body: string
  cause?: unknown
}

/** An invalid response. */
export function failureOfResponse({
  status,
  headers,
  message,
  body,
  cause,
}: FailedResponse): ProviderFailure {
  const kind = kindOf(status, `${message} ${body}`)
  return new ProviderFailure(
    kind,
    (status === 402 ? noCredit : texts[kind]) ??
      (message.slice(0, maxMessage) || `it responded with status ${status}`),
    {
      status,
      retryAfterSeconds: waitOf(headers),
      setting: kind === 'invalid' ? settingIn(body) : null,
      ...(cause === undefined ? {} : { cause: briefly(cause) }),
    },
  )
}

/** OpenAI's interface, and many that follow it, name the parameter that is at fault. */
function settingIn(body: string): string | null {
  try {
    const { error } = JSON.parse(body) as { error?: { param?: unknown } }
    return typeof error?.param === 'string' ? error.param : null
  } catch {
    return null
  }
}

function ofGuard(error: AppError): unknown {
  if (error.code === 'upstream_timeout')
    return new ProviderFailure('timeout', error.message, { cause: briefly(error) })
  if (error.code.startsWith('upstream_'))
    return new ProviderFailure('unavailable', error.message, { cause: briefly(error) })
  return error
}

/** An error that came inside a stream that had begun with 200. */
export function toStreamFailure(error: unknown): unknown {
  if (error instanceof Error) return toProviderFailure(error)
  const text = typeof error === 'string' ? error : messageIn(error)
  return new ProviderFailure(
    busyForm.test(`${text} ${JSON.stringify(error)}`) ? 'busy' : 'unavailable',
    text.slice(0, maxMessage),
  )
}

/** The message of an error, however deep it is nested. */
export function messageIn(error: unknown): string {
  const { message, error: inner } = (error ?? {}) as { message?: unknown; error?: unknown }
  if (typeof message === 'string') return message
  if (typeof inner === 'string') return inner
  return inner === undefined ? 'it reported an error' : messageIn(inner)
}

/** Of a connection that failed: system errors and those of the HTTP client have a code, also deep inside. */
function codeOf(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code } = at as { code?: unknown }
    if (typeof code === 'string' && /^(UND_ERR_|E[A-Z_]+$)/.test(code) && !code.startsWith('ERR_'))
      return code
  }
  return null
}

function waitOf(headers: FailedResponse['headers']): number | null {
  const ms = Number(headers['retry-after-ms'])
  if (headers['retry-after-ms'] !== undefined && Number.isFinite(ms)) return Math.max(0, ms / 1000)
  const retryAfter = headers['retry-after']
  if (typeof retryAfter !== 'string') return null
  const seconds = /^\d+(\.\d+)?$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null
}

/** Errors of packages carry the whole request along, which must not come into a log. */
function briefly(error: unknown): Error {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: 'not an error' }
  const code = codeOf(error)
  return new Error(`${name}: ${code ?? message.slice(0, maxMessage)}`)
}
