import { createTextWriter, type Parsed } from './parsed.ts'
import { markdownTable } from './table.ts'
import { type Attributes, firstTextOf, readXml } from './xml.ts'
import type { Zip } from './zip.ts'

type Paragraph = { text: string; level: number; depth: number | null }

/** Text documents of Word: headings by their style, lists, tables, then notes. */
export function parseDocx(zip: Zip): Parsed {
  const levels = headingLevels(zip.read('word/styles.xml') ?? '')
  const writer = createTextWriter()
  for (const part of ['word/document.xml', 'word/footnotes.xml', 'word/endnotes.xml']) {
    const xml = zip.read(part)
    if (xml !== null) readBody(xml, levels, (text) => writer.add(text))
  }
  return { text: writer.text(), title: coreTitle(zip) }
}

function readBody(xml: string, levels: ReadonlyMap<string, number>, write: (text: string) => void): void {
  // Tables lie inside of cells too; only the outermost becomes one, with the text of the inner ones.
  let tables = 0
  let rows: string[][] = []
  let paragraph: Paragraph | null = null
  let isText = false
  const endParagraph = () => {
    if (paragraph === null) return
    if (tables > 0) {
      const row = rows.at(-1)
      if (row && row.length > 0) row[row.length - 1] += ` ${paragraph.text}`
    } else if (paragraph.text.trim() !== '') write(markdownOf(paragraph))
    paragraph = null
  }
  readXml(xml, {
    open(name, attributes) {
      if (name === 'p') paragraph = { text: '', level: 0, depth: null }
      else if (name === 'tbl' && ++tables === 1) rows = []
      else if (name === 'tr' && tables === 1) rows.push([])
      else if (name === 'tc' && tables === 1) rows.at(-1)?.push('')
      else if (name === 't') isText = true
      else if (paragraph !== null) describe(paragraph, name, attributes, levels)
    },
    close(name) {
      if (name === 't') isText = false
      else if (name === 'p') endParagraph()
      else if (name === 'tbl' && --tables === 0) write(markdownTable(rows))
    },
    text(text) {
      if (isText && paragraph !== null) paragraph.text += text
    },
  })
}

function describe(
  paragraph: Paragraph,
  name: string,
  { val }: Attributes,
  levels: ReadonlyMap<string, number>,
): void {
  if (name === 'pStyle') paragraph.level = levels.get(val ?? '') ?? 0
  else if (name === 'numPr') paragraph.depth ??= 0
  else if (name === 'ilvl') paragraph.depth = Math.min(Number(val) || 0, 8)
  else if (name === 'tab') paragraph.text += '\t'
  else if (name === 'br' || name === 'cr') paragraph.text += '\n'
}

function markdownOf({ text, level, depth }: Paragraph): string {
  if (level > 0) return `${'#'.repeat(level)} ${text.replace(/\s+/g, ' ').trim()}\n\n`
  return depth === null ? `${text.trim()}\n\n` : `${'  '.repeat(depth)}- ${text.trim()}\n`
}

/** Which styles are headings: by their outline level, or by the name that every language of Word stores in English. */
function headingLevels(xml: string): Map<string, number> {
  const levels = new Map<string, number>()
  let id = ''
  readXml(xml, {
    open(name, { styleId, val = '' }) {
      if (name === 'style') id = styleId ?? ''
      const level =
        name === 'outlineLvl'
          ? Number(val) + 1
          : name === 'name'
            ? Number(/^heading (\d)$/i.exec(val)?.[1] ?? (/^title$/i.test(val) ? 1 : 0))
            : 0
      if (level >= 1 && level <= 6) levels.set(id, level)
    },
  })
  return levels
}

/** The title in the properties of an Office document. */
export const coreTitle = (zip: Zip): string | null =>
  firstTextOf(zip.read('docProps/core.xml') ?? '', 'title')
