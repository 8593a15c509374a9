import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import pg from 'pg'
import { testServer } from '../database.ts'
import { templateDatabase } from '../global-setup.ts'
import { apiKey } from './stoa.ts'

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
  await onServer(
    `create database ${name} template ${isMigrated ? templateDatabase : 'template0'} strategy file_copy`,
  )
  after(() => onServer(`drop database if exists ${name} with (force)`))
  const { user, password, host, port = 5432 } = settings
  const secret = password ? `:${encodeURIComponent(String(password))}` : ''
  return `postgres://${user}${secret}@localhost:${port}/${name}?host=${encodeURIComponent(host ?? 'localhost')}`
}

/**
 * The settings of an installation whose database is on that server: none has to be copied, started, recovered and stopped
 * for a test that is about something else.
 */
export const externalSettings = async () => ({
  DATABASE_URL: await createExternalDatabase({ isMigrated: true }),
  STOA_SECRET_KEY: randomBytes(32).toString('base64'),
  STOA_API_KEY: apiKey,
})
