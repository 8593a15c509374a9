import { excessOf } from '../../../../kernel/json/json-excess.ts'
import type { FetchLike } from '../../../../kernel/net/upstream.ts'
import { defaultFinishMs, maxResponseChars, ProviderFailure } from '../port.ts'
import { endingEvents } from './ending-events.ts'

// Generated images come as text inside JSON, several in one response.
export const maxMediaJsonBytes = 64 * 1024 * 1024
// The limit of model output, plus its envelope.
export const maxChatJsonBytes = maxResponseChars + 512 * 1024
// Outside of texts: what the packages parse and check value by value on the event loop.
const maxStructureChars = 4 * 1024 * 1024
// Shorter responses are quick to parse whatever is in them.
const uncheckedChars = 64 * 1024
// No provider sends events near this size; the packages hold an event until its line ends.
const maxEventBytes = 1024 * 1024
const newline = 0x0a

/**
 * The packages parse whatever a provider returns, on the event loop and without a limit, and a project may name any
 * server as its provider. So responses that are too large to parse quickly are refused before a package sees them.
 */
export const boundedFetch =
  (fetch: FetchLike, { maxJsonBytes = maxMediaJsonBytes, finishMs = defaultFinishMs } = {}): FetchLike =>
  async (input, init) => {
    const response = await fetch(input, init)
    if (!response.body) return response
    const type = response.headers.get('content-type') ?? ''
    const body = type.includes('text/event-stream')
      ? response.body.pipeThrough(boundedEvents()).pipeThrough(endingEvents(finishMs))
      : type.includes('json')
        ? await boundedJson(response.body, maxJsonBytes)
        : type.includes('amazon.eventstream')
          ? response.body.pipeThrough(endingEvents(finishMs))
          : response.body
    const { status, statusText, headers } = response
    return new Response(body, { status, statusText, headers })
  }

function boundedEvents(): TransformStream<Uint8Array, Uint8Array> {
  let lineBytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      const lastBreak = chunk.lastIndexOf(newline)
      const toFirstBreak = lastBreak < 0 ? chunk.length : chunk.indexOf(newline)
      if (lineBytes + toFirstBreak > maxEventBytes) throw tooLong()
      lineBytes = lastBreak < 0 ? lineBytes + chunk.length : chunk.length - lastBreak - 1
      controller.enqueue(chunk)
    },
  })
}

async function boundedJson(body: ReadableStream<Uint8Array>, maxJsonBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxJsonBytes) throw tooLong()
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString()
  if (text.length <= uncheckedChars) return text
  const excess = excessOf(text, { maxStructureChars })
  if (excess !== null) throw new ProviderFailure('broken', `its response ${excess}`)
  return text
}

const tooLong = () => new ProviderFailure('broken', 'its response is too large')
