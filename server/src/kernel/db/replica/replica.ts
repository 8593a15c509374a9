import { setTimeout as pause } from 'node:timers/promises'
import { StartFault } from '../../start-fault.ts'
import { batchedOn } from '../create-db.ts'
import { type Driver, isDemandFailed, type ListSource, type Statement } from '../db.ts'
import { mayPass } from '../outage.ts'
import { leavesUsable, NoResponse } from '../postgres.ts'
import { reasonOf } from '../session.ts'
import { createAvailability, type Notice, outOfReach } from './availability.ts'
import {
  hasReplayed,
  hasSameDatabase,
  readState,
  type ServerState,
  type Unsuitable,
  unsuitable,
} from './standby.ts'

/** A streaming standby from which lists may be read. */
export type Replica = ListSource & {
  /** Why lists are read from the primary; null while the replica serves them. */
  fault(): string | null
}

type ReplicaOptions = {
  primary: Driver
  standby: Driver
  onNotice: Notice
  now?: () => number
  /** What the check at the start has found. */
  fault?: string | null
}

// A standby in the same network is behind by a millisecond or two: waiting is cheaper than the list.
const waitsMs = [1, 2, 4, 8]

/**
 * Lists from a standby that miss nothing. The position of the primary's log is read after the request has come, and so behind
 * everything that was acknowledged to anyone, on any node. The standby is used if it has replayed that much; the check and the list
 * are one round trip. Otherwise, and whenever anything is wrong with it, the primary is read. One that failed is tried again in
 * the background, so that no list waits for a server that hangs.
 */
export function createReplica({
  primary,
  standby,
  onNotice,
  now = () => performance.now(),
  fault = null,
}: ReplicaOptions): Replica {
  // Lists that are requested in the same tick share the round trip.
  const position = batchedOn(primary)
  const availability = createAvailability({ onNotice, now, fault })
  let isTrying = false

  async function tryAgain(): Promise<void> {
    isTrying = true
    try {
      const [own, found] = [await readState(primary), await readState(standby)]
      if (availability.mayReturn(own, found)) availability.usable()
      else availability.notThere(own, found)
    } catch (error) {
      availability.outOfReach(error)
    }
    isTrying = false
  }

  function isUsable(): boolean {
    if (isTrying || availability.rests()) return false
    if (availability.fault() === null) return true
    void tryAgain()
    return false
  }

  /** A single list may be what took long: the others are back as soon as the standby responds to something short. */
  function failed(error: unknown): void {
    if (isPassing(error)) return
    if (!(error instanceof NoResponse)) availability.outOfReach(error)
    else if (!isTrying) void tryAgain()
  }

  async function readBehind(own: ServerState, statements: readonly Statement[]): Promise<unknown[][] | null> {
    for (const waitMs of [0, ...waitsMs]) {
      if (waitMs > 0) await pause(waitMs)
      try {
        const [, ...results] = await standby.together([hasReplayed(own), ...statements])
        availability.usable()
        return results
      } catch (error) {
        if (!isDemandFailed(error)) throw error
      }
    }
    availability.notThere(own, await readState(standby))
    return null
  }

  return {
    async together(statements) {
      if (!isUsable()) return null
      const own = await readState(position)
      if (own.isStandby) return null
      try {
        return await readBehind(own, statements)
      } catch (error) {
        failed(error)
        return null
      }
    },
    fault() {
      isUsable()
      return availability.fault()
    },
  }
}

/**
 * What is wrong with the statement itself is said by the primary; connections that are all in use are released; replaying what was
 * deleted on the primary cancels readers of the standby, and may end their connection.
 */
const isPassing = (error: unknown): boolean =>
  leavesUsable(error) ||
  (error instanceof Error && /timeout exceeded when trying to connect/.test(error.message)) ||
  (error as NodeJS.ErrnoException).code === '40001'

/**
 * Refuses a server that never was a replica of this database. One that is out of reach may come back, and one that was promoted
 * must not keep a server from starting in the middle of a failover: those are returned as its fault, and so are sessions
 * that a pooler opened before the role had its settings.
 */
export async function checkReplica(
  primary: Driver,
  standby: Driver,
  { isPooled = false } = {},
): Promise<Unsuitable | null> {
  const own = await readState(primary)
  let found: ServerState
  try {
    found = await readState(standby)
  } catch (error) {
    if (isPoolerRefusal(error)) throw new StartFault(poolerFault, poolerFix)
    if (mayComeBack(error)) return outOfReach
    throw new StartFault(
      `the replica cannot be used: ${reasonOf(error)}`,
      'check STOA_DATABASE_REPLICA_URL: it needs the database and the role of DATABASE_URL',
    )
  }
  if (!hasSameDatabase(own, found))
    throw new StartFault(
      'STOA_DATABASE_REPLICA_URL names another database than DATABASE_URL',
      'let it name the same database on a streaming standby',
    )
  if (!found.hasOwnSettings && !isPooled) throw new StartFault(poolerFault, poolerFix)
  return unsuitable(own, found)
}

/** Where only a replica is configured; said by a start, which refuses it, and by the doctor. */
export const replicaAlone = {
  fault: 'STOA_DATABASE_REPLICA_URL is set without DATABASE_URL, and the embedded database has no replicas',
  fix: 'set DATABASE_URL as well, or leave STOA_DATABASE_REPLICA_URL out',
}

const poolerFault = 'STOA_DATABASE_REPLICA_URL leads through a pooler, which takes no settings of a session'
const poolerFix =
  'let it name the standby itself, or let DATABASE_URL lead through a pooler too, and STOA_DATABASE_DIRECT_URL past it'

const isPoolerRefusal = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/.test(error.message)

/** Not what the server refuses, but what is on the way to it: no route, no name, no connection left, a pooler that waits. */
const mayComeBack = (error: unknown): boolean =>
  mayPass(error) || error instanceof NoResponse || (error as NodeJS.ErrnoException).syscall !== undefined
