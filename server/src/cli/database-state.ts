import type { Config, Secrets } from '../config.ts'
import { migrationsDirectory } from '../infrastructure.ts'
import { settingsFor } from '../kernel/db/embedded/guard.ts'
import { embeddedPaths, embeddedStatus } from '../kernel/db/embedded/index.ts'
import { pendingMigrations, readMigrations } from '../kernel/db/migrate.ts'
import type { ConnectionSettings } from '../kernel/db/postgres.ts'

/** Where the database is, seen without starting or making anything. */
export type DatabaseLocation =
  | { kind: 'external'; settings: ConnectionSettings }
  | {
      kind: 'embedded'
      state: 'running'
      pid: number | undefined
      sizeBytes: number | undefined
      settings: ConnectionSettings
    }
  | { kind: 'embedded'; state: 'absent' | 'stopped'; sizeBytes: number | undefined; settings: null }

export async function findDatabase(config: Config, secrets: Secrets): Promise<DatabaseLocation> {
  if (secrets.databaseUrl !== null) {
    return {
      kind: 'external',
      settings: { connectionString: secrets.databaseDirectUrl ?? secrets.databaseUrl },
    }
  }
  const { state, pid, sizeBytes } = await embeddedStatus(config.dataDir)
  if (state !== 'running') return { kind: 'embedded', state, sizeBytes, settings: null }
  // As a mere guest, not as a member: looking must not keep a server alive that is about to stop.
  const settings = settingsFor(embeddedPaths(config.dataDir))
  return { kind: 'embedded', state, pid, sizeBytes, settings }
}

export type SchemaState = { version: string | null; pending: string[] }

/** Throws a `StartFault` when the schema is not one that this version can use. */
export async function readSchema(settings: ConnectionSettings): Promise<SchemaState> {
  const pending = await pendingMigrations(settings, migrationsDirectory)
  const all = await readMigrations(migrationsDirectory)
  // What has been applied is always the beginning of the list.
  return { version: all[all.length - pending.length - 1]?.name ?? null, pending }
}
