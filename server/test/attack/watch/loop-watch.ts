/**
 * How long the event loop was held, in time of the processor: what other programs on the machine take does not count, so
 * that a busy machine raises no alarm. A timer beats once in every round of the loop; what the thread used between two
 * beats was used by one round.
 */
export function createLoopWatch(beatMs = 1) {
  let before = usedMs()
  let maxLength = 0
  const beat = () => {
    const now = usedMs()
    maxLength = Math.max(maxLength, now - before)
    before = now
  }
  const timer = setInterval(beat, beatMs).unref()
  return {
    /** The longest hold since the last call. */
    take(): number {
      beat()
      const found = maxLength
      maxLength = 0
      return found
    },
    stop: () => clearInterval(timer),
  }
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
