import { endpointPath } from './view-server.ts'

const loopback = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/**
 * The same server is reached by its public URL and, by programs on the same machine, as localhost: a client refuses metadata
 * of another origin than the one that it has called. Only hosts that the guard lets in get here.
 */
export function createMcpOrigins(publicUrl: URL) {
  const originOf = (host: string | undefined): string =>
    host === undefined || host === publicUrl.host ? publicUrl.origin : `http://${host}`

  const isOurs = (origin: string, host: string | undefined): boolean =>
    origin === publicUrl.origin || origin === originOf(host) || loopback.test(origin)

  return {
    of: originOf,
    /** By which a client has found us: the one of the resource that it named. */
    issuerFor: (resource: string | undefined, host: string | undefined): string =>
      resource === undefined ? originOf(host) : new URL(resource).origin,
    resourceOf: (host: string | undefined, server: string | null): string =>
      `${originOf(host)}${endpointPath}${server === null ? '' : `/${server}`}`,
    /** From here a client finds the way to sign in (RFC 9728). */
    challenge: (path: string, host: string | undefined): string =>
      `Bearer resource_metadata="${originOf(host)}/.well-known/oauth-protected-resource${path.replaceAll('"', '%22')}"`,
    /** The id or name of a server; null for the default one, undefined where it is no endpoint of ours. */
    serverIn(resource: string, host: string | undefined): string | null | undefined {
      if (!URL.canParse(resource)) return undefined
      const { origin, pathname, search, hash } = new URL(resource)
      if (!isOurs(origin, host) || search !== '' || hash !== '') return undefined
      const path = pathname.replace(/\/$/, '')
      if (path === endpointPath) return null
      const [, name] = new RegExp(`^${endpointPath}/([A-Za-z0-9_-]{1,100})$`).exec(path) ?? []
      return name
    },
  }
}

export type McpOrigins = ReturnType<typeof createMcpOrigins>
