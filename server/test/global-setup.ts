import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type EmbeddedServer, embeddedPaths, joinEmbedded } from '../src/kernel/db/embedded/index.ts'
import { migrate } from '../src/kernel/db/migrate.ts'
import { databaseParent } from './memory-directory.ts'

/** Every test file copies this database, which takes a tenth of the time of migrating an empty one. */
export const templateDatabase = 'stoa_template'

let server: EmbeddedServer | null = null
let directory: string | null = null
let databaseDirectory: string | null = null

// Every test file is a process that loads the whole product; with a compile cache, that takes less than half of the
// time. It is the directory that the command line uses too.
const compiled = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))

/**
 * What survives a machine that dies is proven by tests that start their own servers. This one is removed with its data:
 * nothing of it has to reach the disk, nothing is replicated, and every test file copies and drops a whole database. With
 * the few buffers of the product, the databases of several files would push each other's pages out: a third more time.
 */
const throwawaySettings = {
  fsync: 'off',
  shared_buffers: '256MB',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/** One server for the whole run. `STOA_TEST_DATABASE` names another one, to run the suite on a newer or older PostgreSQL. */
export async function globalSetup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= compiled
  directory = await newDirectory(tmpdir())
  // What one test file makes for all others.
  process.env.STOA_TEST_SHARED = join(directory, 'shared')
  await mkdir(process.env.STOA_TEST_SHARED)
  if (!process.env.STOA_TEST_DATABASE) {
    databaseDirectory = await newDirectory(await databaseParent())
    server = await joinEmbedded({
      dataDir: databaseDirectory,
      onNotice: () => undefined,
      throwawaySettings,
    })
    process.env.STOA_TEST_DATABASE = JSON.stringify(server.settings)
  }
  const settings = JSON.parse(process.env.STOA_TEST_DATABASE) as pg.ClientConfig
  const admin = new pg.Client(settings)
  await admin.connect()
  await admin.query(`drop database if exists ${templateDatabase}`)
  await admin.query(`create database ${templateDatabase}`)
  await admin.query('alter role current_user set synchronous_commit = off')
  await admin.end()
  await migrate(
    { ...settings, database: templateDatabase },
    { directory: new URL('../migrations', import.meta.url) },
  )
}

async function newDirectory(parent: string): Promise<string> {
  const made = await mkdtemp(join(parent, 'stoa-test-'))
  // Run as root, databases run as another user, which must be able to enter here.
  await chmod(made, 0o755)
  return made
}

/** The process of the server that this run started, if it did. */
export function databasePid(): number | null {
  if (!server || !databaseDirectory) return null
  const { cluster } = embeddedPaths(databaseDirectory)
  return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
}

export async function globalTeardown(): Promise<void> {
  await server?.leave()
  // A process that was ended may be writing its compile cache.
  for (const made of [databaseDirectory, directory])
    if (made) await rm(made, { recursive: true, force: true, maxRetries: 5 })
}
