import type { Config, Secrets } from './config.ts'
import { loadInstallationKeys } from './installation-keys.ts'
import { createBlobs } from './kernel/blobs/blobs.ts'
import { type BlobSettings, parseBlobSettings } from './kernel/blobs/settings.ts'
import { systemClock } from './kernel/clock.ts'
import { createDb } from './kernel/db/create-db.ts'
import { sql } from './kernel/db/db.ts'
import { type EmbeddedServer, embeddedStatus, joinEmbedded } from './kernel/db/embedded/index.ts'
import { createListener, type Listener } from './kernel/db/listen.ts'
import { migrate, pendingMigrations } from './kernel/db/migrate.ts'
import { checkPooler, prepareRoleForPooler } from './kernel/db/pooler/pooler.ts'
import { type ConnectionSettings, openPostgres, type Postgres } from './kernel/db/postgres.ts'
import { checkReplica, createReplica, type Replica, replicaAlone } from './kernel/db/replica/replica.ts'
import { openStandby } from './kernel/db/replica/standby.ts'
import { reasonOf } from './kernel/db/session.ts'
import { makeDirectories } from './kernel/directories/make-directories.ts'
import type { ReadinessCheck } from './kernel/http/operations/operations.ts'
import { createIds } from './kernel/ids.ts'
import type { Log } from './kernel/log.ts'
import type { SandboxDriver } from './kernel/sandbox/driver.ts'
import { createLazySandboxes, type LazySandboxes } from './kernel/sandbox/lazy-sandboxes.ts'
import { loadMasterKeys } from './kernel/secrets/key-file.ts'
import { deriveKey } from './kernel/secrets/master-key.ts'
import { createSealer } from './kernel/secrets/seal.ts'
import { StartFault } from './kernel/start-fault.ts'
import { product } from './product.ts'

export const migrationsDirectory = new URL('../migrations', import.meta.url)

const poolSize = 10

/** The pool, the listener, and one for what comes and goes: migrations, the guard of the embedded server. */
export const connectionsPerNode = poolSize + 2

export type Database = {
  /** For what needs a session: notifications, migrations, copies. */
  settings: ConnectionSettings
  /** For requests, by a pooler in transaction mode; null without one. */
  pooled: ConnectionSettings | null
  embedded: EmbeddedServer | null
  leave(): Promise<void>
}

export type OpenOptions = {
  /**
   * For commands that work on what a server has made: they make no installation where there is none, and leave the
   * schema alone, since a server of an older version may be running on it.
   */
  mustExist?: boolean
  /**
   * Begins to start interpreters before anything else. On the very first start that takes some seconds, most of which
   * go by while the database is made.
   */
  warmsSandboxes?: boolean
  /** Ways to run a language in place of the local ones. */
  sandboxDrivers?: readonly SandboxDriver[]
  /** Called when there is nothing to do but to wait for the database: the time to load what is needed after it. */
  onDatabaseWait?: (() => void) | undefined
  /** How often the supervisor has restarted this server after a crash. */
  restarts?: number
}

/** The data directory holds the embedded database, blobs and the generated secrets: no one else may look into it. */
export async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    await makeDirectories(dataDir, 0o700)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartFault(
      `the data directory ${dataDir} cannot be created (${code})`,
      'set STOA_DATA_DIR to a directory you may write to',
    )
  }
}

/** Refuses before anything is made: a typing error in STOA_DATA_DIR must not become a second, empty installation. */
export async function refuseAbsent(config: Config): Promise<void> {
  if (!config.usesEmbeddedDatabase) return
  if ((await embeddedStatus(config.dataDir)).state !== 'absent') return
  throw new StartFault(
    `there is no installation in ${config.dataDir}`,
    'set STOA_DATA_DIR to the directory that the server uses, or start the server once',
  )
}

