import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

const defaultSliceMs = 10
// Writing or reading so much as JSON takes a few milliseconds.
const largeChars = 128 * 1024

/** Between two pieces of work on the same large value, so that others wait for one piece and not for all of them. */
export const betweenPieces = (chars: number): Promise<void> | undefined =>
  chars < largeChars ? undefined : yieldToEventLoop()

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
