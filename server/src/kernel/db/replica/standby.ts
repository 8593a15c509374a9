import { type Driver, prepared, type Statement, sql, sqlText } from '../db.ts'
import { type ConnectionSettings, openPostgres, type Postgres, type Timeouts } from '../postgres.ts'

/** Which database a server has, and how far its log has come: written by a primary, replayed by a standby. */
export type ServerState = {
  system: string
  database: string
  /** Changes with each promotion: a position says nothing in the history of another timeline. */
  timeline: number
  lsn: string
  isStandby: boolean
  /** Whether values have the expected form and a statement sees what was committed before it: a pooler may drop settings. */
  hasOwnSettings: boolean
}

const system = sqlText('(select system_identifier::text from pg_control_system())')
const database = sqlText('(select oid::text from pg_database where datname = current_database())')
// The control file of a standby follows with the next checkpoint at the latest; until then the primary is read.
const replayedTimeline = sqlText(
  '(select greatest(timeline_id, min_recovery_end_timeline) from pg_control_checkpoint(), pg_control_recovery())',
)
const writtenTimeline = sqlText(
  `('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int`,
)

const hasOwnSettings = sqlText(
  `(current_setting('timezone') = 'UTC' and current_setting('datestyle') like 'ISO%'
    and current_setting('transaction_isolation') = 'read committed')`,
)

const state = prepared(sql`
  select ${system} as system, ${database} as database, pg_is_in_recovery() as "isStandby",
    ${hasOwnSettings} as "hasOwnSettings",
    case when pg_is_in_recovery() then ${replayedTimeline} else ${writtenTimeline} end as timeline,
    (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end)::text as lsn`)

export const readState = async (server: Pick<Driver, 'rows'>): Promise<ServerState> =>
  (await server.rows<ServerState>(state))[0]!

/** Demands a standby that has replayed the log of this primary up to here. */
export const hasReplayed = (primary: ServerState): Statement =>
  prepared(sql`select demand(pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${primary.lsn}::pg_lsn
    and ${replayedTimeline} = ${primary.timeline} and ${system} = ${primary.system} and ${database} = ${primary.database}
    and ${hasOwnSettings})`)

const bytesOf = (lsn: string): bigint => {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

export const bytesBetween = (from: string, to: string): number => Number(bytesOf(to) - bytesOf(from))

export const hasSameDatabase = (one: ServerState, other: ServerState): boolean =>
  one.system === other.system && one.database === other.database

/** Why lists cannot be read from a standby, and what an operator can do about it. */
export type Unsuitable = { fault: string; fix: string }

/** Whatever its position; null if they can. */
export function unsuitable(primary: ServerState, standby: ServerState): Unsuitable | null {
  if (!hasSameDatabase(primary, standby))
    return {
      fault: 'the replica has another database',
      fix: 'let STOA_DATABASE_REPLICA_URL name the same database on a streaming standby',
    }
  if (!standby.hasOwnSettings)
    return {
      fault: 'the replica is behind a pooler whose sessions lack the settings of the role',
      fix: 'run RECONNECT in the console of the pooler, or let STOA_DATABASE_REPLICA_URL name the standby itself',
    }
  if (!standby.isStandby)
    return {
      fault: 'the replica is no standby',
      fix: 'let STOA_DATABASE_REPLICA_URL name a streaming standby of the primary; the server that it names may have been promoted',
    }
  if (standby.timeline === primary.timeline) return null
  return {
    fault: `the replica is on timeline ${standby.timeline}, the primary on ${primary.timeline}`,
    fix: 'let the standby follow the new primary (primary_conninfo), or recreate it with pg_basebackup; one that follows is used after its next checkpoint, within minutes',
  }
}

// Lists that take longer are read from the primary, which has more time: a client waits for both.
const timeouts = { connectMs: 2_000, responseMs: 4_000 }

type StandbyOptions = {
  settings: ConnectionSettings
  poolSize: number
  isPooled?: boolean
  timeouts?: Timeouts
  onError(error: Error): void
}

export const openStandby = (options: StandbyOptions): Postgres =>
  openPostgres({ applicationName: 'stoa lists', timeouts, ...options })
