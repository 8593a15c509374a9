import { Readable } from 'node:stream'
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
export function eventStream(
  source: AsyncIterable<ServerEvent>,
  signal: AbortSignal,
  errorEvent: (error: unknown) => ServerEvent,
): Readable {
  return Readable.from(frames(source, signal, errorEvent), { objectMode: false, highWaterMark: 16 * 1024 })
}

async function* frames(
  source: AsyncIterable<ServerEvent>,
  signal: AbortSignal,
  errorEvent: (error: unknown) => ServerEvent,
): AsyncGenerator<string> {
  yield `retry: ${retryMs}\n\n`
  const iterator = source[Symbol.asyncIterator]()
  const aborted = Promise.withResolvers<'aborted'>()
  const abort = () => aborted.resolve('aborted')
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    let next = iterator.next()
    while (true) {
      const ping = Promise.withResolvers<'ping'>()
      const timer = setTimeout(() => ping.resolve('ping'), pingIntervalMs)
      const outcome = await Promise.race([next, aborted.promise, ping.promise]).finally(() =>
        clearTimeout(timer),
      )
      if (outcome === 'aborted') return
      if (outcome === 'ping') {
        yield ': ping\n\n'
        continue
      }
      if (outcome.done) return
      yield eventFrame(outcome.value)
      next = iterator.next()
    }
  } catch (error) {
    yield eventFrame(errorEvent(error))
  } finally {
    signal.removeEventListener('abort', abort)
    // Not awaited: a source that is stuck in its own await must not keep the connection open.
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}
