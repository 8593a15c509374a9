import type { PageDocument, PageNode, PageParent } from './libraries.ts'

/** The library needs one. */
export const withRoot = (html: string): string =>
  /<html[\s>]/i.test(html) ? html : `<!doctype html><html>${html.replace(/^\s*<!doctype[^>]*>/i, '')}</html>`

const commentNode = 8
const ofHead = new Set('TITLE META LINK BASE STYLE SCRIPT NOSCRIPT TEMPLATE'.split(' '))

/**
 * HTML may leave out the tags of head and body, and put elements between them. A browser makes both all the same; the
 * library only sees a body that follows a head, and shows an empty one otherwise.
 */
export function completeTree(document: PageDocument): void {
  const { documentElement: root, head } = document
  const nodes = [...root.childNodes].filter((node) => node !== head)
  const at = nodes.findIndex(({ nodeName }) => nodeName.toUpperCase() === 'BODY')
  const written = at === -1 ? null : (nodes[at] as PageParent)
  const before = at === -1 ? nodes : nodes.slice(0, at)
  const firstShown = before.findIndex(isShown)
  const endOfHead = firstShown === -1 ? before.length : firstShown
  head.append(...before.slice(0, endOfHead))
  written?.prepend(...before.slice(endOfHead))
  written?.append(...nodes.slice(at + 1))
  // One is made where there is none.
  if (!written) document.body!.append(...before.slice(endOfHead))
}

function isShown({ nodeType, nodeName, textContent }: PageNode): boolean {
  if (nodeType === commentNode || ofHead.has(nodeName.toUpperCase())) return false
  return nodeType === 1 || textContent?.trim() !== ''
}
