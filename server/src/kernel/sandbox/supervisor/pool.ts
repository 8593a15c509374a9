import { setTimeout as pause } from 'node:timers/promises'
import type { Language } from '../protocol/messages.ts'
import type { Capacity } from './capacity.ts'
import type { Child } from './child-process.ts'

export type PoolState = {
  warm: number
  starting: number
  waiting: number
  sealed: boolean | null
  engine: string | null
  fault: string | null
}

export type PoolOptions = {
  /** How many are held ready. */
  size: number
  /** Also before the language is used for the first time, and long after the last. */
  isEager: boolean
}

/** Processes that are ready and belong to no one yet. */
export type Pool = {
  /** One for the project alone, forever; rejects when none can be started. */
  take(projectId: string): Promise<Child>
  state(): PoolState
  /** Starts a process where none has been started yet, and resolves when that is ready or has failed. */
  probe(): Promise<void>
  /** Begins to hold processes ready. */
  start(makeChild: () => Child): void
  fail(fault: string): void
  /** There may be capacity for more again. */
  refill(): void
  close(): void
}

/** Processes can be had, but not soon enough. */
export class PoolBusy extends Error {}

type Waiter = { projectId: string; resolve(child: Child): void; reject(error: Error): void }

// Longer than a process needs to start on a busy machine, shorter than any caller waits for a response.
const maxWaitMs = 30_000
const maxBuildMs = 180_000

// Starting another process takes a core from the script for which this one was taken; most have ended by then.
const afterTakeMs = 50

// An interpreter that no one uses takes up to 150 MB.
const idleMs = 10 * 60_000
// Longer than a process takes to start; for the first of all, whose image is still to be built, no caller waits.
const maxProbeMs = 3_000
const probeEveryMs = 50

// A machine on which processes fail to start is not hammered.
const firstPauseMs = 200
const maxPauseMs = 30_000

export function createPool(language: Language, { size, isEager }: PoolOptions, capacity: Capacity): Pool {
  const warm: Child[] = []
  const waiters: Waiter[] = []
  const starting = new Set<Child>()
  let make: (() => Child) | null = null
  let failures = 0
  let isClosed = false
  let seen: { engine: string; sealed: boolean } | null = null
  let fault: string | null = null
  let retry: NodeJS.Timeout | null = null
  let soon: NodeJS.Timeout | null = null
  let isUsed = isEager
  let idle: NodeJS.Timeout | null = null

  /** Nothing is held ready of a language that no one has used yet, or not for long. */
  function noteUse(): void {
    isUsed = true
    if (isEager) return
    if (idle !== null) clearTimeout(idle)
    idle = setTimeout(() => {
      idle = null
      isUsed = false
      for (const child of [...warm]) child.kill('closed')
    }, idleMs)
  }

  function refill(): void {
    if (make === null || isClosed || retry !== null) return
    const reserve = isUsed ? size : 0
    while (warm.length + starting.size < reserve + waiters.length && starting.size < maxConcurrent) {
      // Those who wait were granted their capacity; a process in reserve is had only where there is some left.
      if (starting.size >= waiters.length && !capacity.fits(language)) return
      start(make)
    }
  }

  /** The project with the fewest processes comes first: one that requests many delays itself. */
  function nextWaiter(): Waiter | undefined {
    const [first] = waiters.toSorted((a, b) => capacity.countOf(a.projectId) - capacity.countOf(b.projectId))
    if (first) waiters.splice(waiters.indexOf(first), 1)
    return first
  }

  function give(child: Child, projectId: string): Child {
    capacity.assign(child, projectId)
    return child
  }

  function refillSoon(): void {
    soon ??= setTimeout(() => {
      soon = null
      refill()
    }, afterTakeMs)
  }

  function start(makeChild: () => Child): void {
    const child = makeChild()
    starting.add(child)
    child.ready.then(
      (message) => {
        starting.delete(child)
        failures = 0
        fault = null
        seen = message
        child.onExit(() => {
          const index = warm.indexOf(child)
          if (index >= 0) warm.splice(index, 1)
          refill()
        })
        const waiter = nextWaiter()
        if (waiter) waiter.resolve(child)
        else warm.push(child)
        refill()
      },
      (error: Error) => {
        starting.delete(child)
        fault = error.message
        failures++
        // A waiting caller gets the error immediately; the next attempt is made later, for the next caller.
        for (const waiter of waiters.splice(0)) waiter.reject(error)
        const pause = Math.min(maxPauseMs, firstPauseMs * 2 ** failures)
        retry ??= setTimeout(() => {
          retry = null
          refill()
        }, pause)
      },
    )
  }

  return {
    async take(projectId) {
      capacity.checkShare(language, projectId)
      noteUse()
      const ready = warm.shift()
      if (ready && !ready.hasExited()) {
        refillSoon()
        return give(ready, projectId)
      }
      if (fault !== null && make === null) throw new Error(fault)
      return new Promise((resolve, reject) => {
        capacity.claim(language)
        const waiter: Waiter = {
          projectId,
          resolve(child) {
            clearTimeout(timer)
            resolve(give(child, projectId))
          },
          reject(error) {
            clearTimeout(timer)
            reject(error)
          },
        }
        // Before the first process of all there is an image to be built, once; that may take longer.
        const waitMs = make === null ? maxBuildMs : maxWaitMs
        const timer = setTimeout(() => {
          waiters.splice(waiters.indexOf(waiter), 1)
          reject(new PoolBusy(`no process for ${language} became free in time`))
        }, waitMs)
        waiters.push(waiter)
        refill()
      })
    },
    state: () => ({
      warm: warm.length,
      starting: starting.size,
      waiting: waiters.length,
      sealed: seen?.sealed ?? null,
      engine: seen?.engine ?? null,
      fault,
    }),
    async probe() {
      const until = Date.now() + maxProbeMs
      let hasStarted = false
      while (seen === null && fault === null && !isClosed && Date.now() < until) {
        noteUse()
        if (make !== null && !hasStarted && starting.size === 0) start(make)
        hasStarted ||= starting.size > 0
        await pause(probeEveryMs)
      }
    },
    start(makeChild) {
      make = makeChild
      refill()
    },
    fail(text) {
      fault = text
      for (const waiter of waiters.splice(0)) waiter.reject(new Error(`${language}: ${text}`))
    },
    refill,
    close() {
      isClosed = true
      if (retry !== null) clearTimeout(retry)
      if (soon !== null) clearTimeout(soon)
      if (idle !== null) clearTimeout(idle)
      for (const child of [...warm, ...starting]) child.kill('closed')
      for (const waiter of waiters.splice(0)) waiter.reject(new Error('the sandbox is closing'))
    },
  }
}

// Starting costs a core for a while; more in parallel would only delay the first of them.
const maxConcurrent = 2
