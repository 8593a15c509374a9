import { codeBlock, copyButton, element } from '../dom.js'
import { createEventReader } from '../event-stream.js'
import { prettyJson } from '../json-text.js'

const shownHeaders = [
  'x-request-id',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'etag',
  'x-ignored-params',
  'x-ignored-fields',
  'x-external-user-created',
  'idempotent-replayed',
  'deprecation',
  'content-type',
]

// A stream may run for hours; beyond this the oldest events leave the screen.
const maxEvents = 500
const maxImageBytes = 4_000_000

/** The lower right: an example response, then the actual response. */
export function createResponseView(container) {
  const show = (...children) => container.replaceChildren(...children)
  return {
    showExample(response) {
      if (response?.example === undefined) return show()
      const text =
        typeof response.example === 'string' ? response.example : JSON.stringify(response.example, null, 2)
      show(element('div', { class: 'code-box' }, boxHead('Example response', text), codeBlock(text)))
    },
    showFailure(message) {
      show(element('div', { class: 'note' }, element('p', {}, element('strong', {}, '✕ '), message)))
    },
    showWaiting() {
      show(element('p', { class: 'muted waiting', role: 'status' }, 'Waiting for the response…'))
    },
    /** Shows a response as it arrives and resolves when it is complete. */
    async show(response, startedAt) {
      const time = element('span', { class: 'muted' }, elapsed(startedAt))
      const body = element('div', { class: 'code-box' })
      show(statusLine(response, time), headerList(response), body)
      const type = response.headers.get('content-type') ?? ''
      if (type.startsWith('text/event-stream')) await showEvents(response, body)
      else await showBody(response, type, body)
      time.textContent = elapsed(startedAt)
    },
  }
}

const boxHead = (title, text) =>
  element(
    'div',
    { class: 'code-head' },
    element('span', {}, title),
    copyButton(() => text),
  )

const elapsed = (startedAt) => `${Math.round(performance.now() - startedAt)} ms`

function statusLine(response, time) {
  const kind = response.ok ? 'good' : response.status < 500 ? 'warn' : 'bad'
  const label = `${response.status} ${response.statusText}`.trim()
  return element(
    'p',
    { class: 'status', role: 'status' },
    element('span', { class: 'state-mark', 'data-kind': kind }),
    element('strong', {}, label),
    time,
  )
}

function headerList(response) {
  const rows = shownHeaders.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [element('div', {}, element('dt', {}, name), element('dd', {}, value))]
  })
  return element('dl', { class: 'headers' }, rows)
}

async function showBody(response, type, box) {
  if (/json|^text\/|xml|javascript/.test(type) || type === '') {
    const text = await response.text()
    if (text === '')
      return box.replaceChildren(element('p', { class: 'muted pad' }, 'The response has no body.'))
    const pretty = /json/.test(type) ? (prettyJson(text) ?? text) : text
    return box.replaceChildren(boxHead('Body', pretty), codeBlock(pretty))
  }
  const blob = await response.blob()
  const url = URL.createObjectURL(blob)
  const save = element('a', { class: 'button small', href: url, download: 'answer' }, 'Save')
  const title = element('span', {}, `${type} · ${blob.size} bytes`)
  box.replaceChildren(element('div', { class: 'code-head' }, title, save))
  if (type.startsWith('image/') && blob.size <= maxImageBytes) {
    box.append(element('img', { class: 'answer-image', src: await dataUrl(blob), alt: 'Response image' }))
  }
}

/** The pages allow images as data URLs, not as blob URLs. */
function dataUrl(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}

async function showEvents(response, box) {
  const count = element('span', { role: 'status' }, 'Events: 0, waiting')
  const list = element('ol', { class: 'events' })
  const all = []
  box.replaceChildren(
    element(
      'div',
      { class: 'code-head' },
      count,
      copyButton(() => all.join('\n')),
    ),
    list,
  )
  let seen = 0
  const reader = createEventReader(({ name, id, data }) => {
    seen++
    all.push(data)
    list.append(
      element(
        'li',
        {},
        element(
          'div',
          { class: 'event-head' },
          element('strong', {}, name),
          id && element('span', { class: 'muted' }, id),
        ),
        codeBlock(data),
      ),
    )
    if (all.length > maxEvents) {
      all.shift()
      list.firstChild.remove()
    }
    count.textContent = `Events: ${seen}, open`
    list.scrollTop = list.scrollHeight
  })
  try {
    const decoder = new TextDecoder()
    for await (const bytes of chunksOf(response.body)) reader.push(decoder.decode(bytes, { stream: true }))
    count.textContent = `Events: ${seen}, closed by the server`
  } catch (error) {
    count.textContent =
      error.name === 'AbortError' ? `Events: ${seen}, stopped` : `Events: ${seen}, interrupted`
  }
}

/** Not every browser can iterate over a stream directly. */
async function* chunksOf(stream) {
  const reader = stream.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
}
