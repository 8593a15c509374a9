import { unescapeHtml } from './encoding.ts'

type Token =
  | { kind: 'text'; text: string }
  | { kind: 'tag'; name: string; isEnd: boolean; attributes: string }

const skipped = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head'])
const blocks = new Set([
  'p',
  'div',
  'section',
  'article',
  'header',
  'footer',
  'main',
  'ul',
  'ol',
  'table',
  'tr',
  'blockquote',
  'pre',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'form',
  'hr',
  'dl',
  'dt',
  'dd',
  'figure',
  'nav',
  'aside',
])

/** Walks through markup once, however broken it is: every step goes forward. */
function* tokensOf(html: string): Generator<Token> {
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open < 0) return yield { kind: 'text', text: html.slice(at) }
    if (open > at) yield { kind: 'text', text: html.slice(at, open) }
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4)
      at = end < 0 ? html.length : end + 3
      continue
    }
    const close = html.indexOf('>', open)
    if (close < 0) return yield { kind: 'text', text: html.slice(open) }
    const inner = html.slice(open + 1, close)
    const match = /^(\/?)([a-zA-Z][a-zA-Z0-9-]*)/.exec(inner)
    if (match) {
      const name = match[2]!.toLowerCase()
      yield { kind: 'tag', name, isEnd: match[1] === '/', attributes: inner.slice(match[0].length) }
      at = close + 1
      if (match[1] === '' && (name === 'script' || name === 'style')) {
        // What is in there is no markup, so its end alone counts.
        const end = html.toLowerCase().indexOf(`</${name}`, at)
        at = end < 0 ? html.length : end
      }
    } else at = close + 1
  }
}

const attribute = (attributes: string, name: string): string | null => {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(
    attributes.slice(0, 10_000),
  )
  return match ? unescapeHtml(match[1] ?? match[2] ?? match[3] ?? '').trim() : null
}

export type HtmlLink = { href: string; text: string }

/** What a person would read of a page, with its title and its links. */
export function readHtml(
  html: string,
  baseUrl?: string,
): { text: string; title: string | null; links: HtmlLink[] } {
  const out: string[] = []
  const links: HtmlLink[] = []
  let hidden: string | null = null
  let title: string | null = null
  let isTitle = false
  let link: HtmlLink | null = null
  for (const token of tokensOf(html)) {
    if (token.kind === 'text') {
      if (isTitle) title = (title ?? '') + unescapeHtml(token.text)
      else if (hidden === null) {
        const text = unescapeHtml(token.text).replace(/\s+/g, ' ')
        out.push(text)
        if (link) link.text += text
      }
      continue
    }
    const { name, isEnd } = token
    if (name === 'title') isTitle = !isEnd
    else if (hidden !== null) hidden = isEnd && name === hidden ? null : hidden
    else if (skipped.has(name)) hidden = isEnd ? null : name
    else if (name === 'br') out.push('\n')
    else if (name === 'li') out.push(isEnd ? '' : '\n- ')
    else if (name === 'td' || name === 'th') out.push(isEnd ? '\t' : '')
    else if (name === 'a') {
      const href = isEnd ? null : attribute(token.attributes, 'href')
      if (link) links.push(link)
      link =
        href === null || !URL.canParse(href, baseUrl) ? null : { href: new URL(href, baseUrl).href, text: '' }
    } else if (blocks.has(name)) out.push('\n\n')
  }
  if (link) links.push(link)
  const text = out
    .join('')
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/[ ]{2,}/g, ' ')
    .trim()
  return {
    text,
    title: title?.replace(/\s+/g, ' ').trim() ?? null,
    links: links.map((each) => ({ ...each, text: each.text.trim() })).slice(0, 5000),
  }
}
