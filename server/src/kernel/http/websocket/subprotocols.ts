import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../errors.ts'

/** The one that the server selects in its response. */
export const subprotocol = 'stoa.v1'

const tokenForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,1000}$/

// A browser can name subprotocols and nothing else: what other clients say in headers, it says there. Unlike an
// URL, this header is neither logged by proxies nor stored in a history.
const carried: readonly [prefix: string, put: (headers: IncomingHttpHeaders, value: string) => void][] = [
  ['stoa.token.', putToken],
  ['stoa.project.', (headers, value) => put(headers, 'x-project-id', value)],
  ['stoa.username.', (headers, value) => put(headers, 'x-username', decoded(value))],
]

/**
 * Moves what the subprotocols carry into the corresponding headers, so that everything after it has one way to read
 * a request. An error is returned, not sent: it is sent where every other error is.
 */
export function unpackSubprotocols(headers: IncomingHttpHeaders): AppError | null {
  const header = headers['sec-websocket-protocol']
  if (header === undefined) return null
  const offered = header.split(',').map((each) => each.trim())
  delete headers['sec-websocket-protocol']
  if (new Set(offered).size < offered.length || !offered.every((each) => tokenForm.test(each)))
    return refused('Sec-WebSocket-Protocol must be a list of different names')
  try {
    for (const each of offered) {
      const [prefix, putValue] = carried.find(([start]) => each.startsWith(start)) ?? []
      if (prefix !== undefined) putValue!(headers, each.slice(prefix.length))
    }
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  if (!offered.includes(subprotocol)) return refused(`Sec-WebSocket-Protocol must offer ${subprotocol}`)
  headers['sec-websocket-protocol'] = subprotocol
  return null
}

/** Beside a key in a header it counts as a second one, so that two different ones are refused as everywhere. */
function putToken(headers: IncomingHttpHeaders, token: string): void {
  if (headers['x-api-key'] === undefined) headers['x-api-key'] = token
  else headers.authorization = `Bearer ${token}`
}

function put(headers: IncomingHttpHeaders, name: string, value: string): void {
  if (headers[name] !== undefined && headers[name] !== value)
    throw refused(`${name} and Sec-WebSocket-Protocol say different things`)
  headers[name] = value
}

/** Usernames have characters that a subprotocol must not have. */
const decoded = (value: string): string => Buffer.from(value, 'base64url').toString()

const refused = (message: string) =>
  new AppError('invalid_parameter', message, {
    details: [{ in: 'header', path: 'sec-websocket-protocol', rule: 'format', message: 'cannot be used' }],
  })
