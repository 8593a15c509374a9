import { availableParallelism, setPriority } from 'node:os'

// What every interpreter gives itself before it loads anything.
const usual = 5
// A fifth of the weight of a fresh one, which is woken at once then; still enough to come to an end beside others.
const longRunning = 12

/** Longer than what somebody waits for takes; what goes on is a computation, and can give way. */
export const longMs = 50

/** How urgent the kernel takes a process to be. False where it may not be changed so. */
export const priorities = {
  asUsual: (pid: number): boolean => attempt(pid, usual),
  /** Anybody may do this; taking it back is for privileged servers alone. */
  behindOthers: (pid: number): boolean => attempt(pid, longRunning),
}

function attempt(pid: number, niceness: number): boolean {
  try {
    setPriority(pid, niceness)
    return true
  } catch {
    return false
  }
}

/** A process as far as its urgency is concerned. */
export type Runner = { ranMs(): number | null; standBack(): void }

/**
 * Scripts that have run for long go behind those that come, as soon as there are as many as processors: with equal
 * rights each that is woken waits until one of them has had its slice, and a request wakes several processes in turn.
 */
export function putLongOnesBack(runners: Iterable<Runner>, processors = availableParallelism()): void {
  const running = [...runners].filter((runner) => runner.ranMs() !== null)
  if (running.length < processors) return
  for (const runner of running) if (runner.ranMs()! >= longMs) runner.standBack()
}
