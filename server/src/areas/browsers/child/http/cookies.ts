/** A cookie in the form in which Playwright stores them, so that profiles fit both drivers. */
export type Cookie = {
  name: string
  value: string
  domain: string
  path: string
  /** Seconds since 1970; -1 for as long as the session. */
  expires: number
  httpOnly: boolean
  secure: boolean
  sameSite: 'Lax' | 'Strict' | 'None'
}

const maxCookies = 500
const maxCookieLength = 4096

/** The cookies of a session without a browser, by the rules of RFC 6265. */
export function createCookieJar(initial: readonly Cookie[], now: () => number) {
  const all = new Map<string, Cookie>()
  const keyOf = ({ name, domain, path }: Cookie) => JSON.stringify([name, domain, path])
  for (const cookie of initial) all.set(keyOf(cookie), cookie)

  function isLive(cookie: Cookie): boolean {
    return cookie.expires < 0 || cookie.expires * 1000 > now()
  }

  function store(text: string, url: URL): void {
    const cookie = text.length > maxCookieLength ? null : parseCookie(text, url, now())
    if (!cookie) return
    all.delete(keyOf(cookie))
    if (isLive(cookie)) all.set(keyOf(cookie), cookie)
    for (const key of all.keys()) {
      if (all.size <= maxCookies) break
      all.delete(key)
    }
  }

  return {
    receive(headers: string | readonly string[] | undefined, url: URL): void {
      for (const text of [headers ?? []].flat()) store(text, url)
    },
    /** Null when there is none for the URL. */
    header(url: URL): string | null {
      const sent = [...all.values()].filter((cookie) => isLive(cookie) && isFor(cookie, url))
      sent.sort((a, b) => b.path.length - a.path.length)
      return sent.length === 0 ? null : sent.map(({ name, value }) => `${name}=${value}`).join('; ')
    },
    list: (): Cookie[] => [...all.values()].filter(isLive),
  }
}

function isFor({ domain, path, secure }: Cookie, { hostname, pathname, protocol }: URL): boolean {
  const isHost = domain.startsWith('.')
    ? hostname === domain.slice(1) || hostname.endsWith(domain)
    : hostname === domain
  const isBelow = pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
  return isHost && isBelow && (!secure || protocol === 'https:')
}

function parseCookie(text: string, { hostname, pathname }: URL, now: number): Cookie | null {
  const [pair = '', ...rest] = text.split(';').map((part) => part.trim())
  const at = pair.indexOf('=')
  if (at <= 0) return null
  const attributes = new Map(
    rest.map((part) => {
      const [name = '', ...value] = part.split('=')
      return [name.toLowerCase(), value.join('=')] as const
    }),
  )
  const domain = domainOf(attributes.get('domain'), hostname)
  if (domain === null) return null
  const path = attributes.get('path') ?? ''
  return {
    name: pair.slice(0, at).trim(),
    value: pair.slice(at + 1).trim(),
    domain,
    path: path.startsWith('/') ? path : pathname.slice(0, pathname.lastIndexOf('/')) || '/',
    expires: expiryOf(attributes, now),
    httpOnly: attributes.has('httponly'),
    secure: attributes.has('secure'),
    sameSite: 'Lax',
  }
}

/** Null for one that is meant for other hosts: those of a suffix such as `com` are everyone's. */
function domainOf(attribute: string | undefined, hostname: string): string | null {
  const domain = attribute?.toLowerCase().replace(/^\./, '') ?? ''
  if (domain === '' || domain === hostname) return attribute ? `.${hostname}` : hostname
  return hostname.endsWith(`.${domain}`) && domain.includes('.') ? `.${domain}` : null
}

function expiryOf(attributes: ReadonlyMap<string, string>, now: number): number {
  const maxAge = attributes.get('max-age')
  if (maxAge !== undefined && /^-?\d{1,10}$/.test(maxAge)) return Math.max(0, now / 1000 + Number(maxAge))
  const expires = Date.parse(attributes.get('expires') ?? '')
  return Number.isNaN(expires) ? -1 : Math.max(0, expires / 1000)
}
