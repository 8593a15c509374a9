import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { StartFault } from '../start-fault.ts'
import type { ConnectionSettings } from './postgres.ts'
import { faultFrom, reasonOf, withoutTimeouts, withSession } from './session.ts'

/** One numbered step of the schema; its name is the file's without the ending. */
export type Migration = { name: string; checksum: string; text: string }

/** A step that a database has been through. */
export type AppliedMigration = Pick<Migration, 'name' | 'checksum'>

type MigrateOptions = {
  directory: URL | string
  /** The name of the last migration to apply; all of them when left out. */
  upTo?: string
  onApplied?(name: string, ms: number): void
  /** Called when all of it is on its way to the database: until it is done, this process has nothing to do. */
  onSent?: (() => void) | undefined
}

type MigrateResult = {
  applied: string[]
  /** The last migration the database has been through. */
  version: string
}

/** The advisory lock that says "the schema is changing"; the number has no meaning but must never change. */
export const schemaLock = '5715620411'

/**
 * Recorded in the history while a copy is being loaded. A server that starts on such a database would take it for
 * a new one and hide that the data never arrived.
 */
export const unfinishedLoad = 'unfinished-load'

const fileForm = /^(?!0000)(\d{4})_[a-z0-9_-]+\.sql$/

/**
 * Brings the database to the newest schema. Nodes that start at the same time migrate once: the first takes the
 * lock, the others wait for it and find nothing left to do.
 */
export async function migrate(settings: ConnectionSettings, options: MigrateOptions): Promise<MigrateResult> {
  const migrations = await readMigrations(options.directory)
  return withSession(settings, 'stoa migrate', async (client) => {
    const applied = await readApplied(client)
    refuseUnfinished(applied)
    if (pendingOf(migrations, applied, { upTo: options.upTo }).length === 0) {
      return { applied: [], version: applied.at(-1)?.name ?? '' }
    }
    return migrateWithin(client, migrations, options)
  })
}

/** The migrations of this build that the database has not been through yet. */
export async function pendingMigrations(
  settings: ConnectionSettings,
  directory: URL | string,
): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const applied = await withSession(settings, 'stoa status', readApplied)
  refuseUnfinished(applied)
  return pendingOf(migrations, applied).map(({ name }) => name)
}

/** Migrates on a session that the caller holds; a load says so, since the mark it left is its own. */
export async function migrateWithin(
  client: pg.Client,
  migrations: readonly Migration[],
  { upTo, onApplied, onSent, isLoading = false }: Omit<MigrateOptions, 'directory'> & { isLoading?: boolean },
): Promise<MigrateResult> {
  await client.query(withoutTimeouts)
  await client.query('select pg_advisory_lock($1)', [schemaLock])
  try {
    await createHistory(client)
    const found = await readApplied(client)
    // Looked at again under the lock: what held it may have been a load that failed.
    if (!isLoading) refuseUnfinished(found)
    const before = historyOf(found)
    const pending = pendingOf(migrations, before, { upTo })
    // Who wants to know about each gets them one by one.
    if (before.length === 0 && !onApplied && (await applyTogether(client, pending, onSent))) {
      return { applied: pending.map(({ name }) => name), version: pending.at(-1)!.name }
    }
    let version = before.at(-1)?.name ?? ''
    for (const migration of pending) {
      const startedAt = performance.now()
      await apply(client, migration, { version, isLast: migration === pending.at(-1) })
      version = migration.name
      onApplied?.(migration.name, Math.round(performance.now() - startedAt))
    }
    return { applied: pending.map(({ name }) => name), version }
  } finally {
    // The session's end frees the lock as well, so a broken connection must not hide the failure that broke it.
    await client.query('select pg_advisory_unlock($1)', [schemaLock]).catch(() => {})
  }
}

