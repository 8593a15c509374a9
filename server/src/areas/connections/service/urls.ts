import { AppError } from '../../../kernel/errors.ts'
import type { SecretValues } from './secrets.ts'

const placeholder = /\{([A-Za-z][A-Za-z0-9_.-]*)\}/g
const hostPart = /^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?$/
const subdomain = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/

/**
 * The URL of a service with its fields filled in. The secret of the project's client goes there, so an end user may
 * set a part below a host that the toolkit fixes, but only the auth config may set another host.
 */
export function serviceUrl(template: string, ofConfig: SecretValues, ofAccount: SecretValues): string {
  const [, scheme = '', host = '', rest = ''] = /^(https?:\/\/)([^/?#]*)(.*)$/is.exec(template) ?? []
  if (scheme === '') throw unusable('a URL of the service is not an http or https URL')
  const fixed = host.slice(host.lastIndexOf('}') + 1).replace(/:\d+$/, '')
  const isBelowFixed = /^\.[^.]+\.[^.]+/.test(fixed)
  const filledHost = host.replace(placeholder, (_, name: string) => {
    const own = textOf(ofConfig, name)
    const value = own ?? (isBelowFixed ? textOf(ofAccount, name) : null)
    if (value === null)
      throw unusable(
        isBelowFixed
          ? `the field ${name} is missing`
          : `the auth config must name the field ${name}: it is the host`,
      )
    if (!(own === null ? subdomain : hostPart).test(value))
      throw unusable(`the field ${name} is no part of a host name`)
    return value
  })
  const filledRest = rest.replace(placeholder, (_, name: string) => {
    const value = textOf(ofConfig, name) ?? textOf(ofAccount, name)
    if (value === null) throw unusable(`the field ${name} is missing`)
    return encodeURIComponent(value)
  })
  const url = `${scheme}${filledHost}${filledRest}`
  // What a parser does not take, such as an IPv6 address with a zone, would fail where the request is sent.
  if (urlFault(url) !== null) throw unusable(`a URL of the service ${urlFault(url)}`)
  return url
}

/** What is wrong with a URL that may contain `{field}`; null when it could be called. */
export function urlFault(template: string): string | null {
  const filled = template.replaceAll(placeholder, 'x')
  const url = URL.canParse(filled) && !/\p{Cc}/u.test(filled) ? new URL(filled) : null
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return 'must be an http or https URL'
  return url.username !== '' || url.password !== '' ? 'must not hold a user name or a password' : null
}

const unusable = (why: string) =>
  new AppError('invalid_parameter', `The service cannot be addressed: ${why}`, {
    hint: 'Set the field in the connection or in the auth config.',
  })

function textOf(values: SecretValues, name: string): string | null {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

/**
 * Where a user may be redirected after consent: URLs of this server, and those that the auth config lists, character by
 * character. Anything cleverer than comparing has been an open redirect somewhere.
 */
export function isAllowedCallback(url: string, allowed: readonly string[], publicUrl: URL): boolean {
  const parsed = URL.canParse(url) ? new URL(url) : null
  const isHttp = parsed?.protocol === 'https:' || parsed?.protocol === 'http:'
  const isPlain = isHttp && !/[\s\\\p{Cc}]/u.test(url) && parsed.username === '' && parsed.password === ''
  return isPlain && (allowed.includes(url) || parsed.origin === publicUrl.origin)
}

/** Refuses a URL to which a user may not be redirected. */
export function checkCallbackUrl(
  url: string | undefined,
  allowed: readonly string[],
  publicUrl: URL,
): string | null {
  if (url === undefined) return null
  if (isAllowedCallback(url, allowed, publicUrl)) return url
  throw new AppError('callback_url_not_allowed', 'callbackUrl is not allowed by the auth config', {
    details: [
      {
        in: 'body',
        path: '/callbackUrl',
        rule: 'enum',
        message: 'must be one of allowedCallbackUrls',
        received: url.slice(0, 200),
      },
    ],
    hint: 'Add the exact URL to allowedCallbackUrls of the auth config.',
  })
}

/** What an auth config may list. */
export function checkCallbackList(urls: readonly string[]): string[] {
  for (const [i, url] of urls.entries()) {
    const parsed = URL.canParse(url) ? new URL(url) : null
    const isLocal = parsed !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(parsed.hostname)
    const isFine =
      parsed !== null &&
      (parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLocal)) &&
      parsed.username === '' &&
      parsed.password === '' &&
      parsed.hash === '' &&
      !/[\s\\*\p{Cc}]/u.test(url)
    if (!isFine)
      throw new AppError('invalid_parameter', 'A callback URL must be a plain https URL', {
        details: [
          {
            in: 'body',
            path: `/allowedCallbackUrls/${i}`,
            rule: 'format',
            message: 'must be https, or http on localhost, without wildcards',
            received: url.slice(0, 200),
          },
        ],
      })
  }
  return [...new Set(urls)]
}
