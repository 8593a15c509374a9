import { StringDecoder } from 'node:string_decoder'
import { ProviderFailure } from '../port.ts'

// No event of a model is this long; a server that never ends a line must not fill the memory.
const maxChars = 16 * 1024 * 1024

/**
 * Cuts the bytes of an event stream into the data of its events. Given a piece, it returns what has become whole with it;
 * an event that the stream breaks off in is left out.
 */
export function createEventData(): (piece: Buffer) => string[] {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let data: string | null = null
  return (piece) => {
    const whole: string[] = []
    const text = rest + decoder.write(piece)
    let from = 0
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      const line = text.slice(from, text[at - 1] === '\r' ? at - 1 : at)
      from = at + 1
      if (line === '') {
        if (data !== null) whole.push(data)
        data = null
      } else if (line.startsWith('data:')) {
        const said = line.slice(line[5] === ' ' ? 6 : 5)
        data = data === null ? said : `${data}\n${said}`
      }
    }
    rest = text.slice(from)
    if (rest.length + (data?.length ?? 0) > maxChars)
      throw new ProviderFailure('broken', 'its answer has no end of a line')
    return whole
  }
}
