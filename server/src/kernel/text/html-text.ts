import type { DefaultTreeAdapterTypes } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

const skipped = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head'])
const blocks = new Set(
  (
    'p div section article header footer main ul ol table tr blockquote pre h1 h2 h3 h4 h5 h6 form hr dl dt dd ' +
    'figure nav aside'
  ).split(' '),
)
// More are not worth a second look, and the result has to be sent.
const mostLinks = 5_000

export type HtmlLink = { href: string; text: string }
export type ReadPage = { text: string; title: string | null; links: HtmlLink[] }

/** The readable text of a page, with its title and its links. */
export async function readHtml(html: string, baseUrl?: string): Promise<ReadPage> {
  // Loaded with the first page: it would be a part of every start.
  const { parse } = await import('parse5')
  const document = parse(html)
  const out: string[] = []
  const links: HtmlLink[] = []
  // Where the text of an open link begins in what was written.
  const open: { href: string; from: number }[] = []

  function enter(node: Node): boolean {
    if (node.nodeName === '#text')
      out.push((node as DefaultTreeAdapterTypes.TextNode).value.replace(/\s+/g, ' '))
    if (!('tagName' in node) || skipped.has(node.tagName)) return false
    const { tagName } = node
    if (tagName === 'br') out.push('\n')
    else if (tagName === 'li') out.push('\n- ')
    else if (blocks.has(tagName)) out.push('\n\n')
    const href = tagName === 'a' ? addressOf(node, baseUrl) : null
    if (href !== null) open.push({ href, from: out.length })
    return true
  }

  function leave({ tagName, ...node }: Element): void {
    if (tagName === 'td' || tagName === 'th') out.push('\t')
    else if (blocks.has(tagName)) out.push('\n\n')
    if (tagName !== 'a' || addressOf(node as Element, baseUrl) === null) return
    const { href, from } = open.pop()!
    if (links.length < mostLinks) links.push({ href, text: out.slice(from).join('').trim() })
  }

  walk(document, enter, leave)
  return { text: tidied(out.join('')), title: titleOf(document), links }
}

/** In the order of the document, without recursion: pages may be nested as deeply as their authors like. */
function walk(
  document: DefaultTreeAdapterTypes.Document,
  enter: (node: Node) => boolean,
  leave: (element: Element) => void,
): void {
  const path: { element: Element | null; rest: Iterator<Node> }[] = [
    { element: null, rest: document.childNodes.values() },
  ]
  while (path.length > 0) {
    const { element, rest } = path.at(-1)!
    const { done, value } = rest.next()
    if (done) {
      path.pop()
      if (element) leave(element)
    } else if (enter(value)) {
      const inner = value as Element
      path.push({ element: inner, rest: inner.childNodes.values() })
    }
  }
}

function addressOf({ attrs }: Element, baseUrl: string | undefined): string | null {
  const href = attrs.find(({ name }) => name === 'href')?.value.trim()
  return href !== undefined && URL.canParse(href, baseUrl) ? new URL(href, baseUrl).href : null
}

/** The first title, wherever a careless author put it. */
function titleOf(document: DefaultTreeAdapterTypes.Document): string | null {
  let title: string | null = null
  walk(
    document,
    (node) => {
      if (title !== null || !('tagName' in node)) return false
      if (node.tagName === 'title') title = textIn(node)
      return node.tagName !== 'svg'
    },
    () => undefined,
  )
  return title
}

const textIn = ({ childNodes }: Element): string =>
  childNodes
    .map((node) => ('value' in node ? node.value : ''))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()

const tidied = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/ {2,}/g, ' ')
    .trim()
