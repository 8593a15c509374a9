import { setTimeout as pause } from 'node:timers/promises'
import { StartFault } from '../../start-fault.ts'
import { batchedOn, type Driver, isPreconditionFailed, type ListSource, type Statement, sql } from '../db.ts'
import { isConnectionLoss } from '../outage.ts'
import { reasonOf } from '../session.ts'

/** A streaming standby from which lists may be read. */
export type Replica = ListSource & {
  /** Why lists are read from the primary; null while the replica serves them. */
  fault(): string | null
}

type ReplicaOptions = {
  primary: Driver
  standby: Driver
  onNotice(message: string, facts?: object): void
  now?: () => number
}

// A standby in the same network is behind by a millisecond or two: waiting is cheaper than the list.
const waitsMs = [1, 2, 4, 8]
// One that is further behind stays so for a while, and asking it each time would only add to that.
const behindMs = 250
const outOfReachMs = 5_000

/**
 * Lists from a standby that miss nothing. The position of the primary's log is read after the request has come, and so behind
 * everything that was acknowledged to anyone, on any node. The standby is used if it has replayed that much; the check and the list
 * are one round trip. Otherwise, and whenever anything is wrong with it, the primary is read.
 */
export function createReplica({ primary, standby, onNotice, now = Date.now }: ReplicaOptions): Replica {
  // Lists that are requested in the same tick ask once.
  const position = batchedOn(primary)
  let restsUntil = 0
  let fault: string | null = null

  function restFor(ms: number, reason: string, facts: object = {}): null {
    restsUntil = now() + ms
    if (fault !== reason) onNotice(`Lists are read from the primary: ${reason}`, facts)
    fault = reason
    return null
  }

  async function readBehind(lsn: string, statements: readonly Statement[]): Promise<unknown[][] | null> {
    for (const waitMs of [0, ...waitsMs]) {
      if (waitMs > 0) await pause(waitMs)
      try {
        const [, ...results] = await standby.together([hasReplayed(lsn), ...statements])
        if (fault !== null) onNotice('Lists are read from the replica')
        fault = null
        return results
      } catch (error) {
        // Replaying what was deleted on the primary cancels readers of the standby, which is reported like a lost race.
        if (!isPreconditionFailed(error)) throw error
      }
    }
    return restFor(behindMs, 'the replica is behind, or is no replica any more')
  }

  return {
    async together(statements) {
      if (now() < restsUntil) return null
      const [row] = await position.rows<{ lsn: string }>(sql`select pg_current_wal_insert_lsn()::text as lsn`)
      try {
        return await readBehind(row!.lsn, statements)
      } catch (error) {
        // What is wrong with the statement itself is said by the primary.
        if (!isConnectionLoss(error)) return null
        return restFor(outOfReachMs, 'the replica cannot be reached', { err: error })
      }
    },
    fault: () => fault,
  }
}

/** A standby that was promoted has another history from then on, whatever its position. */
const hasReplayed = (lsn: string): Statement =>
  sql`select demand(pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn)`

type Identity = { system: string; database: string; isStandby: boolean }

const identity = sql`
  select (select system_identifier::text from pg_control_system()) as system,
    (select oid::text from pg_database where datname = current_database()) as database, pg_is_in_recovery() as "isStandby"`

/** Refuses a server that is not a standby of this database; one that is out of reach may come back. */
export async function checkReplica({
  primary,
  standby,
  onNotice,
}: Omit<ReplicaOptions, 'now'>): Promise<void> {
  const [own] = await primary.rows<Identity>(identity)
  let found: Identity | undefined
  try {
    ;[found] = await standby.rows<Identity>(identity)
  } catch (error) {
    if (isConnectionLoss(error)) return onNotice('The replica cannot be reached yet', { err: error })
    throw new StartFault(
      `the replica cannot be used: ${reasonOf(error)}`,
      'check STOA_DATABASE_REPLICA_URL: it needs the database and the role of DATABASE_URL',
    )
  }
  if (found!.system !== own!.system || found!.database !== own!.database)
    throw new StartFault(
      'STOA_DATABASE_REPLICA_URL names another database than DATABASE_URL',
      'let it name the same database on a streaming standby',
    )
  if (!found!.isStandby)
    throw new StartFault(
      'STOA_DATABASE_REPLICA_URL names a server that is no standby',
      'let it name a streaming standby, or leave it out',
    )
}
