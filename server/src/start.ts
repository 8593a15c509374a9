import type { AddressInfo } from 'node:net'
import type { App } from './app.ts'
import type { Config, Secrets } from './config.ts'
import { type FirstStart, firstStart } from './first-start.ts'
import type { OpenOptions } from './infrastructure.ts'
import { openInstallation } from './installation.ts'
import type { Log } from './kernel/log.ts'
import { releaseFreePages } from './kernel/memory/allocator.ts'
import { createFreedMemory } from './kernel/memory/freed-memory.ts'
import { limitHeapGrowth } from './kernel/memory/heap-growth.ts'
import { explainListening, refuseTakenPort } from './listening.ts'

const sweepEveryMs = 10 * 60_000
// What a killed server left open must not wait long for the next one, nor forever where servers are often restarted.
const firstSweepMs = 60_000
// How long a stream may outlive a key that expired: that is announced by no one.
const recheckEveryMs = 30_000
// Requests that are still running then are cut off, so that stopping always ends within ten seconds.
const drainMs = 5_000
const tidyEveryMs = 50

export type Running = {
  url: string
  /** Where it listens, whatever URL the public knows. */
  port: number
  firstStart: FirstStart
  stop(reason: string): Promise<void>
}

/** Starts the product: its infrastructure, its areas, the listener, and last the first project. */
export async function start(
  config: Config,
  secrets: Secrets,
  log: Log,
  options: Pick<OpenOptions, 'sandboxDrivers' | 'restarts'> = {},
): Promise<Running> {
  await refuseTakenPort(config)
  await using opened = new AsyncDisposableStack()
  const warmsSandboxes = config.role !== 'worker' && config.sandboxWarm > 0 && config.sandboxWarmAtStart
  const { app, db, close } = await openInstallation(config, secrets, log, { ...options, warmsSandboxes })
  opened.defer(close)
  opened.defer(() => app.stop())
  opened.defer(() => drain(app, log))
  // The port is bound before there is a first key, but no request is served before it exists.
  const started = app.beginStarting()
  await app.http.listen({ host: config.host, port: config.port }).catch((error) => {
    throw explainListening(error, config)
  })
  // Port 0 means any free port, which is known only now; links must use it.
  const { port } = app.http.server.address() as AddressInfo
  if (config.publicUrl.port === '0') config.publicUrl.port = String(port)
  // After the port is ours: a key made before could never be shown if the port turned out to be taken.
  const first = await firstStart(db, app, secrets)
  if (config.role !== 'api') {
    app.runs.start()
    opened.defer(() => app.runs.stop())
    app.events.start()
    opened.defer(() => app.events.stop())
  }
  app.start(config.role)
  started()
  limitHeapGrowth()
  const sweep = () => app.sweep().catch((error) => log.warn({ err: error }, 'sweep failed'))
  const sweeping = [setTimeout(sweep, firstSweepMs).unref(), setInterval(sweep, sweepEveryMs).unref()]
  opened.defer(() => sweeping.forEach(clearTimeout))
  const looking = setInterval(() => {
    app.openStreams
      .recheck()
      .catch((error) => log.warn({ err: error }, 'open streams were not looked at again'))
  }, recheckEveryMs).unref()
  opened.defer(() => clearInterval(looking))
  const freedMemory = createFreedMemory({ release: releaseFreePages })
  freedMemory.start()
  opened.defer(freedMemory.stop)
  const stopping = opened.move()
  return {
    url: addressOf(config.publicUrl, { port }),
    port,
    firstStart: first,
    async stop(reason) {
      log.info({ reason }, 'stopping')
      await stopping.disposeAsync()
      log.info('stopped')
    },
  }
}

/** Lets the requests that are in progress complete; new ones are rejected. */
async function drain(app: App, log: Log): Promise<void> {
  const { server } = app.http
  app.openStreams.endAll('the server is stopping')
  const cutOff = setTimeout(() => {
    log.warn('requests that did not finish in time were aborted')
    server.closeAllConnections()
  }, drainMs)
  // Connections that were busy a moment ago would stay open for the next request, which never comes.
  const tidying = setInterval(() => server.closeIdleConnections(), tidyEveryMs)
  await app.http.close()
  clearInterval(tidying)
  clearTimeout(cutOff)
}

/** The URL to open on this machine: the public one, without what only makes sense for listening. */
export function addressOf(publicUrl: URL, { port }: { port: number }): string {
  const url = new URL(publicUrl)
  if (url.port === '0') url.port = String(port)
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (url.hostname === '[::]') url.hostname = '[::1]'
  return url.origin
}
