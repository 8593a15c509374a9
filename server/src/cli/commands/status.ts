import { stat } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import type { ConnectionSettings } from '../../kernel/db/postgres.ts'
import { product } from '../../product.ts'
import { addressOf } from '../../start.ts'
import type { Command, CommandContext } from '../command.ts'
import { type DatabaseLocation, findDatabase, readSchema, type SchemaState } from '../database-state.ts'
import { readDatabaseFacts } from '../doctor/read-database-facts.ts'
import { faultOf } from '../output/report.ts'
import { alignColumns, sizeText } from '../output/table.ts'
import { readHealth, type ServerHealth } from './healthz.ts'

export const statusCommand: Command = {
  name: 'status',
  summary: 'Show what runs, where it is and at which schema; starts nothing',
  async run({ config, secrets, say }) {
    const [server, hasDataDirectory, database] = await Promise.all([
      readHealth(config),
      stat(config.dataDir).then(
        (found) => found.isDirectory(),
        () => false,
      ),
      lookAtDatabase({ config, secrets }),
    ])
    const url = addressOf(config.publicUrl, config)
    const data = {
      version: product.version,
      dataDirectory: { path: config.dataDir, exists: hasDataDirectory },
      database,
      server: { host: config.host, port: config.port, answers: server.by === 'stoa', ...server },
      urls: { dashboard: `${url}/`, api: `${url}/api/v1`, docs: `${url}/docs` },
    }
    say(alignColumns(rowsOf(config, data)).join('\n'))
    return { data }
  },
}

type DatabaseReport = {
  kind: 'embedded' | 'external'
  state: 'absent' | 'stopped' | 'running' | 'unreachable' | 'unknown'
  pid?: number | undefined
  sizeBytes?: number | undefined
  serverVersion?: string
  schema?: SchemaState
  /** Why the rest is not known. */
  fault?: string
}

async function lookAtDatabase({
  config,
  secrets,
}: Pick<CommandContext, 'config' | 'secrets'>): Promise<DatabaseReport> {
  const kind = config.usesEmbeddedDatabase ? 'embedded' : 'external'
  const database = await findDatabase(config, secrets).catch((error: unknown) => failure(error))
  if ('fault' in database) return { kind, state: 'unknown', ...database }
  if (database.settings === null) return { kind, state: database.state, sizeBytes: database.sizeBytes }
  const seen: DatabaseReport = { ...shapeOf(database), ...(await lookInside(database.settings)) }
  return seen.serverVersion === undefined ? { ...seen, state: 'unreachable' } : seen
}

const shapeOf = (database: DatabaseLocation): DatabaseReport =>
  database.kind === 'external' || database.state !== 'running'
    ? { kind: database.kind, state: 'running' }
    : { kind: 'embedded', state: 'running', pid: database.pid, sizeBytes: database.sizeBytes }

async function lookInside(settings: ConnectionSettings): Promise<Partial<DatabaseReport>> {
  try {
    const { serverVersion } = await readDatabaseFacts(settings)
    return { serverVersion, ...(await readSchema(settings).then((schema) => ({ schema }), failure)) }
  } catch (error) {
    return failure(error)
  }
}

function failure(error: unknown): { fault: string } {
  const fault = faultOf(error)
  if (fault) return { fault: `${fault.cause}: ${fault.fix}` }
  throw error
}

type Report = {
  database: DatabaseReport
  server: ServerHealth & { host: string; port: number }
  urls: { dashboard: string; api: string; docs: string }
  dataDirectory: { path: string; exists: boolean }
}

function rowsOf(config: Config, { database, server, urls, dataDirectory }: Report): string[][] {
  const { path, exists } = dataDirectory
  return [
    ['Version', product.version],
    ['Data', exists ? path : `${path} (not there yet)`],
    ['Database', databaseText(database)],
    ...(database.schema ? [['Schema', schemaText(database.schema)]] : []),
    ...(database.fault === undefined ? [] : [['', database.fault]]),
    ['Server', serverText(server, config)],
    ['Dashboard', urls.dashboard],
    ['API', urls.api],
    ['API docs', urls.docs],
  ]
}

function databaseText({ kind, state, serverVersion, pid, sizeBytes }: DatabaseReport): string {
  const facts = [
    state,
    ...(serverVersion === undefined ? [] : [`PostgreSQL ${serverVersion}`]),
    ...(pid === undefined ? [] : [`pid ${pid}`]),
    ...(sizeBytes === undefined ? [] : [sizeText(sizeBytes)]),
  ]
  return `${kind === 'embedded' ? 'embedded' : 'DATABASE_URL'}, ${facts.join(', ')}`
}

const schemaText = ({ version, pending }: SchemaState): string =>
  `${version ?? 'none yet'}${pending.length === 0 ? '' : `, ${pending.length} pending: ${pending.join(', ')}`}`

function serverText(server: ServerHealth, { host, port }: Config): string {
  const origin = `${host}:${port}`
  if (server.by === 'stoa') return `running at ${origin} (version ${server.version})`
  return server.by === 'other' ? `another program is listening at ${origin}` : `not running at ${origin}`
}
