/** Thrown when a node took longer than its `timeoutSec`. */
export class NodeTimeout extends Error {}

/**
 * Runs work that ends at the latest after this time, or when one of the signals is aborted, whatever it does itself: its
 * own signal is aborted, and what it gives later is dropped.
 */
export async function within<T>(
  timeoutMs: number,
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // Not even begun: what it would do may have an effect.
  for (const signal of signals) signal.throwIfAborted()
  const controller = new AbortController()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = (reason: unknown) => {
    controller.abort(reason)
    reject(reason)
  }
  const listeners = signals.map((signal) => {
    const onAbort = () => stop(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    return () => signal.removeEventListener('abort', onAbort)
  })
  const timer = setTimeout(() => stop(new NodeTimeout(`It took longer than ${timeoutMs} ms.`)), timeoutMs)
  try {
    return await Promise.race([work(controller.signal), stopped])
  } finally {
    clearTimeout(timer)
    for (const remove of listeners) remove()
  }
}
