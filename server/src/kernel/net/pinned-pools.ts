import { buildConnector, Pool } from 'undici'
import { AppError } from '../errors.ts'
import { parseAddress } from './addresses.ts'
import type { Destination } from './destination.ts'
import { notAllowed } from './failures.ts'
import { resolveTo } from './pinned-lookup.ts'
import type { UpstreamProxy } from './upstream-proxy/upstream-proxy.ts'

/**
 * Keep-alive connections, each bound to the addresses that were checked when it was opened. The key of
 * a pool contains these addresses, so a name that resolves elsewhere today never rides on yesterday's connection.
 */
export type PinnedPools = {
  poolFor(destination: Destination, connectTimeoutMs: number): Pool
  /** Ends all connections, also those in use. */
  close(): Promise<void>
}

/** With a proxy, connections are opened by it, each to what was checked. */
export function createPinnedPools(proxy: Pick<UpstreamProxy, 'dial'> | null = null): PinnedPools {
  const pools = new Map<string, Pool>()
  let isClosed = false
  return {
    poolFor({ url, addresses }, connectTimeoutMs) {
      if (isClosed)
        throw new AppError('service_unavailable', 'The server is stopping.', { hint: 'Try again later.' })
      const key = [url.origin, connectTimeoutMs, ...addresses.toSorted()].join(' ')
      const known = pools.get(key)
      if (known) return known
      const pool = openPool({ url, addresses }, connectTimeoutMs, proxy)
      const forgetWhenIdle = () => {
        const { connected, pending, running, queued } = pool.stats
        if (connected + pending + running + queued > 0 || pools.get(key) !== pool) return
        pools.delete(key)
        void pool.close()
      }
      pool.on('disconnect', forgetWhenIdle).on('connectionError', forgetWhenIdle)
      pools.set(key, pool)
      return pool
    },
    async close() {
      isClosed = true
      const open = [...pools.values()]
      pools.clear()
      await Promise.all(open.map((pool) => pool.destroy()))
    },
  }
}

function openPool(
  destination: Destination,
  connectTimeoutMs: number,
  proxy: Pick<UpstreamProxy, 'dial'> | null,
): Pool {
  const { url, addresses } = destination
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    allowH2: false,
    // Node tries these in turn, so that a machine without IPv6 still reaches a host that has both.
    lookup: resolveTo(addresses),
  })
  const pinned = new Set(addresses.map(canonical))
  return new Pool(url.origin, {
    connections: 128,
    keepAliveMaxTimeout: 30_000,
    connect(options, callback) {
      if (proxy) {
        proxy.dial(destination).then(
          (httpSocket) => {
            if (url.protocol === 'https:') connect({ ...options, httpSocket }, callback)
            else callback(null, httpSocket)
          },
          (error: Error) => callback(error, null),
        )
        return
      }
      connect(options, (error, socket) => {
        if (error) return callback(error, null)
        // The lookup above is the only source of addresses. This error guards against a change of that.
        if (pinned.has(canonical(socket.remoteAddress ?? ''))) return callback(null, socket)
        socket.destroy()
        callback(notAllowed('The connection reached another IP address.', 'Try again.'), null)
      })
    },
  })
}

const canonical = (ip: string): string => parseAddress(ip)?.toString() ?? ip
