import { createOutbound } from '../../../../kernel/net/outbound.ts'
import type { HostSettings } from '../../protocol/messages.ts'
import type { Driver } from '../driver.ts'
import { openHttpSession } from './session.ts'

/** Works on every machine: it needs nothing but the network. */
export function createHttpDriver({ allowPrivate, userAgent }: HostSettings): Driver {
  const outbound = createOutbound({ allowPrivate, allowedPorts: [80, 443, 8080, 8443], userAgent })
  return {
    probe: async () => ({ version: 'built-in', isSandboxed: true, path: '' }),
    open: async (options) => openHttpSession(outbound, options),
    killAll: () => undefined,
  }
}
