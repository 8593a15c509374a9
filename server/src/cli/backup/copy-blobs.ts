import type { Blobs } from '../../kernel/blobs/blobs.ts'
import type { BlobEntry } from './backup-format.ts'

/** A store over the network takes its time for each, so several are on their way at once. */
const maxConcurrentCopies = 8

type CopyOptions = {
  from: Blobs
  to: Blobs
  keys: AsyncIterable<{ key: string }>
  onCopied(entry: BlobEntry): void
}

/** Copies what is still there when its turn comes; what has gone meanwhile is left out. */
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
  // All of them have come to rest before the first failure is told: nothing is written behind the caller's back.
  const outcomes = await Promise.allSettled(workers)
  await remaining.return?.()
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failure) throw failure.reason
}
