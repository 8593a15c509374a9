import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { NodeLease } from '../../../kernel/leases/node-lease.ts'
import { type Scope, userScope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { Handoff } from '../schema/handoff.ts'
import { endHandoff, findHandoff, insertHandoff, type StoredHandoff } from '../store/handoff.ts'
import { lockSession, setControl } from '../store/session.ts'
import type { EventLog } from './event-log.ts'
import type { Links } from './links.ts'
import type { LiveSessions } from './live-sessions.ts'
import { controlHeld, elsewhere, handoffNotFound, sessionEnded, sessionNotFound } from './refusals.ts'
import { isOver } from './session-rows.ts'
import type { Sessions } from './sessions.ts'

export type HandoffDeps = {
  db: Db
  clock: Clock
  newId: NewId
  events: Events
  audit: Audit
  live: LiveSessions
  sessions: Sessions
  links: Links
  eventLog: Pick<EventLog, 'append'>
  lease: Pick<NodeLease, 'nodeId'>
}

/** A human takes over, for a login or a payment, and gives back. Until then the session does nothing for an agent. */
export function createHandoffs(deps: HandoffDeps) {
  const { db, clock, newId, events, audit, live, sessions, links, eventLog, lease } = deps
  async function request(scope: Scope, sessionId: string, reason: string): Promise<StoredHandoff> {
    const turn = await sessions.requireLive(scope, sessionId)
    // What an agent does at the moment is completed first.
    return live.inTurn(turn, async () => {
      const handoff = await db.tx(async (tx) => {
        const session = await lockSession(tx, scope, sessionId)
        if (!session) throw sessionNotFound()
        if (isOver(session)) throw sessionEnded(session)
        if (session.control === 'human') throw controlHeld()
        const at = clock.now()
        const made = await insertHandoff(tx, session, { id: newId(), reason, at })
        await setControl(tx, session, 'human', at)
        await eventLog.append(tx, session, { type: 'control', data: { control: 'human', reason }, at })
        await events.publish(tx, userScope(session), {
          type: 'browser.session.handoff_requested',
          data: { sessionId, handoffId: made.id, reason },
        })
        await audit.record(tx, scope, {
          action: 'browser_session.handed_off',
          targetType: 'browser_session',
          targetId: sessionId,
          details: { handoffId: made.id },
        })
        return made
      })
      live.setControl(turn, 'human')
      return handoff
    })
  }

  async function done(scope: Scope, id: string, note: string | null): Promise<StoredHandoff> {
    const ended = await db.tx(async (tx) => {
      const handoff = await findHandoff(tx, scope, id)
      if (!handoff) throw handoffNotFound()
      const session = await lockSession(tx, scope, handoff.sessionId)
      if (!session) throw handoffNotFound()
      if (isOver(session)) throw sessionEnded(session)
      // Where it is live it learns of it.
      if (session.nodeId !== lease.nodeId) throw elsewhere(session)
      if (handoff.status !== 'requested')
        throw new AppError('invalid_state', `The handoff is ${handoff.status}`, {
          facts: { state: handoff.status },
        })
      const at = clock.now()
      await setControl(tx, session, 'agent', at)
      await eventLog.append(tx, session, { type: 'control', data: { control: 'agent', note }, at })
      return endHandoff(tx, scope, id, { note, at })
    })
    const turn = live.find(ended.sessionId)
    if (turn) live.setControl(turn, 'agent')
    return ended
  }

  const toHandoff = (projectId: string, stored: StoredHandoff): Handoff => ({
    ...stored,
    liveViewUrl: stored.status === 'requested' ? links.toControl(projectId, stored.sessionId) : null,
  })

  return {
    async get(scope: Scope, id: string): Promise<Handoff> {
      const handoff = await findHandoff(db, scope, id)
      if (!handoff) throw handoffNotFound()
      return toHandoff(scope.projectId, handoff)
    },
    request: async (scope: Scope, sessionId: string, reason: string): Promise<Handoff> =>
      toHandoff(scope.projectId, await request(scope, sessionId, reason)),
    done: async (scope: Scope, id: string, note: string | null): Promise<Handoff> =>
      toHandoff(scope.projectId, await done(scope, id, note)),
  }
}

export type Handoffs = ReturnType<typeof createHandoffs>
