import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { joinEmbedded } from '../../server/src/kernel/db/embedded/index.ts'
import { type Operation, prepareOperations } from '../../server/test/costs/operations.ts'
import { type QueryCounter, startQueryCounter } from '../../server/test/costs/query-counter.ts'
import { meterOf, meterOfChildren } from '../meters/cpu-time.ts'
import { postmasterPid, startServer } from '../product.ts'
import { createApiCall } from './api-call.ts'

/** A server on a separate database, and what its requests cost. */
export type Installation = {
  apiKey: string
  database: pg.ClientConfig
  databasePid: number
  client: pg.Client
  counter: QueryCounter
  operations: readonly Operation[]
  /** Begins to count the processor time of server and database. */
  meter(): () => number
}

// The bundle of the working tree, also where its sources have changed since it was built.
const presentFlags = ['--no-supervise', '--fresh-bundle']

/** The installation of a build by its launcher; without one, of the working tree. */
export async function startInstallation(
  cleanup: AsyncDisposableStack,
  launcher?: URL,
): Promise<Installation> {
  const { database, databasePid } = await startDatabase(cleanup)
  const counter = await startQueryCounter(database)
  cleanup.defer(counter.close)
  const settings = {
    DATABASE_URL: `postgres://${database.user}:${encodeURIComponent(String(database.password ?? ''))}@127.0.0.1:${counter.port}/${database.database}`,
    STOA_PIECES: '0',
    LOG_LEVEL: 'fatal',
    // The working tree has code from earlier starts, and a base has none.
    NODE_DISABLE_COMPILE_CACHE: '1',
  }
  const { apiKey, pid, url } = await startServer(
    cleanup,
    settings,
    launcher,
    launcher ? undefined : presentFlags,
  )
  const client = new pg.Client(database)
  await client.connect()
  cleanup.defer(() => client.end())
  const operations = await prepareOperations(createApiCall(cleanup, url, apiKey))
  const meter = () => sum([meterOf(pid), meterOfChildren(databasePid)])
  return { apiKey, database, databasePid, client, counter, operations, meter }
}

export const sum = (meters: (() => number)[]) => () => meters.reduce((total, meter) => total + meter(), 0)

/** Nothing but requests writes to it: no vacuum, and no whole pages after a checkpoint. */
async function startDatabase(cleanup: AsyncDisposableStack) {
  const directory = await mkdtemp(join(tmpdir(), 'stoa-guard-'))
  cleanup.defer(() => rm(directory, { recursive: true, force: true }))
  await chmod(directory, 0o755)
  const throwawaySettings = { full_page_writes: 'off', autovacuum: 'off' }
  const embedded = await joinEmbedded({ dataDir: directory, onNotice: () => undefined, throwawaySettings })
  cleanup.defer(embedded.leave)
  return { database: embedded.settings as pg.ClientConfig, databasePid: postmasterPid(directory) }
}
