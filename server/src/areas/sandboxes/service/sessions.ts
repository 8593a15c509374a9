import type { BlobGarbage } from '../../../kernel/blobs/garbage.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { notify } from '../../../kernel/db/listen.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import { maintenanceScope, type Scope } from '../../../kernel/scope.ts'
import type { Sealer } from '../../../kernel/secrets/seal.ts'
import type { Audit } from '../../audit/index.ts'
import {
  type CreateSessionBody,
  defaultTemplate,
  type EndedReason,
  type Session,
  type SessionQuery,
} from '../schema/session.ts'
import {
  countOpen,
  extendSession,
  findOfThread,
  findSession,
  insertSession,
  listSessions,
  lockSession,
  markEnded,
  markPaused,
  markRunning,
  type StoredSession,
} from '../store/session.ts'
import { endedChannel } from './holding.ts'
import { sandboxLimits } from './limits.ts'
import { creditsOf } from './outcome.ts'
import { sessionEnded, sessionNotFound, tooManyOpen, tooManyRunning } from './refusals.ts'
import { stateKey } from './saves.ts'

export type SessionDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  events: Events
  garbage: BlobGarbage
  runs: Pick<Runs, 'enqueue' | 'register'>
  sealer: Sealer
}

export const watchRun = 'sandbox.watch'
const purpose = 'sandbox-env'
const after = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000)

/** When the first of its clocks runs out. */
export const dueAt = ({ lastActivityAt, idleTimeoutSec, expiresAt }: StoredSession): Date =>
  new Date(Math.min(after(new Date(lastActivityAt), idleTimeoutSec).getTime(), Date.parse(expiresAt!)))

/** The scope of the caller that owns the session: an admin may act on it, but the owner is charged and notified. */
export const ownerScope = (scope: Scope, { userId }: StoredSession): Scope =>
  scope.externalUser.id === userId ? scope : { ...scope, externalUser: { id: userId, name: '' } }

/** The lives of sessions. Every step is one transaction on the row; processes follow the row. */
export function createSessionService(deps: SessionDeps) {
  const { db, clock, newId, audit, events, garbage, runs, sealer } = deps

  async function get(scope: Scope, id: string): Promise<StoredSession> {
    const session = await findSession(db, scope, id)
    if (!session) throw sessionNotFound()
    return session
  }

  async function lock(tx: Tx, scope: Scope, id: string): Promise<StoredSession> {
    const session = await lockSession(tx, scope, id)
    if (!session) throw sessionNotFound()
    return session
  }

  async function refuseTooMany(tx: Tx, projectId: string, userId: string, isNew: boolean): Promise<void> {
    const { running, open } = await countOpen(tx, projectId, userId)
    if (running >= sandboxLimits.runningPerUser) throw tooManyRunning()
    if (isNew && open >= sandboxLimits.openPerUser) throw tooManyOpen()
  }

  async function watchIn(tx: Tx, scope: Scope, sessionId: string, runAt: Date): Promise<string> {
    // Of the end user, so that it goes with the session when the user is erased.
    const maintenance = { ...maintenanceScope(scope), externalUser: scope.externalUser }
    return runs.enqueue(tx, maintenance, { kind: watchRun, input: { sessionId }, runAt })
  }

  async function createIn(tx: Tx, scope: Scope, body: CreateSessionBody): Promise<StoredSession> {
    refuseUnfit(scope, body)
    const id = newId()
    const at = clock.now()
    await refuseTooMany(tx, scope.projectId, scope.externalUser.id, true)
    const expiresAt = after(at, body.maxDurationSec)
    const firstDue = after(at, Math.min(body.maxDurationSec, body.idleTimeoutSec))
    const threadId = body.threadId ?? `http:${newId()}`
    const envNames = Object.keys(body.env).sort()
    const created = await insertSession(tx, scope, {
      ...body,
      id,
      threadId,
      workflowId: body.workflowId ?? null,
      allowedHosts: body.network === 'none' ? [] : body.allowedHosts.map((host) => host.toLowerCase()),
      envNames,
      envSealed:
        envNames.length === 0
          ? null
          : sealer.seal({ projectId: scope.projectId, purpose, rowId: id }, JSON.stringify(body.env)),
      at,
      expiresAt,
      watchRunId: await watchIn(tx, scope, id, firstDue),
    })
    if (!created) throw await threadTaken(tx, scope, threadId)
    await audit.record(tx, scope, {
      action: 'sandbox_session.created',
      targetType: 'sandbox_session',
      targetId: id,
      details: { network: body.network, envNames },
    })
    return created
  }

  /** Wakes a session that is paused; one that runs stays as it is. Refuses one that has ended. */
  async function resumeIn(tx: Tx, scope: Scope, session: StoredSession): Promise<StoredSession> {
    if (session.status === 'ended') throw sessionEnded(session)
    if (session.status === 'running') return session
    await refuseTooMany(tx, session.projectId, session.userId, false)
    const at = clock.now()
    const firstDue = after(at, Math.min(session.maxDurationSec, session.idleTimeoutSec))
    const watchRunId = await watchIn(tx, ownerScope(scope, session), session.id, firstDue)
    return markRunning(tx, session, { at, expiresAt: after(at, session.maxDurationSec), watchRunId })
  }

  async function endIn(tx: Tx, scope: Scope, session: StoredSession, reason: EndedReason) {
    if (session.status === 'ended') return session
    const { session: ended, blobIds } = await markEnded(tx, session, clock.now(), reason)
    await garbage.discardAll(
      tx,
      blobIds.map((blobId) => stateKey(session.projectId, blobId)),
    )
    const { id, threadId, executionCount } = ended
    const data = { sessionId: id, threadId, endedReason: reason, executionCount }
    await events.publish(tx, ownerScope(scope, session), { type: 'sandbox.session.ended', data })
    await audit.record(tx, scope, {
      action: 'sandbox_session.ended',
      targetType: 'sandbox_session',
      targetId: id,
      details: { reason },
    })
    await notify(tx, endedChannel, id)
    return ended
  }

  return {
    get,
    lock,
    createIn,
    resumeIn,
    endIn,
    create: (scope: Scope, body: CreateSessionBody) => db.tx((tx) => createIn(tx, scope, body)),
    list: (scope: Scope, query: SessionQuery): Promise<Page<StoredSession>> => listSessions(db, scope, query),
    end: (scope: Scope, id: string) =>
      db.tx(async (tx) => endIn(tx, scope, await lock(tx, scope, id), 'released')),
    resume: (scope: Scope, id: string) => db.tx(async (tx) => resumeIn(tx, scope, await lock(tx, scope, id))),
    /** A running script completes; no timeout runs from now on. */
    pause: (scope: Scope, id: string) =>
      db.tx(async (tx) => {
        const session = await lock(tx, scope, id)
        if (session.status === 'ended') throw sessionEnded(session)
        return session.status === 'paused' ? session : markPaused(tx, session, clock.now())
      }),
    extend: (scope: Scope, id: string, durationSec: number) =>
      db.tx(async (tx) => {
        const session = await lock(tx, scope, id)
        if (session.status === 'ended') throw sessionEnded(session)
        if (session.status === 'paused')
          throw new AppError('invalid_state', 'The sandbox session is paused', {
            facts: { state: session.status },
            hint: 'Resume it first; this restarts its full duration.',
          })
        const at = clock.now()
        return extendSession(tx, session, at, after(at, durationSec))
      }),
    envOf({ projectId, id, envSealed }: StoredSession): Record<string, string> {
      if (envSealed === null) return {}
      return JSON.parse(sealer.openText({ projectId, purpose, rowId: id }, envSealed)) as Record<
        string,
        string
      >
    },
  }
}

