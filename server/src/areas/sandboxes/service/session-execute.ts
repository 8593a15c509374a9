import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Usage } from '../../usage/index.ts'
import type { ExecuteBody, ExecutionResult } from '../schema/execution.ts'
import { lockSessionAtWork } from '../store/session.ts'
import type { Cancelling } from './cancelling.ts'
import { timed } from './ending.ts'
import type { Begun, Executions } from './executions.ts'
import { sandboxLimits } from './limits.ts'
import type { LiveSessions } from './live-sessions.ts'
import { openNetwork } from './network.ts'
import { type Follower, nobody } from './one-shot.ts'
import { sessionBusy, sessionNotFound, stopping } from './refusals.ts'
import { ownerScope, type SessionService } from './sessions.ts'
import type { UnderWay } from './under-way.ts'

export type SessionExecuteDeps = {
  db: Db
  clock: Clock
  newId: NewId
  usage: Pick<Usage, 'withHold'>
  outbound: Outbound
  sessions: SessionService
  executions: Executions
  cancelling: Cancelling
  live: LiveSessions
  underWay: UnderWay
}

/**
 * Runs a script in a session. It goes on to its end also when its caller leaves, because the session is to hold what it
 * makes; its record can be read afterwards. Whoever wants it to stop says so.
 */
export function createSessionExecute(deps: SessionExecuteDeps) {
  const { db, clock, newId, usage, outbound, sessions, executions, cancelling, live, underWay } = deps

  const begin = (scope: Scope, id: string, body: ExecuteBody, executionId: string) =>
    usage.withHold(db, scope, async (tx, hold) => {
      const found = await lockSessionAtWork(tx, scope, id, clock.now())
      if (!found) throw sessionNotFound()
      const session = await sessions.resumeIn(tx, scope, found)
      if (found.running > sandboxLimits.waiting) throw sessionBusy()
      const { allowedHosts } = session
      const asked = { ...body, allowedHosts, env: sessions.envOf(session), sessionId: id }
      return executions.beginIn(tx, executions.plan(ownerScope(scope, session), asked, executionId), hold)
    })

  async function perform(scope: Scope, id: string, body: ExecuteBody, follower: Follower) {
    if (underWay.isStopping()) throw stopping()
    const executionId = newId()
    // From before it is written down: whoever finds it there may cancel it at once.
    return cancelling.during(executionId, async ({ signal }) => {
      const begun = await begin(scope, id, body, executionId)
      follower.onBegun?.(executionId)
      return carryOut(begun, id, signal, follower.onOutput)
    })
  }

  async function carryOut(
    begun: Begun,
    id: string,
    cancelled: AbortSignal,
    onOutput: Follower['onOutput'],
  ): Promise<ExecutionResult> {
    const { asked, scope } = begun
    const askedAt = performance.now()
    const network = openNetwork(outbound, asked.allowedHosts)
    const key = { projectId: scope.projectId, id }
    try {
      return await live.use(key, async ({ session, signal: ended, willChange, wasLost }) => {
        await willChange(asked.language)
        const { language, source, state, env, timeoutMs } = asked
        const signal = AbortSignal.any([ended, cancelled])
        const job = { source, state, env, timeoutMs, calls: network.calls, onOutput, signal }
        const ending = await timed(() => session.execute(language, job), cancelled, askedAt)
        if (ending.isLost) wasLost(language)
        const { result } = await executions.finish(begun, ending, network.requests)
        return result
      })
    } catch (error) {
      await executions.refuse(begun)
      throw error
    }
  }

  return (scope: Scope, id: string, body: ExecuteBody, follower: Follower = nobody) =>
    underWay.add(perform(scope, id, body, follower))
}

export type SessionExecute = ReturnType<typeof createSessionExecute>
