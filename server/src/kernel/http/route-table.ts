import { nearMatches } from '../text/near-names.ts'

/** The router's form of an endpoint's path. */
export const routerPath = (path: string): string =>
  path.replace(/\{(\w+)\+\}/g, '*').replace(/\{(\w+)\}/g, ':$1')

/** The name behind a `{name+}` at the end of a path, which the router calls `*`. */
export const restParamOf = (path: string): string | null => /\{(\w+)\+\}$/.exec(path)?.[1] ?? null

const toPattern = (path: string) =>
  new RegExp(
    `^${path
      .replace(/[.]/g, '\\.')
      .replace(/\{\w+\+\}/g, '.+')
      .replace(/\{\w+\}/g, '[^/]+')}/?$`,
  )

/** Distinguishes a path that exists under another method from one that does not exist. */
export function createRouteTable(endpoints: readonly { method: string; path: string }[]) {
  const routes = endpoints.map(({ method, path }) => ({ method, pattern: toPattern(path) }))
  const paths = [...new Set(endpoints.map(({ path }) => path))]
  return {
    /** The paths that were probably meant, with the parameters of the request where they have as many parts. */
    near(path: string): string[] {
      const parts = path.split('/')
      const filled = new Map(paths.map((each) => [withParts(each, parts).replace(common, ''), each]))
      const matches = nearMatches(path.replace(common, ''), [...filled.keys()])
      return matches.map((match) => filled.get(match)!)
    },
    methodsOf(path: string): string[] {
      const methods = new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
      if (methods.has('GET')) methods.add('HEAD')
      return [...methods].sort()
    },
  }
}

// Nearly all paths begin so, which makes any two of them alike.
const common = /^\/api\/v1\//

function withParts(pattern: string, parts: readonly string[]): string {
  const own = pattern.split('/')
  if (own.length !== parts.length) return pattern
  return own.map((part, at) => (part.startsWith('{') ? parts[at]! : part)).join('/')
}
