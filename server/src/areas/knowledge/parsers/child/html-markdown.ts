import type { PageDocument, PageNode } from './libraries.ts'
import { markdownTable } from './table.ts'

const textNode = 3
const elementNode = 1
const maxDepth = 400
const skipped = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE SVG MATH IFRAME OBJECT NAV FORM BUTTON SELECT HEAD TITLE'.split(' '),
)
const blocks = new Set(
  'P DIV SECTION ARTICLE MAIN HEADER FOOTER ASIDE FIGURE FIGCAPTION BLOCKQUOTE UL OL DL DT DD HR ADDRESS DETAILS SUMMARY'.split(
    ' ',
  ),
)

/** Everything that a page shows, as Markdown: headings, items, tables and code as far as chunks depend on them. */
export function markdownOfBody(document: PageDocument): string {
  const text = document.body ? markdownOf(document.body, 0) : ''
  return text
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function markdownOf(node: PageNode, depth: number): string {
  if (node.nodeType === textNode) return (node.textContent ?? '').replace(/\s+/g, ' ')
  const name = node.nodeName.toUpperCase()
  if (node.nodeType !== elementNode || skipped.has(name) || depth > maxDepth) return ''
  if (name === 'PRE') return `\n\n\`\`\`\n${(node.textContent ?? '').replace(/\n$/, '')}\n\`\`\`\n\n`
  if (name === 'TABLE') return `\n\n${markdownTable(rowsOf(node))}`
  if (name === 'BR') return '\n'
  const inner = [...node.childNodes].map((child) => markdownOf(child, depth + 1)).join('')
  const level = /^H([1-6])$/.exec(name)?.[1]
  if (level) return `\n\n${'#'.repeat(Number(level))} ${inner.replace(/\s+/g, ' ').trim()}\n\n`
  if (name === 'LI') return `\n- ${inner.trim().replace(/\n(?=-)/g, '\n  ')}`
  return blocks.has(name) ? `\n\n${inner.trim()}\n\n` : inner
}

function rowsOf(table: PageNode): string[][] {
  const rows: string[][] = []
  const walk = (node: PageNode): void => {
    for (const child of node.childNodes) {
      const name = child.nodeName.toUpperCase()
      if (name === 'TR')
        rows.push([...child.childNodes].filter(({ nodeName }) => /^T[DH]$/i.test(nodeName)).map(textOf))
      else if (/^T(?:HEAD|BODY|FOOT)$/.test(name)) walk(child)
    }
  }
  walk(table)
  return rows
}

const textOf = ({ textContent }: PageNode): string => textContent ?? ''
