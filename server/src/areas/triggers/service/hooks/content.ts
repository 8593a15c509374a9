import { createHash } from 'node:crypto'
import { fieldsByName, formFields } from '../../../../kernel/http/request/form-fields.ts'
import { excessOf } from '../../../../kernel/json/json-excess.ts'
import type { SignatureRule } from '../../catalogue/signatures.ts'
import type { Dedupe, WebhookConfig } from '../../schema/config.ts'
import type { InvocationRow } from '../../schema/invocation.ts'
import type { Received, ReceivedHeaders } from './verify.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a body says: JSON and forms as values, other text as it is; null for an empty one. */
export function parsedBody(body: Buffer, contentType: string): unknown {
  if (body.length === 0) return null
  const text = body.toString('utf8')
  if (contentType.includes('application/x-www-form-urlencoded')) {
    const fields = formFields(text)
    return fields ? fieldsByName(fields) : text
  }
  if (excessOf(text) !== null) return text
  try {
    // Some services begin with a byte order mark.
    return JSON.parse(text.replace(/^\ufeff/, '')) as unknown
  } catch {
    return text
  }
}

type Content = Pick<InvocationRow, 'payload' | 'body'>

/** What the execution is given as `trigger.payload`: the body is stored as it was received. */
export function payloadOf({ payload, body }: Content): Record<string, unknown> {
  const request = isObject(payload) ? payload : {}
  if (body === null) return request
  const headers = isObject(request.headers) ? request.headers : {}
  return { ...request, body: parsedBody(body, String(headers['content-type'] ?? '')) }
}

// Credentials and what proxies add: of no use to a workflow, and stored for as long as the invocation.
const dropped =
  /^(?:authorization|proxy-.*|cookie|x-api-key|host|connection|transfer-encoding|x-forwarded-.*|forwarded|x-real-ip|via|cf-.*|.*signature.*|x-shopify-hmac-.*)$/

const headersWithout = (headers: ReceivedHeaders, pattern: RegExp): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || pattern.test(name) ? [] : [[name, value]],
    ),
  )

export const storedHeaders = (headers: ReceivedHeaders): Record<string, string> =>
  headersWithout(headers, dropped)

/** For toolkits, which verify signatures: stored until they have. */
export const toolkitHeaders = (headers: ReceivedHeaders): Record<string, string> =>
  headersWithout(headers, /^(?:cookie|host|connection|transfer-encoding)$/)

/** A caller that waits for an answer may well ask the same twice. */
export const dedupeOf = ({ dedupe, respond }: Pick<WebhookConfig, 'dedupe' | 'respond'>): Dedupe =>
  dedupe ?? (respond ? 'event_id' : 'event_id_or_body')

/**
 * By which a second delivery of the same event is recognized: its id where that is signed, else a hash of the body. An id
 * that is not signed could be changed by anyone who repeats a recorded request. Null where nothing identifies it.
 */
export function dedupeKeyOf(
  rule: SignatureRule | null,
  { headers, body }: Received,
  value: unknown,
  dedupe: Dedupe,
): string | null {
  if (dedupe === 'none') return null
  const inHeader = rule?.idHeader ? headers[rule.idHeader] : undefined
  const inBody = rule?.idField && isObject(value) ? value[rule.idField] : undefined
  const id = inHeader ?? (typeof inBody === 'string' ? inBody : undefined)
  if (id !== undefined && id !== '') return `id:${createHash('sha256').update(id).digest('base64url')}`
  // Some services only say that something has changed, without a body: each of these is another event.
  const isAnonymous = rule === null && body.length === 0
  return dedupe === 'event_id' || isAnonymous
    ? null
    : `body:${createHash('sha256').update(body).digest('base64url')}`
}

/** What a service expects back before it sends events; null for an event. */
export function challengeReply(rule: SignatureRule | null, value: unknown): string | null {
  if (!rule?.challenge || !isObject(value)) return null
  const { field, value: expected, reply } = rule.challenge
  return value[field] === expected && typeof value[reply] === 'string' ? value[reply] : null
}
