import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { ConnectionSettings } from '../../src/kernel/db/postgres.ts'

/** Throwaway databases and directories for the tests of this folder, on a server that is a throwaway itself. */
export type Scratch = {
  database(owner?: string): Promise<ConnectionSettings>
  /** A user without special rights. */
  role(): Promise<{ user: string; password: string }>
  directory(files?: Record<string, string>): Promise<string>
  query(settings: ConnectionSettings, text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  clean(): Promise<void>
}

export function createScratch(serverJson: string | undefined): Scratch {
  if (!serverJson) throw new Error('STOA_TEST_DATABASE must hold the settings of a throwaway server')
  const server = JSON.parse(serverJson) as ConnectionSettings
  const removals: (() => Promise<unknown>)[] = []
  const newName = () => `scratch_${randomBytes(6).toString('hex')}`
  const onServer = (text: string) => queryOnce(server, text)
  return {
    async database(owner) {
      const database = newName()
      await onServer(`create database ${database} template template0 ${owner ? `owner ${owner}` : ''}`)
      removals.push(() => onServer(`drop database if exists ${database} with (force)`))
      return { ...server, database }
    },
    async role() {
      const [user, password] = [newName(), newName()]
      await onServer(`create role ${user} login password '${password}'`)
      removals.push(() => onServer(`drop role ${user}`))
      return { user, password }
    },
    async directory(files = {}) {
      const path = await mkdtemp(join(tmpdir(), 'stoa-test-'))
      removals.push(() => rm(path, { recursive: true, force: true }))
      for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text)
      return path
    },
    query: queryOnce,
    async clean() {
      // Backwards, because a role cannot go before the database it owns.
      for (const remove of removals.splice(0).reverse()) await remove()
    },
  }
}

async function queryOnce(settings: ConnectionSettings, text: string, values: unknown[] = []) {
  const client = new pg.Client(settings)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(text, values)
    return rows
  } finally {
    await client.end()
  }
}
