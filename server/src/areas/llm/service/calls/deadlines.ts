import { defaultFinishMs, ProviderFailure } from '../../providers/port.ts'

export type CallTimeouts = {
  connectMs: number
  firstTokenMs: number
  idleMs: number
  /** Between the finish reason and the end of the response. */
  finishMs: number
  totalMs: number
}

export const defaultTimeouts: CallTimeouts = {
  connectMs: 10_000,
  firstTokenMs: 60_000,
  idleMs: 30_000,
  finishMs: defaultFinishMs,
  totalMs: 600_000,
}

/**
 * Watches one try of a model: aborts it when it is silent for too long, when the whole call has taken too long, and
 * when the caller has disconnected. A model that does not stream is silent until its end, so only the whole call is
 * timed.
 */
export function startDeadlines(
  caller: AbortSignal,
  timeouts: CallTimeouts,
  { elapsedMs, isStreamed }: { elapsedMs: number; isStreamed: boolean },
) {
  const controller = new AbortController()
  const giveUp = (message: string) => () => controller.abort(new ProviderFailure('timeout', message))
  const leave = () => controller.abort(caller.reason)
  if (caller.aborted) leave()
  caller.addEventListener('abort', leave)
  const total = setTimeout(giveUp('it took too long'), Math.max(0, timeouts.totalMs - elapsedMs))
  const first = isStreamed
    ? setTimeout(giveUp('it did not begin to respond in time'), timeouts.firstTokenMs)
    : null
  let idle: NodeJS.Timeout | null = null
  return {
    signal: controller.signal,
    /** It said something. */
    touch(): void {
      if (!isStreamed) return
      clearTimeout(first!)
      if (idle) idle.refresh()
      else idle = setTimeout(giveUp('it stopped in the middle of its response'), timeouts.idleMs)
    },
    /** Nothing is awaited any more: unless the response is complete, what is still open upstream is closed. */
    end({ isWhole }: { isWhole: boolean }): void {
      caller.removeEventListener('abort', leave)
      clearTimeout(total)
      if (first) clearTimeout(first)
      if (idle) clearTimeout(idle)
      if (!isWhole) controller.abort(new Error('the call is over'))
    },
  }
}
