/** Whether a client takes responses of this media type: what it says most specifically of it counts. */
export function accepts(header: string | undefined, mediaType: string): boolean {
  // Nothing is said by a header that is empty, too.
  const ranges = (header?.trim() || '*/*').toLowerCase().split(',')
  const general = `${mediaType.split('/')[0]!}/*`
  for (const wanted of [mediaType, general, '*/*']) {
    const found = ranges.find((range) => range.split(';', 1)[0]!.trim() === wanted)
    if (found !== undefined) return !/;\s*q=0(?:\.0*)?\s*(?:;|$)/.test(found)
  }
  return false
}
