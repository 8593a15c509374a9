import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { createDb } from '../src/kernel/db/create-db.ts'
import type { Db } from '../src/kernel/db/db.ts'
import { type ConnectionSettings, openPostgres, type Postgres } from '../src/kernel/db/postgres.ts'
import { templateDatabase } from './global-setup.ts'
import { createStatementRecorder, type StatementRecorder } from './statements.ts'

export type TestDatabase = {
  settings: ConnectionSettings
  driver: Postgres
  db: Db
  statements: StatementRecorder
  drop(): Promise<void>
}

/** The throwaway server that the run was started with. */
export function testServer(): pg.ClientConfig {
  const json = process.env.STOA_TEST_DATABASE
  if (!json)
    throw new Error('run tests with `npm test`, or `npm test -- <file>`: they need the database it starts')
  return JSON.parse(json) as pg.ClientConfig
}

async function onServer(statement: string): Promise<void> {
  const admin = new pg.Client(testServer())
  await admin.connect()
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}

/** A fresh, migrated database of the calling test file's own. */
export async function createTestDatabase(poolSize = 10): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  // By copying its files, not through the log: a fifth of the processor time.
  await onServer(`create database ${name} template ${templateDatabase} strategy file_copy`)
  const settings = { ...testServer(), database: name }
  const statements = createStatementRecorder()
  const driver = statements.record(
    openPostgres({ settings, applicationName: 'stoa-test', poolSize, onError: () => undefined }),
  )
  return {
    settings,
    driver,
    db: createDb(driver),
    statements,
    async drop() {
      await driver.close()
      // A drop is a checkpoint, which takes longer than many a file: the next file does not wait for it. What cannot be
      // dropped goes with the server.
      dropping = dropping
        .then(() => onServer(`drop database if exists ${name} with (force)`))
        .catch(() => undefined)
    },
  }
}

let dropping: Promise<void> = Promise.resolve()
