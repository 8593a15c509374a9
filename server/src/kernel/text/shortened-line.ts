/** A text in one line, cut between words where it is too long. */
export function shortenedLine(text: string, maxLength: number): string {
  const line = text.trim().replace(/\s+/g, ' ')
  if (line.length <= maxLength) return line
  const cut = line.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), maxLength / 2)).trimEnd()}…`
}