/** The server that DATABASE_URL names, or our own. */
export async function openDatabase(
  config: Config,
  secrets: Secrets,
  log: Log,
  { onDatabaseWait }: Pick<OpenOptions, 'onDatabaseWait'> = {},
): Promise<Database> {
  if (secrets.databaseUrl !== null) {
    const settings = { connectionString: secrets.databaseDirectUrl ?? secrets.databaseUrl }
    const pooled = secrets.databaseDirectUrl === null ? null : { connectionString: secrets.databaseUrl }
    onDatabaseWait?.()
    await checkServer(settings)
    return { settings, pooled, embedded: null, leave: async () => undefined }
  }
  await ensureDataDir(config.dataDir)
  const embedded = await joinEmbedded({
    dataDir: config.dataDir,
    onNotice: (message, facts) => log.warn({ ...facts }, message),
    onSpawn: onDatabaseWait,
  })
  // Another process may have started it.
  onDatabaseWait?.()
  return { settings: embedded.settings, pooled: null, embedded, leave: embedded.leave }
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
    const read = () =>
      driver.rows<{ version: number; encoding: string }>(sql`
        select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`)
    // A process that still loads on a busy machine may itself be what took longer than the timeout.
    const [row] = await read().catch((error: Error) => {
      if (!/connection timeout/.test(error.message)) throw error
      return read()
    })
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
      `the database cannot be reached: ${reasonOf(error)}`,
      'check DATABASE_URL and that the server runs',
    )
  } finally {
    await driver.close()
  }
}

async function openPool({ settings, pooled }: Database, log: Log): Promise<Postgres> {
  if (pooled !== null) await prepareRoleForPooler(settings)
  const driver = openPostgres({
    settings: pooled ?? settings,
    isPooled: pooled !== null,
    applicationName: 'stoa',
    poolSize,
    onError: (error) => log.warn({ err: error }, 'an idle database connection failed'),
  })
  if (pooled === null) return driver
  try {
    await checkPooler(driver, settings)
    return driver
  } catch (error) {
    await driver.close()
    throw error
  }
}

/** Refused before anything is made. */
function refuseReplicaAlone({ databaseReplicaUrl, databaseUrl }: Secrets): void {
  if (databaseReplicaUrl === null || databaseUrl !== null) return
  throw new StartFault(replicaAlone.fault, replicaAlone.fix)
}

/** A standby for lists, where one is configured; the server works without it as well. */
async function openReplica(
  { databaseReplicaUrl }: Secrets,
  primary: Postgres,
  { pooled }: Database,
  log: Log,
): Promise<{ replica: Replica; close(): Promise<void> } | null> {
  if (databaseReplicaUrl === null) return null
  const onNotice = (message: string, facts = {}) => log.warn(facts, message)
  const standby = openStandby({
    settings: { connectionString: databaseReplicaUrl },
    poolSize,
    // The settings of sessions are those of the role then, on the standby as well.
    isPooled: pooled !== null,
    onError: (error) => onNotice('an idle connection to the replica failed', { err: error }),
  })
  try {
    const found = await checkReplica(primary, standby, { isPooled: pooled !== null })
    const fault = found?.fault ?? null
    if (found) onNotice(`Lists are read from the primary: ${fault}`, { fix: found.fix })
    return { replica: createReplica({ primary, standby, onNotice, fault }), close: standby.close }
  } catch (error) {
    await standby.close()
    throw error
  }
}

async function bringUpSchema(settings: ConnectionSettings, log: Log, onSent: () => void): Promise<void> {
  const { applied } = await migrate(settings, { directory: migrationsDirectory, onSent })
  if (applied.length > 0) log.info({ applied }, 'database migrated')
}

async function refusePending(settings: ConnectionSettings): Promise<void> {
  const pending = await pendingMigrations(settings, migrationsDirectory)
  if (pending.length === 0) return
  throw new StartFault(
    `the database lacks ${pending.length} migrations of this version, ${pending[0]} the first`,
    'start the server of this version, or run stoa migrate',
  )
}

export const blobSettingsOf = (config: Config, secrets: Secrets): BlobSettings =>
  parseBlobSettings(config.blobs, {
    dataDir: config.dataDir,
    accessKeyId: secrets.s3AccessKeyId,
    secretAccessKey: secrets.s3SecretAccessKey,
  })

const openListener = (settings: ConnectionSettings, log: Log): Listener =>
  createListener({
    settings,
    onNotice: (notice) =>
      log.warn(
        { ...notice, error: undefined, err: 'error' in notice ? notice.error : undefined },
        'database notifications',
      ),
  })

type Checked = {
  driver: Postgres
  listener: Listener
  replica: Replica | undefined
  sandboxEngine: LazySandboxes
}

