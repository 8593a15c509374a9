import type { Db } from '../../../kernel/db/db.ts'
import type { ServerEvent } from '../../../kernel/http/endpoint.ts'
import { lastEventNumberOf } from '../../../kernel/http/streams/last-event-id.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { lastEventNumber, listEventsAfter } from '../store/event.ts'
import type { EventLog } from './event-log.ts'
import { isOver } from './session-rows.ts'
import type { Sessions } from './sessions.ts'

export type FollowDeps = { db: Db; sessions: Pick<Sessions, 'get'>; eventLog: Pick<EventLog, 'changed'> }

const pageSize = 100
// For what another node appends, and for the end of the session.
const lookEveryMs = 1_000

/**
 * The log of a session as a stream that ends with it. The last event, `end`, has the number behind the log, so that a
 * client that has seen it and connects again gets nothing twice.
 */
export function createFollowEvents({ db, sessions, eventLog }: FollowDeps) {
  async function* follow(
    scope: Scope,
    id: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<ServerEvent> {
    let seen = after
    while (!signal.aborted) {
      // Before the log is read: what is appended in between is not missed.
      const changed = eventLog.changed(id, lookEveryMs, signal)
      const session = await sessions.get(scope, id)
      const events = await listEventsAfter(db, session, seen, pageSize)
      for (const event of events) {
        seen = event.number
        yield { id: String(event.number), event: event.type, data: event }
      }
      if (events.length === pageSize) continue
      if (isOver(session)) {
        const last = await lastEventNumber(db, session)
        const { status, endedReason, error, endedAt: createdAt } = session
        if (after <= last)
          yield {
            id: String(last + 1),
            event: 'end',
            data: { number: last + 1, type: 'end', data: { status, endedReason, error }, createdAt },
          }
        return
      }
      await changed
    }
  }

  return async (scope: Scope, id: string, lastEventId: string | null, signal: AbortSignal) => {
    await sessions.get(scope, id)
    return follow(scope, id, lastEventNumberOf(lastEventId), signal)
  }
}

export type FollowEvents = ReturnType<typeof createFollowEvents>
