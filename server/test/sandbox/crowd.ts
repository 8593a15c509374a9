import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { Language } from '../../src/kernel/sandbox/protocol/messages.ts'
import { createSaves, job, openSandboxes } from '../../src/kernel/sandbox/testing.ts'
import { descendantsOf } from './attacks/processes.ts'

export type CrowdSize = { javascript: number; python: number; perProject: number; trials: number }

export type Crowd = {
  /** Sessions that returned what they had been given, in a second round over all of them. */
  stored: number
  megabytes: number
  /** Of trivial runs in another project: by themselves, and while one project runs loops in all its places. */
  quietMs: number[]
  underLoadMs: number[]
  /** Loops that had ended before the last trivial run was over. */
  loopsEnded: number
}

const scripts: Record<Language, [give: (n: number) => string, ask: string]> = {
  javascript: [(n) => `globalThis.mine = ${n}`, 'mine'],
  python: [(n) => `mine = ${n}`, 'mine'],
}

/** Many concurrent sessions, then a tenant that takes whatever it can get beside one that needs little. */
export async function startCrowd({ javascript, python, perProject, trials }: CrowdSize): Promise<Crowd> {
  const cleanups: (() => Promise<void>)[] = []
  const sandboxes = openSandboxes(
    { after: (work) => void cleanups.push(work) },
    { warm: { javascript: 1, python: 1 } },
  )
  try {
    const languages = [...Array(javascript).fill('javascript'), ...Array(python).fill('python')] as Language[]
    const sessions = languages.map((language, index) => ({
      language,
      index,
      session: sandboxes.open({
        projectId: `${language} ${Math.floor(index / perProject)}`,
        lastSave: createSaves().lastSave,
      }),
    }))
    // A few at a time, as callers would come; more would wait for a turn anyway.
    const inGroups = async (work: (each: (typeof sessions)[number]) => Promise<void>) => {
      for (let from = 0; from < sessions.length; from += 4)
        await Promise.all(sessions.slice(from, from + 4).map(work))
    }
    await inGroups(async ({ language, index, session }) => {
      await session.execute(language, job(scripts[language][0](index), { timeoutMs: 20_000 }))
    })
    let stored = 0
    await inGroups(async ({ language, index, session }) => {
      const { result } = await session.execute(language, job(scripts[language][1], { timeoutMs: 20_000 }))
      if (result === String(index)) stored++
    })
    const megabytes = proportionalMegabytes()
    const trivial = () => timed(() => sandboxes.run('modest', 'javascript', job('1')))
    await trivial()
    const quietMs = await repeat(trials, trivial)
    const stop = new AbortController()
    let loopsEnded = 0
    const loops = Array.from({ length: 12 }, () =>
      sandboxes
        .run('greedy', 'javascript', job('for (;;) {}', { timeoutMs: 20_000, signal: stop.signal }))
        .then(() => loopsEnded++),
    )
    const underLoadMs = await repeat(trials, trivial)
    const crowd = { stored, megabytes, quietMs, underLoadMs, loopsEnded }
    stop.abort()
    await Promise.allSettled(loops)
    return crowd
  } finally {
    for (const cleanup of cleanups) await cleanup()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function repeat(times: number, work: () => Promise<number>): Promise<number[]> {
  const all: number[] = []
  for (let index = 0; index < times; index++) all.push(await work())
  return all
}

/** Of everything below this process; pages that several share are counted once. */
function proportionalMegabytes(): number {
  return descendantsOf(process.pid).reduce((sum, { pid }) => {
    try {
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      return sum + Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024
    } catch {
      return sum
    }
  }, 0)
}
