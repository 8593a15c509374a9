import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../errors.ts'
import { type Page, pagingFields } from '../../page.ts'
import type { Endpoint } from '../endpoint.ts'
import type { HttpResponse } from '../idempotency.ts'
import { jsonType } from './envelope.ts'
import { checkedJson } from './in-pieces.ts'

export type RenderOptions = {
  /** Bare data instead of the envelope. */
  isRaw: boolean
  /** Only these fields of each item of a list. */
  fields?: readonly string[] | undefined
}

/**
 * Builds the response from what a handler returned. The value is checked against its shape, which also drops what is
 * not declared: a column that was added to a query cannot leak by itself.
 */
export function renderResponse(
  endpoint: Endpoint,
  result: unknown,
  { isRaw, fields }: RenderOptions,
): HttpResponse | Promise<HttpResponse> {
  const message = endpoint.message ?? 'OK'
  const headers: Record<string, string> = { 'content-type': jsonType }
  switch (endpoint.response.kind) {
    case 'data': {
      if (endpoint.response.isLarge)
        return checkedJson(endpoint.response.schema, result).then((text) => ({
          status: 200,
          headers,
          body: isRaw ? text : envelopeAround(message, text),
        }))
      const data = endpoint.response.schema.parse(result)
      const text = JSON.stringify(data)
      if (endpoint.etagOf) headers.etag = etagFor(endpoint.etagOf(result), text)
      return { status: 200, headers, body: isRaw ? text : envelopeAround(message, text) }
    }
    case 'page': {
      const { schema } = endpoint.response
      if (fields) refuseUnknown(schema, fields)
      const found = result as Page<unknown>
      if (endpoint.response.isLarge && !fields)
        return checkedJson(z.array(schema), found.items).then((text) => ({
          status: 200,
          headers,
          body: isRaw ? text : envelopeAround(message, text, pagingFields(found)),
        }))
      const checked = found.items.map((item) => schema.parse(item))
      const data = fields ? checked.map((item) => picked(item, fields)) : checked
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

const envelopeAround = (message: string, data: string, paging?: object) => {
  const more = paging ? `,${JSON.stringify(paging).slice(1, -1)}` : ''
  return `{"success":true,"message":${JSON.stringify(message)},"data":${data}${more}}`
}

function refuseUnknown(schema: z.ZodType, fields: readonly string[]): void {
  const shape = shapeOf(schema)
  const unknown = fields.find((field) => !Object.hasOwn(shape, field))
  if (unknown === undefined) return
  throw new AppError('invalid_parameter', `fields has no ${unknown.slice(0, 50)}`, {
    details: [
      {
        in: 'query',
        path: 'fields',
        rule: 'enum',
        message: `must be among ${Object.keys(shape).join(', ')}`,
        received: unknown.slice(0, 100),
      },
    ],
  })
}

/** The fields of an object, or of all objects that an item may be. */
const shapeOf = (schema: z.ZodType): object =>
  'options' in schema
    ? Object.assign({}, ...(schema as z.ZodUnion).options.map((each) => shapeOf(each as z.ZodType)))
    : (schema as z.ZodObject).shape

/** Taken from the checked item, because building a shape for every choice of fields takes longer than using it. */
const picked = (item: unknown, fields: readonly string[]) =>
  Object.fromEntries(
    fields
      .filter((field) => Object.hasOwn(item as object, field))
      .map((field) => [field, (item as Record<string, unknown>)[field]]),
  )

/**
 * The version, which `If-Match` is compared with, and a digest, because a response also shows what changes without
 * a new version: counts, sums, when someone was last seen.
 */
const etagFor = (version: string | number, text: string) =>
  `"${version}.${createHash('sha256').update(text).digest('base64url').slice(0, 10)}"`

const etagForm = /(?:W\/)?"([^"]*)"/g

/** The versions named by `If-Match`; null when the header is absent or matches any version. */
export function etagsIn(header: string | undefined): readonly string[] | null {
  if (header === undefined || header.trim() === '*') return null
  return [...header.matchAll(etagForm)].map((match) => match[1]!.split('.')[0]!)
}

/** Whether the caller's cached response is still current. */
export function isKnown(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined || etag === undefined) return false
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
  )
}
