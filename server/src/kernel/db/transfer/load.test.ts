import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { contentOf, fillSample, laterMigration, sampleMigrations } from '../../../../test/transfer/sample.ts'
import { createScratch } from '../../../../test/transfer/scratch.ts'
import { StartFault } from '../../start-fault.ts'
import { migrate, pendingMigrations } from '../migrate.ts'
import type { ConnectionSettings } from '../postgres.ts'
import { dumpDatabase } from './dump.ts'
import { loadDatabase } from './load.ts'
import type { Manifest } from './manifest.ts'

const scratch = createScratch(process.env.STOA_TEST_DATABASE)
/** Defaults of a server under which values written as text would not be read back as the same. */
const oddHabits = [
  "datestyle = 'German, DMY'",
  "intervalstyle = 'sql_standard'",
  "timezone = 'Asia/Kolkata'",
  'extra_float_digits = -5',
  "bytea_output = 'escape'",
]
let source: ConnectionSettings
let backup: string
let migrationsDirectory: string

before(async () => {
  source = await scratch.database()
  migrationsDirectory = await scratch.directory(sampleMigrations)
  await migrate(source, { directory: migrationsDirectory })
  await fillSample(scratch, source)
  backup = join(await scratch.directory(), 'backup')
  for (const habit of oddHabits) await scratch.query(source, `alter database ${source.database} set ${habit}`)
  await dumpDatabase(source, backup)
  await scratch.query(source, `alter database ${source.database} reset all`)
})
after(() => scratch.clean())

const fault = (pattern: RegExp) => (error: unknown) =>
  error instanceof StartFault && error.fix.length > 0 && pattern.test(error.message)

/** The backup once more, with its manifest changed. */
async function backupWith(change: (manifest: Manifest, directory: string) => unknown): Promise<string> {
  const directory = join(await scratch.directory(), 'backup')
  await cp(backup, directory, { recursive: true })
  const file = join(directory, 'manifest.json')
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest
  await change(manifest, directory)
  await writeFile(file, JSON.stringify(manifest))
  return directory
}

const tableIn = ({ tables }: Manifest, name: string) => tables.find((table) => table.name === name)!

/** Changes the rows of a table in a backup so that the checksum still fits. */
async function rewrite(
  manifest: Manifest,
  directory: string,
  name: string,
  change: (text: string) => string,
) {
  const file = join(directory, 'tables', `${name}.copy.gz`)
  const bytes = gzipSync(change(gunzipSync(await readFile(file)).toString('utf8')))
  await writeFile(file, bytes)
  tableIn(manifest, name).sha256 = createHash('sha256').update(bytes).digest('hex')
}

const tablesOf = async (settings: ConnectionSettings) =>
  (await scratch.query(settings, "select tablename from pg_tables where schemaname = 'public'")).length

