/** Aborted when the run is interrupted or takes too long, so that it ends by cleaning up and not by dying. */
export function stopSignal(maxMs: number): AbortSignal {
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => interrupted.abort(new Error(`interrupted by ${signal}`)))
  return AbortSignal.any([interrupted.signal, AbortSignal.timeout(maxMs)])
}

/** Runs the whole benchmark and says in one line why it could not. */
export async function runBenchmark(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    // An aborted wait says only that it was aborted; the reason is its cause.
    const { message, cause } = error as Error
    console.error(`bench: ${(cause as Error | undefined)?.message ?? message}`)
    process.exitCode = 1
  }
}
