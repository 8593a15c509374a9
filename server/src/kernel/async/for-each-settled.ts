import type { Log } from '../log.ts'

const namedInLog = 10

/**
 * Does the work for each row, whatever becomes of those before it: a row that cannot be tidied must not keep all others
 * from it. Failures are logged in one line and retried by the next sweep.
 */
export async function forEachSettled<Row extends { id: string }>(
  rows: readonly Row[],
  work: (row: Row) => Promise<void>,
  { log, failed }: { log: Pick<Log, 'warn'>; failed: string },
): Promise<void> {
  const ids: string[] = []
  let first: unknown
  for (const row of rows) {
    try {
      await work(row)
    } catch (error) {
      first ??= error
      ids.push(row.id)
    }
  }
  if (ids.length > 0)
    log.warn({ err: first, rows: ids.length, ids: ids.slice(0, namedInLog), of: rows.length }, failed)
}
