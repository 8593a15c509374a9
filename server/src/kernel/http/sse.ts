import { Readable } from 'node:stream'
import { AppError } from '../errors.ts'
import type { ServerEvent } from './endpoint.ts'

const pingIntervalMs = 15_000
const retryMs = 2_000

/** One frame. Data is one line of JSON, so that no content can end the frame early. */
export function eventFrame({ id, event, data }: ServerEvent): string {
  const head =
    (id === undefined ? '' : `id: ${oneLine(id)}\n`) +
    (event === undefined ? '' : `event: ${oneLine(event)}\n`)
  return `${head}data: ${JSON.stringify(data)}\n\n`
}

const oneLine = (text: string) => text.replace(/[\r\n\0]/g, ' ')

/**
 * Turns a source of events into the bytes of an event stream. The source is read only as fast as the client
 * reads, a comment keeps proxies from closing a quiet stream, and a failure ends with an event, never silently.
 */
export const eventStream = (
  source: AsyncIterable<ServerEvent>,
  signal: AbortSignal,
  errorEvent: (error: unknown) => ServerEvent,
): Readable =>
  streamOf(frames(source, signal, { first: `retry: ${retryMs}\n\n`, write: eventFrame, errorEvent }))

/** The same of frames that are written already, for clients of another interface, which know its frames alone. */
export const frameStream = (
  source: AsyncIterable<string>,
  signal: AbortSignal,
  errorEvent: (error: unknown) => string,
): Readable => streamOf(frames(source, signal, { first: '', write: (frame) => frame, errorEvent }))

const streamOf = (source: AsyncGenerator<string>): Readable =>
  Readable.from(source, { objectMode: false, highWaterMark: 16 * 1024 })

type Writing<Item> = {
  first: string
  write(item: Item): string
  errorEvent(error: unknown): Item
}

async function* frames<Item>(
  source: AsyncIterable<Item>,
  signal: AbortSignal,
  { first, write, errorEvent }: Writing<Item>,
): AsyncGenerator<string> {
  if (first !== '') yield first
  const iterator = source[Symbol.asyncIterator]()
  let wake = () => {}
  const abort = () => wake()
  signal.addEventListener('abort', abort)
  try {
    while (true) {
      const next = iterator.next()
      let isHere = false
      const arrive = () => {
        isHere = true
        wake()
      }
      next.then(arrive, arrive)
      // No race with a promise that lives as long as the stream: it would keep every event that ever won.
      while (!isHere && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        let isQuiet = false
        const timer = setTimeout(() => {
          isQuiet = true
          resolve()
        }, pingIntervalMs)
        await promise
        clearTimeout(timer)
        if (isQuiet) yield ': ping\n\n'
      }
      if (signal.aborted) {
        // Somebody who left hears nothing; somebody who may not go on is told why.
        if (signal.reason instanceof AppError) yield write(errorEvent(signal.reason))
        return
      }
      const { done, value } = await next
      if (done) return
      yield write(value)
    }
  } catch (error) {
    yield write(errorEvent(error))
  } finally {
    signal.removeEventListener('abort', abort)
    // Not awaited: a source that is stuck in its own await must not keep the connection open.
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}
