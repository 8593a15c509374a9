import type { Clock } from '../../../kernel/clock.ts'
import { creditsOf } from '../../../kernel/credits.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { mayPass } from '../../../kernel/db/outage.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { AbandonedWork } from '../../../kernel/leases/abandoned.ts'
import type { LostWork } from '../../../kernel/leases/lost-work.ts'
import type { NodeLease } from '../../../kernel/leases/node-lease.ts'
import { type Scope, userScope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { ExternalUsers } from '../../external-users/index.ts'
import type { Usage } from '../../usage/index.ts'
import type { CreateSessionBody, DriverName, EndedReason } from '../schema/session.ts'
import { lockProfileOfUser } from '../store/profile.ts'
import {
  abandonedSessions,
  abandonSession,
  countOpen,
  insertSession,
  lockSession,
  lockUserSlots,
  markEnded,
  markRunning,
  noteHeld,
  type StoredSession,
  sessionTable,
} from '../store/session.ts'
import { browserLimits } from './limits.ts'
import { profileInUse, profileNotFound, tooManySessions } from './refusals.ts'

export type RowDeps = {
  db: Db
  clock: Clock
  newId: NewId
  usage: Usage
  events: Events
  audit: Audit
  externalUsers: Pick<ExternalUsers, 'hold'>
  lease: Pick<NodeLease, 'nodeId' | 'hold'>
  lostWork: Pick<LostWork, 'register'>
}

export type End = { status: 'completed' | 'timed_out' | 'error'; reason: EndedReason; error?: string | null }

// Held ahead of what was used, so that a session ends before it costs what no one can pay.
const aheadSeconds = 60
const raiseBelowSeconds = 20
const { workIdOf } = sessionTable

export const isOver = ({ endedAt }: Pick<StoredSession, 'endedAt'>): boolean => endedAt !== null

/** The lives of sessions as rows: every step is one transaction, with its credits, its events and its audit entry. */
export function createSessionRows(deps: RowDeps) {
  const { db, clock, newId, usage, events, audit, externalUsers, lease } = deps
  const priceOf = (seconds: number) => usage.priceOf('browser.second', seconds)

  const secondsOf = ({ startedAt }: Pick<StoredSession, 'startedAt'>, at = clock.now()): number =>
    startedAt === null ? 0 : Math.max(0, (at.getTime() - Date.parse(startedAt)) / 1000)

  async function insertIn(
    tx: Tx,
    scope: Scope,
    id: string,
    driver: DriverName,
    body: CreateSessionBody,
  ): Promise<StoredSession> {
    await externalUsers.hold(tx, scope)
    await lockUserSlots(tx, scope.projectId, scope.externalUser.id)
    const { pending } = await countOpen(tx, scope.projectId, scope.externalUser.id)
    if (pending >= browserLimits.pendingPerUser) throw tooManySessions(pending + 1)
    if (body.profileId && !(await lockProfileOfUser(tx, scope, body.profileId))) throw profileNotFound()
    const { viewport, locale, timezone, record, allowedHosts, proxy } = body
    const heldMicro = priceOf(aheadSeconds)
    const created = await insertSession(tx, scope, {
      ...body,
      id,
      driver,
      options: {
        viewport,
        locale,
        timezone,
        record,
        allowedHosts: allowedHosts?.map((host) => host.toLowerCase()) ?? null,
        proxy: proxy ? { url: proxy.url } : null,
      },
      threadId: body.threadId ?? null,
      profileId: body.profileId ?? null,
      heldMicro,
      nodeId: lease.nodeId,
      at: clock.now(),
    })
    if (!created) throw profileInUse()
    await usage.hold(tx, scope, {
      workId: workIdOf(created.id),
      type: 'browser',
      microCredits: heldMicro,
      subject: { executionId: created.id },
    })
    await audit.record(tx, scope, {
      action: 'browser_session.created',
      targetType: 'browser_session',
      targetId: created.id,
      details: { driver, profileId: created.profileId },
    })
    return created
  }

  async function endIn(tx: Tx, session: StoredSession, end: End, at: Date): Promise<StoredSession> {
    const scope = userScope(session)
    const seconds = secondsOf(session, at)
    const usedMicro = Math.min(session.heldMicro, priceOf(seconds))
    const ended = await markEnded(tx, session, {
      status: end.status,
      reason: end.reason,
      error: end.error ?? null,
      usedMicro,
      at,
    })
    await usage.pay(tx, scope, {
      workId: workIdOf(session.id),
      result: {
        cost: {
          microCredits: usedMicro,
          quantity: { seconds: Math.round(seconds * 1000) / 1000 },
          priceRef: 'browser.second',
        },
      },
    })
    const data = {
      sessionId: ended.id,
      threadId: ended.threadId,
      status: ended.status,
      endedReason: ended.endedReason,
      creditsUsed: creditsOf(usedMicro),
    }
    await events.publish(tx, scope, { type: 'browser.session.ended', data })
    await audit.record(tx, scope, {
      action: 'browser_session.ended',
      targetType: 'browser_session',
      targetId: ended.id,
      details: { reason: end.reason },
    })
    return ended
  }

  /**
   * Ends it once; null when it was erased with its user. What the database cannot store now fails for the caller and is
   * stored later: this node lives, so that no one else would end it, and it would count as one of the user's for good.
   */
  async function end(scope: Scope, id: string, how: End): Promise<StoredSession | null> {
    const at = clock.now()
    const endNow = () =>
      db.tx(async (tx) => {
        const session = await lockSession(tx, scope, id)
        return !session || isOver(session) ? session : endIn(tx, session, how, at)
      })
    try {
      return await endNow()
    } catch (error) {
      if (mayPass(error)) usage.endLater(workIdOf(id), endNow)
      throw error
    }
  }

  const abandon = (tx: Tx, work: AbandonedWork) => abandonSession(tx, work, clock.now(), serverStopped)
  deps.lostWork.register(
    usage.abandonedWork({ name: 'browser sessions', list: abandonedSessions.list, end: abandon, workIdOf }),
  )

  return {
    async create(scope: Scope, driver: DriverName, body: CreateSessionBody): Promise<StoredSession> {
      await lease.hold()
      const id = newId()
      try {
        return await db.tx((tx) => insertIn(tx, scope, id, driver, body))
      } catch (error) {
        // It may have been stored although its caller gets an error.
        if (mayPass(error)) await end(scope, id, notStored).catch(() => undefined)
        throw error
      }
    },

    /** It stays queued while the user has as many as may run. */
    start: ({
      projectId,
      id,
      userId,
      timeoutSec,
    }: StoredSession): Promise<StoredSession | 'queued' | 'ended'> =>
      db.tx(async (tx) => {
        await lockUserSlots(tx, projectId, userId)
        const { running } = await countOpen(tx, projectId, userId)
        if (running >= browserLimits.runningPerUser) return 'queued'
        const at = clock.now()
        const expiresAt = new Date(at.getTime() + timeoutSec * 1000)
        return (await markRunning(tx, { projectId, id }, { at, expiresAt })) ?? 'ended'
      }),

    end,

    /** False when there is no more credit for the session to continue. */
    async raise(session: StoredSession): Promise<boolean> {
      const used = secondsOf(session)
      if (session.heldMicro >= priceOf(used + raiseBelowSeconds)) return true
      const microCredits = priceOf(used + aheadSeconds)
      const work = { workId: workIdOf(session.id), type: 'browser', microCredits } as const
      const isRaised = await usage.raise(db, userScope(session), work, (tx) =>
        noteHeld(tx, session, microCredits),
      )
      if (isRaised) session.heldMicro = microCredits
      return isRaised
    },

    /** For a session whose row was erased with its user. */
    release: (session: StoredSession): Promise<unknown> =>
      db.tx((tx) => usage.release(tx, userScope(session), workIdOf(session.id), 'the end user was erased')),

    /** What it has cost until now. */
    costOf: (session: StoredSession): number =>
      isOver(session) ? session.usedMicro : Math.min(session.heldMicro, priceOf(secondsOf(session))),
  }
}

export type SessionRows = ReturnType<typeof createSessionRows>

const notStored: End = { status: 'error', reason: 'start_failed', error: 'The database was out of reach.' }
const serverStopped = 'The server stopped while the session was open.'
