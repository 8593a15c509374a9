import type { Writable } from 'node:stream'
import { AppError } from '../../errors.ts'
import type { EventFraming, ServerEvent } from '../endpoint.ts'
import { encodedJson } from '../response/in-pieces.ts'
import type { FrameStream } from './frame-stream.ts'

const pingIntervalMs = 15_000

/** Sets how long a browser waits before it reconnects. */
export const retryFrame = 'retry: 2000\n\n'

/** One frame. Data is one line of JSON, so that no content can end the frame early. */
export const eventFrame = (event: ServerEvent): string =>
  `${headOf(event)}data: ${JSON.stringify(event.data)}\n\n`

/** One with so much data that other requests are served while it is written. */
const largeFrame = (event: ServerEvent): AsyncIterable<Buffer> | null =>
  event.isLarge ? encodedJson(`${headOf(event)}data: `, event.data, '\n\n') : null

const headOf = ({ id, event }: ServerEvent): string =>
  (id === undefined ? '' : `id: ${oneLine(id)}\n`) + (event === undefined ? '' : `event: ${oneLine(event)}\n`)

const oneLine = (text: string) => text.replace(/[\r\n\0]/g, ' ')

/**
 * Encodes a source of events as an event stream. The source is read only as fast as the client
 * reads, a comment keeps proxies from closing a quiet stream, and a failure ends with an event, never silently.
 */
export function eventStream(
  source: AsyncIterable<ServerEvent>,
  signal: AbortSignal,
  {
    first = retryFrame,
    ...framing
  }: Omit<EventFraming, 'errorEvent'> & {
    errorEvent(error: unknown): ServerEvent
  },
): FrameStream {
  return streamOf(source, signal, { first, ...framing, write: eventFrame, writeLarge: largeFrame })
}

/** The same of frames that are written already, for clients of another interface, which know its frames alone. */
export const frameStream = (
  source: AsyncIterable<string>,
  signal: AbortSignal,
  errorEvent: (error: unknown) => string,
): FrameStream => streamOf(source, signal, { first: '', write: (frame) => frame, errorEvent })

type Writing<Item> = Omit<EventFraming, 'errorEvent'> & {
  first: string
  write(item: Item): string
  /** Null for what is written in one piece. */
  writeLarge?(item: Item): AsyncIterable<Buffer> | null
  errorEvent(error: unknown): Item
}

// The source is not read further while so much is not written.
const highWaterMark = 16 * 1024

/**
 * Written out by hand: a generator with a timer for every event cost more than everything else a word takes, and a stream of
 * Node that is piped to the response a tenth of a whole stream. Frames that the source has at the same time are one write:
 * each by itself would be a call of the operating system, which costs more than the frame.
 */
function streamOf<Item>(
  source: AsyncIterable<Item>,
  signal: AbortSignal,
  {
    first,
    last = '',
    ping = ': ping\n\n',
    isCutOnStop = false,
    write,
    writeLarge,
    errorEvent,
  }: Writing<Item>,
): FrameStream {
  const iterator = source[Symbol.asyncIterator]()
  let output: Writable | null = null
  let quiet: NodeJS.Timeout | undefined
  let isPulling = false
  let isInFrame = false
  let hasEnded = false
  let frames = ''

  const isFull = () => frames.length >= highWaterMark || output!.writableNeedDrain

  async function pull(): Promise<void> {
    if (isPulling || hasEnded) return
    isPulling = true
    try {
      while (!isFull() && !hasEnded) {
        const { done, value } = await iterator.next()
        if (done) return complete()
        const large = writeLarge?.(value) ?? null
        if (large === null) add(write(value))
        else await sendPieces(large)
      }
    } catch (error) {
      if (hasEnded) return
      if (isInFrame) output!.destroy()
      else add(write(errorEvent(error)))
      return end()
    }
    isPulling = false
  }

  /** A frame that is written as fast as the client reads; nothing else may be written until its end. */
  async function sendPieces(pieces: AsyncIterable<Buffer>): Promise<void> {
    flush()
    isInFrame = true
    for await (const piece of pieces) {
      if (hasEnded || output!.destroyed) return
      quiet?.refresh()
      output!.write(piece)
      if (output!.writableNeedDrain) await untilDrained(output!)
    }
    isInFrame = false
  }

  function add(text: string): void {
    if (hasEnded || text === '') return
    if (frames === '') setImmediate(flush)
    frames += text
  }

  function flush(): void {
    if (frames === '' || !output || output.destroyed) return
    const text = frames
    frames = ''
    quiet?.refresh()
    output.write(text)
    if (!output.writableNeedDrain) void pull()
  }

  function complete(): void {
    add(last)
    end()
  }

  /** The source is closed, but not waited for: one that is stuck in its own await must not keep the connection open. */
  function end(): void {
    if (hasEnded) return
    hasEnded = true
    flush()
    clearTimeout(quiet)
    signal.removeEventListener('abort', abort)
    if (output && !output.destroyed) output.end()
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }

  /** A client that disconnected gets nothing; one that lost access gets the reason. */
  function abort(): void {
    // A reader that has a part of a frame must not take what follows for the rest of it.
    if (isInFrame || (isCutOnStop && !(signal.reason instanceof AppError))) output?.destroy()
    else if (!hasEnded && signal.reason instanceof AppError) add(write(errorEvent(signal.reason)))
    end()
  }

  return {
    sendTo(response) {
      output = response
      response.on('close', end)
      response.on('drain', () => void pull())
      // A client that has disconnected closes the response as well.
      response.on('error', () => undefined)
      quiet = setTimeout(() => {
        if (isPulling && !isInFrame && !response.destroyed) response.write(ping)
        quiet?.refresh()
      }, pingIntervalMs).unref()
      add(first)
      signal.addEventListener('abort', abort)
      if (signal.aborted) abort()
      else void pull()
    },
    destroy: end,
  }
}

/** Until it takes more, or takes nothing any more. */
async function untilDrained(output: Writable): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  output.once('drain', resolve).once('close', resolve)
  await promise
  output.off('drain', resolve).off('close', resolve)
}
