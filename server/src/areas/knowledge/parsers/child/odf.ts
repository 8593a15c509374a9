import { createTextWriter, type Parsed, pageBreak, type TextWriter } from './parsed.ts'
import { markdownTable } from './table.ts'
import { type Attributes, readXml } from './xml.ts'
import type { Zip } from './zip.ts'

/** A spreadsheet says how often its empty cells are repeated, up to a million times. */
const maxColumns = 256
const maxRepeatedRows = 50

type Table = { rows: string[][]; repeat: number; rowRepeat: number }

/** Documents of LibreOffice: texts, spreadsheets, presentations. */
export function parseOdf(zip: Zip): Parsed {
  const writer = createTextWriter()
  readXml(zip.read('content.xml') ?? '', createReader(writer))
  return { text: writer.text(), title: null }
}

function createReader(writer: TextWriter) {
  let [text, level, lists, pages] = ['', 0, 0, 0]
  let table: Table | null = null
  let depth = 0
  // What is not in a paragraph is space between elements; comments and changes that were undone are no text.
  let [paragraphs, hidden] = [0, 0]

  function endParagraph(): void {
    const content = text.trim()
    text = ''
    const row = table?.rows.at(-1)
    if (table) {
      if (row && row.length > 0) row[row.length - 1] += ` ${content}`
    } else if (content === '') return
    else if (level > 0) writer.add(`${'#'.repeat(level)} ${content.replace(/\s+/g, ' ')}\n\n`)
    else writer.add(lists > 0 ? `${'  '.repeat(lists - 1)}- ${content}\n` : `${content}\n\n`)
  }

  function openTable(name: string, attributes: Attributes): void {
    if (name === 'table' && ++depth === 1) {
      if (attributes.name) writer.add(`## ${attributes.name}\n\n`)
      table = { rows: [], repeat: 1, rowRepeat: 1 }
    } else if (!table || depth !== 1) return
    else if (name === 'table-row') {
      table.rows.push([])
      table.rowRepeat = Number(attributes['number-rows-repeated'] ?? 1)
    } else if (name === 'table-cell' || name === 'covered-table-cell') {
      table.rows.at(-1)?.push('')
      table.repeat = Number(attributes['number-columns-repeated'] ?? 1)
    }
  }

  function closeTable(name: string): void {
    if (name === 'table' && --depth === 0) {
      writer.add(markdownTable(table?.rows ?? []))
      table = null
    } else if (!table || depth !== 1) return
    const row = table?.rows.at(-1)
    if (!table || !row) return
    if (name === 'table-cell' || name === 'covered-table-cell')
      for (let i = 1; i < Math.min(table.repeat, maxColumns) && row.length < maxColumns; i++)
        row.push(row.at(-1)!)
    else if (name === 'table-row' && row.some((cell) => cell.trim() !== ''))
      for (let i = 1; i < Math.min(table.rowRepeat, maxRepeatedRows); i++) table.rows.push(row)
  }

  return {
    open(name: string, attributes: Attributes): void {
      if (name === 'annotation' || name === 'tracked-changes') hidden++
      else if (name === 'page' && pages++ > 0) writer.add(pageBreak)
      else if (name === 'h' || name === 'p') {
        paragraphs++
        level = name === 'h' ? Math.min(Math.max(Number(attributes['outline-level']) || 1, 1), 6) : 0
      } else if (name === 'list') lists++
      else if (name === 'tab') text += '\t'
      else if (name === 's') text += ' '
      else if (name === 'line-break') text += '\n'
      else openTable(name, attributes)
    },
    close(name: string): void {
      if (name === 'annotation' || name === 'tracked-changes') hidden--
      else if (name === 'h' || name === 'p') {
        paragraphs--
        if (hidden === 0) endParagraph()
        else text = ''
      } else if (name === 'list') lists--
      else closeTable(name)
    },
    text(content: string): void {
      if (paragraphs > 0 && hidden === 0) text += content
    },
  }
}