export type SessionService = ReturnType<typeof createSessionService>

async function threadTaken(tx: Tx, scope: Scope, threadId: string): Promise<AppError> {
  const session = await findOfThread(tx, scope, threadId)
  if (!session || session.status === 'ended')
    return new AppError('external_user_not_found', 'The end user was deleted in the meantime')
  return new AppError('invalid_state', 'The thread already has a sandbox session', {
    facts: { sessionId: session.id, state: session.status },
    hint: 'Use that one, or release it first.',
  })
}

function refuseUnfit({ actor }: Scope, body: CreateSessionBody): void {
  const fault = (path: string, message: string) =>
    new AppError('invalid_parameter', `${path} ${message}`, {
      details: [{ in: 'body', path: `/${path}`, rule: 'custom', message }],
    })
  if (body.templateId !== defaultTemplate)
    throw fault('templateId', 'must be among those of GET /api/v1/sandbox/templates')
  if (body.network === 'none' && body.allowedHosts.length > 0)
    throw fault('allowedHosts', 'needs network=allowlist')
  if (body.network === 'allowlist' && body.allowedHosts.length === 0)
    throw fault('allowedHosts', 'must name at least one host with network=allowlist')
  if (body.network === 'allowlist' && actor.kind === 'end-user-token') throw noNetworkForTokens()
}

/** Which hosts our network may reach is for the project to say, not for its end users. */
export const noNetworkForTokens = () =>
  new AppError('end_user_token_not_accepted', 'End-user tokens cannot enable network access', {
    hint: 'Disable network access, or use a project API key.',
  })

export const toSession = (stored: StoredSession): Session => ({
  id: stored.id,
  status: stored.status,
  isolation: 'process',
  templateId: stored.templateId,
  threadId: stored.threadId,
  workflowId: stored.workflowId,
  eUID: stored.userId,
  metadata: stored.metadata,
  network: stored.allowedHosts.length > 0 ? 'allowlist' : 'none',
  allowedHosts: stored.allowedHosts,
  envNames: stored.envNames,
  onTimeout: stored.onTimeout,
  idleTimeoutSec: stored.idleTimeoutSec,
  maxDurationSec: stored.maxDurationSec,
  limits: {
    cpuMs: sandboxLimits.cpuMs,
    memoryMb: sandboxLimits.memoryMb,
    diskMb: sandboxLimits.diskMb,
  },
  executionCount: stored.executionCount,
  creditsUsed: creditsOf(stored.usedMicro),
  createdAt: stored.createdAt,
  lastActivityAt: stored.lastActivityAt,
  expiresAt: stored.expiresAt,
  pausedAt: stored.pausedAt,
  endedAt: stored.endedAt,
  endedReason: stored.endedReason,
})
