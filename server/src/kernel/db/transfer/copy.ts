import { readMigrations } from '../migrate.ts'
import type { ConnectionSettings } from '../postgres.ts'
import { withSession } from '../session.ts'
import { type FilledTable, fillDatabase, type OnTable } from './fill.ts'
import { withSnapshot } from './snapshot.ts'

type CopyOptions = { migrationsDirectory: URL | string; onTable?: OnTable }

type CopyResult = {
  /** Whatever was committed in the source before this instant is in the copy. */
  takenAt: string
  tables: FilledTable[]
}

/** Copies a database that is in use straight into an empty one, and brings that to the schema of this build. */
export async function copyDatabase(
  from: ConnectionSettings,
  to: ConnectionSettings,
  { migrationsDirectory, onTable }: CopyOptions,
): Promise<CopyResult> {
  const migrations = await readMigrations(migrationsDirectory)
  return withSnapshot(from, (snapshot) =>
    withSession(to, 'stoa copy', async (client) => ({
      takenAt: snapshot.takenAt,
      tables: await fillDatabase(client, migrations, snapshot, onTable),
    })),
  )
}
