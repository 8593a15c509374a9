import type { SealedProcess } from './sealed-process.ts'

type AnyProcess = Pick<SealedProcess<never>, 'kill' | 'hasExited' | 'onExit'>

export type Warm<Process> = { process: Process; key: string; uses: number; timer: NodeJS.Timeout | null }

export type WarmOptions<Process, What> = {
  start(what: What): Process
  /** How many there may be, idle ones included. */
  max: number
  usesPerProcess: number
  idleMs: number
}

/**
 * Processes that stay alive for the next task of the same key, and end when they were idle, when they were used often, or
 * when their slot is needed.
 */
export function createWarmProcesses<Process extends AnyProcess, What = void>(
  options: WarmOptions<Process, What>,
) {
  const all = new Set<Process>()
  const idle = new Set<Warm<Process>>()
  let isClosed = false

  function retire(warm: Warm<Process>): void {
    idle.delete(warm)
    if (warm.timer !== null) clearTimeout(warm.timer)
    // Counted as ended immediately: its slot is needed now.
    all.delete(warm.process)
    warm.process.kill('closed')
  }

  return {
    count: () => all.size,
    isClosed: () => isClosed,
    start(what: What): Process {
      while (all.size >= options.max && idle.size > 0) retire([...idle][0]!)
      const started = options.start(what)
      all.add(started)
      started.onExit(() => all.delete(started))
      return started
    },
    take(key: string): Warm<Process> | null {
      for (const warm of idle) {
        if (warm.key !== key) continue
        idle.delete(warm)
        if (warm.timer !== null) clearTimeout(warm.timer)
        if (!warm.process.hasExited()) return warm
      }
      return null
    },
    giveBack(warm: Warm<Process>): void {
      if (warm.process.hasExited()) return
      if (isClosed || ++warm.uses >= options.usesPerProcess) {
        retire(warm)
        return
      }
      warm.timer = setTimeout(() => retire(warm), options.idleMs).unref()
      idle.add(warm)
    },
    retire,
    async close(): Promise<void> {
      isClosed = true
      for (const warm of [...idle]) retire(warm)
      const exits = [...all].map((each) => new Promise<void>((resolve) => each.onExit(resolve)))
      for (const each of all) each.kill('closed')
      await Promise.all(exits)
    },
  }
}
