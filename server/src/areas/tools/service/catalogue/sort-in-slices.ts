import { setImmediate as yieldToOthers } from 'node:timers/promises'

const sliceLength = 1000

/** Short runs are sorted, then merged; sorting all of them in one go would block other requests. */
export async function sortedInSlices(
  indexes: Uint32Array,
  compare: (a: number, b: number) => number,
): Promise<Uint32Array> {
  for (let from = 0; from < indexes.length; from += sliceLength) {
    indexes.subarray(from, from + sliceLength).sort(compare)
    await yieldToOthers()
  }
  let [sorted, merged]: [Uint32Array, Uint32Array] = [indexes, new Uint32Array(indexes.length)]
  for (let width = sliceLength; width < indexes.length; width *= 2) {
    for (let from = 0; from < indexes.length; from += 2 * width) {
      const [middle, end] = [from + width, from + 2 * width]
      merge(sorted.subarray(from, middle), sorted.subarray(middle, end), merged.subarray(from, end), compare)
      await yieldToOthers()
    }
    ;[sorted, merged] = [merged, sorted]
  }
  return sorted
}

function merge(
  left: Uint32Array,
  right: Uint32Array,
  into: Uint32Array,
  compare: (a: number, b: number) => number,
): void {
  let [l, r] = [0, 0]
  for (let at = 0; at < into.length; at++)
    into[at] =
      r === right.length || (l < left.length && compare(left[l]!, right[r]!) <= 0) ? left[l++]! : right[r++]!
}
