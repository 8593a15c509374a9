import { setTimeout as pause } from 'node:timers/promises'
import type { Secrets } from '../../config.ts'
import { sql } from '../../kernel/db/db.ts'
import { isRolePrepared } from '../../kernel/db/pooler/pooler.ts'
import { type ConnectionSettings, openPostgres, type Postgres } from '../../kernel/db/postgres.ts'
import { checkReplica, replicaAlone } from '../../kernel/db/replica/replica.ts'
import { bytesBetween, openStandby, readState } from '../../kernel/db/replica/standby.ts'
import { unprepared } from './doctor-pooler.ts'
import { fail, ok, type Verdict, warn } from './finding.ts'

/** The standby that lists are read from: one that a start would refuse is a fault, one that it would do without a warning. */
export async function checkStandby(
  { databaseReplicaUrl, databaseUrl, databaseDirectUrl }: Secrets,
  primarySettings: ConnectionSettings,
): Promise<Verdict[]> {
  if (databaseReplicaUrl === null) return []
  if (databaseUrl === null) return [fail(replicaAlone.fault, replicaAlone.fix)]
  const settings = { connectionString: databaseReplicaUrl }
  const isPooled = databaseDirectUrl !== null
  if (isPooled && !(await isRolePrepared(primarySettings))) return [unprepared]
  return [await examineStandby(primarySettings, settings, isPooled)]
}

const onError = () => undefined

export async function examineStandby(
  primarySettings: ConnectionSettings,
  settings: ConnectionSettings,
  isPooled = false,
): Promise<Verdict> {
  const primary = openPostgres({
    settings: primarySettings,
    applicationName: 'stoa doctor',
    poolSize: 1,
    onError,
  })
  const standby = openStandby({ settings, isPooled, poolSize: 1, onError })
  try {
    const unsuitable = await checkReplica(primary, standby, { isPooled })
    if (unsuitable) return warn(unsuitable.fault, unsuitable.fix)
    return await measureLag(primary, standby)
  } finally {
    await Promise.all([primary.close(), standby.close()])
  }
}

const longestLagMs = 2_000

/** How long the standby takes to be where the primary is now. */
async function measureLag(primary: Postgres, standby: Postgres): Promise<Verdict> {
  const begin = performance.now()
  const { lsn } = await readState(primary)
  const [server] = await standby.rows<{ version: string; replay: string }>(
    sql`select current_setting('server_version') as version, pg_get_wal_replay_pause_state() as replay`,
  )
  const text = `a standby with PostgreSQL ${server!.version}`
  for (;;) {
    const missing = bytesBetween((await readState(standby)).lsn, lsn)
    const lagMs = Math.round(performance.now() - begin)
    if (missing <= 0) return ok(`${text}, which was where the primary is within ${lagMs} ms`)
    if (lagMs < longestLagMs) await pause(50)
    else if (server!.replay !== 'not paused')
      return warn(`${text}, whose replay is paused`, 'run SELECT pg_wal_replay_resume() on it')
    else
      return warn(
        `${text}, which is ${Math.ceil(missing / 1024)} KB behind`,
        'see pg_stat_replication on the primary: the standby may be disconnected, overloaded or held up by long queries; until then lists are read from the primary',
      )
  }
}
