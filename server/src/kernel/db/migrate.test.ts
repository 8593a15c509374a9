import assert from 'node:assert/strict'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createScratch } from '../../../test/transfer/scratch.ts'
import { StartFault } from '../start-fault.ts'
import { migrate, pendingMigrations } from './migrate.ts'

const scratch = createScratch(process.env.STOA_TEST_DATABASE)
after(() => scratch.clean())

const steps = {
  '0001_people.sql': 'create table person (id int primary key);',
  '0002_pets.sql': 'create table pet (id int primary key, person_id int references person);',
  '0003_seed.sql': "insert into person values (1);\r\ncomment on table person is 'kept';\r\n",
}

const fault = (pattern: RegExp) => (error: unknown) =>
  error instanceof StartFault && error.fix.length > 0 && pattern.test(error.message)

describe('migrate', () => {
  it('applies what is missing in order, once, and reports each', async () => {
    const settings = await scratch.database()
    const directory = await scratch.directory({ ...steps, 'README.md': 'not a migration' })
    const reported: string[] = []
    const onApplied = (name: string, ms: number) => reported.push(`${name} ${ms >= 0}`)

    const first = await migrate(settings, { directory, upTo: '0002_pets', onApplied })
    assert.deepEqual(first, { applied: ['0001_people', '0002_pets'], version: '0002_pets' })
    assert.deepEqual(await pendingMigrations(settings, directory), ['0003_seed'])

    const second = await migrate(settings, { directory: pathToFileURL(`${directory}/`), onApplied })
    assert.deepEqual(second, { applied: ['0003_seed'], version: '0003_seed' })
    assert.deepEqual(await pendingMigrations(settings, directory), [])
    assert.deepEqual(reported, ['0001_people true', '0002_pets true', '0003_seed true'])

    const third = await migrate(settings, { directory, onApplied })
    assert.deepEqual(third, { applied: [], version: '0003_seed' })
    assert.deepEqual(await scratch.query(settings, 'select id from person'), [{ id: 1 }])
  })

  it('waits for the disk once, with the last migration', async () => {
    const settings = await scratch.database()
    const note = "insert into waits select current_setting('synchronous_commit')"
    const directory = await scratch.directory({
      '0001_waits.sql': `create table waits (setting text);
        do $$ begin execute format('alter role current_user in database %I set synchronous_commit = on', current_database()); end $$;`,
      '0002_first.sql': note,
      '0003_second.sql': note,
      '0004_last.sql': note,
    })
    await migrate(settings, { directory, upTo: '0001_waits' })
    await migrate(settings, { directory })
    const rows = await scratch.query(settings, 'select setting from waits')
    assert.deepEqual(
      rows.map(({ setting }) => setting),
      ['off', 'off', 'on'],
    )
  })

  it('sends the schema of a new database as one message, and leaves nothing of it when it fails', async () => {
    const settings = await scratch.database()
    const directory = await scratch.directory({
      ...steps,
      '0004_comment.sql': 'create table toy (id int) -- not terminated',
    })
    const progress: string[] = []
    const { applied, version } = await migrate(settings, { directory, onSent: () => progress.push('sent') })
    assert.deepEqual([applied.length, version, progress], [4, '0004_comment', ['sent']])
    const transactions = 'select count(distinct xmin::text)::int as count from schema_migration'
    assert.deepEqual(await scratch.query(settings, transactions), [{ count: 1 }])
    assert.deepEqual(await pendingMigrations(settings, directory), [])

    const other = await scratch.database()
    await writeFile(join(directory, '0004_comment.sql'), "do $$ begin assert false, '0001'; end $$")
    await assert.rejects(migrate(other, { directory }), fault(/0004_comment\.sql failed: 0001/))
    assert.deepEqual(await scratch.query(other, transactions), [{ count: 3 }], 'one by one, to say which')
  })

  it('migrates once when several nodes start together', async () => {
    const settings = await scratch.database()
    const directory = await scratch.directory(steps)
    const results = await Promise.all(Array.from({ length: 5 }, () => migrate(settings, { directory })))
    assert.deepEqual(
      results.flatMap(({ applied }) => applied).sort(),
      Object.keys(steps).map((file) => file.slice(0, -4)),
    )
    assert.ok(results.every(({ version }) => version === '0003_seed'))
  })

  it('stays at the previous migration when one fails, and names file, line and cause', async () => {
    const settings = await scratch.database()
    const directory = await scratch.directory({
      ...steps,
      '0004_broken.sql': "create table half_done (note text default '𝒳');\n\nselect nothing_here;\n",
      '0005_never.sql': 'create table never (id int);',
    })
    await assert.rejects(
      migrate(settings, { directory }),
      fault(/0004_broken\.sql failed at line 3: column "nothing_here" does not exist/),
    )
    assert.deepEqual(await pendingMigrations(settings, directory), ['0004_broken', '0005_never'])
    const left = "select to_regclass('half_done') as half, to_regclass('person')::text as whole"
    assert.deepEqual(await scratch.query(settings, left), [{ half: null, whole: 'person' }])

    await writeFile(join(directory, '0004_broken.sql'), 'create table half_done (id int);')
    assert.deepEqual((await migrate(settings, { directory })).applied, ['0004_broken', '0005_never'])
  })

  it('names the file whose deferred check fails at the commit', async () => {
    const settings = await scratch.database()
    const directory = await scratch.directory({
      '0001_late.sql': `create table a (id int primary key, a_id int references a deferrable initially deferred);
        insert into a values (1, 2);`,
    })
    await assert.rejects(migrate(settings, { directory }), fault(/0001_late\.sql failed: .*foreign key/))
  })

  it('refuses a file that ends its own transaction', async () => {
    const settings = await scratch.database()
    const directory = await scratch.directory({ '0001_sly.sql': 'create table sly (id int); commit; begin;' })
    await assert.rejects(migrate(settings, { directory }), fault(/0001_sly\.sql ends the transaction/))
    assert.deepEqual(await pendingMigrations(settings, directory), ['0001_sly'])
    const other = await scratch.database()
    await writeFile(join(directory, '0002_next.sql'), 'create table next (id int)')
    await assert.rejects(migrate(other, { directory }), fault(/0001_sly\.sql ends the transaction/))
    assert.deepEqual(await scratch.query(other, "select to_regclass('next') as next"), [{ next: null }])
  })

  it('refuses a file that was changed after it had been applied, but not one with other line ends', async () => {
    const settings = await scratch.database()
    const directory = await scratch.directory(steps)
    await migrate(settings, { directory })
    const file = join(directory, '0003_seed.sql')
    await writeFile(file, steps['0003_seed.sql'].replaceAll('\r\n', '\n'))
    assert.deepEqual(await pendingMigrations(settings, directory), [])
    await writeFile(file, 'insert into person values (2);')
    await assert.rejects(migrate(settings, { directory }), fault(/0003_seed\.sql was changed/))
  })

  it('refuses a database made by a newer version', async () => {
    const settings = await scratch.database()
    const directory = await scratch.directory(steps)
    await migrate(settings, { directory })
    await rm(join(directory, '0003_seed.sql'))
    await assert.rejects(migrate(settings, { directory }), fault(/was made by a newer version.*0003_seed/))
    await assert.rejects(pendingMigrations(settings, directory), fault(/was made by a newer version/))
  })

  it('refuses a history that is not a prefix of its migrations', async () => {
    const settings = await scratch.database()
    const directory = await scratch.directory(steps)
    await migrate(settings, { directory })
    await scratch.query(settings, "delete from schema_migration where name = '0002_pets'")
    await assert.rejects(migrate(settings, { directory }), fault(/0002_pets\.sql comes before 0003_seed/))
    await rename(join(directory, '0003_seed.sql'), join(directory, '0004_seed.sql'))
    await writeFile(join(directory, '0003_late.sql'), 'select 1')
    await assert.rejects(
      migrate(settings, { directory }),
      fault(/has the migration 0003_seed where .* 0002_pets/),
    )
  })

  const badDirectories: [string, Record<string, string>, RegExp][] = [
    ['a gap', { '0001_a.sql': '', '0003_c.sql': '' }, /0003_c\.sql leaves a gap: number 0002/],
    ['a number used twice', { '0001_a.sql': '', '0001_b.sql': '' }, /0001_b\.sql has a number that another/],
    ['a beginning other than one', { '0000_a.sql': '' }, /0000_a\.sql is not named like/],
    ['an odd name', { '0001_a.sql': '', '2_b.sql': '' }, /2_b\.sql is not named like/],
    ['no migrations', {}, /There are no migrations/],
  ]
  for (const [what, files, pattern] of badDirectories) {
    it(`refuses a directory with ${what}`, async () => {
      const directory = await scratch.directory(files)
      await assert.rejects(migrate({ host: '/nowhere' }, { directory }), fault(pattern))
    })
  }

  it('refuses a directory that is not there, and a last migration that is not', async () => {
    const settings = await scratch.database()
    await assert.rejects(migrate(settings, { directory: '/nowhere' }), fault(/\/nowhere cannot be read/))
    const directory = await scratch.directory(steps)
    await assert.rejects(migrate(settings, { directory, upTo: '0009_x' }), fault(/no migration 0009_x/))
  })

  it('says what to fix when the server, the right to create tables or the schema public is out of reach', async () => {
    const directory = await scratch.directory(steps)
    await assert.rejects(
      migrate({ host: '127.0.0.1', port: 1, user: 'somebody', database: 'some_db' }, { directory }),
      fault(/some_db at 127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED/),
    )
    const settings = await scratch.database()
    const role = await scratch.role()
    await assert.rejects(
      migrate({ ...settings, ...role }, { directory }),
      fault(/cannot create tables: permission/),
    )
    await scratch.query(settings, `create schema authorization ${role.user}`)
    await assert.rejects(
      migrate({ ...settings, ...role }, { directory }),
      fault(/would not go to the schema public/),
    )
    await scratch.query(settings, `drop owned by ${role.user}`)
  })
})