/** Makes the table of the history where there is none yet. */
export async function createHistory(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ schema: string | null }>('select current_schema() as schema')
  if (rows[0]?.schema !== 'public') {
    throw new StartFault(
      `New tables of the database user ${client.user} would not go to the schema public`,
      'Let the search_path of that user begin with public: ALTER ROLE … SET search_path = public.',
    )
  }
  try {
    await client.query(`create table if not exists public.schema_migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  } catch (error) {
    throw new StartFault(
      `The database user ${client.user} cannot create tables: ${reasonOf(error)}`,
      'Make that user the owner of the database.',
    )
  }
}

/** Everything in the history, the mark of an unfinished load included; empty for a database without one. */
export async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  try {
    const { rows } = await client.query<AppliedMigration>(
      'select name, checksum from public.schema_migration order by name collate "C"',
    )
    return rows
  } catch (error) {
    const isMissing = (error as { code?: string }).code === '42P01'
    if (isMissing) return []
    throw faultFrom(
      error,
      'The history of the database cannot be read',
      `Check that the user ${client.user} owns the tables.`,
    )
  }
}

export const historyOf = (applied: readonly AppliedMigration[]): AppliedMigration[] =>
  applied.filter(({ name }) => name !== unfinishedLoad)

export function refuseUnfinished(applied: readonly AppliedMigration[]): void {
  if (applied.length === historyOf(applied).length) return
  throw new StartFault(
    'Loading a copy into this database was started but not finished',
    'Run the same command again, or use an empty database.',
  )
}

/** The migrations of a directory in their order, once their numbers have been found to be sound. */
export async function readMigrations(directory: URL | string): Promise<Migration[]> {
  const path = directory instanceof URL ? fileURLToPath(directory) : directory
  const files = (await namesIn(path))
    .filter((name) => name.endsWith('.sql'))
    .sort((left, right) => (left < right ? -1 : 1))
  if (files.length === 0) {
    throw new StartFault(`There are no migrations in ${path}`, 'Install the product again.')
  }
  files.forEach(checkNumber)
  return Promise.all(
    files.map(async (file) => {
      // A checkout that converts line endings must not look like a changed migration.
      const text = (await readFile(join(path, file), 'utf8')).replaceAll('\r\n', '\n')
      return { name: file.slice(0, -4), checksum: createHash('sha256').update(text).digest('hex'), text }
    }),
  )
}

async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path)
  } catch (error) {
    throw new StartFault(
      `The migrations in ${path} cannot be read: ${reasonOf(error)}`,
      'Install the product again.',
    )
  }
}

function checkNumber(file: string, index: number): void {
  const number = fileForm.exec(file)?.[1]
  const expected = String(index + 1).padStart(4, '0')
  if (number === expected) return
  const fault =
    number === undefined
      ? 'is not named like 0001_name.sql'
      : number < expected
        ? 'has a number that another migration has too'
        : `leaves a gap: number ${expected} is missing`
  throw new StartFault(`The migration ${file} ${fault}`, 'Install the product again, or renumber the file.')
}

/**
 * What is left to do up to a migration. Refuses a database whose history is not the beginning of this list:
 * going on from there would build a schema that no one has tested.
 */
export function pendingOf(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
  { upTo, subject = 'The database' }: { upTo?: string | undefined; subject?: string } = {},
): Migration[] {
  const count = upTo === undefined ? migrations.length : migrations.findIndex(({ name }) => name === upTo) + 1
  if (count === 0) throw new StartFault(`There is no migration ${upTo}`, 'Name one that this version has.')
  historyOf(applied).forEach((step, index) => {
    checkStep(step, migrations[index], migrations, subject)
  })
  return migrations.slice(historyOf(applied).length, count)
}

function checkStep(
  step: AppliedMigration,
  expected: Migration | undefined,
  migrations: readonly Migration[],
  subject: string,
): void {
  if (expected === undefined) {
    throw new StartFault(
      `${subject} was made by a newer version: it has the migration ${step.name}, which this one does not know`,
      'Start the newer version, or restore a backup that was made with this one.',
    )
  }
  if (step.name !== expected.name) {
    const isKnown = migrations.some(({ name }) => name === step.name)
    throw new StartFault(
      isKnown
        ? `The migration ${expected.name}.sql comes before ${step.name}, which was applied without it`
        : `${subject} has the migration ${step.name} where this version has ${expected.name}.sql`,
      'Start the version that made the database, or number the new migration after all others.',
    )
  }
  if (step.checksum !== expected.checksum) {
    throw new StartFault(
      `The migration ${expected.name}.sql was changed after it had been applied`,
      'Put the file back as it was and write the change as a new migration.',
    )
  }
}

const assertFailure = 'P0004'

/**
 * The whole schema of a new database as one message and one transaction: sent one by one, a first start waits for this process
 * five hundred times, which has an app to create meanwhile. Returns false, and leaves nothing, when a migration fails:
 * one by one they say which, and why.
 */
async function applyTogether(
  client: pg.Client,
  migrations: readonly Migration[],
  onSent: MigrateOptions['onSent'],
): Promise<boolean> {
  const steps = migrations.flatMap(({ name, checksum, text }) => [
    text,
    `do $$ begin assert current_setting('stoa.migration', true) = 'all', '${name}'; end $$`,
    `insert into public.schema_migration (name, checksum) values ('${name}', '${checksum}')`,
  ])
  const mark = "select set_config('stoa.migration', 'all', true)"
  const done = client.query(['begin', mark, ...steps, 'commit'].join('\n;\n'))
  onSent?.()
  try {
    await done
    return true
  } catch (error) {
    await client.query('rollback').catch(() => {})
    const { code, message } = error as { code?: string; message: string }
    if (code === assertFailure && migrations.some(({ name }) => name === message))
      throw endedTransaction(message)
    return false
  }
}

async function apply(
  client: pg.Client,
  migration: Migration,
  { version, isLast }: { version: string; isLast: boolean },
): Promise<void> {
  try {
    await client.query('begin')
    // Commits reach the disk in their order, so the last one brings all others there: a third of a first start's migrations
    // was waiting for the disk eighty times. A crash in between leaves an earlier step of the history, as ever.
    if (!isLast) await client.query('set local synchronous_commit = off')
    await client.query("select set_config('stoa.migration', $1, true)", [migration.name])
    await client.query(migration.text)
    await refuseEndedTransaction(client, migration)
    await client.query('insert into public.schema_migration (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    if (error instanceof StartFault) throw error
    throw new StartFault(
      `The migration ${migration.name}.sql failed${lineOf(error, migration.text)}: ${reasonOf(error)}`,
      `Fix the problem and try again; the database is unchanged, ${version ? `at ${version}` : 'without a schema'}.`,
    )
  }
}

/**
 * A file that says `commit` would be half applied when it fails later. The local setting is reset once the
 * transaction that made it has ended, even when the file began another one.
 */
async function refuseEndedTransaction(client: pg.Client, { name }: Migration): Promise<void> {
  const { rows } = await client.query<{ mark: string | null }>(
    "select current_setting('stoa.migration', true) as mark",
  )
  if (rows[0]?.mark !== name) throw endedTransaction(name)
}

const endedTransaction = (name: string): StartFault =>
  new StartFault(
    `The migration ${name}.sql ends the transaction it is run in`,
    'Take begin, commit and rollback out of the file, and undo what it has already done.',
  )

function lineOf(error: unknown, text: string): string {
  const position = Number((error as { position?: string }).position)
  if (!(position > 0)) return ''
  // PostgreSQL counts characters from one, where JavaScript would count some of them twice.
  const line = [...text].slice(0, position - 1).filter((character) => character === '\n').length + 1
  return ` at line ${line}`
}
