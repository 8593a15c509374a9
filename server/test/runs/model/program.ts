import type { StepClass } from '../../../src/kernel/runs/run.ts'

/** One thing that a run does. Whatever is random about it follows from the seed. */
export type Operation =
  | {
      op: 'step'
      name: string
      ms: number
      value: number
      /** Tries that fail before one succeeds. */
      failures: number
      retries: number
      isPermanent: boolean
      hasCommit: boolean
      /** Left out where it is recorded before the next one begins. */
      class: StepClass | undefined
    }
  | { op: 'sleep'; name: string; ms: number }
  /** `answer`: what wakes it. A race may end either way. */
  | { op: 'wait'; name: string; answer: Answer; afterMs: number; timeoutMs: number }
  | { op: 'emit'; index: number }
  /** Joined by its parent, or left to be cancelled with the parent's end, or a separate run that signals. */
  | { op: 'child'; name: string; seed: number; bond: Bond }
  | Pair

/** Two parallel steps, each with its own length. */
type Pair = { op: 'pair'; names: [string, string]; ms: [number, number] }

export type Bond = 'join' | 'leave' | 'signal'

type Answer = 'signal' | 'timeout' | 'race' | 'never'

/** What a run is started with. */
export type ProgramInput = { seed: number; parent?: { id: string; name: string; bond: Bond } }

export type Program = {
  seed: number
  operations: Operation[]
  /** When it is cancelled, counted from its start. */
  cancelAfterMs: number | null
}

/** Small, and the same on every machine. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function programOf(seed: number, isChild = false): Program {
  const random = randomOf(seed)
  const below = (most: number) => Math.floor(random() * most)
  const cancelAfterMs = !isChild && random() < 0.15 ? below(400) : null
  const length = 1 + below(isChild ? 3 : 7)
  const operations = Array.from({ length }, (_, index) =>
    operationOf(index, random, { isChild, isCancelled: cancelAfterMs !== null }),
  )
  return { seed, operations, cancelAfterMs }
}

function operationOf(
  index: number,
  random: () => number,
  { isChild, isCancelled }: { isChild: boolean; isCancelled: boolean },
): Operation {
  const below = (most: number) => Math.floor(random() * most)
  const name = `o${index}`
  const dice = random()
  if (dice < 0.12) return { op: 'emit', index }
  if (dice < 0.24) return { op: 'sleep', name, ms: below(150) }
  if (dice < 0.36 && !isChild) {
    // Only a cancellation can end a wait for nothing.
    const answer = (['signal', 'timeout', 'race', 'never'] as const)[below(isCancelled ? 4 : 3)]!
    return { op: 'wait', name, answer, afterMs: below(300), timeoutMs: 20 + below(200) }
  }
  if (dice < 0.44 && !isChild)
    return {
      op: 'child',
      name,
      seed: below(1_000_000_000),
      bond: (['join', 'leave', 'signal'] as const)[below(3)]!,
    }
  if (dice < 0.54) return { op: 'pair', names: [`${name}a`, `${name}b`], ms: [below(30), below(30)] }
  const failures = random() < 0.3 ? 1 + below(3) : 0
  return {
    op: 'step',
    name,
    ms: below(20),
    value: below(1000),
    failures,
    // Most of them are enough; a few are not, and end the run. A child must end to have an output.
    retries: !isChild && random() < 0.1 ? Math.max(0, failures - 1) : failures + below(2),
    isPermanent: !isChild && failures > 0 && random() < 0.1,
    hasCommit: random() < 0.5,
    class: ([undefined, 'pure', 'repeatable', 'once'] as const)[below(4)],
  }
}

export const childIdOf = (runId: string, name: string): string =>
  `${runId.slice(0, 24)}c${name.slice(1).padStart(11, '0')}`
export const signalKeyOf = (runId: string, name: string): string => `${runId}:${name}`
