export type ScoredRow = { row: number; score: number }

/** Keeps the best rows of a scan; ties by row. */
export function createNearest(limit: number) {
  const kept: ScoredRow[] = []
  let least = Number.NEGATIVE_INFINITY
  return {
    /** A row below it cannot be among the best. */
    least: () => least,
    offer(row: number, score: number): void {
      if (score <= least) return
      let at = kept.length < limit ? kept.push({ row, score }) - 1 : limit - 1
      for (; at > 0 && kept[at - 1]!.score < score; at--) kept[at] = kept[at - 1]!
      kept[at] = { row, score }
      if (kept.length === limit) least = kept[limit - 1]!.score
    },
    best: (): ScoredRow[] => kept,
  }
}
