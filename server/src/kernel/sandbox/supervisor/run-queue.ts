import { availableParallelism } from 'node:os'

type ProjectOwned = { projectId: string }
type Waiter<P> = { resolve(process: P): void; reject(error: unknown): void; since: number }
type Queue<P> = { waiters: Waiter<P>[]; starting: number; servedAt: number; timer: NodeJS.Timeout | null }

export type RunQueueDeps<P extends ProjectOwned> = {
  /** How long no one must have got a turn before another process is worth its start. */
  queueWaitMs: number
  processesPerProject: number
  /** Processes of the project: all that live, and those that may take a run once they are free. */
  count(projectId: string): { live: number; usable: number }
  hasWarm(): boolean
  bind(projectId: string): Promise<P>
  /** Takes it for one run. */
  occupy(process: P): P
  /** For a process that came when no one waited any more. */
  rest(process: P): void
}

/**
 * Runs of a project that wait for one of its processes. Most scripts end within milliseconds, and starting a process
 * takes a core for many times as long, so another one is used only where one is idle or where no run was served for
 * a while.
 */
export function createRunQueue<P extends ProjectOwned>(deps: RunQueueDeps<P>) {
  const queues = new Map<string, Queue<P>>()
  // A caller that has waited for so long gets its own process, however well the others are served.
  const maxMs = deps.queueWaitMs * 8

  function mayGrow(projectId: string, { starting, waiters }: Queue<P>): boolean {
    const { live, usable } = deps.count(projectId)
    return waiters.length > starting && (usable === 0 || live + starting < deps.processesPerProject)
  }

  function consider(projectId: string, queue: Queue<P>): void {
    if (!mayGrow(projectId, queue)) return
    const { live, usable } = deps.count(projectId)
    const isCheap = deps.hasWarm() && live + queue.starting < availableParallelism()
    if (isCheap || usable + queue.starting === 0) void start(projectId, queue)
    else queue.timer ??= setTimeout(() => lookAgain(projectId, queue), deps.queueWaitMs)
  }

  function lookAgain(projectId: string, queue: Queue<P>): void {
    queue.timer = null
    const [first] = queue.waiters
    if (!first) return
    const now = performance.now()
    const isServed = now - queue.servedAt < deps.queueWaitMs && now - first.since < maxMs
    if (!isServed && mayGrow(projectId, queue)) void start(projectId, queue)
    if (mayGrow(projectId, queue))
      queue.timer ??= setTimeout(() => lookAgain(projectId, queue), deps.queueWaitMs)
  }

  async function start(projectId: string, queue: Queue<P>): Promise<void> {
    queue.starting++
    try {
      const process = await deps.bind(projectId)
      queue.starting--
      if (!offer(process)) deps.rest(process)
    } catch (error) {
      queue.starting--
      // Where there is no capacity for another process, a project does with what it has, if it has any.
      if (deps.count(projectId).usable > 0) return
      for (const waiter of queue.waiters.splice(0)) waiter.reject(error)
    } finally {
      consider(projectId, queue)
      forget(projectId, queue)
    }
  }

  function forget(projectId: string, queue: Queue<P>): void {
    if (queue.waiters.length > 0 || queue.starting > 0) return
    if (queue.timer !== null) clearTimeout(queue.timer)
    if (queues.get(projectId) === queue) queues.delete(projectId)
  }

  /** Hands a process over that has become free; false when no one waits for one. */
  function offer(process: P): boolean {
    const queue = queues.get(process.projectId)
    const waiter = queue?.waiters.shift()
    if (!queue || !waiter) return false
    queue.servedAt = performance.now()
    waiter.resolve(deps.occupy(process))
    forget(process.projectId, queue)
    return true
  }

  return {
    offer,
    wait: (projectId: string): Promise<P> =>
      new Promise((resolve, reject) => {
        const now = performance.now()
        const queue = queues.get(projectId) ?? { waiters: [], starting: 0, servedAt: now, timer: null }
        queues.set(projectId, queue)
        queue.waiters.push({ resolve, reject, since: now })
        consider(projectId, queue)
      }),
    /** A process of the project has exited: it may have been the one that a run waits for. */
    lost(projectId: string): void {
      const queue = queues.get(projectId)
      if (queue) consider(projectId, queue)
    },
  }
}
