import { StringDecoder } from 'node:string_decoder'
import { ProviderFailure } from '../port.ts'

// No event of a model is this long; a server that never ends a line must not fill the memory.
const maxChars = 4 * 1024 * 1024

/**
 * Cuts the bytes of an event stream into the data of its events. Given a piece, it returns what has become whole with it;
 * an event that the stream breaks off in is left out. Only what is new is looked at, however long a line has become.
 */
export function createEventData(): (piece: Buffer) => string[] {
  const decoder = new StringDecoder('utf8')
  let started: string[] = []
  let data: string[] = []
  let held = 0

  function hold(into: string[], text: string): void {
    into.push(text)
    held += text.length
    if (held > maxChars) throw new ProviderFailure('broken', 'its response contains an unterminated line')
  }

  return (piece) => {
    const whole: string[] = []
    const text = decoder.write(piece)
    let from = 0
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      const line = lineOf(started.join('') + text.slice(from, at))
      for (const part of started) held -= part.length
      started = []
      from = at + 1
      if (line.startsWith('data:')) hold(data, line.slice(line[5] === ' ' ? 6 : 5))
      if (line !== '') continue
      if (data.length > 0) whole.push(data.join('\n'))
      data = []
      held = 0
    }
    if (from < text.length) hold(started, text.slice(from))
    return whole
  }
}

const lineOf = (text: string): string => (text.endsWith('\r') ? text.slice(0, -1) : text)
