const baseMs = 250
const maxMs = 8_000

/**
 * How long to wait before try number `attempt` (0 is the first repetition). Anywhere between nothing and twice the
 * last limit, so that clients that failed together do not come back together.
 */
export function backoffMs(attempt: number, least = 0): number {
  return least + Math.random() * Math.min(maxMs, baseMs * 2 ** attempt)
}

/** Ends early, with the reason of the signal, when the caller aborts. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