const readinessOf = ({ driver, listener, replica, sandboxEngine }: Checked): ReadinessCheck[] => [
  { name: 'database', check: () => driver.rows(sql`select 1`).then(() => null) },
  {
    name: 'notifications',
    check: async () => (listener.isConnected() ? null : 'the connection for notifications is down'),
  },
  // Without these everything else can still be served.
  ...(replica ? [{ name: 'replica', isNeeded: false, check: async () => replica.fault() }] : []),
  { name: 'sandbox', isNeeded: false, check: sandboxEngine.fault },
]

const sandboxesOf = (config: Config, log: Log, drivers: readonly SandboxDriver[]): LazySandboxes =>
  createLazySandboxes({
    dataDir: config.dataDir,
    log,
    allowUnsealed: config.allowUnsealed,
    warm: { javascript: config.sandboxWarm, python: config.sandboxWarm },
    warmsAtStart: config.sandboxWarmAtStart,
    capacityMegabytes: config.sandboxMegabytes,
    engines: config.sandboxEngines,
    drivers,
  })

/** Does not wait for them: a server without sandboxes serves everything else. */
async function warmSandboxes({ health }: LazySandboxes, dataDir: string, log: Log): Promise<void> {
  await ensureDataDir(dataDir)
  health().catch((error) => log.warn({ err: error }, 'the sandboxes did not start'))
}

/** Opens everything the app depends on, lowest first; `close` closes in the opposite order. */
export async function openInfrastructure(
  config: Config,
  secrets: Secrets,
  log: Log,
  {
    mustExist = false,
    warmsSandboxes = false,
    sandboxDrivers = [],
    restarts = 0,
    onDatabaseWait,
  }: OpenOptions = {},
) {
  const blobSettings = blobSettingsOf(config, secrets)
  refuseReplicaAlone(secrets)
  if (mustExist) await refuseAbsent(config)
  await using opened = new AsyncDisposableStack()
  const sandboxEngine = sandboxesOf(config, log, sandboxDrivers)
  opened.defer(sandboxEngine.close)
  if (warmsSandboxes) await warmSandboxes(sandboxEngine, config.dataDir, log)
  const database = await openDatabase(config, secrets, log, { onDatabaseWait })
  opened.defer(database.leave)
  const keySource = { dataDir: config.dataDir, fromEnvironment: secrets.secretKey }
  // Before there is a table, so that a node that starts at the same moment finds the file. No row can be sealed with another key.
  const newKeys = database.embedded?.isNew ? await loadMasterKeys(keySource) : null
  const { promise: schemaSent, resolve: onSent } = Promise.withResolvers<void>()
  const schema = mustExist ? refusePending(database.settings) : bringUpSchema(database.settings, log, onSent)
  const schemaSettled = schema.catch(() => undefined)
  opened.defer(() => schemaSettled)
  if (newKeys === null) await schema

  const driver = await openPool(database, log)
  opened.defer(driver.close)
  const lists = await openReplica(secrets, driver, database, log)
  if (lists !== null) opened.defer(lists.close)
  const db = createDb(driver, lists?.replica)
  await ensureDataDir(config.dataDir)
  const blobs = createBlobs(blobSettings)
  opened.defer(blobs.close)
  // Its HTTP client is the largest package below the areas, and nothing before this line needs it.
  const { createOutbound } = await import('./kernel/net/outbound.ts')
  const outbound = createOutbound({
    allowPrivate: config.allowPrivate,
    userAgent: `${product.name}/${product.version}`,
  })
  opened.defer(() => outbound.close())
  const listener = openListener(database.settings, log)
  opened.defer(listener.close)
  const prepared = schema.then(async () => {
    const keys = await loadInstallationKeys(db, keySource)
    await listener.start()
    return keys
  })
  const preparing = Promise.allSettled([prepared])
  opened.defer(async () => void (await preparing))
  if (newKeys !== null) await Promise.race([prepared, schemaSent])
  const keys = newKeys ?? (await prepared)
  const closing = opened.move()
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
    sandboxEngine,
    listener,
    poolStats: driver.stats,
    restarts,
    readiness: readinessOf({ driver, listener, replica: lists?.replica, sandboxEngine }),
    database,
    /**
     * Settles once the database can be used. On the very first start that is later than the rest, so that an app is created
     * while PostgreSQL creates its tables.
     */
    prepared,
    close: () => closing.disposeAsync(),
  }
}
