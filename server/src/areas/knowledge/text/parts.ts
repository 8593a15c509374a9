// Some 400 chunks: a fraction of a second in a thread.
const partLength = 256 * 1024

/** A long text in parts, each of which ends at a blank line where there is one. */
export function* partsOf(text: string): Generator<{ text: string; offset: number }> {
  for (let start = 0; start < text.length; ) {
    const limit = start + partLength
    const end = limit >= text.length ? text.length : boundaryBefore(text, start, limit)
    yield { text: text.slice(start, end), offset: start }
    start = end
  }
}

function boundaryBefore(text: string, start: number, limit: number): number {
  const least = start + partLength / 2
  for (const boundary of ['\n\n', '\n', ' ']) {
    const at = text.lastIndexOf(boundary, limit - boundary.length)
    if (at > least) return at + boundary.length
  }
  const code = text.charCodeAt(limit)
  return code >= 0xdc00 && code <= 0xdfff ? limit - 1 : limit
}
