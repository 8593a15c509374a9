import type { Scope } from '../../../kernel/scope.ts'
import type { ExecutionRequest, Executions } from './executions.ts'
import type { InFlight } from './in-flight.ts'
import type { Ran } from './result.ts'

export type RunAheadDeps = { executions: Executions; inFlight: Pick<InFlight, 'add'>; aheadMs?: number }

export type Ahead = {
  scope: Scope
  request: ExecutionRequest
  id: string
  /** Starts the script. */
  run(): Promise<Ran>
  /** Stops it: it may not continue. */
  stop(): void
}

/** Whether all that a script can do is to end: it reaches no host and was given nothing to keep. */
export const isHarmless = ({ allowedHosts, env }: ExecutionRequest): boolean =>
  allowedHosts.length === 0 && Object.keys(env).length === 0

// Most scripts end sooner. No one can find, cancel or be charged for one that has not been recorded.
const defaultAheadMs = 5

/**
 * Starts a script before it is recorded. One that ends immediately takes a single round trip, in which it begins, ends
 * and is paid; one that does not is recorded while it runs. If that is refused, it is stopped and what it gave is
 * thrown away, as if it had never been started: which is why it must be harmless.
 */
export function createRunAhead({ executions, inFlight, aheadMs = defaultAheadMs }: RunAheadDeps) {
  return async ({ scope, request, id, run, stop }: Ahead) => {
    const running = inFlight.add(run())
    const planned = executions.plan(scope, request, id)
    const refused = Promise.withResolvers<never>()
    const beginning = once(() => {
      const started = executions.begin(planned)
      started.catch((error: unknown) => {
        stop()
        refused.reject(error)
      })
      return started
    })
    const timer = setTimeout(beginning.start, executions.isFastPathLikely(scope) ? aheadMs : 0)
    try {
      const ran = await Promise.race([running, refused.promise])
      clearTimeout(timer)
      const finished = beginning.started() ? null : await executions.finishUnstarted(planned, ran)
      return finished ?? (await executions.finish(await beginning.start(), ran, []))
    } catch (error) {
      clearTimeout(timer)
      // What was never begun needs no end; what was refused has none.
      await beginning.started()?.then(executions.refuse, () => undefined)
      throw error
    }
  }
}

function once<T>(work: () => Promise<T>) {
  let started: Promise<T> | null = null
  return {
    start: (): Promise<T> => {
      started ??= work()
      return started
    },
    started: () => started,
  }
}
