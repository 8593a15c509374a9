export type BulkFailure<Row> = { row: Row; error: unknown }

type BulkOptions<Row> = {
  act(row: Row): Promise<unknown>
  /** After each of them. */
  onProgress(doneCount: number): void
  signal: AbortSignal
}

/** As many concurrent requests as a browser sends anyway: the rest of the dashboard stays usable. */
const concurrency = 4

/** Does the same to every row and continues where it fails. What was not begun when it is stopped is left alone. */
export async function runBulk<Row>(
  rows: readonly Row[],
  { act, onProgress, signal }: BulkOptions<Row>,
): Promise<BulkFailure<Row>[]> {
  const failures: BulkFailure<Row>[] = []
  const waiting = [...rows]
  let doneCount = 0
  const work = async () => {
    while (waiting.length > 0 && !signal.aborted) {
      const row = waiting.shift()!
      try {
        await act(row)
      } catch (error) {
        failures.push({ row, error })
      }
      onProgress(++doneCount)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return failures
}
