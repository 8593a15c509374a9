import { systemResolve } from '../../../../kernel/net/destination.ts'
import { createOutbound } from '../../../../kernel/net/outbound.ts'
import { createUpstreamProxy } from '../../../../kernel/net/upstream-proxy/upstream-proxy.ts'
import type { HostSettings } from '../../protocol/messages.ts'
import type { Driver } from '../driver.ts'
import { openHttpSession } from './session.ts'

/** Works on every machine: it needs nothing but the network. */
export function createHttpDriver({ allowPrivate, userAgent }: HostSettings): Driver {
  const settings = { allowPrivate, allowedPorts: [80, 443, 8080, 8443], userAgent }
  const direct = createOutbound(settings)
  return {
    probe: async () => ({ version: 'built-in', isSandboxed: true, path: '' }),
    async open(options) {
      if (!options.proxy) return openHttpSession(direct, options)
      const proxy = createUpstreamProxy(options.proxy, { allowPrivate, resolve: systemResolve })
      const outbound = createOutbound({ ...settings, proxy })
      return { ...openHttpSession(outbound, options), close: outbound.close }
    },
    killAll: () => undefined,
  }
}
