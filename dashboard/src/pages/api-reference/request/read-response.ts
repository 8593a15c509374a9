import { eventsIn, type StreamEvent } from '@stoa/sdk'
import { prettyJson } from '../../../components/code/pretty-json.ts'

export type ReadEvent = { number: number; name: string; id: string | null; text: string }

export type ResponseBody =
  | { kind: 'reading' }
  | { kind: 'empty' }
  | { kind: 'text'; text: string; isJson: boolean }
  | { kind: 'file'; type: string; blob: Blob; imageUrl: string | null }
  | { kind: 'events'; events: readonly ReadEvent[]; count: number; state: string }

// A stream may run for hours; beyond this the oldest events leave the screen.
const maxEvents = 500
const maxImageBytes = 4_000_000
const maxShownChars = 2_000_000
// A stream of the API sends a comment every 15 seconds; streams of others may be silent for longer.
const silenceMs = 24 * 60 * 60 * 1000

/** The body of a response as it arrives, from one state to the next. */
export async function* readBody(response: Response, signal: AbortSignal): AsyncGenerator<ResponseBody> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) yield* readEvents(response, signal)
  else if (type === '' || /json|^text\/|xml|javascript/.test(type))
    yield textBody(await response.text(), /json/.test(type))
  else {
    const blob = await response.blob()
    const isShown = type.startsWith('image/') && blob.size <= maxImageBytes
    yield { kind: 'file', type, blob, imageUrl: isShown ? await dataUrl(blob) : null }
  }
}

function textBody(text: string, isJson: boolean): ResponseBody {
  if (text === '') return { kind: 'empty' }
  const pretty = isJson ? (prettyJson(text) ?? text) : text
  const isLong = pretty.length > maxShownChars
  const shown = isLong ? `${pretty.slice(0, maxShownChars)}\n… ${pretty.length} characters in total` : pretty
  return { kind: 'text', text: shown, isJson }
}

/** Our policy allows images as data addresses, not as blob addresses. */
function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}

const eventText = (data: unknown) => (typeof data === 'string' ? data : JSON.stringify(data, null, 2))

async function* readEvents(response: Response, signal: AbortSignal): AsyncGenerator<ResponseBody> {
  let events: readonly ReadEvent[] = []
  let count = 0
  const now = (state: string): ResponseBody => ({ kind: 'events', events, count, state })
  const add = ({ event, id, data }: StreamEvent) => {
    count++
    events = [...events.slice(1 - maxEvents), { number: count, name: event, id, text: eventText(data) }]
  }
  yield now('waiting')
  try {
    for await (const event of eventsIn(response, { signal, silenceMs })) {
      add(event)
      yield now('open')
    }
    yield now('closed by the server')
  } catch (error) {
    yield now(signal.aborted ? 'stopped' : `interrupted: ${(error as Error).message}`)
  }
}
