/**
 * In their order, as many together as have at most so many bytes; one that is larger is alone. What goes to the database
 * in one statement is written as one text, and nothing else runs meanwhile.
 */
export function inParts<T>(items: readonly T[], bytesOf: (item: T) => number, maxBytes: number): T[][] {
  const parts: T[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const item of items) {
    bytes += bytesOf(item)
    if (bytes > maxBytes) {
      parts.push([])
      bytes = bytesOf(item)
    }
    parts.at(-1)!.push(item)
  }
  return parts
}
