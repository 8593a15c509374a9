import { AppError } from '../errors.ts'

export const notAllowed = (message: string, hint: string, cause?: unknown): AppError =>
  new AppError('address_not_allowed', message, { hint, cause })

export const tooLarge = (message: string): AppError =>
  new AppError('upstream_too_large', message, { hint: 'Request less data, or a smaller document.' })

export const timedOut = (message: string, cause?: unknown): AppError =>
  new AppError('upstream_timeout', message, { hint: 'Try again later, or allow more time.', cause })

export const upstreamFailed = (message: string, hint: string, cause?: unknown): AppError =>
  new AppError('upstream_error', message, { hint, cause })

/** Nothing was sent, so that sending it again does nothing twice. */
const notReached = (message: string, cause: unknown): AppError =>
  new AppError('upstream_error', message, { hint: checkTheAddress, isRetryable: true, cause })

const checkTheAddress = 'Check the URL, and that the service behind it is running.'

const sentences: Record<string, string> = {
  ENOTFOUND: 'has no IP address: the host name is unknown',
  EAI_AGAIN: 'could not be resolved: the DNS server does not respond',
  ECONNREFUSED: 'refused the connection',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
}

const timeoutCodes = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])

const certificateCode = /CERT|ERR_TLS|SELF_SIGNED|UNABLE_TO_VERIFY/
const compressionCode = /^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR__?ERROR)/

/** Codes of Node and of the client that mean a slip of ours, not a failure of the other side. */
const ownFaultCode = /^(ERR_(?!SSL|STREAM_PREMATURE_CLOSE)|UND_ERR_INVALID|UND_ERR_REQ_)/

/**
 * Maps a network failure to the error that the caller sees. The original message stays in the cause: it
 * may name internal addresses. Any other error is returned unchanged.
 */
export function translateFailure(error: unknown, host: string): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  if (code === null) return error
  if (timeoutCodes.has(code)) return timedOut(`${host} did not respond in time.`, error)
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return tooLarge(`${host} sent more headers than are accepted.`)
  if (certificateCode.test(code)) {
    return upstreamFailed(
      `The certificate of ${host} is not valid.`,
      'Check the URL and its certificate.',
      error,
    )
  }
  if (compressionCode.test(code)) {
    return upstreamFailed(`${host} sent compressed content that is damaged.`, checkTheAddress, error)
  }
  if (ownFaultCode.test(code)) return error
  const sentence = `${host} ${sentences[code] ?? 'broke off the exchange'}.`
  const isPassing = Object.hasOwn(sentences, code) && code !== 'ENOTFOUND'
  return isPassing ? notReached(sentence, error) : upstreamFailed(sentence, checkTheAddress, error)
}
