import { readKeyFingerprint } from '../../installation-keys.ts'
import { sql } from '../../kernel/db/db.ts'
import { type ConnectionSettings, openPostgres } from '../../kernel/db/postgres.ts'
import { reasonOf } from '../../kernel/db/session.ts'
import { StartFault } from '../../kernel/start-fault.ts'

/** What a database server says about itself and about what this user may do. */
export type DatabaseFacts = {
  serverVersion: string
  versionNumber: number
  encoding: string
  userName: string
  isReadOnly: boolean
  /** Where new tables would go; null when nowhere. */
  schema: string | null
  mayCreateTables: boolean
  hasTrigrams: boolean
  offersTrigrams: boolean
  mayCreateExtensions: boolean
  /** How far the clock of the database is ahead of ours. */
  clockSkewMs: number
  connectionLimit: number
  connectionsInUse: number
  /** Whether there is a schema that this user may read. */
  hasFacts: boolean
  /** Which master key sealed the rows; null when no server has used the database yet. */
  keyFingerprint: string | null
}

/** Throws a `StartFault` when the server cannot be reached. */
export async function readDatabaseFacts(settings: ConnectionSettings): Promise<DatabaseFacts> {
  const driver = openPostgres({
    settings,
    applicationName: 'stoa doctor',
    poolSize: 1,
    onError: () => undefined,
  })
  try {
    const [row] = await driver.rows<
      Omit<DatabaseFacts, 'keyFingerprint' | 'clockSkewMs'> & { timeMs: number }
    >(sql`
      select current_setting('server_version') as "serverVersion",
        current_setting('server_version_num')::int as "versionNumber",
        current_setting('server_encoding') as encoding,
        current_user::text as "userName",
        current_setting('transaction_read_only') = 'on' as "isReadOnly",
        current_schema()::text as schema,
        coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'create'), false) as "mayCreateTables",
        exists (select from pg_extension where extname = 'pg_trgm') as "hasTrigrams",
        exists (select from pg_available_extensions where name = 'pg_trgm') as "offersTrigrams",
        has_database_privilege(current_database(), 'create') as "mayCreateExtensions",
        (extract(epoch from clock_timestamp()) * 1000)::float8 as "timeMs",
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0) as "connectionLimit",
        (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as "connectionsInUse",
        coalesce(has_table_privilege(to_regclass('public.installation_fact')::oid, 'select'), false) as "hasFacts"`)
    const { timeMs, ...facts } = row!
    const clockSkewMs = timeMs - Date.now()
    return { ...facts, clockSkewMs, keyFingerprint: facts.hasFacts ? await readKeyFingerprint(driver) : null }
  } catch (error) {
    throw new StartFault(
      `the database cannot be reached: ${reasonOf(error)}`,
      'check that the server runs, and DATABASE_URL if it is set',
    )
  } finally {
    await driver.close()
  }
}
