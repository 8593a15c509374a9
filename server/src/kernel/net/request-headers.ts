import { AppError } from '../errors.ts'

const nameForm = /^[!#$%&'*+.^_`|~0-9a-z-]+$/
// Tab and what Latin-1 can print: everything else would end the header or be garbled on the way.
const valueForm = /^[\t\x20-\x7e\x80-\xff]*$/

/** Headers that belong to the connection or decide where the request is routed. They are never the caller's. */
const reserved = new Set([
  'connection',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** The caller's headers under lower-case names. Throws when one could break out of its line or of its place. */
export function checkHeaders(input: Readonly<Record<string, string>>): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [rawName, value] of Object.entries(input)) {
    const name = rawName.toLowerCase()
    if (!nameForm.test(name))
      throw refusal('A header name of the request has characters that are not allowed.')
    if (reserved.has(name)) throw refusal(`The header "${name}" cannot be set.`)
    if (!valueForm.test(value)) throw refusal(`The header "${name}" has characters that are not allowed.`)
    headers[name] = value
  }
  return headers
}

const methodForm = /^[A-Z]{1,20}$/
const refusedMethods = new Set(['CONNECT', 'TRACE', 'TRACK'])

export function checkMethod(input: string): string {
  const method = input.toUpperCase()
  if (!methodForm.test(method) || refusedMethods.has(method))
    throw refusal('The request method is not allowed.')
  return method
}

const refusal = (message: string): AppError =>
  new AppError('invalid_parameter', message, {
    hint: 'Correct the method or the headers of the outgoing request.',
  })
