import type { Queryable } from '../../../kernel/db/db.ts'
import { appendEvent, appendWithPlace, type NewEvent } from '../store/event.ts'
import type { Place, Standing } from '../store/session.ts'

type Ref = { projectId: string; id: string }

/** What happened in sessions, as it is appended; those who follow a session on this node learn of it immediately. */
export function createEventLog() {
  const waiting = new Map<string, Set<() => void>>()

  function wake(id: string): void {
    const resolvers = waiting.get(id)
    waiting.delete(id)
    for (const resolve of resolvers ?? []) resolve()
  }

  return {
    async append(q: Queryable, session: Ref, event: NewEvent): Promise<void> {
      await appendEvent(q, session, event)
      wake(session.id)
    },
    /** With where the session is by then, in the same statement. */
    async appendWithPlace(q: Queryable, session: Ref, event: NewEvent, place: Place): Promise<Standing> {
      const standing = await appendWithPlace(q, session, event, place)
      wake(session.id)
      return standing
    },
    /** Resolves when something is appended from now on; after that time in any case, since another node may append. */
    changed(id: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
      return new Promise((resolve) => {
        const resolvers = waiting.get(id) ?? new Set()
        const done = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', done)
          resolvers.delete(done)
          if (resolvers.size === 0 && waiting.get(id) === resolvers) waiting.delete(id)
          resolve()
        }
        const timer = setTimeout(done, timeoutMs)
        resolvers.add(done)
        waiting.set(id, resolvers)
        if (signal.aborted) done()
        else signal.addEventListener('abort', done, { once: true })
      })
    },
  }
}

export type EventLog = ReturnType<typeof createEventLog>
