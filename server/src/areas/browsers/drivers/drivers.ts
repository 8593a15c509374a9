import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../../../kernel/errors.ts'
import type { DriverReport } from '../../../kernel/http/operations/capabilities.ts'
import type { Log } from '../../../kernel/log.ts'
import type { AllowedNetwork } from '../../../kernel/net/allowed-networks.ts'
import { findControlGroup } from '../child/chromium/control-group.ts'
import type { DriverFacts, SessionEvent } from '../protocol/messages.ts'
import type { DriverName } from '../schema/session.ts'
import { findChromium } from './find-chromium.ts'
import { createHost, type Host } from './host.ts'

/** What the operator says about browsers. */
export type BrowserOptions = {
  /** The path of the browser to use; null to look for one. */
  executable: string | null
  allowPrivate: readonly AllowedNetwork[]
  allowUnsealed: boolean
}

export type DriversOptions = BrowserOptions & {
  log: Log
  userAgent: string
  onEvent(session: string, event: SessionEvent, body: Buffer | null): void
  onLost(driver: DriverName): void
}

const probeTimeoutMs = 60_000
// By user, since what is unpacked there is run; the version is that of the package.
const unpackFolder = () => join(tmpdir(), `stoa-chromium-153-${process.getuid?.() ?? 0}`)

/** Whether sessions can run in Chromium, else what is missing and how to get it. */
export type ChromiumReport = { name: 'chromium' } & (
  | { isLive: true; version: string; source: string; isSandboxed: boolean; lacks?: string[] }
  | { isLive: false; source?: string; missing: string; hint: string }
)

/** The ways to run a session on this machine. */
export function createDrivers({ executable, log, onEvent, onLost, ...options }: DriversOptions) {
  const found = findChromium(executable)
  const hosts = new Map<DriverName, Host>()
  let probed: Promise<DriverFacts> | null = null

  function hostOf(driver: DriverName): Host {
    if (driver === 'chromium' && found.kind === 'missing')
      throw new AppError('browser_unavailable', `Chromium cannot be used: ${found.reason}`, {
        hint: found.hint,
      })
    const known = hosts.get(driver)
    if (known) return known
    const made = createHost({
      settings: {
        ...options,
        driver,
        executable: found.kind === 'installed' ? found.path : null,
        unpackFolder: unpackFolder(),
      },
      log,
      onEvent,
      onLost: () => onLost(driver),
    })
    hosts.set(driver, made)
    return made
  }

  /** Starts a browser once, to know that it can be started. */
  function probe(): Promise<DriverFacts> {
    probed ??= hostOf('chromium')
      .call('', 'probe', {}, { timeoutMs: probeTimeoutMs })
      .then(({ output }) => output)
    probed.catch(() => {
      probed = null
    })
    return probed
  }

  async function reportChromium(): Promise<ChromiumReport> {
    if (found.kind === 'missing')
      return { name: 'chromium', isLive: false, missing: found.reason, hint: found.hint }
    const source = found.kind === 'installed' ? 'system' : 'npm'
    try {
      const { version, isSandboxed } = await probe()
      const lacks = findControlGroup().kind === 'missing' ? { lacks: ['a limit of processor time'] } : {}
      return { name: 'chromium', isLive: true, version, source, isSandboxed, ...lacks }
    } catch (error) {
      const { message, extras } = error as AppError
      return { name: 'chromium', isLive: false, source, missing: message, hint: extras?.hint ?? '' }
    }
  }

  return {
    hostOf,
    probe,
    /** What a session runs on that names no driver. */
    preferred: (): DriverName => (found.kind === 'missing' ? 'http' : 'chromium'),
    reportChromium,
    report: async (): Promise<DriverReport[]> => [
      await reportChromium(),
      { name: 'http', isLive: true, lacks: ['scripts', 'images', 'live view'] },
    ],
    close: async (): Promise<void> =>
      void (await Promise.all([...hosts.values()].map((host) => host.close()))),
  }
}

export type Drivers = ReturnType<typeof createDrivers>