describe('loadDatabase', () => {
  it('brings everything back as it was, for a user without special rights', async () => {
    const role = await scratch.role()
    const target = { ...(await scratch.database(role.user)), ...role }
    const reported: string[] = []
    const manifest = await loadDatabase(target, backup, {
      migrationsDirectory,
      onTable: (name, rows) => reported.push(`${name} ${rows}`),
    })
    assert.deepEqual(
      reported,
      manifest.tables.map(({ name, rows }) => `${name} ${rows}`),
    )
    assert.deepEqual(await contentOf(scratch, target), await contentOf(scratch, source))
    assert.deepEqual(await pendingMigrations(target, migrationsDirectory), [])

    const next = `insert into zz_person (name) values ('next') returning id::int, name_length`
    assert.deepEqual(await scratch.query(target, next), [{ id: 504, name_length: 4 }])
    assert.deepEqual(await scratch.query(target, "select nextval('ticket')::int as ticket"), [
      { ticket: 510 },
    ])
    const touched = 'insert into counted values (2, 0) returning touched'
    assert.deepEqual(await scratch.query(target, touched), [{ touched: 2 }])
    const modes =
      "select tgname || tgenabled::text as mode from pg_trigger where tgname like 'touch%' order by 1"
    assert.deepEqual(await scratch.query(target, modes), [{ mode: 'touchO' }, { mode: 'touch_alwaysA' }])
  })

  it('accepts a database that was migrated and never used, and migrates what came since', async () => {
    const target = await scratch.database()
    await migrate(target, { directory: migrationsDirectory, upTo: '0001_people' })
    const newer = await scratch.directory({ ...sampleMigrations, ...laterMigration })
    await loadDatabase(target, backup, { migrationsDirectory: newer })
    const ages = 'select distinct age, count(*)::int from pet group by age'
    assert.deepEqual(await scratch.query(target, ages), [{ age: 7, count: 1000 }])
    assert.deepEqual(await pendingMigrations(target, newer), [])
  })

  it('refuses a database that is in use', async () => {
    const used = await scratch.database()
    await migrate(used, { directory: migrationsDirectory, upTo: '0001_people' })
    await scratch.query(used, "insert into zz_person (name) values ('kept')")
    await assert.rejects(
      loadDatabase(used, backup, { migrationsDirectory }),
      fault(/not empty: zz_person has rows/),
    )
    assert.deepEqual(await scratch.query(used, 'select name from zz_person'), [{ name: 'kept' }])
    assert.deepEqual(await pendingMigrations(used, migrationsDirectory), ['0002_values', '0003_shapes'])

    const foreign = await scratch.database()
    await scratch.query(foreign, 'create table theirs ()')
    await assert.rejects(
      loadDatabase(foreign, backup, { migrationsDirectory }),
      fault(/a table theirs of something/),
    )
    assert.equal(await tablesOf(foreign), 1)
  })

  it('refuses a database whose schema is newer than the backup', async () => {
    const target = await scratch.database()
    const files = { '0001_a.sql': 'create table a ()', '0002_b.sql': 'create table b ()' }
    const directory = await scratch.directory(files)
    await migrate(target, { directory, upTo: '0001_a' })
    const early = join(await scratch.directory(), 'early')
    const filled = await scratch.database()
    await migrate(filled, { directory, upTo: '0001_a' })
    await scratch.query(filled, 'alter table a add column id int')
    await dumpDatabase(filled, early)
    await migrate(target, { directory })
    await assert.rejects(
      loadDatabase(target, early, { migrationsDirectory: directory }),
      fault(/at 0002_b already, which is newer than the copy/),
    )
    await assert.rejects(
      loadDatabase(await scratch.database(), early, { migrationsDirectory: directory }),
      fault(/schema made by the migrations differ in a/),
    )
  })

  it('refuses a backup of a newer version or of another history', async () => {
    const target = await scratch.database()
    const older = await scratch.directory({ '0001_people.sql': sampleMigrations['0001_people.sql'] })
    await assert.rejects(
      loadDatabase(target, backup, { migrationsDirectory: older }),
      fault(/^The copy was made by a newer version.*0002_values/),
    )
    const changed = await scratch.directory({ ...sampleMigrations, '0002_values.sql': 'select 1' })
    await assert.rejects(
      loadDatabase(target, backup, { migrationsDirectory: changed }),
      fault(/0002_values\.sql was changed/),
    )
    const nextFormat = await backupWith((manifest) => Object.assign(manifest, { format: 2 }))
    await assert.rejects(
      loadDatabase(target, nextFormat, { migrationsDirectory }),
      fault(/made by a newer version \(format 2\)/),
    )
    assert.equal(await tablesOf(target), 0)
  })

  const pet = join('tables', 'pet.copy.gz')
  const damages: [string, RegExp, (manifest: Manifest, directory: string) => unknown][] = [
    ['a torn file', /pet\.copy\.gz of the backup is damaged/, (_, at) => truncate(join(at, pet), 100)],
    ['a file that is missing', /lacks the file of the table pet/, (_, at) => rm(join(at, pet))],
    [
      'a manifest that lies',
      /manifest .* is damaged: .*rows/,
      (manifest) => Object.assign(manifest.tables[0]!, { rows: 'many' }),
    ],
    [
      'a name that leads out of it',
      /lacks the file of the table \.\.\/\.\.\/x/,
      (manifest) => Object.assign(tableIn(manifest, 'pet'), { name: '../../x' }),
    ],
  ]
  for (const [what, pattern, damage] of damages) {
    it(`refuses a backup with ${what} before it touches the database`, async () => {
      const target = await scratch.database()
      const damaged = await backupWith(damage)
      await assert.rejects(loadDatabase(target, damaged, { migrationsDirectory }), fault(pattern))
      assert.equal(await tablesOf(target), 0)
    })
  }

  it('refuses a directory that is not a backup', async () => {
    const target = await scratch.database()
    const directory = await scratch.directory({ 'manifest.json': '{"format": 1, "tables"' })
    await assert.rejects(
      loadDatabase(target, directory, { migrationsDirectory }),
      fault(/no complete backup/),
    )
    await assert.rejects(
      loadDatabase(target, '/nowhere', { migrationsDirectory }),
      fault(/no complete backup/),
    )
  })

  const failures: [string, RegExp, (manifest: Manifest, directory: string) => unknown][] = [
    [
      'a row is missing',
      /table pet could not be loaded: 1000 rows arrived instead of 1001/,
      (manifest) => Object.assign(tableIn(manifest, 'pet'), { rows: 1001 }),
    ],
    [
      'a row breaks a rule',
      /table pet could not be loaded: .*foreign key/,
      (manifest, at) => rewrite(manifest, at, 'pet', (text) => text.replace(/\t\d+/, '\t987654')),
    ],
    [
      'a row cannot be read',
      /table zz_person could not be loaded: .*bigint: "nonsense/,
      (manifest, at) => rewrite(manifest, at, 'zz_person', (text) => `nonsense${text}`),
    ],
    [
      'a deferred rule is broken',
      /could not be loaded .*foreign key/,
      (manifest, at) => rewrite(manifest, at, 'hen', () => '1\t77\n'),
    ],
    [
      'a sequence is missing',
      /relation "public\.nothing" does not exist/,
      (manifest) => manifest.sequences.push({ name: 'nothing', lastValue: '1', isCalled: true }),
    ],
  ]
  for (const [what, pattern, change] of failures) {
    it(`commits no row when ${what}, is not mistaken for a new database, and can be restarted`, async () => {
      const target = await scratch.database()
      const damaged = await backupWith(change)
      await assert.rejects(loadDatabase(target, damaged, { migrationsDirectory }), fault(pattern))
      const left = 'select (select count(*) from zz_person) + (select count(*) from counted) as rows'
      assert.deepEqual(await scratch.query(target, left), [{ rows: '0' }])
      await assert.rejects(migrate(target, { directory: migrationsDirectory }), fault(/not finished/))
      await assert.rejects(pendingMigrations(target, migrationsDirectory), fault(/not finished/))
      await assert.rejects(dumpDatabase(target, `${damaged}-again`), fault(/not finished/))
      await loadDatabase(target, backup, { migrationsDirectory })
      assert.deepEqual(await contentOf(scratch, target), await contentOf(scratch, source))
      await migrate(target, { directory: migrationsDirectory })
    })
  }
})
