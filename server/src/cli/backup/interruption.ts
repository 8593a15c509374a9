/** Stopping must end within ten seconds, whatever hangs. */
const maxStopMs = 9_500

/**
 * Ctrl+C reaches every process of the terminal, and npm and our own launcher pass it on as well: what comes within this
 * time is the same keystroke.
 */
const sameKeystrokeMs = 1_000

/**
 * Settles at the first signal to stop. From then on this process ends: by itself, at the latest when the time is up,
 * or at the second signal.
 */
export function awaitSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>()
  let firstAt: number | null = null
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstAt === null) {
      firstAt = performance.now()
      setTimeout(() => giveUp(`stopping took longer than ${maxStopMs / 1000} s`), maxStopMs).unref()
      resolve(signal)
    } else if (performance.now() - firstAt > sameKeystrokeMs) {
      giveUp(`${signal} came a second time`)
    }
  }
  // SIGHUP comes when the terminal is closed: the database has a separate process group and would be left running.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  return promise
}

function giveUp(reason: string): void {
  console.error(`stoa: ${reason}: ended immediately, what was acknowledged is stored`)
  process.exit(1)
}
