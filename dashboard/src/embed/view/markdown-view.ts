import { type Block, type Inline, parseMarkdown } from '@stoa/markdown'
import { h } from '../element.ts'

/** What a model wrote, as elements: never as HTML, without images, and without a request before a click. */
export const markdownView = (text: string): HTMLElement =>
  h('div', { class: 'markdown', dir: 'auto' }, ...parseMarkdown(text).map(blockView))

function blockView(block: Block): HTMLElement {
  switch (block.kind) {
    case 'paragraph':
      return h('p', {}, ...linesView(block.lines))
    case 'heading':
      // Not a heading of the page: screen readers jump from heading to heading.
      return h('p', { class: 'heading' }, ...inlineView(block.line))
    case 'quote':
      return h('blockquote', {}, ...linesView(block.lines))
    case 'code':
      // Scrolled with the arrow keys.
      return h('pre', { tabindex: '0' }, h('code', {}, block.text))
    case 'rule':
      return h('hr')
    case 'list': {
      const items = block.items.map((item) => h('li', {}, ...inlineView(item)))
      return block.isOrdered ? h('ol', { start: String(block.start) }, ...items) : h('ul', {}, ...items)
    }
    case 'table':
      return tableView(block)
  }
}

function tableView({ head, aligns, rows }: Block & { kind: 'table' }): HTMLElement {
  const cells = (tag: 'th' | 'td', line: readonly Inline[][]) =>
    line.map((cell, at) => h(tag, { 'data-align': aligns[at] ?? null }, ...inlineView(cell)))
  const body = rows.map((row) => h('tr', {}, ...cells('td', row)))
  return h(
    'div',
    { class: 'table', tabindex: '0', role: 'region', 'aria-label': 'Table' },
    h('table', {}, h('thead', {}, h('tr', {}, ...cells('th', head))), h('tbody', {}, ...body)),
  )
}

const linesView = (lines: readonly Inline[][]): (Node | string)[] =>
  lines.flatMap((line, at) => (at === 0 ? inlineView(line) : [h('br'), ...inlineView(line)]))

const inlineView = (parts: readonly Inline[]): (Node | string)[] =>
  parts.map((part) => {
    switch (part.kind) {
      case 'code':
      case 'strong':
      case 'em':
        return h(part.kind, {}, part.text)
      case 'link':
        return linkView(part)
      default:
        return part.text
    }
  })

/** The host is always shown: the text of a link is the model's, and may say anything. */
function linkView({ text, href, source }: Inline & { kind: 'link' }): Node | string {
  const url = URL.parse(href)
  if (url === null || !/^https?:$/.test(url.protocol)) return source
  const label = text.includes(url.host) ? text : `${text} (${url.host})`
  return h('a', { href: url.href, target: '_blank', rel: 'noopener noreferrer nofollow' }, label)
}
