import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { fillSample, sampleMigrations } from '../../../../test/transfer/sample.ts'
import { createScratch } from '../../../../test/transfer/scratch.ts'
import { StartFault } from '../../start-fault.ts'
import { migrate } from '../migrate.ts'
import type { ConnectionSettings } from '../postgres.ts'
import { dumpDatabase } from './dump.ts'
import { loadDatabase } from './load.ts'

const scratch = createScratch(process.env.STOA_TEST_DATABASE)
after(() => scratch.clean())

const fault = (pattern: RegExp) => (error: unknown) =>
  error instanceof StartFault && error.fix.length > 0 && pattern.test(error.message)

async function sampleDatabase(files: Record<string, string> = sampleMigrations): Promise<ConnectionSettings> {
  const settings = await scratch.database()
  await migrate(settings, { directory: await scratch.directory(files) })
  return settings
}

const nothingLeft = (directory: string) =>
  assert.deepEqual([existsSync(directory), existsSync(`${directory}.partial`)], [false, false])

describe('dumpDatabase', () => {
  it('writes every table with its count and checksum, readable by the owner only', async () => {
    const settings = await sampleDatabase()
    await fillSample(scratch, settings)
    const directory = join(await scratch.directory(), 'not', 'there', 'yet')
    const reported: string[] = []
    const manifest = await dumpDatabase(settings, `${directory}/`, {
      productVersion: '1.2.3',
      onTable: (name, rows) => reported.push(`${name} ${rows}`),
    })

    assert.deepEqual(JSON.parse(await readFile(join(directory, 'manifest.json'), 'utf8')), manifest)
    assert.equal(manifest.format, 1)
    assert.equal(manifest.productVersion, '1.2.3')
    assert.match(manifest.serverVersion, /^\d+/)
    assert.ok(Math.abs(Date.parse(manifest.createdAt) - Date.now()) < 3_600_000)
    assert.deepEqual(
      manifest.migrations.map(({ name }) => `${name}.sql`),
      Object.keys(sampleMigrations),
    )
    assert.deepEqual(reported, [
      'counted 1',
      'egg 1',
      'empty_one 0',
      'event 2',
      'every_value 3',
      'hen 1',
      'seeded 1',
      'zz_person 503',
      'pet 1000',
    ])
    assert.deepEqual(
      manifest.tables.map(({ name, rows }) => `${name} ${rows}`),
      reported,
    )
    for (const { name, rows, sha256 } of manifest.tables) {
      const file = await readFile(join(directory, 'tables', `${name}.copy.gz`))
      assert.equal(createHash('sha256').update(file).digest('hex'), sha256)
      assert.equal(gunzipSync(file).toString('utf8').split('\n').length - 1, rows)
    }
    const columns = manifest.tables.find(({ name }) => name === 'zz_person')?.columns
    assert.deepEqual(columns, ['id', 'name', 'born', 'parent_id'])
    assert.equal((await stat(directory)).mode & 0o777, 0o700)
    assert.equal((await stat(join(directory, 'tables', 'pet.copy.gz'))).mode & 0o777, 0o600)
    assert.equal(existsSync(`${directory}.partial`), false)
  })

  it('refuses a directory that exists, and one that another backup has begun', async () => {
    const settings = await sampleDatabase()
    const parent = await scratch.directory()
    const [taken, started] = [join(parent, 'taken'), join(parent, 'begun')]
    await mkdir(taken)
    await assert.rejects(dumpDatabase(settings, taken), fault(/taken exists already/))
    assert.deepEqual(await readdir(taken), [])
    await mkdir(`${started}.partial`)
    await writeFile(join(`${started}.partial`, 'by-another'), '')
    await assert.rejects(dumpDatabase(settings, started), fault(/begun\.partial is left over/))
    assert.deepEqual(await readdir(`${started}.partial`), ['by-another'])
  })

  it('says what to fix when there is nothing to copy or nowhere to write', async () => {
    const directory = join(await scratch.directory({ file: '' }), 'backup')
    await assert.rejects(
      dumpDatabase(await scratch.database(), directory),
      fault(/has no schema of this product/),
    )
    nothingLeft(directory)
    const settings = await sampleDatabase()
    const inFile = join(directory, '..', 'file', 'backup')
    await assert.rejects(dumpDatabase(settings, inFile), fault(/file cannot be made/))
    await assert.rejects(dumpDatabase({ ...settings, port: 1 }, directory), fault(/cannot be reached/))
    nothingLeft(directory)
  })

  it('refuses tables that refer to each other in a circle that cannot be deferred', async () => {
    const settings = await sampleDatabase({
      '0001_circle.sql': `create table a (id int primary key, b_id int);
        create table b (id int primary key, a_id int references a);
        alter table a add foreign key (b_id) references b;`,
    })
    const directory = join(await scratch.directory(), 'backup')
    await assert.rejects(dumpDatabase(settings, directory), fault(/in a circle: a -> b -> a/))
    nothingLeft(directory)
  })

  it('leaves nothing behind when the server breaks off', async () => {
    const settings = await sampleDatabase()
    await addBulk(settings)
    const directory = join(await scratch.directory(), 'backup')
    let killing: Promise<unknown> | undefined
    const onTable = () => {
      killing ??= scratch.query(
        settings,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'stoa copy'`,
      )
    }
    await assert.rejects(
      dumpDatabase(settings, directory, { onTable }),
      // Which end of the connection is seen to break first is a race.
      fault(/could not be written .*(terminat|EPIPE|ECONNRESET)/),
    )
    await killing
    nothingLeft(directory)
  })

  it('never looks complete when its process is killed', async () => {
    const settings = await sampleDatabase()
    const directory = join(await scratch.directory(), 'backup')
    const script = `
      const { dumpDatabase } = await import(${JSON.stringify(new URL('dump.ts', import.meta.url).href)})
      const onTable = () => process.kill(process.pid, 'SIGKILL')
      await dumpDatabase(JSON.parse(process.argv[1]), process.argv[2], { onTable })`
    const child = promisify(execFile)(process.execPath, [
      '--input-type=module',
      '-e',
      script,
      JSON.stringify(settings),
      directory,
    ])
    await assert.rejects(child, { signal: 'SIGKILL' })
    assert.equal(existsSync(directory), false)
    const migrationsDirectory = await scratch.directory(sampleMigrations)
    await assert.rejects(
      loadDatabase(await scratch.database(), `${directory}.partial`, { migrationsDirectory }),
      fault(/no complete backup/),
    )
  })

  it('blocks migrations until it is done', async () => {
    const settings = await sampleDatabase()
    await addBulk(settings)
    const directory = await scratch.directory({
      ...sampleMigrations,
      '0004_more.sql': 'create table more (id int);',
    })
    let migrating: Promise<unknown> | undefined
    let isMigrated = false
    const during: boolean[] = []
    await dumpDatabase(settings, join(directory, 'backup'), {
      onTable: () => {
        during.push(isMigrated)
        migrating ??= migrate(settings, { directory }).then(() => {
          isMigrated = true
        })
      },
    })
    await migrating
    assert.equal(isMigrated, true)
    assert.ok(during.length > 3 && !during.includes(true))
  })
})

/** Enough that a table which comes early takes longer to copy than anything else in these tests. */
const addBulk = (settings: ConnectionSettings) =>
  scratch.query(
    settings,
    'insert into empty_one select n, repeat(md5(n::text), 3000) from generate_series(1, 600) n',
  )
