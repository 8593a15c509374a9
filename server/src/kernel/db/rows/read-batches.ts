/**
 * Everything that is read in an order, batch by batch as the reader takes them, so that neither side ever holds more than
 * one of them. Each is read behind the last item of the one before.
 */
export async function* readBatches<Item>(
  size: number,
  readBehind: (last: Item | null) => Promise<Item[]>,
): AsyncGenerator<Item[]> {
  let last: Item | null = null
  while (true) {
    const items: Item[] = await readBehind(last)
    if (items.length > 0) yield items
    if (items.length < size) return
    last = items.at(-1)!
  }
}
