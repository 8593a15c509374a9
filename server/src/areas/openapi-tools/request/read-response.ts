import { basename } from 'node:path'
import { charsetIn, contentOrValue } from '../../../kernel/compute/large-content.ts'
import { nullIfUnpermitted } from '../../../kernel/errors.ts'
import type { OutboundResponse } from '../../../kernel/net/outbound-response.ts'
import type { ToolCall, ToolErrorCode, ToolOutcome } from '../../toolkits/index.ts'

// What a model can still make sense of when a service refuses.
const maxErrorLength = 4000

/** What the service said, as an outcome. Content that is no text becomes a file of the acting user. */
export async function readResponse(
  response: OutboundResponse,
  saveFile: ToolCall['saveFile'],
  now: () => number = Date.now,
): Promise<ToolOutcome> {
  const upstreamStatus = response.status
  const type = String(response.headers['content-type'] ?? '')
    .split(';', 1)[0]!
    .trim()
    .toLowerCase()
  if (upstreamStatus >= 200 && upstreamStatus < 300)
    return { successful: true, upstreamStatus, data: await contentOf(response, type, saveFile) }
  const excerpt = shortened(await response.text().catch(() => ''), type)
  const retryAfterMs = retryAfterIn(response.headers['retry-after'], now())
  return {
    successful: false,
    errorCode: codeFor(upstreamStatus),
    error: sentenceFor(upstreamStatus, new URL(response.url).hostname),
    upstreamStatus,
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
    ...(excerpt === null ? {} : { data: excerpt }),
  }
}

async function contentOf(
  response: OutboundResponse,
  type: string,
  saveFile: ToolCall['saveFile'],
): Promise<unknown> {
  const isText =
    type === '' || type.startsWith('text/') || /json|xml|yaml|javascript|form-urlencoded/.test(type)
  const bytes = await response.bytes()
  if (bytes.length === 0) return null
  if (isText) {
    const kind = /json/.test(type) || type === '' ? 'json' : 'text'
    return contentOrValue({ bytes, kind, charset: charsetIn(response.headers['content-type']) })
  }
  const name = fileNameIn(response)
  // The service has executed the request: a failure to store its bytes must not make it look undone.
  const fileId = await saveFile({ name, mimeType: type, bytes }).catch(nullIfUnpermitted)
  return { fileId, name, mimeType: type, sizeBytes: bytes.length }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fileNameIn(response: OutboundResponse): string {
  const disposition = String(response.headers['content-disposition'] ?? '')
  const named = /filename="?([^";]+)"?/i.exec(disposition)?.[1]
  const name = basename((named ?? new URL(response.url).pathname).replaceAll('\\', '/'))
  return name.replace(/[^\w .()-]+/g, '_').slice(0, 200) || 'answer'
}

function shortened(text: string, type: string): unknown {
  if (text === '') return null
  if (text.length > maxErrorLength) return `${text.slice(0, maxErrorLength)}…`
  return (/json/.test(type) ? parsed(text) : undefined) ?? text
}

function codeFor(status: number): ToolErrorCode {
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
      return `${host} does not accept the account's credentials.`
    case 403:
      return `${host} does not let this account do that.`
    case 404:
    case 410:
      return `${host} has no such thing.`
    case 429:
      return `${host} is rate-limiting calls.`
    default:
      return `${host} responded with status ${status}.`
  }
}

const maxWaitMs = 24 * 60 * 60 * 1000

/** Seconds or a date; null when neither. */
function retryAfterIn(header: string | string[] | undefined, now: number): number | null {
  const text = [header].flat()[0]?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text) * 1000, maxWaitMs)
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : Math.min(Math.max(time - now, 0), maxWaitMs)
}
