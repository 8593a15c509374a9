import { setTimeout as pause } from 'node:timers/promises'
import { creditsOf } from '../../../kernel/credits.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { notify } from '../../../kernel/db/listen.ts'
import type { NodeLease } from '../../../kernel/leases/node-lease.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { ProxySettings } from '../../../kernel/net/upstream-proxy/upstream-proxy.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Drivers } from '../drivers/drivers.ts'
import { actionTimeout } from '../schema/action.ts'
import type { CreateSessionBody, Session, SessionQuery } from '../schema/session.ts'
import { findSession, listSessions, type StoredSession } from '../store/session.ts'
import type { Actions } from './actions.ts'
import type { Links } from './links.ts'
import type { Live, LiveSessions } from './live-sessions.ts'
import type { Recorder } from './recording.ts'
import { elsewhere, notStarted, sessionEnded, sessionNotFound, usedByTool } from './refusals.ts'
import { isOver, type SessionRows } from './session-rows.ts'

export type SessionDeps = {
  db: Db
  rows: SessionRows
  live: LiveSessions
  actions: Actions
  links: Links
  recorder: Pick<Recorder, 'checkAccess'>
  drivers: Pick<Drivers, 'preferred' | 'hostOf'>
  outbound: Pick<Outbound, 'check'>
  lease: Pick<NodeLease, 'nodeId'>
  checkProxy(proxy: ProxySettings): Promise<void>
}

export const closeChannel = 'browser_close'
const closePollMs = 100
const closeWaitMs = 10_000

/** The sessions of a project as its callers see them. */
export function createSessions(deps: SessionDeps) {
  const { db, rows, live, actions, drivers, outbound, lease, links, recorder, checkProxy } = deps
  async function get(scope: Scope, id: string): Promise<StoredSession> {
    const session = await findSession(db, scope, id)
    if (!session) throw sessionNotFound()
    return session
  }

  async function create(scope: Scope, body: CreateSessionBody): Promise<StoredSession> {
    const driver = body.driver ?? drivers.preferred()
    // Refused before anything is made or paid for.
    if (body.record) recorder.checkAccess(scope)
    drivers.hostOf(driver)
    if (body.startUrl !== undefined) await outbound.check(body.startUrl)
    if (body.proxy) await checkProxy(body.proxy)
    const session = await rows.create(scope, driver, body)
    const opened = await live.add({ session, scope, proxy: body.proxy ?? null })
    if (opened && body.startUrl !== undefined) {
      const { startUrl: url } = body
      const goto = { type: 'goto', url, waitUntil: 'load', timeoutMs: actionTimeout.fallback } as const
      // A site that is down is no reason to be without a session: the event log says why.
      await actions.run(scope, opened, [goto]).catch(() => undefined)
    }
    return get(scope, session.id)
  }

  /** For a tool alone; null when there is no free browser, and then there is no session. */
  async function createPrivate(scope: Scope, body: CreateSessionBody): Promise<Live | null> {
    const driver = body.driver ?? drivers.preferred()
    drivers.hostOf(driver)
    const session = await rows.create(scope, driver, body)
    const opened = await live.add({ session, scope, isPrivate: true })
    if (opened) return opened
    await rows.end(scope, session.id, { status: 'completed', reason: 'closed' })
    live.drop(session.id)
    return null
  }

  /** On another node it is requested, and waited for. */
  async function closeElsewhere(scope: Scope, session: StoredSession): Promise<StoredSession> {
    await db.tx((tx) => notify(tx, closeChannel, session.id))
    for (let waited = 0; waited < closeWaitMs; waited += closePollMs) {
      const current = await get(scope, session.id)
      if (isOver(current)) return current
      await pause(closePollMs)
    }
    return (await rows.end(scope, session.id, { status: 'completed', reason: 'closed' })) ?? session
  }

  return {
    get,
    create,
    createPrivate,
    list: (scope: Scope, query: SessionQuery): Promise<Page<StoredSession>> => listSessions(db, scope, query),
    async close(scope: Scope, id: string): Promise<StoredSession> {
      const session = await get(scope, id)
      if (isOver(session)) return session
      const here = live.find(id)
      if (here) {
        await live.end(here, { status: 'completed', reason: 'closed' })
        return get(scope, id)
      }
      if (session.nodeId !== lease.nodeId) return closeElsewhere(scope, session)
      const ended = await rows.end(scope, id, { status: 'completed', reason: 'closed' })
      live.drop(id)
      return ended ?? session
    },
    /**
     * The session on this node; throws why it cannot be used. One that is here is known without a query: what is done in it
     * next is written to its row, which says whether it has ended elsewhere.
     */
    async requireLive(scope: Scope, id: string): Promise<Live> {
      const known = live.find(id)
      if (known && !known.isPrivate && !known.ending && isOwn(scope, known.session)) return known
      const session = await get(scope, id)
      if (isOver(session)) throw sessionEnded(session)
      if (session.status === 'pending') throw notStarted(session)
      const here = live.find(id)
      if (here?.isPrivate) throw usedByTool()
      if (here) return here
      if (session.nodeId !== lease.nodeId) throw elsewhere(session)
      // It started a moment ago, or ends in the next.
      throw notStarted(session)
    },
    toSession: (stored: StoredSession): Session => ({
      ...describe(stored, rows.costOf(stored)),
      ...links.ofSession(stored),
    }),
  }
}

export type Sessions = ReturnType<typeof createSessions>

/** As the query decides it. A user that was merged into another is found by the query alone. */
const isOwn = ({ projectId, acrossUsers, externalUser }: Scope, session: StoredSession): boolean =>
  session.projectId === projectId && (acrossUsers || session.userId === externalUser.id)

const describe = (stored: StoredSession, usedMicro: number): Omit<Session, 'liveViewUrl' | 'connectUrl'> => ({
  id: stored.id,
  status: stored.status,
  driver: stored.driver,
  control: stored.control,
  alive: stored.status === 'running' || stored.status === 'handoff',
  url: stored.url,
  title: stored.title,
  pages: stored.pages,
  handoffId: stored.handoffId,
  profileId: stored.profileId,
  persistProfile: stored.persistProfile,
  threadId: stored.threadId,
  eUID: stored.userId,
  viewport: stored.options.viewport,
  locale: stored.options.locale,
  timezone: stored.options.timezone,
  allowedHosts: stored.options.allowedHosts,
  proxy: stored.options.proxy ?? null,
  record: stored.options.record,
  keepAlive: stored.keepAlive,
  timeoutSec: stored.timeoutSec,
  idleTimeoutSec: stored.idleTimeoutSec,
  queuePosition: stored.queuePosition,
  creditsUsed: creditsOf(usedMicro),
  createdAt: stored.createdAt,
  startedAt: stored.startedAt,
  lastActivityAt: stored.lastActivityAt,
  expiresAt: stored.expiresAt,
  endedAt: stored.endedAt,
  endedReason: stored.endedReason,
  error: stored.error,
})
