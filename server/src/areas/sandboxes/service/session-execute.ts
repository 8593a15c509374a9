import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { NodeLease } from '../../../kernel/leases/node-lease.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Subject, Usage } from '../../usage/index.ts'
import type { ExecuteBody, ExecutionResult } from '../schema/execution.ts'
import { lockSessionAtWork, markingOutside } from '../store/session.ts'
import type { Cancelling } from './cancelling.ts'
import type { Executions, StartedExecution } from './executions.ts'
import type { InFlight } from './in-flight.ts'
import { sandboxLimits } from './limits.ts'
import type { LiveSessions } from './live-sessions.ts'
import { openNetwork } from './network.ts'
import { type Follower, noFollower } from './one-shot.ts'
import { sessionBusy, sessionNotFound, stopping } from './refusals.ts'
import { timed } from './result.ts'
import { ownerScope, type SessionService } from './sessions.ts'

export type SessionExecuteDeps = {
  db: Db
  clock: Clock
  newId: NewId
  usage: Pick<Usage, 'withHold'>
  lease: Pick<NodeLease, 'hold'>
  outbound: Outbound
  sessions: SessionService
  executions: Executions
  cancelling: Cancelling
  live: LiveSessions
  inFlight: InFlight
}

/** What another area says of a script that it runs; a caller of the API runs it for itself. */
export type SessionWork = {
  executionId: string
  subject: Subject
  /** Whether what it knows may be from outside. */
  isOutside: boolean
  /** Ends it; without, it runs to completion. */
  signal: AbortSignal
}

/**
 * Runs a script in a session. It runs to completion also when its caller disconnects, because the session is to hold
 * what it makes; its record can be read afterwards. A caller that wants it to stop says so.
 */
export function createSessionExecute(deps: SessionExecuteDeps) {
  const { db, newId, usage, lease, outbound, sessions, executions, cancelling, live, inFlight } = deps

  async function begin(scope: Scope, id: string, body: ExecuteBody, input: Begun) {
    const { executionId, work } = input
    await lease.hold()
    return usage.withHold(db, scope, async (tx, hold) => {
      const found = await lockSessionAtWork(tx, scope, id)
      if (!found) throw sessionNotFound()
      const session = await sessions.resumeIn(tx, scope, found)
      if (found.running > sandboxLimits.waiting) throw sessionBusy()
      if (!session.hasOutsideData && (work?.isOutside ?? true))
        tx.pipeline(markingOutside(session.projectId, id))
      const { allowedHosts } = session
      const subject = work ? { subject: work.subject } : {}
      const request = { ...body, allowedHosts, env: sessions.envOf(session), sessionId: id, ...subject }
      return executions.beginIn(tx, executions.plan(ownerScope(scope, session), request, executionId), hold)
    })
  }

  async function perform(
    scope: Scope,
    id: string,
    body: ExecuteBody,
    follower: Follower,
    work: SessionWork | null,
  ) {
    if (inFlight.isStopping()) throw stopping()
    const executionId = work?.executionId ?? newId()
    // From before it is recorded: a caller that finds it may cancel it immediately.
    const run = async ({ signal }: AbortController) => {
      const started = await begin(scope, id, body, { executionId, work })
      follower.onStarted?.(executionId)
      return carryOut(started, id, signal, follower.onOutput)
    }
    return cancelling.during(executionId, run, work?.signal ?? null)
  }

  async function carryOut(
    started: StartedExecution,
    id: string,
    cancelled: AbortSignal,
    onOutput: Follower['onOutput'],
  ): Promise<ExecutionResult> {
    const { request, scope } = started
    const requestedAt = performance.now()
    const network = openNetwork(outbound, request.allowedHosts)
    const key = { projectId: scope.projectId, id }
    try {
      return await live.use(key, async ({ session, signal: ended, willChange, wasLost }) => {
        await willChange(request.language)
        const { language, source, state, env, timeoutMs } = request
        const signal = AbortSignal.any([ended, cancelled])
        const job = { source, state, env, timeoutMs, calls: network.calls, onOutput, signal }
        const outcome = await timed(() => session.execute(language, job), cancelled, requestedAt)
        if (outcome.isLost) wasLost(language)
        const { result } = await executions.finish(started, outcome, network.requests)
        return result
      })
    } catch (error) {
      await executions.refuse(started)
      throw error
    }
  }

  return (
    scope: Scope,
    id: string,
    body: ExecuteBody,
    follower: Follower = noFollower,
    work: SessionWork | null = null,
  ) => inFlight.add(perform(scope, id, body, follower, work))
}

type Begun = { executionId: string; work: SessionWork | null }

export type SessionExecute = ReturnType<typeof createSessionExecute>
