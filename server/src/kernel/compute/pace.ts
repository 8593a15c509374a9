import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

const defaultSliceMs = 10

/**
 * For loops over as much as a caller sent, on values that the main thread needs anyway: `await pace()` after each piece
 * lets other requests in as soon as the loop has held the thread for a slice, and costs next to nothing until then.
 */
export function createPace(sliceMs = defaultSliceMs): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < sliceMs) return undefined
    return yieldToEventLoop().then(() => {
      since = performance.now()
    })
  }
}
