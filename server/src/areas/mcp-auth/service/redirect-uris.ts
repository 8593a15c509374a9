import { isLoopback } from '../../../kernel/net/addresses.ts'

// Schemes that a browser runs or opens itself instead of handing the URL to a program.
const refusedSchemes = /^(?:javascript|data|vbscript|file|blob|about|chrome|view-source|ws|wss|ftp):$/
const maxLength = 500

const parse = (uri: string): URL | null => (URL.canParse(uri) ? new URL(uri) : null)

/** HTTPS, a program that listens on loopback, or a scheme of an installed program (RFC 8252). */
export function isUsableRedirectUri(uri: string): boolean {
  const url = parse(uri)
  if (!url || uri.length > maxLength || url.hash !== '' || url.username !== '' || url.password !== '')
    return false
  if (url.protocol === 'https:') return true
  if (url.protocol === 'http:') return isLoopback(url)
  return !refusedSchemes.test(url.protocol)
}

/** The response goes to a program on the computer of the user. */
export const isLocalRedirectUri = (uri: string): boolean => {
  const url = parse(uri)
  return url !== null && (isLoopback(url) || !/^https?:$/.test(url.protocol))
}

/** Compared as text. On loopback any port is the same: a program listens on the one that it gets (RFC 8252, 7.3). */
export const isRegistered = (registered: readonly string[], uri: string): boolean =>
  isUsableRedirectUri(uri) &&
  registered.some((each) => each === uri || (isLoopbackHttp(each) && withoutPort(each) === withoutPort(uri)))

const isLoopbackHttp = (uri: string): boolean => {
  const url = parse(uri)
  return url !== null && url.protocol === 'http:' && isLoopback(url)
}

function withoutPort(uri: string): string {
  const url = new URL(uri)
  url.port = ''
  return url.href
}
