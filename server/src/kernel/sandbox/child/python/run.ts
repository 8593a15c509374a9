import { randomUUID } from 'node:crypto'
import { sandboxLimits } from '../../protocol/limits.ts'
import type { FailureCode, Outcome, Run } from '../../protocol/messages.ts'
import type { RunEnd, RunTools } from '../interpreter.ts'
import type { Gate } from './firewall.ts'
import type { Program } from './program.ts'

/** The run that is going on; there is one interpreter and so one run at a time. */
export type CurrentRun = { tools: RunTools | null; deadline: number; interrupts: number }

type GuestResult = { id: string } & (
  | { result: string | null }
  | { code: FailureCode; error: string; trace?: string }
)

type Internals = { program: Program; gate: Gate; current: CurrentRun }

/**
 * Runs one script. The script goes in and its result comes out as files in the interpreter's memory: no object of
 * JavaScript ever touches one of Python while the gate is shut. Where a script has changed the part of the interpreter
 * that runs scripts, every later one would fail: the interpreter is given up then.
 */
export function executePython(internals: Internals, run: Run, tools: RunTools): RunEnd {
  const { gate, current } = internals
  const { timeoutMs } = run
  const end = performance.now() + timeoutMs
  gate.denied = []
  const { crash, result } = send(internals, run, tools, end)
  const isLate = performance.now() >= end || current.interrupts > 0
  const outcome = isLate ? timedOut(timeoutMs) : crash === null ? outcomeOf(result) : crashOutcome(crash)
  // What fails after it was cancelled fails because of that.
  const isStopped = outcome.status === 'failed' && tools.isCancelled()
  const isBroken =
    crash !== null ||
    gate.denied.length > 0 ||
    (result === null && !isLate) ||
    (outcome.status === 'failed' && !canGoOn(internals, run))
  return { outcome: isStopped ? cancelled : outcome, isBroken }
}

type RunRequest = {
  crash: unknown
  /** Null when the guest left none, or one that is not of this run. */
  result: GuestResult | null
}

function send(
  { program, gate, current }: Internals,
  run: Run,
  tools: RunTools | null,
  end: number,
): RunRequest {
  const id = randomUUID()
  const { source, state, env } = run
  Object.assign(current, { tools, deadline: end, interrupts: 0 })
  let crash: unknown = null
  try {
    remove(program, resultFile)
    program.files.writeFile('/sandbox/request', JSON.stringify({ id, source, state, env }))
    gate.isShut = true
    // An interrupt may come so late that it ends our own statement; nothing is broken by that.
    const isWhole = program.runStatement('import sys; sys.modules["_sandbox"].run()')
    if (!isWhole && current.interrupts === 0) crash = 'it did not complete'
  } catch (error) {
    crash = error ?? 'unknown'
  } finally {
    gate.isShut = false
    Object.assign(current, { tools: null, deadline: 0 })
  }
  return { crash, result: crash === null ? resultOf(program, id) : null }
}

const probe = { source: 'return 1', result: '1', maxMs: 150 }

/**
 * Whether the next script would find the interpreter as it should be. A full memory is no fault of it. The limit is one
 * of processor time: on a busy machine the process may not be scheduled for longer than the probe may take.
 */
function canGoOn(internals: Internals, { env }: Run): boolean {
  const run = { source: probe.source, state: '{}', env, timeoutMs: probe.maxMs, calls: [] }
  const before = process.cpuUsage()
  for (;;) {
    const { crash, result } = send(internals, run, null, performance.now() + probe.maxMs)
    if (crash !== null) return false
    if (internals.current.interrupts === 0) return result !== null && isSound(result)
    const { user, system } = process.cpuUsage(before)
    if (user + system >= probe.maxMs * 1000) return false
  }
}

const isSound = (result: GuestResult): boolean =>
  'code' in result ? result.code === 'memory_limit' : result.result === probe.result

const cancelled: Outcome = { status: 'failed', code: 'killed', error: 'The script was cancelled.' }

const resultFile = '/sandbox/result'

function resultOf(program: Program, id: string): GuestResult | null {
  try {
    const text = program.files.readFile(resultFile, { encoding: 'utf8' }) as string
    const result = JSON.parse(text) as GuestResult
    remove(program, resultFile)
    return result.id === id ? result : null
  } catch {
    return null
  }
}

function outcomeOf(result: GuestResult | null): Outcome {
  if (result === null) return { status: 'failed', code: 'script_error', error: 'The script left no result.' }
  if (!('code' in result)) return { status: 'succeeded', result: result.result }
  const { code, error, trace } = result
  return { status: 'failed', code, error, ...(trace ? { trace } : {}) }
}

function crashOutcome(crash: unknown): Outcome {
  const text = textOf(crash).slice(0, sandboxLimits.errorChars)
  const isMemory = /allocation failed|memory access|out of memory/i.test(text)
  if (isMemory)
    return { status: 'failed', code: 'memory_limit', error: 'The script exceeded its memory limit.' }
  return { status: 'failed', code: 'killed', error: `The interpreter was stopped: ${text}` }
}

/** An exit of the program is thrown as a special object. */
function textOf(crash: unknown): string {
  const { message, name } = crash as { message?: unknown; name?: unknown }
  return String(message || name || crash)
}

const timedOut = (timeoutMs: number): Outcome => ({
  status: 'failed',
  code: 'timeout',
  error: `The script did not finish within ${timeoutMs} ms.`,
})

function remove({ files }: Program, path: string): void {
  if (files.analyzePath(path).exists) files.unlink(path)
}

/** Listens meanwhile: a cancelled script wakes immediately, and finds the interrupt pending. */
function sleep(ms: number, { calls, isCancelled }: RunTools): void {
  const end = performance.now() + ms
  for (let left = ms; left > 0 && !isCancelled(); left = end - performance.now()) calls.next(left)
}

type HostRequest = { method: string; args: unknown; body: string | null }

/** Serves a call of the guest while it waits; sleeps are handled here, everything else goes to the host. */
export function respondToLine(line: string, current: CurrentRun): string {
  const { tools } = current
  const request = readRequest(line)
  if (tools === null || request === null) return refuse('bad host call')
  tools.outputs.flush()
  const left = () => Math.max(0, current.deadline - performance.now())
  if (request.method === 'sleep') {
    const { ms } = (request.args ?? {}) as { ms?: unknown }
    sleep(Math.min(Number(ms) || 0, left()), tools)
    return JSON.stringify({ ok: true, value: 'null', body: null })
  }
  const body = request.body === null ? null : Buffer.from(request.body, 'base64')
  const started = tools.calls.start(request.method, JSON.stringify(request.args ?? {}), body)
  if (typeof started === 'string') return refuse(started)
  let reply = tools.calls.next(left())
  while (reply !== null && reply.call !== started) reply = tools.calls.next(left())
  if (reply === null) return refuse('no reply came in time')
  return JSON.stringify({ ok: reply.ok, value: reply.value, body: reply.body?.toString('base64') ?? null })
}

function readRequest(line: string): HostRequest | null {
  try {
    const { method, args, body } = JSON.parse(line) as Partial<HostRequest>
    if (typeof method !== 'string') return null
    return { method, args, body: typeof body === 'string' ? body : null }
  } catch {
    return null
  }
}

const refuse = (error: string) => JSON.stringify({ ok: false, value: error, body: null })
