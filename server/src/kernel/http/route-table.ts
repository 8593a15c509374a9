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
  return {
    methodsOf(path: string): string[] {
      const methods = new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
      if (methods.has('GET')) methods.add('HEAD')
      return [...methods].sort()
    },
  }
}
