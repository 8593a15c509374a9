export type FreedMemoryOptions = {
  /** Returns what the allocator has free to the system. */
  release(): Promise<void>
  /** Processor time that the process has used, all of its threads together. */
  usedMs?: () => number
  everyMs?: number
}

// Releasing takes some 10 ms, and what is used next is requested from the system again: only where work has just ended.
const defaultEveryMs = 5_000
const busyShare = 0.1

/**
 * glibc returns the free end of its heap to the system, but not what is free between blocks in use: after a burst of requests
 * that was 30 MB. It is returned once when work ends, and never while there is any.
 */
export function createFreedMemory(options: FreedMemoryOptions) {
  const { release, usedMs = processMs, everyMs = defaultEveryMs } = options
  let used = 0
  let hasWorked = false
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    const now = usedMs()
    const isBusy = now - used > everyMs * busyShare
    used = now
    const isOver = hasWorked && !isBusy
    hasWorked = isBusy
    if (isOver) await release()
  }

  return {
    look,
    start(): void {
      timer = setInterval(() => void look(), everyMs).unref()
    },
    stop: (): void => clearInterval(timer),
  }
}

function processMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
