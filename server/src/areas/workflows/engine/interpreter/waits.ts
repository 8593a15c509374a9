import type { Clock } from '../../../../kernel/clock.ts'
import type { RunContext } from '../../../../kernel/runs/run.ts'
import { maxWaitInPlaceMs } from '../limits.ts'
import { type Suspensions, suspensionOf } from './suspensions.ts'

/** What is waited for: an answer to a pause, a time, or both. */
type Wait = {
  pauseId: string | null
  deadline: Date | null
  deliver(outcome: WaitOutcome): void
}

export type WaitOutcome = { kind: 'answered'; answer: unknown; answeredBy: unknown } | { kind: 'due' }

export type AnsweredPause = { id: string; answer: unknown; answeredBy: unknown }

export type WaitsDeps = {
  clock: Clock
  /** A separate branch: suspending says nothing about the steps of the nodes. */
  context: RunContext
  /** The key by which the execution is woken. */
  key: string
  /** Waits of earlier attempts. */
  suspensions: Suspensions
  findAnswered(pauseIds: readonly string[]): Promise<AnsweredPause[]>
  /** Called with the time for which it was suspended. */
  onSuspended(ms: number): void
}

// How soon an answer is noticed while other branches are at work.
const pollMs = 1_000

/**
 * All waits of one execution. Branches wait side by side, but a run is suspended as a whole, and what is in flight then is
 * lost: so it is suspended only when every branch waits, until the first of all deadlines or until it is woken. While
 * others work, answers are looked for from time to time.
 */
export function createWaits({ clock, context, key, suspensions, findAnswered, onSuspended }: WaitsDeps) {
  const waits = new Set<Wait>()
  const { promise: interruption, reject: interrupt } = Promise.withResolvers<never>()
  interruption.catch(() => undefined)
  let busy = 0
  let wakes = suspensions.count
  let isLooking = false
  let timer: NodeJS.Timeout | null = null

  // The database found that the time had come, and a node whose clock is behind does not contradict it.
  const isDue = (deadline: Date) =>
    deadline <= clock.now() || deadline.getTime() <= Date.parse(context.run.runAt)

  /** Delivers what has come; false when nothing has. */
  async function deliver(): Promise<boolean> {
    const open = [...waits]
    const pauseIds = open.flatMap(({ pauseId }) => pauseId ?? [])
    const answered = new Map(
      pauseIds.length === 0 ? [] : (await findAnswered(pauseIds)).map((pause) => [pause.id, pause]),
    )
    let hasDelivered = false
    for (const wait of open) {
      const pause = wait.pauseId === null ? undefined : answered.get(wait.pauseId)
      const isOver = wait.deadline !== null && isDue(wait.deadline)
      if (!waits.has(wait) || !(pause || isOver)) continue
      hasDelivered = true
      settle(
        wait,
        pause ? { kind: 'answered', answer: pause.answer, answeredBy: pause.answeredBy } : { kind: 'due' },
      )
    }
    return hasDelivered
  }

  function settle(wait: Wait, outcome: WaitOutcome): void {
    waits.delete(wait)
    busy++
    wait.deliver(outcome)
  }

  /** The first of all deadlines. */
  function nextDeadline(): Date | null {
    const times = [...waits].flatMap(({ deadline }) => deadline?.getTime() ?? [])
    return times.length === 0 ? null : new Date(Math.min(...times))
  }

  /** Every branch waits: nothing is lost when the run is suspended. */
  async function idle(): Promise<void> {
    while (busy === 0 && waits.size > 0) {
      if (await deliver()) return
      const until = nextDeadline()
      const leftMs = until === null ? Number.POSITIVE_INFINITY : until.getTime() - clock.now().getTime()
      if (leftMs <= maxWaitInPlaceMs) {
        look(Math.max(0, leftMs))
        return
      }
      await suspend(until)
    }
  }

  async function suspend(until: Date | null): Promise<void> {
    const name = suspensionOf(wakes++)
    const { at } = await context.step(`${name}:at`, async () => ({ at: clock.now().getTime() }), {
      class: 'pure',
    })
    await context.waitFor(name, key, until ?? undefined)
    const woken = await context.step(`${name}:woken`, async () => ({ at: clock.now().getTime() }), {
      class: 'pure',
    })
    onSuspended(woken.at - at)
  }

  function look(afterMs: number): void {
    if (timer) clearTimeout(timer)
    timer = setTimeout(check, afterMs)
  }

  function check(): void {
    timer = null
    if (isLooking || waits.size === 0) return
    isLooking = true
    const work = busy === 0 ? idle() : deliver().then(() => undefined)
    work.catch(interrupt).finally(() => {
      isLooking = false
      if (timer === null) plan()
    })
  }

  /** When to check next: immediately when nothing else is running, else at the next deadline or after a while. */
  function plan(): void {
    if (waits.size === 0 || isLooking) return
    if (busy === 0) {
      if (timer) clearTimeout(timer)
      // What follows a branch that has just ended is begun before this.
      timer = null
      setImmediate(() => {
        if (busy === 0) check()
        else if (timer === null) plan()
      })
    } else if (timer === null) {
      const until = nextDeadline()
      const leftMs = until === null ? pollMs : until.getTime() - clock.now().getTime()
      look(Math.min(pollMs, Math.max(0, leftMs)))
    }
  }

  return {
    /** Rejects when the run is suspended, lost or could not be. */
    interruption,
    /** To be called before something is done that must not be broken off, and after it. */
    enter(): void {
      busy++
    },
    leave(): void {
      busy--
      if (busy === 0) plan()
    },
    /** What the caller does meanwhile is nothing: the execution may be suspended. Begin and end inside of `enter`. */
    wait(pauseId: string | null, deadline: Date | null, signal: AbortSignal): Promise<WaitOutcome> {
      return new Promise((resolve, reject) => {
        const stop = () => {
          if (!waits.delete(wait)) return
          busy++
          reject(signal.reason)
        }
        const wait: Wait = {
          pauseId,
          deadline,
          deliver(outcome) {
            signal.removeEventListener('abort', stop)
            resolve(outcome)
          },
        }
        if (signal.aborted) return reject(signal.reason)
        signal.addEventListener('abort', stop, { once: true })
        waits.add(wait)
        busy--
        plan()
      })
    },
    /** For what runs others: they count instead. */
    async outside<T>(work: () => Promise<T>): Promise<T> {
      busy--
      if (busy === 0) plan()
      try {
        return await work()
      } finally {
        busy++
      }
    },
    close(): void {
      if (timer) clearTimeout(timer)
      waits.clear()
    },
  }
}

export type Waits = ReturnType<typeof createWaits>
