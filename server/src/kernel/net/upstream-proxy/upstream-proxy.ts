import { once } from 'node:events'
import { connect, isIP, isIPv6, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { AppError } from '../../errors.ts'
import { parseAddress } from '../addresses.ts'
import { type AllowedNetwork, createAdmission } from '../allowed-networks.ts'
import { type Destination, locate, parseDestination, portOf, type Resolve } from '../destination.ts'
import { upstreamFailed } from '../failures.ts'
import { directTo, resolveTo } from '../pinned-lookup.ts'
import { requestConnect } from './http-connect.ts'
import { ProxyRefusal } from './refusal.ts'
import { requestSocks } from './socks5.ts'

/** A proxy that a caller brings; its credentials are never stored. */
export type ProxySettings = { url: string; username?: string | undefined; password?: string | undefined }

export type UpstreamProxy = {
  /** A connection through the proxy to what was admitted. */
  dial(destination: Destination): Promise<Socket>
  /** How a plain request is sent to a proxy that forwards them itself; null where it takes a connection. */
  forwards(destination: Destination): Promise<ForwardedRequest | null>
}

export type ForwardedRequest = {
  /** The connection to use, where it is not a plain one. */
  socket: Socket | null
  host: string
  port: number
  path: string
  headers: Record<string, string>
}

const handshakeMs = 15_000
// Where proxies are; mail and other services below are none of their business.
const proxyPorts = { includes: (port: number) => port === 80 || port === 443 || port >= 1024 }

/** Parsed as any other destination is: what the system would read as another host is refused. */
function parseProxy(text: string): { isSocks: boolean; isTls: boolean; url: URL } {
  const isSocks = /^socks5:/i.test(text)
  const isTls = /^https:/i.test(text)
  const authority = text.replace(/^[a-z0-9]+:\/\//i, '').replace(/\/$/, '')
  const port = isSocks && !/:\d+$/.test(authority) ? ':1080' : ''
  return { isSocks, isTls, url: parseDestination(`${isTls ? 'https' : 'http'}://${authority}${port}`) }
}

/** Throws when the proxy is at an address that callers may not reach; a name without an address passes. */
export function createProxyCheck(allowPrivate: readonly AllowedNetwork[], resolve: Resolve) {
  const admits = createAdmission(allowPrivate, proxyPorts)
  return async ({ url }: ProxySettings): Promise<void> => {
    try {
      await locate(parseProxy(url).url, admits, resolve)
    } catch (error) {
      if (error instanceof AppError && error.code === 'address_not_allowed') throw error
    }
  }
}

/**
 * The guard comes first: what is not admitted is not requested of a proxy, and the address of the proxy is checked again
 * for every connection. A proxy on the internet gets names, as it expects; one that the operator opened inside of a private
 * network gets the addresses that were checked, so that its own DNS cannot lead back inside.
 */
export function createUpstreamProxy(
  { url: text, username, password }: ProxySettings,
  { allowPrivate, resolve }: { allowPrivate: readonly AllowedNetwork[]; resolve: Resolve },
): UpstreamProxy {
  const { isSocks, isTls, url } = parseProxy(text)
  const admits = createAdmission(allowPrivate, proxyPorts)
  const isPublic = createAdmission([], proxyPorts)
  const credentials = username === undefined ? null : { username, password: password ?? '' }
  const authorization = credentials
    ? `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`
    : null
  const locateProxy = () => locate(url, admits, resolve)
  const isTrusted = ({ addresses }: Destination) =>
    addresses.every((address) => isPublic(address, portOf(url)))

  async function open({ addresses }: Destination): Promise<Socket> {
    const socket = connect({
      host: hostnameOf(url),
      port: portOf(url),
      lookup: resolveTo(addresses),
      autoSelectFamily: true,
      ...directTo(addresses),
    })
    // Its users listen themselves; in between, an error must not end the process.
    socket.on('error', () => socket.destroy())
    const signal = AbortSignal.timeout(handshakeMs)
    await once(socket, 'connect', { signal })
    return isTls ? secured(socket, hostnameOf(url), signal) : socket
  }

  async function dial(destination: Destination): Promise<Socket> {
    const proxy = await locateProxy()
    const signal = AbortSignal.timeout(handshakeMs)
    let socket: Socket | null = null
    try {
      socket = await open(proxy)
      const port = portOf(destination.url)
      const [address] = destination.addresses as [string]
      if (isSocks) await requestSocks(socket, { address, port, credentials, signal })
      else {
        const host = isTrusted(proxy) ? destination.url.hostname : bracketed(address)
        await requestConnect(socket, { authority: `${host}:${port}`, authorization, signal })
      }
      return socket
    } catch (error) {
      socket?.destroy()
      throw proxyFailed(url, error)
    }
  }

  return {
    dial,
    async forwards({ url: target }) {
      if (isSocks) return null
      const proxy = await locateProxy()
      if (!isTrusted(proxy)) return null
      return {
        socket: isTls ? await open(proxy).catch((error) => Promise.reject(proxyFailed(url, error))) : null,
        host: proxy.addresses[0]!,
        port: portOf(url),
        path: target.href,
        headers: authorization === null ? {} : { 'proxy-authorization': authorization },
      }
    },
  }
}

/** Its certificate is checked as that of any other server: it sees the user name and the password. */
async function secured(socket: Socket, host: string, signal: AbortSignal): Promise<Socket> {
  const tls = connectTls({ socket, host, ...(isIP(host) ? {} : { servername: host }) })
  try {
    await once(tls, 'secureConnect', { signal })
  } catch (error) {
    socket.destroy()
    const { code = '' } = error as NodeJS.ErrnoException
    throw /CERT|SIGN|ISSUER|ALTNAME/.test(code)
      ? new ProxyRefusal(`has no valid certificate (${code})`)
      : error
  }
  return tls.on('error', () => tls.destroy())
}

const hostnameOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')
const bracketed = (address: string): string =>
  isIPv6(address) ? `[${parseAddress(address)?.toString() ?? address}]` : address

function proxyFailed(url: URL, error: unknown) {
  const { message, name } = error as Error
  const reason = error instanceof ProxyRefusal ? message : name === 'AbortError' ? 'did not respond' : null
  return upstreamFailed(
    `The proxy ${url.host} ${reason ?? 'cannot be reached'}.`,
    'Check proxy of the session.',
    error,
  )
}
