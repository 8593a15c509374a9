import { charsetIn, contentOrValue } from '../compute/large-content.ts'
import { nullIfUnpermitted } from '../errors.ts'
import type { OutboundResponse } from './outbound-response.ts'

// What a model can still make sense of when a service refuses.
const excerptChars = 4_000
// Longer waits are the caller's to decide about.
const maxRetryAfterMs = 24 * 60 * 60 * 1000

export type ServiceErrorCode =
  | 'auth_expired'
  | 'insufficient_scope'
  | 'not_found'
  | 'timeout'
  | 'rate_limited'
  | 'upstream_5xx'
  | 'upstream_4xx'

type SaveFile = (file: { name: string; mimeType: string; bytes: Uint8Array }) => Promise<string>

type ServiceResponse =
  | { successful: true; upstreamStatus: number; data: unknown }
  | {
      successful: false
      upstreamStatus: number
      errorCode: ServiceErrorCode
      error: string
      retryAfterMs?: number
      data?: unknown
    }

type Options = {
  /** A redirect that was not followed is the response, for callers who see the status. */
  acceptsRedirects?: boolean
  now?(): number
}

/** What a service said to a call of a tool. Bytes that are not text become a file of the acting user. */
export async function readServiceResponse(
  response: OutboundResponse,
  saveFile: SaveFile,
  { acceptsRedirects = false, now = Date.now }: Options = {},
): Promise<ServiceResponse> {
  const upstreamStatus = response.status
  if (upstreamStatus >= 200 && upstreamStatus < (acceptsRedirects ? 400 : 300))
    return { successful: true, upstreamStatus, data: await contentOf(response, saveFile) }
  const excerpt = await excerptOf(response)
  const retryAfterMs = retryAfterOf(response, now())
  return {
    successful: false,
    errorCode: serviceErrorCode(upstreamStatus),
    error: sentenceFor(upstreamStatus, new URL(response.url).hostname),
    upstreamStatus,
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
    ...(excerpt === null ? {} : { data: excerpt }),
  }
}

async function contentOf(response: OutboundResponse, saveFile: SaveFile): Promise<unknown> {
  const type = typeOf(response)
  const bytes = await response.bytes()
  if (bytes.length === 0) return null
  const charset = charsetIn(response.headers['content-type'])
  // Without a type it is most often JSON; what cannot be parsed is shown as it is.
  if (isJson(type) || type === '') return contentOrValue({ bytes, kind: 'json', charset })
  if (isText(type)) return contentOrValue({ bytes, kind: 'text', charset })
  const name = fileNameOf(response)
  // The service has executed the request: a failure to store its bytes must not make it look undone.
  const fileId = await saveFile({ name, mimeType: type, bytes }).catch(nullIfUnpermitted)
  return { fileId, name, mimeType: type, sizeBytes: bytes.length }
}

async function excerptOf(response: OutboundResponse): Promise<unknown> {
  const type = typeOf(response)
  if (!isJson(type) && !isText(type)) {
    response.discard()
    return null
  }
  // The status has said what matters: a body that breaks off is only less to read.
  const text = await response.text().catch(() => '')
  if (text === '') return null
  if (text.length > excerptChars) return `${text.slice(0, excerptChars)}…`
  return isJson(type) ? parsedOrText(text) : text
}

/** A service that says JSON and sends something else is shown as it is. */
function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

const typeOf = ({ headers }: OutboundResponse) =>
  String([headers['content-type']].flat()[0] ?? '')
    .split(';', 1)[0]!
    .trim()
    .toLowerCase()
const isJson = (type: string) => type === 'application/json' || type.endsWith('+json')
const isText = (type: string) =>
  type === '' ||
  type.startsWith('text/') ||
  /^application\/(json[\w-]*|x-json|xml|x-ndjson|yaml|x-yaml|javascript|x-www-form-urlencoded)$|\+(xml|yaml)$/.test(
    type,
  )

function fileNameOf({ headers, url }: OutboundResponse): string {
  const named = /filename="?([^";]+)/i.exec(String(headers['content-disposition'] ?? ''))?.[1]
  // A service may call it what it likes, but a name is no path.
  const name = (named ?? new URL(url).pathname).split(/[/\\]/).at(-1)!
  return (
    name
      .replaceAll(/\p{Cc}/gu, '')
      .trim()
      .slice(0, 200) || 'download'
  )
}

export function serviceErrorCode(status: number): ServiceErrorCode {
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

function sentenceFor(status: number, host: string): string {
  switch (status) {
    case 401:
      return `${host} does not accept the credentials (status 401).`
    case 403:
      return `${host} does not allow this request (status 403).`
    case 404:
    case 410:
      return `${host} did not find what was requested (status ${status}).`
    case 429:
      return `${host} is rate-limiting requests (status 429).`
    default:
      return `${host} responded with status ${status}.`
  }
}

/** Seconds or a date; null when neither. */
function retryAfterOf({ headers }: OutboundResponse, now: number): number | null {
  const text = [headers['retry-after']].flat()[0]?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1000, maxRetryAfterMs)
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : Math.min(Math.max(time - now, 0), maxRetryAfterMs)
}
