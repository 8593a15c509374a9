/** A part of a text that is quoted as a whole: a sentence, or a table. */
export type Unit = { words: ReadonlySet<string>; quote(isRequested: (word: string) => boolean): string }

const maxRows = 8

/** Stop words: they occur in every sentence and say nothing about its topic. */
const stopWords = new Set(
  'a an and are as at be but by can did do does for from had has have how i if in is it its me my no not of on or our please she so tell than that the their them then there these they this to us was we were what when where which who why will with would you your'.split(
    ' ',
  ),
)

/** The word without common endings, so that `refunds` finds `refund`. */
const stem = (word: string): string => (word.length > 4 ? word.replace(/(?:ing|edly|ed|es|s|ly)$/, '') : word)

export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !stopWords.has(word)).map(stem)

const rowForm = /^\s*\|.*\|\s*$/
const ruleForm = /^\s*\|[\s:|-]+\|\s*$/

/** The sentences and the Markdown tables of a text. */
export function unitsOf(text: string): Unit[] {
  const lines = text.split(/\n+/)
  const units: Unit[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    if (!rowForm.test(line) || !ruleForm.test(lines[at + 1] ?? '')) {
      units.push(...sentencesOf(line))
      continue
    }
    const end = lines.findIndex((each, index) => index > at + 1 && !rowForm.test(each))
    const rows = lines.slice(at + 2, end < 0 ? undefined : end)
    units.push(tableOf([line, lines[at + 1]!], rows))
    at += rows.length + 1
  }
  return units
}

const sentencesOf = (line: string): Unit[] =>
  line
    .split(/(?<=[.!?\u3002\uff01\uff1f])\s+/u)
    .map((sentence) => sentence.replace(/^[-*#>\s]+/, '').trim())
    .filter((sentence) => sentence.length > 2 && !sentence.startsWith('/'))
    .map((sentence) => ({ words: new Set(wordsOf(sentence)), quote: () => sentence }))

/** A table is quoted with its header and the rows that share a word with the question, or with its first rows. */
const tableOf = (head: readonly string[], rows: readonly string[]): Unit => ({
  words: new Set(wordsOf([...head, ...rows].join('\n'))),
  quote(isRequested) {
    const hits = rows.filter((row) => wordsOf(row).some(isRequested))
    return [...head, ...(hits.length > 0 ? hits : rows).slice(0, maxRows)].join('\n')
  },
})
