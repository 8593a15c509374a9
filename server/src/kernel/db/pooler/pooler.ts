import pg from 'pg'
import { StartFault } from '../../start-fault.ts'
import { sql } from '../db.ts'
import { type ConnectionSettings, openPostgres, type Postgres, sessionSettings } from '../postgres.ts'
import { hasSameDatabase, readState } from '../replica/standby.ts'
import { reasonOf, withSession } from '../session.ts'

/**
 * A pooler in transaction mode gives every transaction another session, and passes on none of the settings that a
 * connection begins with. They are made settings of the role in this database instead, by a direct connection.
 */
export async function prepareRoleForPooler(direct: ConnectionSettings): Promise<void> {
  await withSession(direct, 'stoa-pooler', async (client) => {
    const { rows } = await client.query<{ role: string; database: string }>(
      'select current_user as role, current_database() as database',
    )
    const [role, database] = [rows[0]!.role, rows[0]!.database].map(pg.escapeIdentifier)
    for (const [name, value] of await missingSettings(client))
      await client.query(
        `alter role ${role} in database ${database} set ${name} to ${pg.escapeLiteral(value)}`,
      )
  })
}

/** Until it is, no one should connect through the pooler: it retains such sessions for hours, and they lack the settings. */
export const isRolePrepared = (direct: ConnectionSettings): Promise<boolean> =>
  withSession(direct, 'stoa-pooler', async (client) => (await missingSettings(client)).length === 0)

async function missingSettings(client: pg.Client): Promise<[string, string][]> {
  const { rows } = await client.query<{ setting: string }>(
    `select unnest(setconfig) as setting from pg_db_role_setting
     where setrole = current_user::regrole and setdatabase = (select oid from pg_database where datname = current_database())`,
  )
  const known = new Set(rows.map(({ setting }) => setting.toLowerCase()))
  return Object.entries(sessionSettings).filter(
    ([name, value]) => !known.has(`${name}=${value}`.toLowerCase()),
  )
}

/** Refuses a pooler that is out of reach, leads to another database, or gives sessions without the settings. */
export async function checkPooler(pooled: Postgres, direct: ConnectionSettings): Promise<void> {
  try {
    await checkPooledSession(pooled)
    await refuseOtherDatabase(pooled, direct)
  } catch (error) {
    if (error instanceof StartFault) throw error
    throw new StartFault(
      `DATABASE_URL cannot be used through its pooler: ${reasonOf(error)}`,
      'check that the pooler runs and knows the database and the role',
    )
  }
}

/** A session that the pooler had opened before would return times in another form. */
async function checkPooledSession(driver: Postgres): Promise<void> {
  const [row] = await driver.rows<{ zone: string; style: string }>(
    sql`select current_setting('timezone') as zone, current_setting('datestyle') as style`,
  )
  if (row!.zone === 'UTC' && row!.style.startsWith('ISO')) return
  throw new StartFault(
    `connections of DATABASE_URL have the time zone ${row!.zone}, and not that of their role`,
    'run RECONNECT in the console of PgBouncer, and see that STOA_DATABASE_DIRECT_URL names the same database and role',
  )
}

/** Migrations and notifications would go to one database, and requests to the other. */
async function refuseOtherDatabase(pooled: Postgres, settings: ConnectionSettings): Promise<void> {
  const direct = openPostgres({
    settings,
    applicationName: 'stoa-pooler',
    poolSize: 1,
    onError: () => undefined,
  })
  try {
    if (hasSameDatabase(await readState(pooled), await readState(direct))) return
  } finally {
    await direct.close()
  }
  throw new StartFault(
    'DATABASE_URL leads to another database than STOA_DATABASE_DIRECT_URL',
    'let the pooler lead to the server and the database that STOA_DATABASE_DIRECT_URL names',
  )
}
