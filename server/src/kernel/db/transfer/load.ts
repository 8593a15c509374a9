import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { createGunzip } from 'node:zlib'
import { readMigrations } from '../migrate.ts'
import type { ConnectionSettings } from '../postgres.ts'
import { withSession } from '../session.ts'
import { fillDatabase, type OnTable } from './fill.ts'
import { type Manifest, readManifest, tableFile, verifyTableFiles } from './manifest.ts'

type LoadOptions = { migrationsDirectory: URL | string; onTable?: OnTable }

/** Brings a backup into an empty database, and that database to the schema of this build. */
export async function loadDatabase(
  settings: ConnectionSettings,
  directory: string,
  { migrationsDirectory, onTable }: LoadOptions,
): Promise<Manifest> {
  const source = resolve(directory)
  const manifest = await readManifest(source)
  await verifyTableFiles(source, manifest)
  const migrations = await readMigrations(migrationsDirectory)
  const rowsOf = new Map(manifest.tables.map(({ name, rows }) => [name, rows]))
  const content = {
    history: manifest.migrations,
    tables: manifest.tables,
    sequences: manifest.sequences,
    read: (name: string) => ({
      streams: [createReadStream(tableFile(source, name)), createGunzip()] as const,
      count: async () => rowsOf.get(name)!,
    }),
  }
  await withSession(settings, 'stoa restore', (client) => fillDatabase(client, migrations, content, onTable))
  return manifest
}
