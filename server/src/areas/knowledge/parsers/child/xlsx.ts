import { coreTitle } from './docx.ts'
import { createTextWriter, type Parsed } from './parsed.ts'
import { relationsOf } from './relations.ts'
import { markdownTable } from './table.ts'
import { type Attributes, elementsOf, readXml } from './xml.ts'
import type { Zip } from './zip.ts'

const maxColumns = 256
const dayMs = 86_400_000
/** Days are counted from here, with a leap year that was none. */
const firstDay = Date.UTC(1899, 11, 30)

/** Workbooks: each sheet is a heading and its rows as tables. */
export function parseXlsx(zip: Zip): Parsed {
  const relations = relationsOf(zip, 'xl/workbook.xml')
  const strings = sharedStrings(zip.read('xl/sharedStrings.xml') ?? '')
  const isDate = dateStyles(zip.read('xl/styles.xml') ?? '')
  const writer = createTextWriter()
  for (const { name = 'Sheet', id } of elementsOf(zip.read('xl/workbook.xml') ?? '', 'sheet')) {
    const xml = zip.read(relations.find((relation) => relation.id === id)?.target ?? '')
    if (xml === null) continue
    const table = markdownTable(readRows(xml, strings, isDate))
    if (table !== '') writer.add(`## ${name}\n\n${table}`)
  }
  return { text: writer.text(), title: coreTitle(zip) }
}

type Cell = { column: number; type: string; style: number; value: string }

function readRows(xml: string, strings: readonly string[], isDate: ReadonlySet<number>): string[][] {
  const rows: string[][] = []
  let cell: Cell | null = null
  let isValue = false
  readXml(xml, {
    open(name, attributes) {
      if (name === 'row') rows.push([])
      else if (name === 'c') cell = cellOf(attributes, rows.at(-1)?.length ?? 0)
      else if (name === 'v' || name === 't') isValue = true
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'c' && cell !== null && cell.column < maxColumns) {
        const row = rows.at(-1)
        while (row && row.length < cell.column) row.push('')
        row?.push(shown(cell, strings, isDate))
      }
    },
    text(text) {
      if (isValue && cell !== null) cell.value += text
    },
  })
  return rows
}

function cellOf({ r = '', t = 'n', s }: Attributes, next: number): Cell {
  const letters = /^[A-Z]{1,3}/.exec(r)?.[0]
  const column = letters
    ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
    : next
  return { column, type: t, style: Number(s ?? -1), value: '' }
}

function shown(
  { type, style, value }: Cell,
  strings: readonly string[],
  isDate: ReadonlySet<number>,
): string {
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  const days = Number(value)
  if (type !== 'n' || value === '' || !isDate.has(style) || !(days > 0 && days < 2_958_466)) return value
  const time = new Date(firstDay + Math.round(days * 86_400) * 1_000)
  const iso = time.toISOString()
  if (days < 1) return iso.slice(11, 16)
  return time.getTime() % dayMs === 0 ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ')
}

function sharedStrings(xml: string): string[] {
  const strings: string[] = []
  let [isText, isPhonetic] = [false, false]
  readXml(xml, {
    open(name) {
      if (name === 'si') strings.push('')
      else if (name === 't') isText = true
      else if (name === 'rPh') isPhonetic = true
    },
    close(name) {
      if (name === 't') isText = false
      else if (name === 'rPh') isPhonetic = false
    },
    text(text) {
      if (isText && !isPhonetic && strings.length > 0) strings[strings.length - 1] += text
    },
  })
  return strings
}

/** The numbers of the cell styles that show a number as a date. */
function dateStyles(xml: string): Set<number> {
  const custom = new Set(
    elementsOf(xml, 'numFmt')
      .filter(({ formatCode = '' }) => /[dyhs]/i.test(formatCode.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')))
      .map(({ numFmtId }) => Number(numFmtId)),
  )
  const found = new Set<number>()
  let [isCellStyle, index] = [false, 0]
  readXml(xml, {
    open(name, { numFmtId }) {
      if (name === 'cellXfs') isCellStyle = true
      if (name !== 'xf' || !isCellStyle) return
      const format = Number(numFmtId)
      if (custom.has(format) || (format >= 14 && format <= 22) || (format >= 45 && format <= 47))
        found.add(index)
      index++
    },
    close(name) {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return found
}
