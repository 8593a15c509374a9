import { nearestByForm } from '../text/near-names.ts'

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
    /** The paths that were probably meant; a client of the API means no page. */
    near(path: string): string[] {
      const parts = partsOf(path)
      const candidates = path.startsWith('/api/') ? paths.filter((name) => name.startsWith('/api/')) : paths
      return nearestByForm(candidates.map((name) => ({ name, ...compared(parts, partsOf(name)) })))
    },
    methodsOf(path: string): string[] {
      const methods = new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
      if (methods.has('GET')) methods.add('HEAD')
      return [...methods].sort()
    },
  }
}

// Nearly all paths begin so, which makes any two of them alike.
const partsOf = (path: string): string[] =>
  path
    .replace(/^\/api\/v1\//, '/')
    .split('/')
    .slice(1)

/**
 * Parameters take any text, so both paths are compared without them. A path is often requested without its first parts,
 * so the end of the longer one is compared as well.
 */
function compared(requested: readonly string[], pattern: readonly string[]) {
  const isLiteral = (part: string | undefined) => !part?.startsWith('{')
  const literals = (parts: readonly string[]) => parts.filter(isLiteral).join('/')
  const isAligned = requested.length === pattern.length
  const sought = isAligned ? requested.filter((_, at) => isLiteral(pattern[at])) : requested
  const end = pattern.slice(-requested.length)
  return {
    sought: sought.join('/'),
    forms: end.every(isLiteral) ? [literals(pattern), end.join('/')] : [literals(pattern)],
  }
}
