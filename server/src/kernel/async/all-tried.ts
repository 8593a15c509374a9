/** Runs one after the other even when some of them fail, and throws their failures when all are done. */
export async function runAllSettled(
  works: readonly (() => Promise<unknown>)[],
  failed: string,
): Promise<void> {
  const failures: unknown[] = []
  for (const work of works) {
    try {
      await work()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, failed)
}
