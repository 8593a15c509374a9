import { prettyJsonTokens } from './json-text.js'
import { preferences } from './keep.js'
import { parseRichText, parseSpans } from './rich-text.js'

/**
 * Makes an element. Texts become text nodes, whatever they contain: this is the only way in which the pages put
 * data on the screen.
 */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'on')
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener)
    else if (value !== undefined && value !== null && value !== false)
      node.setAttribute(name, value === true ? '' : value)
  }
  node.append(
    ...children
      .flat(3)
      .filter((child) => child !== null && child !== undefined && child !== false && child !== ''),
  )
  return node
}

const spanTags = { code: 'code', bold: 'strong', text: 'span' }
const toSpan = ({ kind, text }) => (kind === 'text' ? text : element(spanTags[kind], {}, text))

export const richLine = (text) => parseSpans(text).map(toSpan)

export const richText = (text) =>
  parseRichText(text).map((block) =>
    block.kind === 'list'
      ? element(
          'ul',
          {},
          block.items.map((spans) => element('li', {}, spans.map(toSpan))),
        )
      : element('p', {}, block.spans.map(toSpan)),
  )

// Colouring makes an element per token; beyond this a browser would feel it.
const maxColouredChars = 200_000
const maxShownChars = 2_000_000

/** A block of text, coloured where it is JSON. */
export function codeBlock(text) {
  const tokens = text.length > maxColouredChars ? null : prettyJsonTokens(text)
  const shown =
    text.length > maxShownChars ? `${text.slice(0, maxShownChars)}\n… ${text.length} characters in all` : text
  const content = tokens
    ? tokens.map((token) =>
        token.kind === 'space' || token.kind === 'mark'
          ? token.text
          : element('span', { class: `json-${token.kind}` }, token.text),
      )
    : shown
  return element('pre', { class: 'code', tabindex: '0' }, element('code', {}, content))
}

async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  // Browsers hide the clipboard from pages that came over plain HTTP from another machine.
  const area = element('textarea', { class: 'away', readonly: true })
  area.value = text
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (!isCopied) throw new Error('copying was refused')
}

/** A button that copies what `getText` gives at the time of the click. */
export function copyButton(getText, label = 'Copy') {
  const button = element('button', { type: 'button', class: 'button small copy' }, label)
  let timer
  button.addEventListener('click', async () => {
    const outcome = await copyText(getText()).then(
      () => 'Copied',
      () => 'Not copied',
    )
    button.textContent = outcome
    clearTimeout(timer)
    timer = setTimeout(() => (button.textContent = label), 1600)
  })
  return button
}

/** Says what went wrong, how to fix it and the id under which the log knows it. */
export function failureNote({ message, hint, requestId }) {
  return [
    element('p', {}, element('strong', {}, '✕ '), message),
    hint && element('p', {}, hint),
    requestId &&
      element(
        'p',
        { class: 'request-id' },
        'Request ',
        element('code', {}, requestId),
        copyButton(() => requestId),
      ),
  ]
}

/** The same call in several languages; the language last chosen is shown first everywhere. */
export function codeTabs(getSnippets) {
  const tabs = element('div', { class: 'tabs', role: 'group', 'aria-label': 'Language' })
  const body = element('pre', { class: 'code', tabindex: '0' })
  const chosen = () => {
    const snippets = getSnippets()
    return snippets.find(({ label }) => label === preferences.get('language')) ?? snippets[0]
  }
  const show = () => {
    const current = chosen()
    body.textContent = current.text
    for (const tab of tabs.children)
      tab.setAttribute('aria-pressed', String(tab.textContent === current.label))
  }
  for (const { label } of getSnippets()) {
    const choose = () => {
      preferences.set('language', label)
      show()
    }
    tabs.append(element('button', { type: 'button', class: 'tab', on: { click: choose } }, label))
  }
  show()
  const head = element(
    'div',
    { class: 'code-head' },
    tabs,
    copyButton(() => chosen().text),
  )
  return { node: element('div', { class: 'code-box' }, head, body), show }
}
