const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}

/** Marks of HTML and Markdown, which cost tokens and mean nothing to a model. */
const withoutMarks = (text: string): string =>
  text
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replace(/[*_]{2,}|^#+\s*/gm, '')
    .replace(/\s+/g, ' ')
    .toWellFormed()
    .trim()

/** Plain words on one line, ended at a sentence where there is one near the limit. */
export function plainText(value: unknown, limit: number): string {
  if (typeof value !== 'string') return ''
  const text = withoutMarks(value)
  if (text.length <= limit) return text
  const cut = text.slice(0, limit)
  const sentence = cut.lastIndexOf('. ')
  if (sentence > limit / 2) return cut.slice(0, sentence + 1)
  return `${cut.slice(0, cut.lastIndexOf(' ') > limit / 2 ? cut.lastIndexOf(' ') : limit - 1).toWellFormed()}…`
}
