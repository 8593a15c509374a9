import type { Blobs } from '../../kernel/blobs/blobs.ts'
import type { BlobEntry } from './backup-format.ts'

/** A remote store has a latency for each, so several are copied in parallel. */
const maxConcurrentCopies = 8

type CopyOptions = {
  from: Blobs
  to: Blobs
  keys: AsyncIterable<{ key: string }>
  onCopied(entry: BlobEntry): void
}

/** Copies what still exists when it is reached; what was deleted meanwhile is left out. */
export async function copyBlobs({ from, to, keys, onCopied }: CopyOptions): Promise<void> {
  const remaining = keys[Symbol.asyncIterator]()
  let hasFailed = false
  const work = async () => {
    for (let next = await remaining.next(); !next.done && !hasFailed; next = await remaining.next()) {
      const { key } = next.value
      const found = await from.get(key)
      if (!found) continue
      const stored = await to.put(key, found.stream, { contentLength: found.sizeBytes })
      onCopied({ key, ...stored })
    }
  }
  const workers = Array.from({ length: maxConcurrentCopies }, () =>
    work().catch((error) => {
      hasFailed = true
      throw error
    }),
  )
  // All of them are settled before the first failure is thrown: nothing is written after the caller has moved on.
  const outcomes = await Promise.allSettled(workers)
  await remaining.return?.()
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failure) throw failure.reason
}
