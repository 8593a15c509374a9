/**
 * How many executions of each workflow run concurrently on this node; the others wait in order. It holds them back within what
 * the project may have at work on all nodes.
 */
export function createWorkflowSlots(max: number) {
  type Line = { running: number; waiting: (() => void)[] }
  const lines = new Map<string, Line>()

  function release(key: string, line: Line): void {
    const next = line.waiting.shift()
    // Passed on without being free in between, so that no later one comes first.
    if (next) next()
    else if (--line.running === 0) lines.delete(key)
  }

  return {
    /** What gives the slot back; null when none was free within this time. */
    async acquire(key: string, waitMs: number): Promise<(() => void) | null> {
      const line = lines.get(key) ?? { running: 0, waiting: [] }
      lines.set(key, line)
      if (line.running < max) line.running++
      else if (!(await isTurn(line, waitMs))) return null
      return () => release(key, line)
    },
  }
}

export type WorkflowSlots = ReturnType<typeof createWorkflowSlots>

function isTurn({ waiting }: { waiting: (() => void)[] }, waitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const begin = () => {
      clearTimeout(timer)
      resolve(true)
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1)
      resolve(false)
    }, waitMs)
    waiting.push(begin)
  })
}
