import { setPriority } from 'node:os'

// What every interpreter gives itself before it loads anything.
const fallback = 5
// A fifth of the weight of a new one, which is then scheduled immediately; still enough to finish beside others.
const longRunning = 12

/** How urgent the kernel takes a process to be. False where it may not be changed so. */
export const priorities = {
  byDefault: (pid: number): boolean => attempt(pid, fallback),
  /** Anyone may do this; taking it back is for privileged servers alone. */
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
