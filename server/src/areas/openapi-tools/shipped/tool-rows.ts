import type { ToolRow } from './catalogue-format.ts'

const code = { quote: 0x22, backslash: 0x5c, open: 0x5b, close: 0x5d } as const
const columns = 9

export const rowsIn = (bytes: Buffer): ToolRow[] => JSON.parse(bytes.toString())

/** One row of many, found without reading the others: a toolkit may have thousands, and a search shows one of them. */
export function rowNamed(bytes: Buffer, name: string): ToolRow | null {
  const start = `[${JSON.stringify(name)},`
  for (let at = bytes.indexOf(start); at >= 0; at = bytes.indexOf(start, at + 1)) {
    const row: unknown[] = JSON.parse(bytes.toString('utf8', at, endOfList(bytes, at)))
    // A list of tags may begin with the same word.
    if (row.length === columns && typeof row[3] === 'number') return row as ToolRow
  }
  return null
}

/** Behind the bracket that closes the list that begins here. */
function endOfList(bytes: Buffer, from: number): number {
  let depth = 0
  for (let at = from; at < bytes.length; at++)
    switch (bytes[at]) {
      case code.quote:
        at = endOfText(bytes, at)
        break
      case code.open:
        depth++
        break
      case code.close:
        if (--depth === 0) return at + 1
    }
  return bytes.length
}

function endOfText(bytes: Buffer, from: number): number {
  let at = from + 1
  while (at < bytes.length && bytes[at] !== code.quote) at += bytes[at] === code.backslash ? 2 : 1
  return at
}
