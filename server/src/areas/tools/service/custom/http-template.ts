import { AppError } from '../../../../kernel/errors.ts'
import { hasDetour } from '../../../../kernel/net/path-detour.ts'
import type { HttpBody } from '../../schema/tool.ts'

/** A request to be signed and sent. */
export type HttpRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body: string | undefined
}
type Arguments = Readonly<Record<string, unknown>>

// Names and dots: no calls, no brackets, no computed names.
const placeholder = /\{\{\s*([A-Za-z_][\w-]*(?:\.[\w-]+)*)\s*\}\}/g
const whole = /^\{\{\s*([A-Za-z_][\w-]*(?:\.[\w-]+)*)\s*\}\}$/
const accountField = /\{[A-Za-z][\w.-]*\}/g
const addressForm = /^(https?:\/\/[^/?#]+|)(\/[^?#]*|)(\?[^#]*)?(#.*)?$/i

const invalid = (message: string) => new AppError('invalid_parameter', message)

/** Refused when the tool is made: an argument must never decide where a request goes. */
export function checkTemplate({ url }: HttpBody, hasBaseUrl: boolean): void {
  const match = addressForm.exec(url)
  if (!match)
    throw invalid('http.url must be an http or https URL, or a path below the base URL of the toolkit')
  const [, origin = '', path = '', query = ''] = match
  if (origin.includes('{{')) throw invalid('http.url must not have an argument in its host')
  if (origin === '' && !hasBaseUrl)
    throw new AppError('invalid_parameter', 'http.url is a path, but the toolkit has no baseUrl', {
      hint: 'Use a full URL, or set baseUrl of the toolkit.',
    })
  if (origin !== '' && !URL.canParse(origin.replaceAll(accountField, 'x')))
    throw invalid('http.url has a host or a port that cannot be')
  if (/@/.test(origin)) throw invalid('http.url must not hold a user name or a password')
  if (/\{\{|\}\}/.test(`${path}${query}`.replaceAll(placeholder, '')))
    throw invalid('http.url has a {{…}} that is no name of an argument')
}

/** The headers for these arguments, names in lower case. */
export function renderHeaders(template: Pick<HttpBody, 'headers'>, args: Arguments): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, text] of Object.entries(template.headers)) {
    const value = rendered(text, args)
    if (value !== undefined) headers[name.toLowerCase()] = textOf(value)
  }
  return headers
}

/** The request for these arguments. Each value is written as its place wants it, so that none can leave its place. */
export function renderRequest(template: HttpBody, args: Arguments, baseUrl: string | null): HttpRequest {
  const headers = renderHeaders(template, args)
  const body = bodyOf(template, headers, args)
  return { method: template.method, url: addressOf(template, args, baseUrl), headers, body }
}

function addressOf(template: HttpBody, args: Arguments, baseUrl: string | null): string {
  const [, origin = '', path = '', query = ''] = addressForm.exec(template.url) ?? []
  const base = origin === '' ? (baseUrl ?? '').replace(/\/+$/, '') : origin
  const filled = filledIn(path, (name) => {
    const value = lookUp(args, name)
    if (value === undefined || value === null || value === '')
      throw invalid(`${name} is required for the URL`)
    return encodeURIComponent(textOf(value))
  })
  if (hasDetour(filled)) throw invalid(detourIn(path))
  const parameters = [
    ...query
      .slice(1)
      .split('&')
      .filter(Boolean)
      .map((pair) => filledIn(pair, (name) => encodeURIComponent(textOf(lookUp(args, name) ?? '')))),
    ...Object.entries(template.query).flatMap(([name, value]) => pairsOf(name, rendered(value, args))),
  ]
  return `${base}${filled}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}

/** The arguments of the path are named together: two of them can make the dots. */
const detourIn = (path: string): string => {
  const names = [...path.matchAll(placeholder)].map(([, name]) => name)
  return `${names.join(' and ')} must not make a part of the path "." or "..", which would lead to another URL`
}

const pairsOf = (name: string, value: unknown): string[] =>
  [value]
    .flat()
    .flatMap((each) =>
      each === undefined || each === null
        ? []
        : [`${encodeURIComponent(name)}=${encodeURIComponent(textOf(each))}`],
    )

function bodyOf(template: HttpBody, headers: Record<string, string>, args: Arguments): string | undefined {
  const { body } = template
  if (body === undefined || body === null) return undefined
  if (typeof body !== 'string' || whole.test(body)) {
    const value = rendered(body, args)
    if (value === undefined) return undefined
    if (headers['content-type']?.startsWith('application/x-www-form-urlencoded') && typeof value === 'object')
      return Object.entries(value as object)
        .flatMap(([name, each]) => pairsOf(name, each))
        .join('&')
    headers['content-type'] ??= 'application/json'
    return typeof value === 'string' && !headers['content-type'].includes('json')
      ? value
      : JSON.stringify(value)
  }
  const type = headers['content-type'] ?? 'text/plain; charset=utf-8'
  headers['content-type'] ??= type
  const written = type.includes('json')
    ? (value: unknown) => JSON.stringify(value ?? null)
    : type.includes('x-www-form-urlencoded')
      ? (value: unknown) => encodeURIComponent(textOf(value ?? ''))
      : (value: unknown) => textOf(value ?? '')
  return filledIn(body, (name) => written(lookUp(args, name)))
}

// A long argument that is in a template a thousand times would take all memory before it is sent.
const maxFilledLength = 5_000_000

function filledIn(template: string, valueFor: (name: string) => string): string {
  let length = template.length
  return template.replaceAll(placeholder, (_, name: string) => {
    const value = valueFor(name)
    length += value.length
    if (length > maxFilledLength) throw invalid('The arguments make the request longer than 5 MB')
    return value
  })
}

/** A text that is one placeholder becomes the value itself; what has no value is left out of objects and lists. */
function rendered(value: unknown, args: Arguments): unknown {
  if (typeof value === 'string') {
    const name = whole.exec(value)?.[1]
    if (name !== undefined) return lookUp(args, name)
    return filledIn(value, (each) => textOf(lookUp(args, each) ?? ''))
  }
  if (Array.isArray(value))
    return value.map((each) => rendered(each, args)).filter((each) => each !== undefined)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) => [name, rendered(each, args)] as const)
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined))
}

function lookUp(args: Arguments, path: string): unknown {
  const steps = path.split('.')
  if (steps[0] === 'arguments' && !Object.hasOwn(args, 'arguments')) steps.shift()
  let value: unknown = args
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string, unknown>)[step]
  }
  return value
}

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
