import pg from 'pg'
import { StartFault } from '../../start-fault.ts'
import { sql } from '../db.ts'
import { type ConnectionSettings, type Postgres, sessionSettings } from '../postgres.ts'
import { withSession } from '../session.ts'

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
    const required = Object.entries(sessionSettings)
    const { rows: set } = await client.query<{ setting: string }>(
      `select unnest(setconfig) as setting from pg_db_role_setting
       where setrole = current_user::regrole and setdatabase = (select oid from pg_database where datname = current_database())`,
    )
    const known = new Set(set.map(({ setting }) => setting.toLowerCase()))
    for (const [name, value] of required)
      if (!known.has(`${name}=${value}`.toLowerCase()))
        await client.query(
          `alter role ${role} in database ${database} set ${name} to ${pg.escapeLiteral(value)}`,
        )
  })
}

/** A session that the pooler had opened before would return times in another form. */
export async function checkPooledSession(driver: Postgres): Promise<void> {
  const [row] = await driver.rows<{ zone: string; style: string }>(
    sql`select current_setting('timezone') as zone, current_setting('datestyle') as style`,
  )
  if (row!.zone === 'UTC' && row!.style.startsWith('ISO')) return
  throw new StartFault(
    `connections of DATABASE_URL have the time zone ${row!.zone}, and not that of their role`,
    'run RECONNECT in the console of PgBouncer, and see that STOA_DATABASE_DIRECT_URL names the same database and role',
  )
}
