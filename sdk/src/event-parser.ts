import { parsed } from './error.ts'

/** One server-sent event. `data` is the value of its JSON, or its text when it is none. */
export type StreamEvent<Data = unknown, Name extends string = string> = {
  id: string | null
  event: Name
  data: Data
}

type Parsed = { events: StreamEvent[]; retryMs: number | null }

/**
 * Reads the lines of an event stream, however they were cut into pieces on the way. An event counts only once its
 * empty line has come: half an event must not be shown, nor move the place to resume from.
 */
export function createEventParser() {
  const decoder = new TextDecoder()
  let rest = ''
  let wasReturn = false
  let id: string | null = null
  let event = ''
  let data: string[] = []

  function take(line: string, found: Parsed): void {
    if (line === '') {
      if (data.length > 0)
        found.events.push({ id, event: event || 'message', data: contentOf(data.join('\n')) })
      id = null
      event = ''
      data = []
      return
    }
    const at = line.indexOf(':')
    const field = at < 0 ? line : line.slice(0, at)
    const value = at < 0 ? '' : line.slice(at + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    else if (field === 'event') event = value
    else if (field === 'id' && !value.includes('\0')) id = value
    else if (field === 'retry' && /^\d+$/.test(value)) found.retryMs = Number(value)
  }

  return {
    push(chunk: Uint8Array): Parsed {
      const found: Parsed = { events: [], retryMs: null }
      const text = decoder.decode(chunk, { stream: true })
      // A line end of two characters may have been cut in the middle: its first half has ended the line already.
      rest += wasReturn && text.startsWith('\n') ? text.slice(1) : text
      if (text !== '') wasReturn = text.endsWith('\r')
      const lines = rest.split(/\r\n|\n|\r/)
      rest = lines.pop()!
      for (const line of lines) take(line, found)
      return found
    },
  }
}

const contentOf = (text: string): unknown => parsed(text) ?? text
