import { errorOfEnvelope, isStoaError, networkError, unexpectedResponse } from './error.ts'
import { createEventParser, type StreamEvent } from './event-parser.ts'
import type { Identity } from './options.ts'
import type { Outgoing, Transport } from './transport.ts'
import { backoffMs, wait } from './wait.ts'

/** The server sends a comment every 15 seconds; a line that is silent for three of them is dead. */
const silenceMs = 45_000
const lastWords = new Set(['end', 'done'])

export type EventCall = Outgoing & {
  lastEventId?: string | undefined
  silenceMs?: number | undefined
  onConnectionChange?: ((isConnected: boolean) => void) | undefined
}

/** The position of a stream: what is needed to resume it after the connection broke. */
type StreamState = {
  isOpen: boolean
  lastEventId: string | undefined
  /** Events without a number were given: after a break they would come again. */
  hasUnnumbered: boolean
  retryMs: number
  resumeAt: string | null
}

/**
 * Reads a stream until it ends, over as many connections as it takes. It is over when the server says so with an `end` or
 * `done` event, with 204, or by closing a stream that it gave no numbers to come back with.
 */
export async function* readEvents(
  transport: Transport,
  identity: Identity,
  call: EventCall,
): AsyncGenerator<StreamEvent, void, undefined> {
  const { lastEventId } = call
  const state: StreamState = { isOpen: false, lastEventId, hasUnnumbered: false, retryMs: 0, resumeAt: null }
  let failures = 0
  while (true) {
    try {
      const response = await connect(transport, identity, call, state)
      if (response.status === 204) return
      call.onConnectionChange?.(true)
      for await (const event of eventsOf(response, call, state)) {
        failures = 0
        yield event
        if (lastWords.has(event.event)) return
      }
      if (!canResume(call, state)) return
    } catch (error) {
      if (!isStoaError(error) || !error.retryable || !canResume(call, state)) throw error
    }
    call.onConnectionChange?.(false)
    await wait(backoffMs(failures++, state.retryMs), call.signal)
  }
}

const canResume = ({ method }: EventCall, { isOpen, hasUnnumbered, resumeAt }: StreamState) =>
  isOpen && !hasUnnumbered && (method === 'GET' || resumeAt !== null)

/** The first connection makes the call; later ones only read, where the server said that the stream continues. */
async function connect(
  transport: Transport,
  identity: Identity,
  call: EventCall,
  state: StreamState,
): Promise<Response> {
  const isFirst = !state.isOpen
  const headers = {
    ...call.headers,
    accept: 'text/event-stream',
    ...(state.lastEventId === undefined ? {} : { 'last-event-id': state.lastEventId }),
  }
  const resumed =
    isFirst || state.resumeAt === null
      ? {}
      : { method: 'GET', url: state.resumeAt, body: null, isRepeatable: true }
  // Reconnecting has a separate loop, which knows when to retry forever.
  const retries = isFirst ? {} : { retries: 0 }
  const response = await transport.send(
    { ...call, headers, ...resumed, ...retries },
    identity,
    async (response) => response,
  )
  if (response.status !== 204 && !response.headers.get('content-type')?.startsWith('text/event-stream'))
    throw unexpectedResponse(response, await response.text())
  state.isOpen = true
  state.resumeAt ??= resumeAddress(response, transport.baseUrl)
  return response
}

/** Where the server says this very stream can be read again; never at another server, which would get the key. */
function resumeAddress({ headers, url }: Response, baseUrl: string): string | null {
  const location = headers.get('content-location')
  if (location === null) return null
  const target = new URL(location, url || baseUrl)
  return target.origin === new URL(baseUrl).origin ? target.href : null
}

/**
 * The events of a response of `raw`, for endpoints that stream only on request. An
 * interrupted stream is not resumed.
 */
export const eventsIn = (
  response: Response,
  options: Pick<EventCall, 'signal' | 'silenceMs'> = {},
): AsyncGenerator<StreamEvent, void, undefined> =>
  eventsOf(
    response,
    { ...options, method: 'POST', path: '', isRepeatable: false },
    { isOpen: true, lastEventId: undefined, hasUnnumbered: false, retryMs: 0, resumeAt: null },
  )

async function* eventsOf(
  response: Response,
  call: EventCall,
  state: StreamState,
): AsyncGenerator<StreamEvent> {
  const parser = createEventParser()
  const reader = response.body!.getReader()
  try {
    while (true) {
      const { value, done } = await withinSilence(reader.read(), call)
      if (done) return
      const { events, retryMs } = parser.push(value)
      if (retryMs !== null) state.retryMs = retryMs
      for (const event of events) {
        // Without a number it is not part of the stream's record but a failure of the server to continue it.
        if (event.event === 'error' && event.id === null) {
          const error = errorOfEnvelope(event.data, response)
          if (error) throw error
        }
        if (event.id === null) state.hasUnnumbered = true
        else state.lastEventId = event.id
        yield event
      }
    }
  } finally {
    // Not awaited: a dead connection would never respond.
    reader.cancel().catch(() => undefined)
  }
}

async function withinSilence<T>(read: Promise<T>, call: EventCall): Promise<T> {
  const ms = call.silenceMs ?? silenceMs
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the stream was silent for ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([read, silence])
  } catch (error) {
    if (call.signal?.aborted) throw call.signal.reason
    throw networkError(error)
  } finally {
    clearTimeout(timer)
  }
}
