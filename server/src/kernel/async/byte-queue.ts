/** What the source of the bytes can do. */
export type Flow = { pause(): void; resume(): void; abort(reason: Error): void }

// The source is paused while so much is not read.
const highWaterMark = 64 * 1024

/**
 * Bytes as they arrive, without a stream of Node in between, which costs more than a small response takes to produce.
 * What has arrived by the time it is read is one piece; a failure comes behind what arrived before it. Leaving the loop
 * early ends the exchange.
 */
export function createByteQueue(flow: Flow) {
  let pieces: Buffer[] = []
  let bytes = 0
  let end: { failure: unknown } | null = null
  let isPaused = false
  let wake: (() => void) | null = null

  function take(): Buffer {
    const taken = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
    pieces = []
    bytes = 0
    if (isPaused) flow.resume()
    isPaused = false
    return taken
  }

  function rouse(): void {
    wake?.()
    wake = null
  }

  const iterator: AsyncIterableIterator<Buffer, undefined> = {
    [Symbol.asyncIterator]: () => iterator,
    async next() {
      // Pieces of the same moment arrive before this continues.
      if (bytes === 0 && !end)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      if (bytes > 0) return { done: false, value: take() }
      if (end?.failure) throw end.failure
      return { done: true, value: undefined }
    },
    async return() {
      if (!end) flow.abort(new Error('the rest of the response is not read'))
      end ??= { failure: null }
      pieces = []
      bytes = 0
      return { done: true, value: undefined }
    },
  }

  return {
    bytes: iterator,
    push(piece: Buffer): void {
      if (end || piece.length === 0) return
      pieces.push(piece)
      bytes += piece.length
      if (bytes >= highWaterMark && !isPaused) {
        isPaused = true
        flow.pause()
      }
      rouse()
    },
    end(failure: unknown = null): void {
      end ??= { failure }
      rouse()
    },
  }
}

export type ByteQueue = ReturnType<typeof createByteQueue>
