import { getHeapStatistics } from 'node:v8'
import { AppError } from '../errors.ts'

/** What one piece of work holds in memory. */
export type MemoryReservation = {
  /** Throws when there is no capacity: then nothing was added. */
  grow(bytes: number): void
  /** Gives everything back; any further call does nothing. */
  end(): void
}

export type MemoryBudget = {
  open(owner: string): MemoryReservation
  /** For those who call without a key: all of them are one owner, and each IP address may use a quarter of its share. */
  openPublic(address: string): MemoryReservation
}

// A body is held as bytes, as text, as values and as what is sent on: six times and more what is counted here.
const shareOfHeap = 1 / 10
// So that the largest body that any endpoint takes fits into half of it, however small the heap is.
const leastBytes = 32 * 1024 * 1024

/**
 * How much memory large requests and responses may hold in this process at the same time. Each of them is bounded, but
 * hundreds of them together would be more than the memory has, and a process that runs out of it takes everyone's work
 * along. One owner has at most half, so that there is capacity for others.
 */
export function createMemoryBudget(
  totalBytes = Math.max(leastBytes, getHeapStatistics().heap_size_limit * shareOfHeap),
): MemoryBudget {
  const byOwner = new Map<string, number>()
  let held = 0

  function add(owner: string, bytes: number): void {
    const own = (byOwner.get(owner) ?? 0) + bytes
    if (own > 0) byOwner.set(owner, own)
    else byOwner.delete(owner)
  }

  /** Held by several owners: an IP address, and all callers without a key. */
  function openFor(owners: readonly { owner: string; maxBytes: number }[]): MemoryReservation {
    const own = (owner: string) => byOwner.get(owner) ?? 0
    let mine = 0
    return {
      grow(bytes) {
        if (held + bytes > totalBytes) throw capacityExceeded()
        if (owners.some(({ owner, maxBytes }) => own(owner) + bytes > maxBytes)) throw capacityExceeded()
        mine += bytes
        held += bytes
        for (const { owner } of owners) add(owner, bytes)
      },
      end() {
        held -= mine
        for (const { owner } of owners) add(owner, -mine)
        mine = 0
      },
    }
  }

  const half = totalBytes / 2
  return {
    open: (owner) => openFor([{ owner, maxBytes: half }]),
    openPublic: (address) =>
      openFor([
        { owner: 'public', maxBytes: half },
        { owner: `public:${address}`, maxBytes: half / 4 },
      ]),
  }
}

const capacityExceeded = () =>
  new AppError('service_unavailable', 'Too many large requests are in progress', {
    hint: 'Try again in a moment, or send fewer requests.',
    headers: { 'retry-after': '2' },
  })
