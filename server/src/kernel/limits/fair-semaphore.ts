import { AppError } from '../errors.ts'

export type FairSemaphoreOptions = {
  /** The concurrency limit in total and per project. */
  maxConcurrent: number
  maxConcurrentPerProject: number
  /** How many of one project may wait. */
  waitingPerProject: number
  maxWaitMs: number
  /** The error when there is no capacity, other than for sandboxes. */
  refusal?: () => AppError
}

type Waiter = { start(): void; timer: NodeJS.Timeout }

/**
 * A semaphore for work that projects compete for. Waiters are served project by project, not in the order in which
 * they came: a caller with a thousand concurrent requests delays only itself.
 */
export function createFairSemaphore(options: FairSemaphoreOptions) {
  // In the order in which the projects are served next.
  const queues = new Map<string, Waiter[]>()
  const running = new Map<string, number>()
  let total = 0

  const refused = options.refusal ?? busy

  const runningOf = (projectId: string) => running.get(projectId) ?? 0
  /**
   * The more a project has, the more must stay free for others: however many ask for much, there is capacity for a
   * first.
   */
  const mayStart = (projectId: string) => {
    const own = runningOf(projectId)
    return own < options.maxConcurrentPerProject && options.maxConcurrent - total > own
  }

  function count(projectId: string, by: 1 | -1): void {
    total += by
    const now = runningOf(projectId) + by
    if (now === 0) running.delete(projectId)
    else running.set(projectId, now)
  }

  function startNext(): void {
    for (const [projectId, queue] of queues) {
      if (total >= options.maxConcurrent) return
      if (!mayStart(projectId)) continue
      const waiter = queue.shift()!
      queues.delete(projectId)
      if (queue.length > 0) queues.set(projectId, queue)
      waiter.start()
    }
  }

  function wait(projectId: string): Promise<void> {
    const queue = queues.get(projectId) ?? []
    if (queue.length >= options.waitingPerProject) return Promise.reject(refused())
    queues.set(projectId, queue)
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        start() {
          clearTimeout(waiter.timer)
          count(projectId, 1)
          resolve()
        },
        timer: setTimeout(() => {
          queue.splice(queue.indexOf(waiter), 1)
          if (queue.length === 0 && queues.get(projectId) === queue) queues.delete(projectId)
          reject(refused())
        }, options.maxWaitMs),
      }
      queue.push(waiter)
    })
  }

  return {
    async take<T>(projectId: string, work: () => Promise<T>): Promise<T> {
      if (!queues.has(projectId) && mayStart(projectId)) count(projectId, 1)
      else await wait(projectId)
      try {
        return await work()
      } finally {
        count(projectId, -1)
        startNext()
      }
    },
    running: () => total,
    waiting: () => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0),
  }
}

export const busy = () =>
  new AppError('sandbox_busy', 'Too many scripts are waiting for a sandbox', {
    hint: 'Try again in a few seconds, or send fewer requests.',
    headers: { 'retry-after': '2' },
  })
