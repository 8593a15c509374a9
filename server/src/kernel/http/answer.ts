import { type Page, pagingFields } from '../page.ts'
import type { Endpoint } from './endpoint.ts'
import { jsonType } from './envelope.ts'
import type { Answer } from './idempotency.ts'

/**
 * Turns what a handler returned into the answer. The value is checked against its shape, which also drops what is
 * not declared: a column that was added to a query cannot leak by itself.
 */
export function answerOf(endpoint: Endpoint, result: unknown, isRaw: boolean): Answer {
  const message = endpoint.message ?? 'OK'
  const headers: Record<string, string> = { 'content-type': jsonType }
  switch (endpoint.response.kind) {
    case 'data': {
      const data = endpoint.response.schema.parse(result)
      if (endpoint.etagOf) headers.etag = `"${endpoint.etagOf(result)}"`
      return { status: 200, headers, body: JSON.stringify(isRaw ? data : { success: true, message, data }) }
    }
    case 'page': {
      const { schema } = endpoint.response
      const found = result as Page<unknown>
      const data = found.items.map((item) => schema.parse(item))
      return {
        status: 200,
        headers,
        body: JSON.stringify(isRaw ? data : { success: true, message, data, ...pagingFields(found) }),
      }
    }
    default:
      return { status: 200, headers, body: JSON.stringify({ success: true, message }) }
  }
}

const etagForm = /(?:W\/)?"([^"]*)"/g

/** The versions named by `If-Match` or `If-None-Match`; null when the header is absent or stands for any version. */
export function etagsIn(header: string | undefined): readonly string[] | null {
  if (header === undefined || header.trim() === '*') return null
  return [...header.matchAll(etagForm)].map((match) => match[1]!)
}
