import { createAdmission } from '../../../../kernel/net/allowed-networks.ts'
import { systemResolve } from '../../../../kernel/net/destination.ts'
import { startEgressProxy } from '../../../../kernel/net/egress-proxy.ts'
import { createUpstreamProxy } from '../../../../kernel/net/upstream-proxy/upstream-proxy.ts'
import type { HostSettings, OpenOptions } from '../../protocol/messages.ts'
import { defaultViewport } from '../../schema/session.ts'
import { clip, type Driver, Fault } from '../driver.ts'
import { type Executable, unpackChromium } from './executable.ts'
import { type ChromiumProcess, launchChromium } from './process.ts'
import { connect, type Opened, openSession, type RefusedRequest } from './session.ts'
import { createSpare } from './spare.ts'
import { measureWindow } from './window.ts'

const publicPorts = [80, 443, 8080, 8443]
const maxRefusals = 100

type Look = Pick<OpenOptions, 'viewport' | 'locale' | 'timezone' | 'allowedHosts' | 'proxy'>
const plainLook: Look = {
  viewport: defaultViewport,
  locale: 'en-US',
  timezone: 'UTC',
  allowedHosts: null,
  proxy: null,
}
const lookKey = ({ viewport, locale, timezone, allowedHosts, proxy }: Look): string =>
  JSON.stringify([viewport.width, viewport.height, locale, timezone, allowedHosts, proxy])

/** Browsers of this machine, each with its own processes, folders and proxy. */
export function createChromiumDriver(settings: HostSettings): Driver {
  const admits = createAdmission(settings.allowPrivate, publicPorts)
  const processes = new Set<ChromiumProcess>()
  let found: Promise<Executable> | null = null
  let isSandboxed: boolean | null = null
  let barHeight = 0

  const executable = (): Promise<Executable> => {
    found ??= settings.executable
      ? Promise.resolve({ path: settings.executable, libraries: null })
      : unpackChromium(settings.unpackFolder)
    return found
  }

  async function start(look: Look, sandboxed: boolean) {
    const refused: RefusedRequest[] = []
    const listeners: OnRefused = { current: null }
    const proxy = await startEgressProxy({
      admits,
      resolve: systemResolve,
      allowedHosts: look.allowedHosts,
      upstream: look.proxy
        ? createUpstreamProxy(look.proxy, { allowPrivate: settings.allowPrivate, resolve: systemResolve })
        : null,
      onRefused(host, reason, by) {
        if (refused.length < maxRefusals) refused.push({ host, reason, by })
        listeners.current?.(host, reason)
      },
    })
    const { path, libraries } = await executable()
    const process = await launchChromium({
      ...look,
      executable: path,
      libraries,
      proxyPort: proxy.port,
      isSandboxed: sandboxed,
      barHeight,
    })
    processes.add(process)
    void process.exited.then(() => processes.delete(process)).then(proxy.close)
    try {
      const died = process.exited.then(() => {
        throw new Error(process.errorOutput())
      })
      const connected = await Promise.race([connect(process), died])
      return {
        ...connected,
        window: await Promise.race([measureWindow(connected.browser), died]),
        process,
        proxy,
        refusals: { take: () => refused.splice(0) },
        onRefused: listeners,
      }
    } catch (error) {
      await process.close()
      await proxy.close()
      throw new Fault(
        'browser_unavailable',
        `Chromium did not start: ${clip(lastLine(process.errorOutput() || (error as Error).message), 300)}`,
        'Run `npm run stoa -- doctor`.',
      )
    }
  }

  /** The bar of a window is known once one is there. The sizes of windows that open later are those of the arguments. */
  async function launch(look: Look) {
    const started = await launchAsAllowed(look)
    if (started.window.barHeight === barHeight) return started
    barHeight = started.window.barHeight
    await started.process.close()
    return launchAsAllowed(look)
  }

  /** Without its own sandbox only where the operator allows code to run unprotected. */
  async function launchAsAllowed(look: Look) {
    if (isSandboxed !== null) return start(look, isSandboxed)
    try {
      const started = await start(look, true)
      isSandboxed = true
      return started
    } catch (error) {
      if (!settings.allowUnsealed) throw error
      const started = await start(look, false)
      isSandboxed = false
      return started
    }
  }

  const spare = createSpare(() => launch(plainLook))

  async function take(look: Look) {
    if (lookKey(look) !== lookKey(plainLook)) return launch(look)
    try {
      const opened = await spare.take()
      if (opened?.browser.isConnected()) return opened
    } catch {
      // Started again below, where the reason reaches the caller.
    }
    return launch(look)
  }

  return {
    async probe() {
      const { browser, process, proxy } = await launch(plainLook)
      const version = browser.version()
      await process.close()
      await proxy.close()
      return { version, isSandboxed: isSandboxed ?? false, path: (await executable()).path }
    },
    async open(options, emit) {
      const openIn = (opened: Started) => {
        opened.onRefused.current = (host, reason) => emit({ kind: 'refused', host, reason })
        return openSession(opened, options, emit)
      }
      const opened = await take(options)
      const session = await openIn(opened).catch(async (error: unknown) => {
        // A spare that died in this moment; any other has just started.
        if (opened.browser.isConnected()) throw error
        return openIn(await launch(options))
      })
      spare.prepare()
      return session
    },
    killAll() {
      for (const process of processes) process.kill()
    },
  }
}

type Started = Opened & { onRefused: OnRefused }
type OnRefused = { current: ((host: string, reason: string) => void) | null }

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''
