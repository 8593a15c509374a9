import { availableParallelism } from 'node:os'

/** A process as far as others have to wait for it. */
export type Runner = {
  /** How long its script has been running; null when there is none. */
  ranMs(): number | null
  /** Its script goes behind others, as far as the kernel is concerned. */
  standBack(): void
  /** It is paused until it is resumed. */
  hold(): void
  release(): void
  /** How long its script has been paused so far. */
  heldMs(): number
}

export type CpuPriority = {
  /** A script has begun, has ended, or has been running for long. */
  look(): void
}

/** Longer than an interactive script takes; what runs longer is a computation, and can be paused. */
export const longMs = 50

const maxHoldMs = 20
// When a script has ended, its response goes through three more processes.
const responseMs = 3

/**
 * Scripts that have run for long yield to those that come, as soon as there are as many as processors. Going behind
 * them is not enough: the kernel divides a processor by shares, so the caller that has had its own waits for the next
 * tick, and a script of five milliseconds takes twice as long. So they are paused while a new one runs: for a
 * moment, and at most for half of the time, however many come.
 */
export function createCpuPriority(
  runners: Iterable<Runner>,
  processors: number = availableParallelism(),
  now: () => number = () => performance.now(),
): CpuPriority {
  let held: Runner[] = []
  let heldSince = 0
  let restUntil = 0
  let timer: NodeJS.Timeout | null = null

  function release(): void {
    const at = now()
    restUntil = at + (at - heldSince)
    for (const runner of held) runner.release()
    held = []
  }

  function releaseIn(ms: number): void {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(release, ms)
  }

  /**
   * One processor for each that has just come and one for the caller that serves them; the rest is for those that
   * compute.
   */
  function hold(long: readonly Runner[], fresh: number): void {
    const tooMany = long.length - Math.max(0, processors - 1 - fresh)
    if (tooMany <= 0 || now() < restUntil) return
    held = long.toSorted((left, right) => left.heldMs() - right.heldMs()).slice(0, tooMany)
    for (const runner of held) runner.hold()
    heldSince = now()
    releaseIn(maxHoldMs)
  }

  return {
    look() {
      const running = [...runners].filter((runner) => runner.ranMs() !== null)
      const long = running.filter((runner) => runner.ranMs()! >= longMs)
      const fresh = running.length - long.length
      const isCrowded = running.length >= processors
      if (isCrowded) for (const runner of long) runner.standBack()
      if (held.length > 0) {
        const leftMs = heldSince + maxHoldMs - now()
        releaseIn(fresh > 0 ? leftMs : Math.min(leftMs, responseMs))
      } else if (isCrowded && fresh > 0) hold(long, fresh)
    },
  }
}
