import { setTimeout as pause } from 'node:timers/promises'
import type { ApiResponse, Target } from './target.ts'

export type Attack = {
  id: string
  what: string
  /** What has to be there first; not watched. */
  prepare?(target: Target): Promise<ApiResponse | undefined>
  /** Returns the responses that it got. May be played several times. */
  play(target: Target): Promise<readonly ApiResponse[]>
  /** The statuses that are right; anything else is a breach. */
  expects: readonly number[]
  /** What the server may have in memory afterwards. */
  residentMb?: number
  /** Happens once in the life of a server, so a second try would not show it. */
  isOnce?: boolean
  /** Takes too long for the tests; `npm run attack` plays it. */
  isLong?: boolean
}

export type Verdict = {
  attack: Attack
  holdMs: number
  residentMb: number
  statuses: readonly number[]
  breaches: readonly string[]
}

/** The most that one request may hold the event loop, in time of the processor. */
export const maxHoldMs = 50
const defaultResidentMb = 1_000
// A hold that does not come again was the collection of what earlier attacks left, or a machine that is slow at times:
// what a request really holds it holds every time.
const maxAttempts = 8
const megabyte = 1024 * 1024
const settleMs = 60_000

export async function playAttack(target: Target, attack: Attack): Promise<Verdict> {
  const prepared = await attack.prepare?.(target)
  // What is there from the play before will do.
  if (prepared && prepared.status >= 400 && prepared.status !== 409)
    throw new Error(`${attack.id} could not be prepared: ${prepared.text}`)
  const tries = attack.isOnce ? 1 : maxAttempts
  let verdict: Verdict
  let played = 0
  do {
    verdict = await playOnce(target, attack)
  } while (verdict.breaches.length > 0 && ++played < tries && (await target.isAlive()))
  return verdict
}

async function playOnce(target: Target, attack: Attack): Promise<Verdict> {
  await target.measure()
  const responses = await attack.play(target).catch((error: Error) => [{ status: 0, text: error.message }])
  const isAlive = await target.isAlive()
  const measured = isAlive ? await target.measure() : { maxMs: 0, residentBytes: 0 }
  const most = attack.residentMb ?? defaultResidentMb
  if (isAlive) measured.residentBytes = await settledMemory(target, measured.residentBytes, most * megabyte)
  const statuses = [...new Set(responses.map(({ status }) => status))]
  const residentMb = measured.residentBytes / megabyte
  const wrong = responses.find(({ status }) => !attack.expects.includes(status))
  return {
    attack,
    holdMs: measured.maxMs,
    residentMb,
    statuses,
    breaches: [
      ...(isAlive ? [] : ['the server has ended']),
      ...(wrong ? [`responded ${wrong.status}: ${wrong.text.slice(0, 200)}`] : []),
      ...(measured.maxMs > maxHoldMs
        ? [`held the event loop for ${measured.maxMs.toFixed(0)} ms, more than ${maxHoldMs}`]
        : []),
      ...(residentMb > most ? [`left ${residentMb.toFixed(0)} MB resident, more than ${most}`] : []),
    ],
  }
}

/** What stays: garbage that is about to be collected, and threads that end when they have nothing to do, are waited for. */
async function settledMemory(target: Target, residentBytes: number, maxBytes: number): Promise<number> {
  const until = performance.now() + settleMs
  let resident = residentBytes
  while (resident > maxBytes && performance.now() < until) {
    await pause(1_000)
    resident = (await target.measure()).residentBytes
  }
  return resident
}

export const lineOf = ({ attack, holdMs, residentMb, statuses, breaches }: Verdict): string =>
  [
    breaches.length === 0 ? 'held    ' : 'BREACHED',
    attack.id.padEnd(4),
    statuses.join(',').padEnd(12),
    `${holdMs.toFixed(0).padStart(5)} ms`,
    `${residentMb.toFixed(0).padStart(5)} MB`,
    ` ${attack.what}`,
    ...breaches.map((breach) => `\n         ${breach}`),
  ].join(' ')
