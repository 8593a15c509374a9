import { charsetIn, contentOrValue } from '../../../../kernel/compute/large-content.ts'
import { AppError, nullIfUnpermitted } from '../../../../kernel/errors.ts'
import type { OutboundResponse } from '../../../../kernel/net/outbound-response.ts'
import { asSentence } from '../../../../kernel/sentence.ts'
import type { ToolCall, ToolErrorCode, ToolOutcome } from '../../../toolkits/index.ts'

const excerptChars = 4_000
// Longer waits are the caller's to decide about.
const maxRetryAfterMs = 24 * 60 * 60 * 1000

/** The response of a service as the outcome of a tool. Bytes that are not text become a file of the acting user. */
export async function outcomeOfResponse(
  response: OutboundResponse,
  saveFile: ToolCall['saveFile'],
): Promise<ToolOutcome> {
  const { status } = response
  if (status >= 200 && status < 400)
    return { successful: true, data: await contentOf(response, saveFile), upstreamStatus: status }
  const data = await excerptOf(response)
  const retryAfterMs = retryAfterOf(response)
  return {
    successful: false,
    errorCode: codeOf(status),
    error: `The service responded with status ${status}.`,
    upstreamStatus: status,
    ...(data === null ? {} : { data }),
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
  }
}

export async function contentOf(
  response: OutboundResponse,
  saveFile: ToolCall['saveFile'],
): Promise<unknown> {
  const type = typeOf(response)
  const bytes = await response.bytes()
  const charset = charsetIn(response.headers['content-type'])
  if (isJson(type)) return contentOrValue({ bytes, kind: 'json', charset })
  if (isText(type)) return contentOrValue({ bytes, kind: 'text', charset })
  if (bytes.length === 0) return null
  const name = nameOf(response)
  // The service has executed the request: a failure to store its bytes must not make it look undone.
  const fileId = await saveFile({ name, mimeType: type || 'application/octet-stream', bytes }).catch(
    nullIfUnpermitted,
  )
  return { fileId, name, mimeType: type, sizeBytes: bytes.length }
}

/** A service that says JSON and sends something else is shown as it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

async function excerptOf(response: OutboundResponse): Promise<unknown> {
  const type = typeOf(response)
  if (!isJson(type) && !isText(type)) {
    response.discard()
    return null
  }
  const text = await response.text()
  if (text === '') return null
  return text.length <= excerptChars && isJson(type) ? parsed(text) : text.slice(0, excerptChars)
}

const typeOf = (response: OutboundResponse) =>
  String([response.headers['content-type']].flat()[0] ?? '')
    .split(';')[0]!
    .trim()
    .toLowerCase()
const isJson = (type: string) => type === 'application/json' || type.endsWith('+json')
const isText = (type: string) =>
  type === '' ||
  type.startsWith('text/') ||
  /^application\/(xml|x-ndjson|yaml|javascript|x-www-form-urlencoded)$|\+xml$/.test(type)

function nameOf(response: OutboundResponse): string {
  const headerName = /filename="?([^";]+)/i.exec(String(response.headers['content-disposition'] ?? ''))?.[1]
  const last = new URL(response.url).pathname.split('/').at(-1)
  // A service may call it what it likes, but a name is no path.
  const name = (headerName ?? last ?? '').split(/[/\\]/).at(-1)!
  return (
    name
      .replaceAll(/\p{Cc}/gu, '')
      .trim()
      .slice(0, 200) || 'download'
  )
}

export function codeOf(status: number): ToolErrorCode {
  switch (status) {
    case 401:
      return 'auth_expired'
    case 403:
      return 'insufficient_scope'
    case 404:
    case 410:
      return 'not_found'
    case 408:
    case 504:
      return 'timeout'
    case 429:
      return 'rate_limited'
    default:
      return status >= 500 ? 'upstream_5xx' : 'upstream_4xx'
  }
}

function retryAfterOf(response: OutboundResponse): number | null {
  const retryAfter = [response.headers['retry-after']].flat()[0]
  if (retryAfter === undefined) return null
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return Number.isFinite(ms) && ms >= 0 ? Math.min(ms, maxRetryAfterMs) : null
}

const codeByError: Partial<Record<AppError['code'], ToolErrorCode>> = {
  upstream_timeout: 'timeout',
  upstream_error: 'upstream_unreachable',
  upstream_too_large: 'output_too_large',
  storage_quota_exceeded: 'output_too_large',
  file_too_large: 'output_too_large',
  address_not_allowed: 'host_not_allowed',
  invalid_parameter: 'arguments_invalid',
  schema_violation: 'arguments_invalid',
  unique_violation: 'arguments_invalid',
  reserved_field: 'arguments_invalid',
  invalid_time_zone: 'arguments_invalid',
  invalid_cron: 'arguments_invalid',
  unsupported_media_type: 'arguments_invalid',
  file_not_found: 'not_found',
  collection_not_found: 'not_found',
  document_not_found: 'not_found',
  not_owner: 'insufficient_scope',
  compute_limit_exceeded: 'arguments_invalid',
}

/** What went wrong on the way, where it is an outcome; null for what is the server's own affair. */
export function outcomeOfError(error: unknown): ToolOutcome | null {
  if (!(error instanceof AppError)) return null
  const errorCode = codeByError[error.code]
  if (errorCode === undefined) return null
  const sentence = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`
  const { details = [], hint } = error.extras
  const faults = details.slice(0, 5).map(({ path, message }) => asSentence(`${path} ${message}`))
  return { successful: false, errorCode, error: [sentence, ...faults, ...(hint ? [hint] : [])].join(' ') }
}
