import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartFault } from '../../start-fault.ts'
import {
  createHistory,
  historyOf,
  type Migration,
  migrateWithin,
  pendingOf,
  readApplied,
  schemaLock,
  unfinishedLoad,
} from '../migrate.ts'
import { faultFrom, inPublic, withoutTimeouts, withPortableValues } from '../session.ts'
import { type FoundTable, readTables, readTriggers, type TableShape, type Trigger } from './catalogue.ts'
import type { Content } from './snapshot.ts'

/** Called when the rows of a table have arrived; they are committed once everything has. */
export type OnTable = (name: string, rows: number) => void

export type FilledTable = { name: string; rows: number }

const useEmpty = 'Use an empty database.'

/**
 * Fills a new database with the content of another: the schema as it was there, then all rows in one
 * transaction, then the migrations that have come since. Needs no rights but those of the owner.
 */
export async function fillDatabase(
  client: pg.Client,
  migrations: readonly Migration[],
  content: Content,
  onTable?: OnTable,
): Promise<FilledTable[]> {
  const version = content.history.at(-1)!.name
  pendingOf(migrations, content.history, { subject: 'The copy' })
  await client.query(`${withoutTimeouts}; ${withPortableValues}`)
  await takeOver(client, migrations, content)
  await migrateWithin(client, migrations, { upTo: version, isLoading: true })
  const filled = await inOneTransaction(client, () => fillTables(client, content, onTable))
  await migrateWithin(client, migrations, {})
  // Without statistics the first queries on the new tables would be planned blindly.
  await client.query(`analyze ${names(await readTables(client))}`)
  return filled
}

/** Makes sure that the database is new, and marks it, so that it is not mistaken for one in use until the end. */
async function takeOver(
  client: pg.Client,
  migrations: readonly Migration[],
  content: Content,
): Promise<void> {
  const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [
    schemaLock,
  ])
  if (!rows[0]?.isFree) {
    throw new StartFault(
      `The database ${client.database} is being migrated or copied right now`,
      'Name another database than the one the data comes from, or wait until it is free.',
    )
  }
  const applied = await readApplied(client)
  const history = historyOf(applied)
  pendingOf(migrations, history)
  // The rows of a load that was broken off were never committed, so it can be begun again.
  if (history.length === applied.length) await refuseUsed(client, history.length > 0)
  if (history.length > content.history.length) {
    throw new StartFault(
      `The database ${client.database} is at ${history.at(-1)!.name} already, which is newer than the copy`,
      useEmpty,
    )
  }
  await createHistory(client)
  await client.query(
    "insert into public.schema_migration (name, checksum) values ($1, '') on conflict do nothing",
    [unfinishedLoad],
  )
}

async function refuseUsed(client: pg.Client, hasHistory: boolean): Promise<void> {
  for (const { name } of await readTables(client)) {
    if (!hasHistory) {
      throw new StartFault(`The database ${client.database} has a table ${name} of something else`, useEmpty)
    }
    const { rows } = await client.query(`select from ${inPublic(name)} limit 1`)
    if (rows.length > 0) {
      throw new StartFault(`The database ${client.database} is not empty: ${name} has rows`, useEmpty)
    }
  }
}

async function inOneTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  try {
    await client.query('begin')
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw faultFrom(
      error,
      `The copy could not be loaded into the database ${client.database}`,
      'Fix what the message names and retry; no row was written.',
    )
  }
}

async function fillTables(client: pg.Client, content: Content, onTable?: OnTable): Promise<FilledTable[]> {
  const found = await readTables(client)
  refuseOtherTables(found, content.tables)
  // The rows already are what the triggers made of them when they were first written.
  const triggers = await readTriggers(client)
  for (const trigger of triggers) await client.query(switched(trigger, 'disable'))
  // Rows that the migrations put in are among those that come.
  if (found.length > 0) await client.query(`truncate ${names(found)}`)
  await client.query('set constraints all deferred')
  const filled: FilledTable[] = []
  for (const table of content.tables) {
    const rows = await fillTable(client, table, content)
    filled.push({ name: table.name, rows })
    onTable?.(table.name, rows)
  }
  for (const { name, lastValue, isCalled } of content.sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [inPublic(name), lastValue, isCalled])
  }
  // Checked here, because a table with checks still to come cannot have its triggers switched on again.
  await client.query('set constraints all immediate')
  for (const trigger of triggers) await client.query(switched(trigger, 'enable'))
  await client.query('delete from public.schema_migration where name = $1', [unfinishedLoad])
  return filled
}

const names = (tables: readonly TableShape[]): string => tables.map(({ name }) => inPublic(name)).join(', ')

function switched({ table, name, isAlways }: Trigger, fastPath: 'enable' | 'disable'): string {
  const how = fastPath === 'enable' && isAlways ? 'enable always' : fastPath
  return `alter table ${inPublic(table)} ${how} trigger "${name.replaceAll('"', '""')}"`
}

function refuseOtherTables(found: readonly FoundTable[], expected: readonly TableShape[]): void {
  const form = ({ name, columns }: TableShape) =>
    JSON.stringify([name, columns.toSorted((left, right) => (left < right ? -1 : 1))])
  const lacking = (tables: readonly TableShape[], others: readonly TableShape[]) =>
    tables.filter((table) => !others.some((other) => form(other) === form(table))).map(({ name }) => name)
  const odd = [...lacking(found, expected), ...lacking(expected, found)]
  if (odd.length === 0) return
  throw new StartFault(
    `The copy and the schema made by the migrations differ in ${[...new Set(odd)].join(', ')}`,
    'Use the version of the product that the copy was made with, and tables made by its migrations only.',
  )
}

async function fillTable(
  client: pg.Client,
  { name, columns }: TableShape,
  content: Content,
): Promise<number> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const source = content.read(name)
  try {
    const copy = client.query(copyFrom(`copy ${inPublic(name)} (${list}) from stdin`))
    await pipeline([...source.streams, copy])
    const [sent, arrived] = [await source.count(), copy.rowCount]
    if (sent !== arrived) throw new Error(`${arrived} rows arrived instead of ${sent}`)
    return arrived
  } catch (error) {
    throw faultFrom(
      error,
      `The rows of the table ${name} could not be loaded`,
      'Fix what the message names and retry; no row was written.',
    )
  }
}
