import { mkdir } from 'node:fs/promises'
import type { Config, Secrets } from './config.ts'
import { createBlobs } from './kernel/blobs/blobs.ts'
import { parseBlobSettings } from './kernel/blobs/settings.ts'
import { systemClock } from './kernel/clock.ts'
import { createDb, sql } from './kernel/db/db.ts'
import { type EmbeddedServer, joinEmbedded } from './kernel/db/embedded/index.ts'
import { createListener } from './kernel/db/listen.ts'
import { migrate } from './kernel/db/migrate.ts'
import { type ConnectionSettings, openPostgres } from './kernel/db/postgres.ts'
import type { ReadinessCheck } from './kernel/http/operations.ts'
import { createIds } from './kernel/ids.ts'
import type { Log } from './kernel/log.ts'
import { createOutbound } from './kernel/net/outbound.ts'
import { loadMasterKeys } from './kernel/secrets/key-file.ts'
import { deriveKey } from './kernel/secrets/master-key.ts'
import { createSealer } from './kernel/secrets/seal.ts'
import { StartFault } from './kernel/start-fault.ts'
import { product } from './product.ts'

export const migrationsDirectory = new URL('../migrations', import.meta.url)

const poolSize = 10

export type Database = {
  settings: ConnectionSettings
  embedded: EmbeddedServer | null
  leave(): Promise<void>
}

/** The data directory holds the embedded database, blobs and the generated secrets: nobody else may look into it. */
export async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartFault(
      `the data directory ${dataDir} cannot be made (${code})`,
      'set STOA_DATA_DIR to a directory you may write to',
    )
  }
}

/** The server that DATABASE_URL names, or our own. */
export async function openDatabase(config: Config, secrets: Secrets, log: Log): Promise<Database> {
  if (secrets.databaseUrl !== null) {
    return {
      settings: { connectionString: secrets.databaseUrl },
      embedded: null,
      leave: async () => undefined,
    }
  }
  const embedded = await joinEmbedded({
    dataDir: config.dataDir,
    onNotice: (message, facts) => log.warn({ ...facts }, message),
  })
  return { settings: embedded.settings, embedded, leave: embedded.leave }
}

/** Refuses a server that cannot be reached or is too old, in one sentence instead of a driver's stack. */
export async function checkServer(settings: ConnectionSettings): Promise<void> {
  const driver = openPostgres({
    settings,
    applicationName: 'stoa-check',
    poolSize: 1,
    onError: () => undefined,
  })
  try {
    const [row] = await driver.rows<{ version: number; encoding: string }>(sql`
      select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`)
    if (row!.version < 150_000) {
      throw new StartFault(
        `the PostgreSQL server has version ${Math.floor(row!.version / 10_000)}`,
        'use PostgreSQL 15 or newer',
      )
    }
    if (row!.encoding !== 'UTF8')
      throw new StartFault(`the database has the encoding ${row!.encoding}`, 'create it with encoding UTF8')
  } catch (error) {
    if (error instanceof StartFault) throw error
    throw new StartFault(
      `the database cannot be reached: ${(error as Error).message || (error as NodeJS.ErrnoException).code}`,
      'check DATABASE_URL and that the server runs',
    )
  } finally {
    await driver.close()
  }
}

/** Opens everything the app stands on, lowest first; `close` lets go in the opposite order. */
export async function openInfrastructure(config: Config, secrets: Secrets, log: Log) {
  await ensureDataDir(config.dataDir)
  const database = await openDatabase(config, secrets, log)
  try {
    if (!database.embedded) await checkServer(database.settings)
    const { applied } = await migrate(database.settings, { directory: migrationsDirectory })
    if (applied.length > 0) log.info({ applied }, 'database migrated')

    const driver = openPostgres({
      settings: database.settings,
      applicationName: 'stoa',
      poolSize,
      onError: (error) => log.warn({ err: error }, 'an idle database connection broke'),
    })
    const keys = await loadMasterKeys({
      dataDir: config.dataDir,
      fromEnvironment: secrets.secretKey ?? undefined,
    })
    const blobs = createBlobs(
      parseBlobSettings(config.blobs, {
        dataDir: config.dataDir,
        accessKeyId: secrets.s3AccessKeyId ?? undefined,
        secretAccessKey: secrets.s3SecretAccessKey ?? undefined,
      }),
    )
    const outbound = createOutbound({
      allowPrivate: config.allowPrivate,
      userAgent: `${product.name}/${product.version}`,
    })
    const listener = createListener({
      settings: database.settings,
      onNotice: (notice) =>
        log.warn(
          { ...notice, error: undefined, err: 'error' in notice ? notice.error : undefined },
          'database notifications',
        ),
    })
    await listener.start()
    const db = createDb(driver)
    const readiness: ReadinessCheck[] = [
      { name: 'database', check: () => driver.rows(sql`select 1`).then(() => null) },
      {
        name: 'notifications',
        check: async () => (listener.isConnected() ? null : 'the connection for notifications is down'),
      },
    ]
    return {
      db,
      keys,
      clock: systemClock,
      newId: createIds(systemClock),
      log,
      blobs,
      outbound,
      sealer: createSealer(keys),
      deriveKey: (purpose: string) => deriveKey(keys.current, purpose),
      listener,
      poolStats: driver.stats,
      readiness,
      database,
      async close(): Promise<void> {
        await outbound.close()
        await listener.close()
        await driver.close()
        await database.leave()
      },
    }
  } catch (error) {
    await database.leave()
    throw error
  }
}

export type Infrastructure = Awaited<ReturnType<typeof openInfrastructure>>
