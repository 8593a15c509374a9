const separators = [',', ';', '\t', '|'] as const

/** The separator that the first line has most of, outside of quotes. */
export function separatorOf(text: string): string {
  const line =
    text
      .slice(0, 10_000)
      .replace(/"(?:[^"]|"")*"/g, '')
      .split(/\r?\n/, 1)[0] ?? ''
  const pluralize = separators.map((separator) => [separator, line.split(separator).length] as const)
  return pluralize.reduce((best, each) => (each[1] > best[1] ? each : best))[0]
}

/**
 * The rows of a CSV file, at most the given number. Quotes hold separators, line ends and doubled quotes; whatever
 * else a file contains is used unchanged, since it is only shown.
 */
export function parseCsv(text: string, maxRows: number, separator = separatorOf(text)): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    row.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  const content = text.replace(/^\uFEFF/, '')
  for (let at = 0; at < content.length && rows.length < maxRows; at++) {
    const letter = content[at]!
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (content[at + 1] === '"') {
        cell += '"'
        at++
      } else isQuoted = false
    } else if (letter === '"' && cell === '') isQuoted = true
    else if (letter === separator) endCell()
    else if (letter === '\n') endRow()
    else if (letter !== '\r' || content[at + 1] !== '\n') cell += letter
  }
  if (rows.length < maxRows && (cell !== '' || row.length > 0)) endRow()
  return rows
}
