import { readdirSync } from 'node:fs'
import { AppError } from '../../../src/kernel/errors.ts'
import type { FailureCode, Language } from '../../../src/kernel/sandbox/protocol/messages.ts'
import { job, openSandboxes } from '../../../src/kernel/sandbox/testing.ts'
import { until } from '../../until.ts'
import { descendantsOf } from './processes.ts'

export type Storm = {
  /** How many ended as they should, and how the others did. */
  ended: number
  wrong: string[]
  zombies: number
  /** Processes beside those that still belong to a project, and descriptors that none of them accounts for. */
  left: number
  descriptors: number
}

type Crash = {
  source: string
  ends: FailureCode
  language?: Language
  timeoutMs?: number
  isCancelled?: boolean
}

// One step of the engine that takes a minute: it hears neither its deadline nor that it was cancelled, and is killed.
const deaf =
  'console.log(1); await new Promise((r) => setTimeout(r, 1)); "a".repeat(5e5).indexOf("a".repeat(25e4) + "b")'

// Two of three take their process with them.
const kinds: readonly Crash[] = [
  { source: deaf, ends: 'killed', isCancelled: true },
  { source: deaf, ends: 'killed', isCancelled: true },
  { source: 'for (;;) {}', ends: 'timeout', timeoutMs: 50 },
  { source: deaf, ends: 'killed', isCancelled: true },
  { source: deaf, ends: 'timeout', timeoutMs: 50 },
  { source: 'const all = []; for (;;) all.push(new Array(1e5).fill(1))', ends: 'memory_limit' },
  { source: deaf, ends: 'killed', isCancelled: true },
  { source: deaf, ends: 'timeout', timeoutMs: 50 },
  { source: 'for (;;) console.log("A".repeat(10_000))', ends: 'timeout', timeoutMs: 50 },
]
const exit: Crash = { language: 'python', source: 'import os\nos._exit(3)', ends: 'killed' }
// Another Python takes a second to start.
const exitEvery = 20

const kindOf = (index: number) => (index % exitEvery === 0 ? exit : kinds[index % kinds.length]!)
const maxEndMs = 60_000

/** Interpreters that are broken in the middle of their work, one after the other and beside each other. */
export async function crashStorm(times: number): Promise<Storm> {
  const cleanups: (() => Promise<void>)[] = []
  const sandboxes = openSandboxes(
    { after: (work) => void cleanups.push(work) },
    // A short grace, as nearly every one of them waits for it.
    { warm: { javascript: 2, python: 0 }, warmsAtStart: true, graceMs: 300 },
  )
  const wrong: string[] = []
  const crash = async (index: number): Promise<void> => {
    const { source, ends, language = 'javascript', timeoutMs = 20_000, isCancelled = false } = kindOf(index)
    const stop = new AbortController()
    // Later than the script goes deaf, also on a busy machine.
    const onOutput = () => void (isCancelled && setTimeout(() => stop.abort(), 100))
    try {
      const order = job(source, { timeoutMs, onOutput, signal: stop.signal })
      const { failure } = await sandboxes.run(`project ${index % 4}`, language, order)
      if (failure?.code !== ends) wrong.push(`${index}: ${failure?.code} and not ${ends}: ${failure?.error}`)
    } catch (error) {
      // A machine that is too busy to start processes as fast as they are killed says so; nothing was begun then.
      if (!(error instanceof AppError) || error.code !== 'sandbox_busy') throw error
      await crash(index)
    }
  }
  try {
    const state = async () => (await sandboxes.health()).languages
    const isFull = async () => (await state()).javascript.warm === 2
    await until(isFull, 'the pool', maxEndMs)
    const before = unaccounted()
    for (let done = 0; done < times; done += 4)
      await Promise.all(Array.from({ length: Math.min(4, times - done) }, (_, index) => crash(done + index)))
    await until(isFull, 'the pool', maxEndMs)
    // A script that stopped by itself leaves its process to its project for a while.
    const unowned = async () => {
      const { javascript, python } = await state()
      return interpreters() - javascript.bound - python.bound
    }
    const zombiesLeft = () => descendantsOf(process.pid).filter((each) => each.state === 'Z').length
    // The supervisor and the two that wait. All counts are of one moment: a killed process may still be ending, and a
    // process that belonged to a project may be about to end.
    const counts = { left: 0, zombies: 0, descriptors: 0 }
    const isStill = async () => {
      counts.left = await unowned()
      counts.zombies = zombiesLeft()
      // One more may have been counted before, of a process that was still being started.
      counts.descriptors = Math.max(0, unaccounted() - before)
      return counts.left === 3 && counts.zombies === 0 && counts.descriptors === 0
    }
    // The test compares the counts, so a wait that times out reports them.
    await until(isStill, 'the end of those that were killed', maxEndMs).catch(() => undefined)
    return { ended: times - wrong.length, wrong, ...counts }
  } finally {
    for (const cleanup of cleanups) await cleanup()
  }
}

/** What bubblewrap puts around each is no interpreter, and ends with it. */
const interpreters = () => descendantsOf(process.pid).filter(({ name }) => name !== 'bwrap').length

// Its two pipes and what it complains through.
const descriptorsOfChild = 3

/** The descriptors of the supervisor that belong to none of its children. */
function unaccounted(): number {
  const [supervisor] = descendantsOf(process.pid)
  return readdirSync(`/proc/${supervisor!.pid}/fd`).length - descriptorsOfChild * (interpreters() - 1)
}
