import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { contentOf, fillSample, laterMigration, sampleMigrations } from '../../../../test/transfer/sample.ts'
import { createScratch } from '../../../../test/transfer/scratch.ts'
import { StartFault } from '../../start-fault.ts'
import { migrate, pendingMigrations } from '../migrate.ts'
import type { ConnectionSettings } from '../postgres.ts'
import { copyDatabase } from './copy.ts'

const scratch = createScratch(process.env.STOA_TEST_DATABASE)
after(() => scratch.clean())

const fault = (pattern: RegExp) => (error: unknown) =>
  error instanceof StartFault && error.fix.length > 0 && pattern.test(error.message)

/** Money lies in the first and the last table, with a bulky one between them. */
const bank = {
  '0001_bank.sql': `
    create table a_purse (id int primary key, coins int not null);
    create table m_ledger (id int generated always as identity primary key, note text not null);
    create table z_vault (id int primary key, coins int not null);
    insert into a_purse select n, 100 from generate_series(1, 20) n;
    insert into z_vault select n, 100 from generate_series(1, 20) n;
    insert into m_ledger (note) select repeat(md5(n::text), 1000) from generate_series(1, 800) n;`,
}

const coinsIn = `select (select sum(coins) from a_purse)::int as purses, (select sum(coins) from z_vault)::int as vaults`

/** Moves coins from the purses to the vaults until it is stopped. */
async function moveCoins(
  settings: ConnectionSettings,
  onMoved: () => void,
  isOver: () => boolean,
): Promise<void> {
  const client = new pg.Client(settings)
  await client.connect()
  try {
    for (let turn = 0; !isOver(); turn++) {
      const id = 1 + (turn % 20)
      await client.query(`begin; update a_purse set coins = coins - 1 where id = ${id};
        update z_vault set coins = coins + 1 where id = ${id};
        insert into m_ledger (note) values ('moved'); commit`)
      onMoved()
    }
  } finally {
    await client.end()
  }
}

const endSessions = (settings: ConnectionSettings) =>
  scratch.query(
    settings,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'stoa copy'`,
  )

describe('copyDatabase', () => {
  it('copies everything and migrates what came since', async () => {
    const [from, to] = [await scratch.database(), await scratch.database()]
    await migrate(from, { directory: await scratch.directory(sampleMigrations) })
    await fillSample(scratch, from)
    const reported: string[] = []
    const migrationsDirectory = await scratch.directory(sampleMigrations)
    const { tables, takenAt } = await copyDatabase(from, to, {
      migrationsDirectory,
      onTable: (name, rows) => reported.push(`${name} ${rows}`),
    })
    assert.deepEqual(await contentOf(scratch, to), await contentOf(scratch, from))
    assert.deepEqual(
      tables.map(({ name, rows }) => `${name} ${rows}`),
      reported,
    )
    assert.deepEqual(reported.slice(-2), ['zz_person 503', 'pet 1000'])
    assert.ok(Math.abs(Date.parse(takenAt) - Date.now()) < 3_600_000)

    const newer = await scratch.directory({ ...sampleMigrations, ...laterMigration })
    const further = await scratch.database()
    await copyDatabase(from, further, { migrationsDirectory: newer })
    assert.deepEqual(await pendingMigrations(further, newer), [])
    assert.deepEqual(await scratch.query(further, 'select distinct age from pet'), [{ age: 7 }])
  })

  it('is the database of one instant while others write', async () => {
    const [from, to] = [await scratch.database(), await scratch.database()]
    const migrationsDirectory = await scratch.directory(bank)
    await migrate(from, { directory: migrationsDirectory })
    let moved = 0
    let isOver = false
    const moving = moveCoins(
      from,
      () => moved++,
      () => isOver,
    )
    const movedAt = new Map<string, number>()
    try {
      await copyDatabase(from, to, { migrationsDirectory, onTable: (name) => movedAt.set(name, moved) })
    } finally {
      isOver = true
      await moving
    }
    assert.ok(movedAt.get('z_vault')! > movedAt.get('a_purse')!, 'nothing was written during the copy')
    const [copied] = await scratch.query(to, coinsIn)
    assert.equal(Number(copied?.purses) + Number(copied?.vaults), 4000)
    const [ledger] = await scratch.query(
      to,
      "select count(*)::int as moves from m_ledger where note = 'moved'",
    )
    assert.equal(copied?.vaults, 2000 + Number(ledger?.moves))
    const next = "insert into m_ledger (note) values ('next') returning id"
    assert.equal((await scratch.query(to, next)).length, 1)
  })

  it('refuses to copy a database onto itself', async () => {
    const settings = await scratch.database()
    const migrationsDirectory = await scratch.directory(sampleMigrations)
    await migrate(settings, { directory: migrationsDirectory })
    await assert.rejects(
      copyDatabase(settings, settings, { migrationsDirectory }),
      fault(/is being migrated or copied right now/),
    )
    assert.deepEqual(await pendingMigrations(settings, migrationsDirectory), [])
  })

  for (const side of ['source', 'target'] as const) {
    it(`commits no row when the ${side} disconnects, and can be restarted`, async () => {
      const [from, to] = [await scratch.database(), await scratch.database()]
      const migrationsDirectory = await scratch.directory(bank)
      await migrate(from, { directory: migrationsDirectory })
      let result: Promise<unknown> | undefined
      const onTable = () => {
        result ??= endSessions(side === 'source' ? from : to)
      }
      await assert.rejects(
        copyDatabase(from, to, { migrationsDirectory, onTable }),
        fault(/could not be loaded/),
      )
      await result
      await assert.rejects(pendingMigrations(to, migrationsDirectory), fault(/not finished/))
      await copyDatabase(from, to, { migrationsDirectory })
      assert.deepEqual(await scratch.query(to, coinsIn), [{ purses: 2000, vaults: 2000 }])
    })
  }
})
