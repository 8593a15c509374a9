import type { Db, Statement, Tx } from '../db/db.ts'
import type { Listener } from '../db/listen.ts'
import type { Log } from '../log.ts'
import { type Scope, systemScope } from '../scope.ts'
import type { ProjectEvent } from './event.ts'
import { listWaitingProjects, numberNextEvents, numberUnselectedEvents } from './store.ts'

/** Called for a project when something is published in it. */
export const publishedChannel = 'stoa_event'
/** Called for a project when its events have been numbered. */
export const numberedChannel = 'stoa_event_numbered'

const projectsPerScan = 1_000
// Each of them may take a connection for as long as its subscribers work, or wait for a lock.
const projectConcurrency = 3
// After a batch, the next events of the project are given this time to become one batch too: where events come all the time,
// numbering each by itself would cost as much as what they report. An event after a quiet time does not wait.
const paceMs = 25

/** The events that an area handles, and how. */
export type EventSubscriber = {
  /**
   * A condition on the event `e`, with its `project_id`, `type`, `external_user_id` and `data`. Without an event that it
   * selects, the subscriber is not called. It may select too many.
   */
  selects: Statement
  /**
   * Called with events in the transaction that numbers them: what it writes is there exactly if they are numbered. All
   * subscribers are called at the same time, so that what they ask first, with `pipelineAndAwait`, is one round trip.
   */
  receive(tx: Tx, scope: Scope, events: readonly ProjectEvent[]): Promise<void>
}

export type RelayDeps = {
  db: Db
  log: Log
  listener: Listener
  subscribers: readonly EventSubscriber[]
  batchSize: number
  pollMs: number
}

/**
 * Gives events their numbers, a few projects at a time and a batch at a time. Any number of relays may run on any number of
 * nodes: the holder of a project's counter numbers its events, the others pass over it. A project whose events fail to
 * relay, or whose subscribers wait for a lock, does not block the others.
 */
export function createRelay({ db, log, listener, subscribers, batchSize, pollMs }: RelayDeps) {
  const waiting = new Set<string>()
  /** Projects whose events are being relayed, or were a moment ago. */
  const busy = new Set<string>()
  const atWork = new Set<Promise<void>>()
  const unsubscribe: (() => void)[] = []
  let isStopping = false
  let isScanDue = false
  let scanning: Promise<void> | null = null

  /**
   * How many events it numbered. Those that no subscriber selects, up to the first that one does, take one round trip. A relay
   * that holds the counter got the same notification as we did, and comes back for events it did not see.
   */
  async function relayBatch(projectId: string): Promise<number> {
    const next = { projectId, most: batchSize, channel: numberedChannel }
    const conditions = subscribers.map(({ selects }) => selects)
    const { count, isNextSelected } = await numberUnselectedEvents(db, next, conditions)
    if (!isNextSelected) return count
    return db.tx(async (tx) => {
      const events = await numberNextEvents(tx, next)
      if (events.length === 0) return count
      const scope = systemScope(projectId)
      await allOfThem(subscribers.map(({ receive }) => receive(tx, scope, events)))
      return count + events.length
    })
  }

  async function relay(projectId: string): Promise<void> {
    const count = await relayBatch(projectId).catch((error: unknown) => {
      log.warn({ err: error, projectId }, 'events could not be relayed; will retry')
      return 0
    })
    if (count >= batchSize) waiting.add(projectId)
    if (count === 0 || count >= batchSize) busy.delete(projectId)
    else setTimeout(endPause, paceMs, projectId).unref()
  }

  function endPause(projectId: string): void {
    busy.delete(projectId)
    relayWaiting()
  }

  /** Each waiting project has one batch in turn, so that a long queue costs the others one batch and no more. */
  function relayWaiting(): void {
    for (const projectId of waiting) {
      if (isStopping || atWork.size === projectConcurrency) return
      if (busy.has(projectId)) continue
      waiting.delete(projectId)
      busy.add(projectId)
      const work = relay(projectId).finally(() => {
        atWork.delete(work)
        relayWaiting()
      })
      atWork.add(work)
    }
  }

  async function findWaiting(): Promise<void> {
    do {
      isScanDue = false
      try {
        for (const projectId of await listWaitingProjects(db, projectsPerScan)) waiting.add(projectId)
        relayWaiting()
      } catch (error) {
        log.warn({ err: error }, 'polling for events failed; will retry')
      }
    } while (isScanDue && !isStopping)
    scanning = null
  }

  /** One that is due while another one reads is done behind it: that may have read too early. */
  function scan(): void {
    if (scanning) isScanDue = true
    else scanning = findWaiting()
  }

  return {
    start() {
      if (unsubscribe.length > 0) return
      unsubscribe.push(
        listener.on(publishedChannel, (projectId) => {
          waiting.add(projectId)
          relayWaiting()
        }),
        listener.onReconnect(scan),
      )
      // Notices can be lost; this finds what they were about, also when nothing else ever wakes the relay.
      const polling = setInterval(scan, pollMs)
      unsubscribe.push(() => clearInterval(polling))
      scan()
    },
    async stop(): Promise<void> {
      isStopping = true
      for (const end of unsubscribe.splice(0)) end()
      await scanning
      await Promise.all(atWork)
    },
  }
}

/** Also those beside one that failed: nothing may be sent on the connection when the transaction is over. */
async function allOfThem(working: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(working))
    if (result.status === 'rejected') throw result.reason
}
