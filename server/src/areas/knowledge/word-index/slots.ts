/** A chunk as the index knows it. */
export type IndexedChunk = { sourceNo: number; revision: number; ordinal: number }

/** The chunks of an index by their slot, in arrays of numbers: a search reads hundreds of thousands of them. */
export function createSlots() {
  let numbers = new Uint32Array(4 * 1_024)
  let live = new Uint8Array(1_024)
  let count = 0

  function grow(): void {
    const [more, flags] = [new Uint32Array(numbers.length * 2), new Uint8Array(live.length * 2)]
    more.set(numbers)
    flags.set(live)
    numbers = more
    live = flags
  }

  return {
    count: () => count,
    add({ sourceNo, revision, ordinal, length }: IndexedChunk & { length: number }): number {
      if (count === live.length) grow()
      numbers.set([sourceNo, length, revision, ordinal], 4 * count)
      return count++
    },
    isLive: (slot: number): boolean => live[slot] === 1,
    setLive(slot: number, isLive: boolean): void {
      live[slot] = isLive ? 1 : 0
    },
    sourceNoOf: (slot: number): number => numbers[4 * slot]!,
    lengthOf: (slot: number): number => numbers[4 * slot + 1]!,
    chunkOf: (slot: number): IndexedChunk => ({
      sourceNo: numbers[4 * slot]!,
      revision: numbers[4 * slot + 2]!,
      ordinal: numbers[4 * slot + 3]!,
    }),
  }
}
