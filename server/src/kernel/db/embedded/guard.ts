import pg from 'pg'
import { StartFault } from '../../start-fault.ts'
import { type ConnectionSettings, sessionConfig } from '../postgres.ts'
import { explainOutput, isErrno } from './failures.ts'
import { type EmbeddedPaths, socketPort } from './machine/paths.ts'

/**
 * One idle connection by which a process says that it uses the server. It needs no upkeep: the system closes
 * it with the process, however that ends.
 */
export type Guard = {
  isLost(): boolean
  /** Settles when the connection ends, for whatever reason. */
  readonly lost: Promise<void>
  countOthers(): Promise<number>
  close(): Promise<void>
}

const guardName = 'stoa-guard'
const databaseName = 'stoa'

export const roleName = 'stoa'

export const settingsFor = (paths: EmbeddedPaths): ConnectionSettings => ({
  host: paths.socketDir,
  port: socketPort,
  user: roleName,
  database: databaseName,
  // Variables such as PGSSLMODE are meant for other servers.
  ssl: false,
})

/**
 * Opens a guard and sees to it that the product's database exists. Null when the server does not take
 * connections at the moment: it is starting, stopping, recovering or not running.
 */
export async function openGuard(paths: EmbeddedPaths): Promise<Guard | null> {
  const client = new pg.Client({
    ...sessionConfig(settingsFor(paths), guardName),
    // The product's own database stays free to be renamed, dropped or used as a template.
    database: 'postgres',
    query_timeout: 30_000,
  })
  // Without a listener the end of the server would be the end of this process.
  client.on('error', () => {})
  let isLost = false
  const lost = new Promise<void>((resolve) => {
    client.once('end', () => {
      isLost = true
      resolve()
    })
  })
  const close = () => client.end().catch(() => {})
  try {
    await client.connect()
    await ensureDatabase(client)
    return { isLost: () => isLost, lost, countOthers: () => countOthers(client), close }
  } catch (error) {
    void close()
    if (isPassing(error)) return null
    throw explainRefusal(error)
  }
}

function explainRefusal(error: unknown): unknown {
  const [diskFull, tooManyConnections] = ['53100', '53300']
  if (isErrno(error, diskFull)) return explainOutput((error as Error).message, 'make its database', '')
  return isErrno(error, tooManyConnections)
    ? new StartFault(
        'All connections of the embedded PostgreSQL are taken.',
        'Stop some of the processes that use it.',
      )
    : error
}

/** PostgreSQL's codes for: cannot connect now, ended by an administrator, ended by a crash. */
const passingCodes = ['57P03', '57P01', '57P02', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EAGAIN']

const isPassing = (error: unknown): boolean =>
  isErrno(error, ...passingCodes) ||
  (error instanceof Error && error.message.startsWith('Connection terminated'))

async function countOthers(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ others: number }>(
    'select count(*)::int as others from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()',
    [guardName],
  )
  return rows[0]!.others
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName])
  if (rowCount === 0) await client.query(`create database ${databaseName}`)
}
