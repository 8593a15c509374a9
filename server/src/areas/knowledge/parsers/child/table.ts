const maxRows = 200

const cellOf = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<!\\)\|/g, '\\|')

/** Rows as Markdown. A long table becomes several, each with the first row as its head. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const filled = rows.map((row) => row.map(cellOf)).filter((row) => row.some((cell) => cell !== ''))
  if (filled.length === 0) return ''
  const width = filled.reduce((most, row) => Math.max(most, lastFilled(row)), 1)
  const line = (row: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, i) => row[i] ?? '').join(' | ')} |`
  const [head, ...body] = filled
  const top = `${line(head!)}\n|${' --- |'.repeat(width)}`
  const tables: string[] = []
  for (let at = 0; at === 0 || at < body.length; at += maxRows)
    tables.push([top, ...body.slice(at, at + maxRows).map(line)].join('\n'))
  return `${tables.join('\n\n')}\n\n`
}

const lastFilled = (row: readonly string[]): number => row.findLastIndex((cell) => cell !== '') + 1
