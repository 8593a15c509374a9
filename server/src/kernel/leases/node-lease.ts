import type { Db } from '../db/db.ts'
import type { NewId } from '../ids.ts'
import type { Log } from '../log.ts'
import { deleteExpiredLeases, endLease, renewLease } from './store.ts'

export type NodeLease = {
  /** Names this process for as long as it lives; another start is another node. */
  readonly nodeId: string
  /** To be awaited before anything is recorded that counts only while this node lives. */
  hold(): Promise<void>
  stop(): Promise<void>
}

export type NodeLeaseDeps = {
  db: Db
  newId: NewId
  log: Log
  /** Where other nodes reach this one. */
  nodeUrl?: URL | null
  everyMs?: number
  aliveMs?: number
}

// A node that was killed is known to be dead after this; several renewals may be late before that.
const defaultAliveMs = 6_000
const defaultEveryMs = 1_500

/**
 * Shows other nodes that this one is alive, with one row for everything that it works on. Begins when something is
 * first held, so that commands that only look something up leave nothing behind.
 */
export function createNodeLease({
  db,
  newId,
  log,
  nodeUrl = null,
  everyMs = defaultEveryMs,
  aliveMs = defaultAliveMs,
}: NodeLeaseDeps): NodeLease {
  const nodeId = newId()
  let timer: NodeJS.Timeout | null = null
  let heldUntil = Number.NEGATIVE_INFINITY
  let renewing: Promise<void> | null = null
  let hasStopped = false

  async function renewNow(): Promise<void> {
    const requestedAt = performance.now()
    await renewLease(db, { nodeId, url: nodeUrl?.origin ?? null, aliveMs })
    heldUntil = requestedAt + aliveMs
  }

  function renew(): Promise<void> {
    renewing ??= renewNow().finally(() => {
      renewing = null
    })
    return renewing
  }

  function begin(): void {
    timer = setInterval(() => {
      renew().catch((error) => log.warn({ err: error }, 'the lease of this node could not be renewed'))
    }, everyMs).unref()
    deleteExpiredLeases(db).catch((error) => log.warn({ err: error }, 'expired leases were not deleted'))
  }

  return {
    nodeId,
    async hold() {
      if (heldUntil > performance.now() || hasStopped) return
      await renew()
      if (timer === null && !hasStopped) begin()
    },
    async stop() {
      hasStopped = true
      if (timer) clearInterval(timer)
      await renewing?.catch(() => undefined)
      if (heldUntil > Number.NEGATIVE_INFINITY) await endLease(db, nodeId)
    },
  }
}
