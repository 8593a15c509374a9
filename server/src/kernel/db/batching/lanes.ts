import { type Box, boxOf } from '../../memory/box.ts'
import { createWriteBatcher } from './write-batcher.ts'

type WriteAll<Entry, Result> = (entries: Entry[]) => Promise<Result[]>
type Lane<Entry, Result> = { take(entry: Entry): Promise<Result>; users: number }

/**
 * A write batcher for each name, for as long as something is in flight in it: what is of one project waits for the locks
 * of no other.
 */
export function createLanes<Entry, Result>(begin?: (drain: () => void) => void) {
  const lanes = new Map<string, Box<Lane<Entry, Result>>>()

  /** The first entry of a lane says how those of the lane are written. */
  return async (name: string, entry: Entry, writeAll: WriteAll<Entry, Result>): Promise<Result> => {
    const box = lanes.get(name) ?? boxOf({ take: createWriteBatcher(writeAll, begin), users: 0 })
    const lane = box.content!
    if (lane.users++ === 0) lanes.set(name, box)
    try {
      return await lane.take(entry)
    } finally {
      if (--lane.users === 0) {
        lanes.delete(name)
        box.content = null
      }
    }
  }
}
