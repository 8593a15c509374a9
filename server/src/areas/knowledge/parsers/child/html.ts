import { maxLinks, type PageFacts } from '../protocol/messages.ts'
import { markdownOfBody } from './html-markdown.ts'
import { completeTree, withRoot } from './html-tree.ts'
import type { Libraries, PageDocument } from './libraries.ts'
import type { Parsed } from './parsed.ts'
import { tooLarge } from './refusal.ts'

/** The libraries walk the tree of a page many times: what has more than this takes them minutes. */
const maxTags = 100_000
/** Less than this is a teaser or a consent dialog: then everything that the page shows is taken. */
const leastArticle = 200

/** Pages: the article without what surrounds it. */
export async function parseHtml(
  html: string,
  url: string | undefined,
  { parseHTML, Defuddle }: Libraries,
): Promise<Parsed> {
  if (countTags(html) > maxTags) throw tooLarge(`The page has more than ${maxTags} elements.`)
  const { document } = parseHTML(withRoot(html))
  completeTree(document)
  const page = factsOf(document, url)
  const whole = markdownOfBody(document)
  const title = document.title.trim() || null
  const article = await articleOf()
  return { text: article.length >= leastArticle ? article : whole, title, page }

  async function articleOf(): Promise<string> {
    try {
      const { content } = await Defuddle(document, url, { markdown: true, useAsync: false })
      // Images are not read, and their addresses are no text.
      return content.replace(/!\[([^\]\n]*)\]\([^)\s]*(?: "[^"\n]*")?\)/g, '$1').trim()
    } catch {
      return ''
    }
  }
}

function countTags(html: string): number {
  let count = 0
  for (let at = html.indexOf('<'); at !== -1 && count <= maxTags; at = html.indexOf('<', at + 1)) count++
  return count
}

function factsOf(document: PageDocument, url: string | undefined): PageFacts {
  const base = attributeOf(document, 'base[href]', 'href')[0]
  const resolve = (href: string | null | undefined) => {
    if (!href) return null
    const from = base && url ? (URL.parse(base, url)?.href ?? url) : url
    return URL.parse(href, from)?.href ?? null
  }
  const rules = attributeOf(document, 'meta[name="robots" i]', 'content').join(',').toLowerCase()
  const isAllowed = (rule: string) => !new RegExp(`\\b(?:none|no${rule})\\b`).test(rules)
  const links = new Set<string>()
  for (const anchor of document.querySelectorAll('a[href]')) {
    if (links.size >= maxLinks) break
    const rel = (anchor.getAttribute('rel') ?? '').toLowerCase().split(/\s+/)
    const link = rel.includes('nofollow') ? null : resolve(anchor.getAttribute('href'))
    if (link !== null && /^https?:/.test(link) && link.length <= 2_000) links.add(link)
  }
  return {
    links: withinHeader([...links]),
    canonical: resolve(attributeOf(document, 'link[rel~="canonical" i]', 'href')[0]),
    isIndexable: isAllowed('index'),
    isFollowable: isAllowed('follow'),
  }
}

/** The server reads no more than this of what is said beside the text. */
const maxLinkLength = 300_000

function withinHeader(links: string[]): string[] {
  let length = 0
  const end = links.findIndex((link) => {
    length += link.length
    return length > maxLinkLength
  })
  return end === -1 ? links : links.slice(0, end)
}

const attributeOf = (document: PageDocument, selector: string, name: string): string[] =>
  [...document.querySelectorAll(selector)].flatMap((element) => element.getAttribute(name) ?? [])
