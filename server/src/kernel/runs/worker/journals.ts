import { createWriteBatcher } from '../../db/batching/write-batcher.ts'
import type { Db } from '../../db/db.ts'
import type { Log } from '../../log.ts'
import type { EventLog } from '../events/event-log.ts'
import { type Flush, writeFlushes, writeFlushIn } from '../store/flush-store.ts'
import type { Claim } from '../store/run-row.ts'
import { createJournal, type Journal, type JournalDeps } from './journal.ts'

export type JournalsDeps = { db: Db; log: Log; events: EventLog; nodeId: string; maxEvents: number }

/** The journals of all runs that this node works on: what they write at the same time is one statement and one commit. */
export function createJournals({ db, log, events, nodeId, maxEvents }: JournalsDeps) {
  const write = createWriteBatcher((flushes: Flush[]) => writeFlushes(db, flushes, nodeId), process.nextTick)
  const waiting = new Map<number, Set<() => void>>()

  /** With all others that wait for the same time: one tick of the node, not one of each run. */
  function flushWithin(ms: number, flush: () => void): void {
    const known = waiting.get(ms)
    if (ms === 0) flush()
    else if (known) known.add(flush)
    else startTimer(ms, flush)
  }

  function startTimer(ms: number, flush: () => void): void {
    waiting.set(ms, new Set([flush]))
    setTimeout(() => {
      const due = waiting.get(ms)!
      waiting.delete(ms)
      for (const each of due) each()
    }, ms)
  }

  return {
    open(claim: Claim, more: Pick<JournalDeps, 'ahead' | 'onBroken'> = {}): Journal {
      if (claim.attempt === 1) events.opened(claim)
      return createJournal({
        ...more,
        claim: { projectId: claim.projectId, id: claim.id, attempt: claim.attempt },
        write,
        writeIn: (tx, flush) => writeFlushIn(tx, flush, nodeId),
        flushWithin,
        onCommitted: (written, flushed, isEnded) => events.handOver(claim.id, written, flushed, isEnded),
        isFollowed: () => events.isFollowed(claim.id),
        onDropped: (type, error) =>
          log.warn({ err: error, runId: claim.id, type }, 'an event of a run was not written'),
        maxEvents,
      })
    },
    /** Nothing more is written for the run by this node. */
    close: events.closed,
  }
}

export type Journals = ReturnType<typeof createJournals>
