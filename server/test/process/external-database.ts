import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import pg from 'pg'
import { testServer } from '../database.ts'
import { templateDatabase } from '../global-setup.ts'

/** A database on the server that the tests were started with, as an operator names it: an empty one, or with all tables. */
export async function createExternalDatabase({ isMigrated = false } = {}): Promise<string> {
  const settings = testServer()
  const name = `process_${randomBytes(6).toString('hex')}`
  const onServer = async (statement: string) => {
    const admin = new pg.Client(settings)
    await admin.connect()
    await admin.query(statement)
    await admin.end()
  }
  await onServer(`create database ${name} template ${isMigrated ? templateDatabase : 'template0'}`)
  after(() => onServer(`drop database if exists ${name} with (force)`))
  const { user, password, host, port = 5432 } = settings
  const secret = password ? `:${encodeURIComponent(String(password))}` : ''
  return `postgres://${user}${secret}@localhost:${port}/${name}?host=${encodeURIComponent(host ?? 'localhost')}`
}
