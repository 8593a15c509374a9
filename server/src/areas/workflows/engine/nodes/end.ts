import { z } from 'zod'
import type { HookResponse } from '../../graph/record.ts'
import { NodeFailure } from '../failure.ts'
import type { NodeKind } from './kind.ts'
import { outputOf } from './outputs.ts'

/** Gives the result, and how a webhook that waits for it sends it. */
export const endKind: NodeKind<'end'> = {
  compute({ input, sources }) {
    const output = 'output' in input ? input.output : outputOf(sources)
    return input.response === undefined ? { output } : { output, r: responseOf(input.response as Evaluated) }
  },
}

const redirects = new Set([301, 302, 303, 307, 308])
// Without a line break, which would end the header, and as far as HTTP has a form for it.
const HeaderText = z.stringFormat('header', /^[\t\x20-\x7e\xa0-\xff]{0,8192}$/)

type Evaluated = { status?: unknown; headers?: Record<string, unknown>; redirect?: unknown }

/** The settings as their expressions came out. Names of headers were checked when the workflow was saved. */
function responseOf({ status, headers = {}, redirect }: Evaluated): HookResponse {
  const isRedirect = redirect !== undefined && redirect !== null && redirect !== ''
  const code = status === undefined || status === null || status === '' ? (isRedirect ? 303 : 200) : status
  const sent = { ...textsOf(headers), ...(isRedirect ? { location: urlOf(redirect) } : {}) }
  checkHeaders(sent)
  return { status: statusOf(code, isRedirect), headers: sent }
}

// Clients and proxies read 16 KiB of headers at most, and the server adds its policies.
const maxHeadersChars = 12 * 1024

function checkHeaders(headers: Record<string, string>): void {
  const chars = Object.entries(headers).reduce((sum, [name, text]) => sum + name.length + text.length, 0)
  if (chars > maxHeadersChars)
    throw invalid(`The headers of the response must have at most ${maxHeadersChars} characters together.`)
  if (/x-mixed-replace/i.test(headers['content-type'] ?? ''))
    throw invalid('The type multipart/x-mixed-replace cannot be sent: each of its parts would be a page.')
}

function statusOf(value: unknown, isRedirect: boolean): number {
  const status = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value
  const isNumber = typeof status === 'number' && Number.isInteger(status)
  if (
    isNumber &&
    (isRedirect ? redirects.has(status) : status >= 200 && status <= 599 && !redirects.has(status))
  )
    return status
  throw invalid(
    isRedirect
      ? 'The status of a redirect must be 301, 302, 303, 307 or 308.'
      : 'The status of the response must be a number from 200 to 599; a redirect needs `redirect`.',
  )
}

function textsOf(headers: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(headers)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]): [string, string] => {
      const { success, data } = HeaderText.safeParse(typeof value === 'object' ? null : String(value))
      if (!success) throw invalid(`The header ${name} must be one line of text in Latin letters.`)
      return [name.toLowerCase(), data]
    })
  return Object.fromEntries(texts)
}

/** The URL as browsers read it, so that nothing but an address of the web gets through. */
function urlOf(value: unknown): string {
  const url = typeof value === 'string' ? URL.parse(value) : null
  const isOfWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (url && isOfWeb && `${url.username}${url.password}` === '' && url.href.length <= 8_192) return url.href
  throw invalid('The redirect must be a whole http or https URL without a user name.')
}

const invalid = (message: string) => new NodeFailure('response_invalid', message)
