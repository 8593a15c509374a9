import { EventEmitter } from 'node:events'
import type { Db } from '../../db/db.ts'
import { type Listener, notify } from '../../db/listen.ts'
import { isDatabaseOutage } from '../../db/outage.ts'
import type { Scope } from '../../scope.ts'
import type { Claim } from '../store/run-row.ts'
import { findRun } from '../store/run-store.ts'
import { LostRun } from '../worker/context.ts'
import { insertEvents, listEvents, type NewEvent, type RunEvent } from './event-store.ts'

const eventChannel = 'stoa_run_event'
// Long enough to gather the words of a stream into one write, short enough not to be seen.
const batchWindowMs = 40
const pageSize = 500

export type EventLogDeps = {
  db: Db
  listener: Listener
  /** A log ends with `log.full` here: a run that never stops talking must not fill the disk. */
  maxEvents: number
  /** A notice that got lost costs a reader this long and nothing else. */
  pollMs: number
}

/**
 * The log of each run: numbered without gaps, written before it is shown, and read by anyone who may, from any number
 * on, on any node, while it grows and after it has ended.
 */
export function createEventLog({ db, listener, maxEvents, pollMs }: EventLogDeps) {
  const received = new EventEmitter().setMaxListeners(0)
  listener.on(eventChannel, (runId) => received.emit(runId))
  listener.onReconnect(() => {
    for (const runId of received.eventNames()) received.emit(runId)
  })

  async function tell(runId: string): Promise<void> {
    received.emit(runId)
    await notify(db, eventChannel, runId)
  }

  return {
    /** Gathers the events of one attempt and writes them in batches, in order. */
    writer(claim: Claim) {
      let batched: NewEvent[] = []
      let writing: Promise<void> = Promise.resolve()
      let timer: NodeJS.Timeout | null = null
      let isFull = false
      let hasWritten = false
      let outage: unknown = null

      async function write(): Promise<void> {
        const batch = batched
        batched = []
        // What follows a gap must not hide it.
        if (outage) throw outage
        if (batch.length === 0 || isFull) return
        const seq = await insertEvents(db, claim, batch).catch((error) => {
          if (isDatabaseOutage(error)) outage = error
          throw error
        })
        if (seq === null) throw new LostRun('the run belongs to another worker')
        if (seq >= maxEvents) {
          isFull = true
          await insertEvents(db, claim, [{ type: 'log.full', data: { most: maxEvents } }])
        }
        hasWritten = true
        await tell(claim.id)
      }

      function flush(): Promise<void> {
        if (timer) clearTimeout(timer)
        timer = null
        writing = writing.catch(() => undefined).then(write)
        return writing
      }

      return {
        emit(type: string, data: unknown) {
          if (isFull) return
          batched.push({ type, data })
          // A failure is reported by the flush at the end of the run.
          timer ??= setTimeout(() => void flush().catch(() => undefined), batchWindowMs)
        },
        flush,
        /** To be called behind the end of the run: who follows its log need not wait to find out. */
        ended: async () => (hasWritten ? tell(claim.id) : undefined),
      }
    },
    /** Everything behind `after`, then what comes, until the run is over or the reader leaves. */
    async *follow(scope: Scope, runId: string, after: number, signal: AbortSignal): AsyncGenerator<RunEvent> {
      let isStale = true
      let wake = () => {}
      const receive = () => {
        isStale = true
        wake()
      }
      received.on(runId, receive)
      signal.addEventListener('abort', receive)
      try {
        for (let seen = after; !signal.aborted; ) {
          isStale = false
          // Asked before the events are read: a run that was over then has no event that this reading misses.
          const run = await findRun(db, scope.projectId, runId)
          const events = await listEvents(db, scope.projectId, runId, seen, pageSize)
          for (const event of events) yield event
          seen = events.at(-1)?.seq ?? seen
          if (events.length === pageSize) continue
          if (!run || run.endedAt !== null) return
          if (isStale) continue
          const { promise, resolve } = Promise.withResolvers<void>()
          wake = resolve
          const timer = setTimeout(resolve, pollMs)
          await promise
          clearTimeout(timer)
        }
      } finally {
        received.off(runId, receive)
        signal.removeEventListener('abort', receive)
      }
    },
  }
}

export type EventLog = ReturnType<typeof createEventLog>
