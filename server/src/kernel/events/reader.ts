import { EventEmitter } from 'node:events'
import type { Db } from '../db/db.ts'
import type { Listener } from '../db/listen.ts'
import type { Scope } from '../scope.ts'
import type { ProjectEvent } from './event.ts'
import type { EventType } from './event-types.ts'
import { numberedChannel } from './relay.ts'
import { findLast, findStored, listEvents } from './store.ts'

const pageSize = 500
// A filter that lets nothing through must not make one statement read a month of events.
const windowSize = 5_000

export type FollowRequest = {
  /** The number to resume after; null begins now. */
  after: number | null
  /** Null is all. */
  types: readonly EventType[] | null
  /** Null is everyone. */
  externalUserId: string | null
}

export type FollowedItem =
  /** The position of the stream before its first event: resuming from here misses nothing. */
  | { kind: 'start'; after: number }
  /**
   * The requested position has expired: the stream resumes after `after`, and the events between are lost to the
   * reader.
   */
  | { kind: 'gap'; requested: number; after: number; reason: 'expired' | 'not_issued' }
  | { kind: 'event'; event: ProjectEvent }

/** Reads the events of a project by number, on any node, while they come in. */
export function createReader({ db, listener, pollMs }: { db: Db; listener: Listener; pollMs: number }) {
  const received = new EventEmitter().setMaxListeners(0)
  listener.on(numberedChannel, (projectId) => received.emit(projectId))

  async function beginning(
    projectId: string,
    requested: number | null,
  ): Promise<FollowedItem & { after: number }> {
    const { first, last } = await findStored(db, projectId)
    if (requested === null) return { kind: 'start', after: last }
    // A number from another installation, or from before a backup was restored.
    if (requested > last) return { kind: 'gap', requested, after: last, reason: 'not_issued' }
    // Zero requests everything that is retained, so nothing is missing.
    if (requested > 0 && requested < first - 1)
      return { kind: 'gap', requested, after: first - 1, reason: 'expired' }
    return { kind: 'start', after: Math.max(requested, first - 1) }
  }

  return async function* follow(
    { projectId }: Scope,
    requested: FollowRequest,
    signal: AbortSignal,
  ): AsyncGenerator<FollowedItem> {
    let isStale = true
    let wake = () => {}
    const receive = () => {
      isStale = true
      wake()
    }
    received.on(projectId, receive)
    signal.addEventListener('abort', receive)
    try {
      const started = await beginning(projectId, requested.after)
      yield started
      for (let seen = started.after; !signal.aborted; ) {
        isStale = false
        const last = await findLast(db, projectId)
        while (seen < last && !signal.aborted) {
          const upTo = Math.min(last, seen + windowSize)
          const events = await listEvents(db, projectId, { ...requested, after: seen, upTo, most: pageSize })
          for (const event of events) yield { kind: 'event', event }
          seen = events.length === pageSize ? events.at(-1)!.seq : upTo
        }
        if (isStale) continue
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        // Notices can be lost.
        const timer = setTimeout(resolve, pollMs)
        await promise
        clearTimeout(timer)
      }
    } finally {
      received.off(projectId, receive)
      signal.removeEventListener('abort', receive)
    }
  }
}
