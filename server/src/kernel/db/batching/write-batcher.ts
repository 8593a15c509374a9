type Waiting<Entry, Result> = {
  entry: Entry
  resolve(result: Result): void
  reject(error: unknown): void
}

// Enough for everything that a busy worker has in progress, and small enough for one statement.
const maxBatchSize = 64

/**
 * Batches entries that come while an earlier write is in flight, in one statement and one commit. A single entry is
 * written immediately; many concurrent ones cost little more than one. An entry that the database refuses fails alone.
 */
export function createWriteBatcher<Entry, Result>(
  writeAll: (entries: Entry[]) => Promise<Result[]>,
  /** `process.nextTick` takes along what else is written in the same moment. */
  begin: (drain: () => void) => void = (drain) => drain(),
) {
  let waiting: Waiting<Entry, Result>[] = []
  let isWriting = false

  async function write(batch: Waiting<Entry, Result>[]): Promise<void> {
    try {
      const results = await writeAll(batch.map(({ entry }) => entry))
      for (const [i, { resolve }] of batch.entries()) resolve(results[i]!)
    } catch (error) {
      if (batch.length > 1 && isRefused(error)) for (const each of batch) await write([each])
      else for (const { reject } of batch) reject(error)
    }
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatchSize)
      waiting = waiting.slice(maxBatchSize)
      await write(batch)
    }
    isWriting = false
  }

  return (entry: Entry): Promise<Result> => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    waiting.push({ entry, resolve, reject })
    if (!isWriting) {
      isWriting = true
      begin(() => void drain())
    }
    return promise
  }
}

/**
 * A value that the database cannot keep, be it for its size or its depth, a conflict with others, a wait that was
 * too long, or something that a statement demands and is not so. After any other
 * failure no one knows what was written.
 */
export const isRefused = (error: unknown): boolean =>
  /^(2[23]|40|54|ST|57014|55P03)/.test(String((error as { code?: unknown }).code))
