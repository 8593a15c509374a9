import { EventEmitter } from 'node:events'
import type { Db } from '../../db/db.ts'
import type { Listener } from '../../db/listen.ts'
import type { Scope } from '../../scope.ts'
import type { EventToInsert, Flushed } from '../store/flush-store.ts'
import type { Claim } from '../store/run-row.ts'
import { findRun } from '../store/run-store.ts'
import { eventChannel, listEvents, type RunEvent } from './event-store.ts'

const pageSize = 500
// A reader that is so far behind reads the table again.
const maxHandedOver = 1_000

export type EventLogDeps = {
  db: Db
  listener: Listener
  /** Names this process in its own notices, which it need not listen to. */
  nodeId: string
  /** A notice that got lost costs a reader this long and nothing else. */
  pollMs: number
}

export type FollowOptions = {
  /** Whether it reads on only until the end: nothing is written earlier for it. */
  waitsForEnd?: boolean
}

/** What was just committed; null when the table has to be read. */
type News = { events: readonly RunEvent[]; isEnded: boolean } | null

/**
 * The log of each run: numbered without gaps, written before it is shown, and read by anyone who may, from any number
 * on, on any node, while it grows and after it has ended. Readers on the node that writes get it without asking.
 */
export function createEventLog({ db, listener, nodeId, pollMs }: EventLogDeps) {
  const notices = new EventEmitter().setMaxListeners(0)
  listener.on(eventChannel, (payload) => {
    const [sender, ...runIds] = payload.split(' ')
    if (sender !== nodeId) for (const runId of runIds) notices.emit(runId, null)
  })
  listener.onReconnect(() => {
    for (const runId of notices.eventNames()) notices.emit(runId, null)
  })

  /** How many readers show the events of a run. */
  const readers = new Map<string, number>()
  function count(runId: string, change: number): void {
    const readersNow = (readers.get(runId) ?? 0) + change
    if (readersNow === 0) readers.delete(runId)
    else readers.set(runId, readersNow)
  }

  // Runs at work here that have written no event yet, by their project: a reader that comes in time need not look.
  const silent = new Map<string, string>()

  return {
    /** The first attempt of a run begins here. */
    opened({ projectId, id }: Pick<Claim, 'projectId' | 'id'>): void {
      silent.set(id, projectId)
    },
    closed(runId: string): void {
      silent.delete(runId)
    },
    /** Whether a reader on this node shows its events as they come. */
    isFollowed: (runId: string): boolean => readers.has(runId),
    /** To be called with what was just committed. */
    handOver(
      runId: string,
      written: readonly EventToInsert[],
      { lastSeq, at }: Flushed,
      isEnded: boolean,
    ): void {
      silent.delete(runId)
      if (notices.listenerCount(runId) === 0) return
      const first = lastSeq - written.length + 1
      const events = written.map(
        ({ type, data }, index): RunEvent => ({
          seq: first + index,
          type,
          data: JSON.parse(data),
          createdAt: at,
        }),
      )
      notices.emit(runId, { events, isEnded } satisfies News)
    },
    /** Everything behind `after`, then what comes, until the run is over or the reader leaves. */
    async *follow(
      scope: Scope,
      runId: string,
      after: number,
      signal: AbortSignal,
      { waitsForEnd = false }: FollowOptions = {},
    ): AsyncGenerator<RunEvent> {
      const inbox = createInbox(silent.get(runId) !== scope.projectId)
      notices.on(runId, inbox.put)
      if (!waitsForEnd) count(runId, 1)
      signal.addEventListener('abort', inbox.wake)
      try {
        for (let seen = after; !signal.aborted; ) {
          const news = inbox.take()
          if (news === 'stale') {
            // In one round trip and in this order: a run that was over then has no event that the second read misses.
            const reads = db.batched()
            const [run, events] = await Promise.all([
              findRun(reads, scope.projectId, runId),
              listEvents(reads, scope.projectId, runId, seen, pageSize),
            ])
            for (const event of events) yield event
            seen = events.at(-1)?.seq ?? seen
            if (events.length === pageSize) inbox.put(null)
            else if (!run || run.endedAt !== null) return
          } else if (news) {
            const fresh = news.events.filter(({ seq }) => seq > seen)
            if (fresh.length > 0 && fresh[0]!.seq !== seen + 1) inbox.put(null)
            else {
              for (const event of fresh) yield event
              seen = fresh.at(-1)?.seq ?? seen
              if (news.isEnded) return
            }
          } else await inbox.arrival(pollMs)
        }
      } finally {
        notices.off(runId, inbox.put)
        if (!waitsForEnd) count(runId, -1)
        signal.removeEventListener('abort', inbox.wake)
      }
    },
  }
}

export type EventLog = ReturnType<typeof createEventLog>

/** What was delivered to one reader and not read yet. Whenever something may be missing, as at first, it is stale. */
function createInbox(startsStale: boolean) {
  let news: Exclude<News, null>[] = []
  let size = 0
  let isStale = startsStale
  let wake = () => {}
  return {
    wake: () => wake(),
    put(one: News) {
      size += one?.events.length ?? 0
      if (one === null || size > maxHandedOver) isStale = true
      else news.push(one)
      wake()
    },
    /** The oldest; null when there is nothing. What is stale is in the table, and so is everything before it. */
    take(): Exclude<News, null> | 'stale' | null {
      if (isStale) {
        isStale = false
        news = []
        size = 0
        return 'stale'
      }
      const one = news.shift() ?? null
      size -= one?.events.length ?? 0
      return one
    },
    /** Stale after this time, whatever was heard. */
    async arrival(ms: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      const timer = setTimeout(() => {
        isStale = true
        resolve()
      }, ms)
      await promise
      clearTimeout(timer)
      wake = () => {}
    },
  }
}
