import { NodeFailure } from '../failure.ts'
import type { Attempt } from '../nodes/kind.ts'
import { NodeTimeout } from './within.ts'

/**
 * Runs what is a part of an agent's run until it has worked for so long. As in a separate execution, what it waits for
 * does not count.
 */
export async function untilWorked<T>(
  { workedMs, context, step, signal }: Pick<Attempt, 'context' | 'step' | 'signal'> & { workedMs(): number },
  timeoutSec: number | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (timeoutSec === undefined) return work(signal)
  const timeout = new NodeTimeout(`It took longer than ${timeoutSec} seconds, its timeout.`)
  const { from } = await context.step(`${step}:deadline`, async () => ({ from: workedMs() }), {
    class: 'pure',
  })
  const stop = new AbortController()
  const leftMs = Math.max(0, timeoutSec * 1000 + from - workedMs())
  const timer = setTimeout(() => stop.abort(timeout), leftMs)
  try {
    return await work(AbortSignal.any([signal, stop.signal]))
  } catch (error) {
    if (error === timeout) throw new NodeFailure('node_timeout', timeout.message, { isRetryable: true })
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Runs what has nodes of its own until the `timeoutSec` of the node around them. Its end is recorded, so that it is the
 * same after a suspension and in a later attempt; an execution that is suspended meanwhile is woken at it.
 */
export async function untilDeadline<T>(
  { state, context, step, signal }: Pick<Attempt, 'state' | 'context' | 'step' | 'signal'>,
  timeoutSec: number | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (timeoutSec === undefined || state.effects.skipsWaits) return work(signal)
  const timeout = new NodeTimeout(`It took longer than ${timeoutSec} seconds, its timeout.`)
  const { at } = await context.step(
    `${step}:deadline`,
    async () => ({ at: state.clock.now().getTime() + timeoutSec * 1000 }),
    { class: 'pure' },
  )
  const [stop, done] = [new AbortController(), new AbortController()]
  const onAbort = () => stop.abort(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  const timer = watch(state, new Date(at), done.signal, () => stop.abort(timeout))
  try {
    return await work(stop.signal)
  } catch (error) {
    if (error === timeout) throw new NodeFailure('node_timeout', timeout.message, { isRetryable: true })
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
    done.abort()
    await timer
  }
}

/** A wait beside those of the nodes, that keeps nothing busy. */
async function watch(
  { waits }: Attempt['state'],
  deadline: Date,
  isDone: AbortSignal,
  onDue: () => void,
): Promise<void> {
  waits.enter()
  try {
    await waits.wait(null, deadline, isDone)
    onDue()
  } catch {
    // It ended in time.
  } finally {
    waits.leave()
  }
}
