import type { AddressInfo } from 'node:net'
import { createApp } from './app.ts'
import type { Config, Secrets } from './config.ts'
import { checkMasterKey, type FirstStart, firstStart } from './first-start.ts'
import { openInfrastructure } from './infrastructure.ts'
import type { Log } from './kernel/log.ts'
import { StartFault } from './kernel/start-fault.ts'

const sweepEveryMs = 10 * 60_000
// Requests that are still running then are cut off, so that stopping always ends within ten seconds.
const drainMs = 5_000

export type Running = { url: string; firstStart: FirstStart; stop(reason: string): Promise<void> }

/** Brings the product up: what it stands on, its areas, the first project, and last the open door. */
export async function start(config: Config, secrets: Secrets, log: Log): Promise<Running> {
  const infrastructure = await openInfrastructure(config, secrets, log)
  try {
    await checkMasterKey(infrastructure.db, infrastructure.keys)
    const app = createApp({
      ...infrastructure,
      publicUrl: config.publicUrl,
      listenHost: config.host,
      allowedOrigins: config.allowedOrigins,
      rateLimitPerMinute: config.rateLimitPerMinute,
    })
    const first = await firstStart(infrastructure.db, app, secrets)
    await app.http.listen({ host: config.host, port: config.port }).catch((error) => {
      throw explainListen(error, config)
    })
    const sweeping = setInterval(() => {
      app.sweep().catch((error) => log.warn({ err: error }, 'sweep failed'))
    }, sweepEveryMs).unref()
    const { port } = app.http.server.address() as AddressInfo
    const url = config.port === 0 ? `http://${config.host}:${port}` : config.publicUrl.origin
    return {
      url,
      firstStart: first,
      async stop(reason) {
        log.info({ reason }, 'stopping')
        clearInterval(sweeping)
        app.openStreams.endAll('the server is stopping')
        const cutOff = setTimeout(() => app.http.server.closeAllConnections(), drainMs)
        await app.http.close()
        clearTimeout(cutOff)
        await infrastructure.close()
        log.info('stopped')
      },
    }
  } catch (error) {
    await infrastructure.close()
    throw error
  }
}

function explainListen(error: NodeJS.ErrnoException, { host, port }: Config): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartFault(
        `port ${port} on ${host} is in use`,
        'stop what uses it or set PORT to another one',
      )
    case 'EACCES':
      return new StartFault(`port ${port} needs rights this user does not have`, 'set PORT to one above 1023')
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartFault(
        `${host} is not an address of this machine`,
        'set HOST to 127.0.0.1, 0.0.0.0 or an address of this machine',
      )
    default:
      return error
  }
}
