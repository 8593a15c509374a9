import { Readable } from 'node:stream'
import { AppError } from '../../errors.ts'
import type { EventFraming, ServerEvent } from '../endpoint.ts'
import { jsonInPieces } from '../response/in-pieces.ts'

const pingIntervalMs = 15_000

/** Sets how long a browser waits before it reconnects. */
export const retryFrame = 'retry: 2000\n\n'

/** One frame. Data is one line of JSON, so that no content can end the frame early. */
export const eventFrame = (event: ServerEvent): string =>
  `${headOf(event)}data: ${JSON.stringify(event.data)}\n\n`

/** One with so much data that other requests are served while it is written. */
const largeFrame = (event: ServerEvent): Promise<string> | null =>
  event.isLarge ? jsonInPieces(event.data).then((text) => `${headOf(event)}data: ${text}\n\n`) : null

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
): Readable {
  return streamOf(source, signal, { first, ...framing, write: eventFrame, writeLarge: largeFrame })
}

/** The same of frames that are written already, for clients of another interface, which know its frames alone. */
export const frameStream = (
  source: AsyncIterable<string>,
  signal: AbortSignal,
  errorEvent: (error: unknown) => string,
): Readable => streamOf(source, signal, { first: '', write: (frame) => frame, errorEvent })

type Writing<Item> = Omit<EventFraming, 'errorEvent'> & {
  first: string
  write(item: Item): string
  /** Null for what is written in one piece. */
  writeLarge?(item: Item): Promise<string> | null
  errorEvent(error: unknown): Item
}

// The source is not read further while so much is not written.
const highWaterMark = 16 * 1024

/**
 * Written out by hand: a generator with a timer for every event cost more than everything else a word takes. Frames that
 * the source has at the same time are one write: each by itself would be a call of the operating system, which costs more than
 * the frame.
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
): Readable {
  const iterator = source[Symbol.asyncIterator]()
  let isPulling = false
  let isReading = false
  let hasEnded = false
  let frames = first

  async function pull(): Promise<void> {
    isPulling = true
    try {
      // An event may have nothing to be written, and the caller that reads waits for something.
      while (isReading && frames.length < highWaterMark && !hasEnded) {
        const { done, value } = await iterator.next()
        if (done) return complete()
        const large = writeLarge?.(value) ?? null
        add(large === null ? write(value) : await large)
      }
    } catch (error) {
      if (hasEnded) return
      add(write(errorEvent(error)))
      return end()
    }
    isPulling = false
  }

  function add(text: string): void {
    if (hasEnded || text === '') return
    if (frames === '') setImmediate(flush)
    frames += text
  }

  function flush(): void {
    if (frames === '' || stream.destroyed) return
    const text = frames
    frames = ''
    isReading = false
    quiet.refresh()
    stream.push(text)
  }

  function complete(): void {
    add(last)
    end()
  }

  /** The source is closed, but not waited for: one that is stuck in its own await must not keep the connection open. */
  function end(): void {
    if (hasEnded) return
    flush()
    hasEnded = true
    clearTimeout(quiet)
    signal.removeEventListener('abort', abort)
    if (!stream.destroyed) stream.push(null)
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }

  /** A client that disconnected gets nothing; one that lost access gets the reason. */
  function abort(): void {
    if (!hasEnded && signal.reason instanceof AppError) add(write(errorEvent(signal.reason)))
    else if (isCutOnStop) stream.destroy(new Error('the server stops'))
    end()
  }

  const stream = new Readable({
    highWaterMark,
    read() {
      isReading = true
      if (!isPulling && !hasEnded) void pull()
    },
    destroy(error, done) {
      end()
      done(error)
    },
  })
  const quiet = setTimeout(() => {
    if (isPulling) stream.push(ping)
    quiet.refresh()
  }, pingIntervalMs).unref()
  if (first !== '') setImmediate(flush)
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  return stream
}
