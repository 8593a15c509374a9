import type { Readable, Transform } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { StartFault } from '../../start-fault.ts'
import { type AppliedMigration, readApplied, refuseUnfinished, schemaLock } from '../migrate.ts'
import type { ConnectionSettings } from '../postgres.ts'
import { inPublic, withoutTimeouts, withPortableValues, withSession } from '../session.ts'
import {
  type FoundTable,
  readSequences,
  readTables,
  type SequenceState,
  type TableShape,
} from './catalogue.ts'

/** The rows of one table on their way, in the text form of COPY. */
type TableRows = {
  streams: readonly [Readable, ...Transform[]]
  /** The number of rows; to be called once the streams have ended. */
  count(): Promise<number>
}

/** A whole database, from wherever it comes. */
export type Content = {
  history: AppliedMigration[]
  /** Each table after those it refers to. */
  tables: TableShape[]
  sequences: SequenceState[]
  /** One table at a time, and each completely. */
  read(name: string): TableRows
}

export type Snapshot = Content & {
  /** Whatever was committed before this instant is in the snapshot. */
  takenAt: string
  serverVersion: string
}

/**
 * Shows `work` the database as it is at one instant while others continue to write. The schema does not change
 * meanwhile: a migration waits for the lock before it touches a table, so the waiting one holds up no one else.
 */
export const withSnapshot = <T>(
  settings: ConnectionSettings,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> =>
  withSession(settings, 'stoa copy', async (client) => {
    await client.query(`${withoutTimeouts}; ${withPortableValues}`)
    await client.query('select pg_advisory_lock_shared($1)', [schemaLock])
    const history = await readHistory(client)
    const tables = await readTables(client)
    await client.query('begin isolation level repeatable read, read only')
    // Emptying a table with truncate shows through older snapshots, so it must be locked out before ours is taken.
    const names = tables.map(({ name }) => inPublic(name)).join(', ')
    if (names) await client.query(`lock table ${names} in access share mode`)
    const { rows } = await client.query<{ takenAt: string; serverVersion: string }>(
      `select now() as "takenAt", current_setting('server_version') as "serverVersion"`,
    )
    // Sequences are outside of snapshots; read after it, they are past every number that a row in it has.
    const sequences = await readSequences(client)
    const read = (name: string) => readRows(client, tables.find((table) => table.name === name)!)
    const result = await work({ ...rows[0]!, history, tables, sequences, read })
    await client.query('commit')
    return result
  })

async function readHistory(client: pg.Client): Promise<AppliedMigration[]> {
  const applied = await readApplied(client)
  refuseUnfinished(applied)
  if (applied.length > 0) return applied
  throw new StartFault(
    `The database ${client.database} has no schema of this product, so there is nothing to copy`,
    'Name the database that the server uses.',
  )
}

function readRows(client: pg.Client, { name, columns, isPartitioned }: FoundTable): TableRows {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  // COPY reads a partitioned table only by way of a query, and any other one faster without.
  const source = isPartitioned ? `(select ${list} from ${inPublic(name)})` : `${inPublic(name)} (${list})`
  const copy = client.query(copyTo(`copy ${source} to stdout`))
  return {
    streams: [copy],
    async count() {
      // The server says how many rows it sent after the last of them; the next response comes later still.
      await client.query('select 1')
      return copy.rowCount
    },
  }
}
