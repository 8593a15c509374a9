import { type JsonObject, listOr, objectOr } from './json.ts'

/** Hosts that keep descriptions of others. */
const keepers =
  /(^|\.)(githubusercontent\.com|github\.com|github\.io|postman\.com|swaggerhub\.com|stoplight\.io|gitlab\.com)$/
const placeholderHost = /(^|\.)(example\.(com|org|net)|localhost|local|test)$|^\d+\.\d+\.\d+\.\d+$|your/i

export type Server = { url: string; variables?: JsonObject }

/**
 * The URL of the service. Parts of its path that vary get their usual value, parts of its host become fields of the
 * connection; where only the owner of an installation knows the host, all of it does. Credentials may travel
 * there, so a URL always uses https.
 */
export function serverOf(source: JsonObject): Server {
  const listed = listOr(source.servers).map(objectOr)
  const chosen = listed.find(({ url }) => /^https:/.test(String(url))) ?? listed[0]
  const origin = originOf(source)
  const written = typeof chosen?.url === 'string' && !/^[\s,]*$/.test(chosen.url) ? chosen.url.trim() : ''
  const filled = fillPath(withScheme(written, origin), objectOr(chosen?.variables))
  const { url, variables } = filled
  const [, host = '', path = ''] = /^https:\/\/([^/?#]*)([^?#]*)/.exec(url) ?? []
  const bare = host.replace(/:\d+$/, '')
  if (bare === '' || placeholderHost.test(bare))
    return {
      url: `https://{host}${path}`.replace(/\/+$/, ''),
      variables: { host: { default: '', description: 'Host of your installation' } },
    }
  return {
    url: `https://${host.replace(/:(80|443)$/, '')}${path}`.replace(/\/+$/, ''),
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
  }
}

function originOf(source: JsonObject): URL | null {
  const url = objectOr(listOr(objectOr(source.info)['x-origin'])[0]).url
  const parsed = typeof url === 'string' ? URL.parse(url) : null
  return parsed === null || !/^https?:$/.test(parsed.protocol) || keepers.test(parsed.hostname)
    ? null
    : parsed
}

function withScheme(url: string, origin: URL | null): string {
  if (/^https?:\/\//i.test(url)) return url.replace(/^https?:/i, 'https:')
  if (url.startsWith('{protocol}://')) return url.replace('{protocol}', 'https')
  if (url.startsWith('//')) return `https:${url}`
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+(\/|$)/i.test(url)) return `https://${url}`
  return `https://${origin?.host ?? ''}${url.startsWith('/') ? url : `/${url}`}`
}

function fillPath(url: string, variables: JsonObject): { url: string; variables: JsonObject } {
  const left: JsonObject = {}
  const hostEnd = url.indexOf('/', 'https://'.length)
  const filled = url.replace(/\{([^{}]+)\}/g, (whole, name: string, at: number) => {
    const variable = objectOr(variables[name])
    const value = String(variable.default ?? '')
    if (name === 'basePath') return `/${value}`
    if (hostEnd >= 0 && at > hostEnd) return value.replace(/^\//, '')
    const plain = name.replace(/[^A-Za-z0-9_]/g, '_')
    left[plain] = {
      default: value,
      ...(Array.isArray(variable.enum) ? { enum: variable.enum } : {}),
      ...(typeof variable.description === 'string' ? { description: variable.description } : {}),
    }
    return whole.replace(name, plain)
  })
  return { url: filled.replace(/([^:])\/{2,}/g, '$1/'), variables: left }
}
