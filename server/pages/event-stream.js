/**
 * Reads server-sent events out of text that arrives in arbitrary slices. `EventSource` cannot do it here: it
 * sends neither keys nor bodies.
 */
export function createEventReader(onEvent) {
  let rest = ''
  let isFirst = true
  let event = fresh()

  const take = (line) => {
    if (line === '') {
      if (event.data.length > 0) onEvent({ name: event.name, id: event.id, data: event.data.join('\n') })
      event = fresh(event.id)
      return
    }
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') event.data.push(value)
    else if (field === 'event') event.name = value
    else if (field === 'id') event.id = value
  }

  return {
    push(text) {
      rest += isFirst ? text.replace(/^\uFEFF/, '') : text
      if (text) isFirst = false
      // A carriage return at the very end may be half of a CRLF, so it waits for the next slice.
      const lines = rest.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop()
      for (const line of lines) take(line)
    },
  }
}

/** The id stays in force until another one comes; name and data belong to one event. */
const fresh = (id = '') => ({ name: 'message', id, data: [] })
