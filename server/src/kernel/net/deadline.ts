/** Longer waits overflow Node's timers, which then fire immediately. */
export const maxTimerMs = 2 ** 31 - 1

/** A timer and the caller's own signal in one. */
export type Deadline = {
  readonly signal: AbortSignal
  /** Rejects with the reason as soon as the deadline passes, whatever `work` does. */
  race<T>(work: Promise<T>): Promise<T>
  /** Stops the timer and releases the caller's signal. */
  end(): void
}

export function startDeadline(timeoutMs: number, late: () => Error, outer?: AbortSignal): Deadline {
  const controller = new AbortController()
  const follow = () => controller.abort(outer?.reason)
  if (outer?.aborted) follow()
  outer?.addEventListener('abort', follow, { once: true })
  const timer = setTimeout(() => controller.abort(late()), timeoutMs)
  return {
    signal: controller.signal,
    async race(work) {
      const { signal } = controller
      let stop = () => {}
      const aborted = new Promise<never>((_, reject) => {
        stop = () => reject(signal.reason)
        if (signal.aborted) stop()
        signal.addEventListener('abort', stop)
      })
      try {
        return await Promise.race([work, aborted])
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
    end() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', follow)
    },
  }
}
