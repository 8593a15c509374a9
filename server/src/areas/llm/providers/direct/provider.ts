import type { Send, UpstreamResponse } from '../../../../kernel/net/upstream.ts'
import { failureOfResponse, messageIn, toProviderFailure } from '../failures.ts'
import { defaultFinishMs, type ModelCall, type ModelPart, type Provider, ProviderFailure } from '../port.ts'
import { createEventData } from './event-data.ts'

/** Parses one response, whole or streamed. */
export type ResponseReader = {
  /** Parses the text of one event, or of the whole response, and adds what it says to `parts`. */
  read(text: string, parts: ModelPart[]): void
  /** Whether the model has said how it ends; only its usage may still come. */
  hasFinish(): boolean
  /** Whether the last event has been read. */
  isDone(): boolean
  /** The parts that are complete only when nothing more comes. */
  end(): Iterable<ModelPart>
}

export type DirectDeps = {
  send: Send
  url: string
  headersOf(call: ModelCall): Record<string, string>
  bodyOf(call: ModelCall, isStreamed: boolean): string
  createReader(call: ModelCall): ResponseReader
  /** Whether this call is made here; others are made by `rest`. */
  takes(call: ModelCall): boolean
  rest: Provider
  /** How long the usage is awaited after the model has ended. */
  finishMs?: number | undefined
}

/**
 * An API of a provider without a package: the packages read every token through four streams and check it against a shape,
 * which took more time than everything else that a call does here.
 */
export function createDirectProvider(deps: DirectDeps): Provider {
  const { send, url, takes, rest, createReader, finishMs = defaultFinishMs } = deps

  async function ask(call: ModelCall, isStreamed: boolean): Promise<AsyncIterable<Buffer>> {
    const { signal } = call
    const headers = { ...deps.headersOf(call), 'content-type': 'application/json' }
    const body = deps.bodyOf(call, isStreamed)
    const response = await send({ url, method: 'POST', headers, body, signal })
    if (response.status >= 200 && response.status < 300) return response.body
    throw await failureOf(response)
  }

  return {
    ...rest,
    async generate(call) {
      if (!takes(call)) return rest.generate(call)
      const reader = createReader(call)
      const text = await ask(call, false)
        .then((body) => textOf(body, call))
        .catch(rethrow)
      const parts: ModelPart[] = []
      reader.read(text, parts)
      return [...parts, ...reader.end()]
    },
    async *stream(call) {
      if (!takes(call)) {
        yield* rest.stream(call)
        return
      }
      const reader = createReader(call)
      const cut = createEventData()
      try {
        const pieces = (await ask(call, true))[Symbol.asyncIterator]()
        let hasEnded = false
        try {
          for (let isDone = false; !hasEnded; ) {
            const waitMs = isDone ? lingerMs : reader.hasFinish() ? finishMs : null
            const next = waitMs === null ? await pieces.next() : await nextWithin(pieces, waitMs)
            hasEnded = next?.done === true
            if (isDone || next === null || next.done) break
            const come = partsIn(cut(next.value), reader)
            if (come.parts.length > 0) yield come.parts
            if (come.failure !== null) throw come.failure
            isDone = reader.isDone()
          }
        } finally {
          if (!hasEnded) void pieces.return?.()
        }
      } catch (error) {
        rethrow(error)
      }
      yield [...reader.end()]
    },
  }
}

/** The parts before an event that cannot be read are passed on all the same. */
function partsIn(events: readonly string[], reader: ResponseReader) {
  const parts: ModelPart[] = []
  try {
    for (const data of events) {
      reader.read(data, parts)
      if (reader.isDone()) break
    }
    return { parts, failure: null }
  } catch (failure) {
    return { parts, failure }
  }
}

// A response that ends with its events leaves its connection to the next call; some servers never end theirs.
const lingerMs = 50

/** Null when nothing comes in time. The model has ended: what breaks now takes nothing away. */
async function nextWithin(
  pieces: AsyncIterator<Buffer>,
  ms: number,
): Promise<IteratorResult<Buffer, unknown> | null> {
  const next = pieces.next().catch(() => ({ done: true as const, value: null }))
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, ms, null)
  return Promise.race([next, late]).finally(() => clearTimeout(timer))
}

// More than any valid response has.
const maxResponseBytes = 4 * 1024 * 1024
// So much of each is not worth counting.
const uncountedBytes = 64 * 1024
// Only the beginning of a failure is read.
const maxFailureBytes = 64 * 1024

export async function textOf(
  body: AsyncIterable<Buffer>,
  { hold }: Pick<ModelCall, 'hold'>,
): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > maxResponseBytes) throw new ProviderFailure('broken', 'its response is too large')
    if (size > uncountedBytes) hold?.(piece.length)
    pieces.push(piece)
  }
  return (pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)).toString()
}

export async function failureOf({ status, headers, body }: UpstreamResponse): Promise<ProviderFailure> {
  let text = ''
  for await (const piece of body) {
    text += piece
    if (text.length > maxFailureBytes) break
  }
  return failureOfResponse({ status, headers, message: wordsOf(text), body: text })
}

function wordsOf(text: string): string {
  try {
    const value = JSON.parse(text) as { error?: unknown; message?: unknown } | null
    return value?.error || value?.message ? messageIn(value) : ''
  } catch {
    return ''
  }
}

export function rethrow(error: unknown): never {
  throw toProviderFailure(error)
}
