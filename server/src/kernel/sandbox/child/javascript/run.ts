import type { JSValueHandle } from 'quickjs-wasi'
import { sandboxLimits } from '../../protocol/limits.ts'
import type { Outcome, Run } from '../../protocol/messages.ts'
import type { RunEnd, RunTools } from '../interpreter.ts'
import type { Machine } from './machine.ts'
import { aboutModules } from './missing-modules.ts'
import { readTopLevel } from './top-level.ts'

const definesMain = /\bfunction\s*\*?\s*main\b|\bmain\s*=(?!=)/
const definesResult = /\bresult\s*=(?!=)/

/** What a script threw, in its own words; or how it ended without a value where it has none. */
class Stopped extends Error {
  override readonly name: string
  override readonly stack: string

  constructor({ name = '', message, stack = '' }: { name?: string; message: string; stack?: string }) {
    super(message)
    this.name = name
    this.stack = stack
  }
}

/**
 * Runs one script to completion. The result is what it returns, else the value of its last expression, else `result`,
 * else what `main(state)` gives. Ends at the deadline whatever the script does; the machine stays usable.
 */
export function executeScript(machine: Machine, run: Run, tools: RunTools): RunEnd {
  const { vm } = machine
  const deadline = performance.now() + run.timeoutMs
  machine.start(tools, deadline)
  let hasStarted = false
  try {
    using state = vm.newString(run.state)
    using env = vm.newString(JSON.stringify(run.env))
    machine.control('begin', state, env).dispose()
    hasStarted = true
    using value = evaluate(machine, run.source, tools, deadline)
    return endOf(machine, explained(resultOf(machine, value), run, tools, deadline))
  } catch (error) {
    const end = endOf(machine, explained(failureOf(error, run.source), run, tools, deadline))
    // Where one script cannot even begin, no later one could.
    return hasStarted ? end : { ...end, isLost: true }
  } finally {
    machine.stop()
  }
}

/** A script that was stopped may have left what would run before the next one, and be endless. */
function endOf(machine: Machine, outcome: Outcome): RunEnd {
  const isStopped = outcome.status === 'failed' && (outcome.code === 'timeout' || outcome.code === 'killed')
  return { outcome, isBroken: false, isLost: isStopped && !machine.dropJobs() }
}

/** What fails after it was cancelled, or after the deadline, fails because of that. */
function explained(outcome: Outcome, run: Run, { isCancelled }: RunTools, deadline: number): Outcome {
  if (outcome.status !== 'failed') return outcome
  if (isCancelled()) return { status: 'failed', code: 'killed', error: 'The script was cancelled.' }
  return performance.now() >= deadline ? timedOut(run.timeoutMs) : outcome
}

function evaluate(machine: Machine, source: string, tools: RunTools, deadline: number): JSValueHandle {
  const { vm } = machine
  const started = begin(machine, source)
  using promise = started.promise
  const settled = settle(machine, promise, tools, deadline)
  if (!started.isScript) return settled
  // A script returns its last value in an object, so that a promise is not awaited by chance.
  using last = unwrap(settled)
  const value = settle(machine, last, tools, deadline)
  const hasMain = definesMain.test(source)
  if (hasMain && (value.isUndefined || !callsMain(source))) {
    using main = vm.evalCode('typeof main === "function" ? main : undefined')
    if (main.isFunction) {
      value.dispose()
      using invoked = machine.control('invoke', main)
      return settle(machine, invoked, tools, deadline)
    }
  }
  if (value.isUndefined && definesResult.test(source)) {
    value.dispose()
    return vm.evalCode('typeof result === "undefined" ? undefined : result')
  }
  return value
}

/** Whether `main` is called anywhere beside where it is defined: the script then runs it by itself. */
const callsMain = (source: string) =>
  (source.match(/\bmain\s*\(/g)?.length ?? 0) > (/\bfunction\s*\*?\s*main\b/.test(source) ? 1 : 0)

function begin(machine: Machine, source: string): { promise: JSValueHandle; isScript: boolean } {
  const { vm, flags } = machine
  const topLevel = readTopLevel(source)
  const asScript = () => vm.evalCode(topLevel.source, '<script>', flags.ASYNC)
  const asFunction = () => vm.evalCode(`(async (state) => {${source}\n})(globalThis.state)`, '<script>')
  // Trying it as a script first would cost more than all the rest of a short one.
  if (topLevel.returns === 'surely') return { promise: asFunction(), isScript: false }
  try {
    return { promise: asScript(), isScript: true }
  } catch (error) {
    if (topLevel.returns === 'never' || !isMisplacedReturn(error)) throw error
    return { promise: asFunction(), isScript: false }
  }
}

function isMisplacedReturn(error: unknown): boolean {
  const isIt = error instanceof Error && error.name === 'SyntaxError' && /return/.test(error.message)
  if (isIt) (error as Partial<Disposable>)[Symbol.dispose]?.()
  return isIt
}

/** Processes jobs, timers and replies until the promise is settled; throws what it was rejected with. */
function settle(machine: Machine, promise: JSValueHandle, tools: RunTools, deadline: number): JSValueHandle {
  const { vm } = machine
  if (!promise.isPromise) return promise.dup()
  let value: JSValueHandle | null = null
  let reason: JSValueHandle | null = null
  using onValue = vm.newEphemeralFunction((settled) => {
    value = settled.dup()
    return vm.undefined
  })
  using onReason = vm.newEphemeralFunction((rejected) => {
    reason = rejected.dup()
    return vm.undefined
  })
  vm.promiseThenRaw(promise, onValue, onReason).dispose()
  for (;;) {
    vm.executePendingJobs()
    if (value !== null) return value
    if (reason !== null) throw thrownBy(machine, reason)
    if (performance.now() >= deadline) throw new Stopped({ message: 'timed out' })
    if (tools.isCancelled()) throw new Stopped({ message: 'cancelled' })
    if (!serveNext(machine, tools, deadline))
      throw new Stopped({ message: 'The script awaits a promise that never settles.' })
  }
}

/** What was thrown, as an error of ours. Where no more code can run, the engine's own message is used. */
function thrownBy(machine: Machine, reason: JSValueHandle): Error {
  try {
    using described = machine.control('describe', reason)
    const words = JSON.parse(described.toString()) as { name: string; message: string; stack: string }
    reason.dispose()
    return new Stopped(words)
  } catch {
    return new machine.JSException(reason) as Error
  }
}

/** The next timer or reply, whichever comes first; false when there is nothing to wait for. */
function serveNext(machine: Machine, { calls, outputs }: RunTools, deadline: number): boolean {
  const { vm, timers } = machine
  if (timers.length === 0 && calls.waiting() === 0) return false
  const next = timers.reduce<number>(
    (first, { at }, index) => (at < (timers[first]?.at ?? Infinity) ? index : first),
    -1,
  )
  const until = Math.min(timers[next]?.at ?? deadline, deadline)
  outputs.flush()
  const reply = calls.next(Math.max(0, until - performance.now()))
  if (reply !== null) {
    using id = vm.newNumber(reply.call)
    using value = vm.newString(reply.value)
    using body = reply.body === null ? vm.undefined.dup() : vm.newArrayBuffer(reply.body)
    machine.control('settle', id, reply.ok ? vm.true : vm.false, value, body).dispose()
    return true
  }
  const timer = timers[next]
  if (timer !== undefined && timer.at <= performance.now()) {
    timers.splice(next, 1)
    using id = vm.newNumber(timer.id)
    machine.control('fire', id).dispose()
  }
  return true
}

function unwrap(settled: JSValueHandle): JSValueHandle {
  using held = settled
  return held.getProp('value')
}

function resultOf(machine: Machine, value: JSValueHandle): Outcome {
  try {
    using json = machine.control('finish', value)
    if (json.isUndefined) return { status: 'succeeded', result: null }
    const result = json.toString()
    return Buffer.byteLength(result) > sandboxLimits.resultBytes
      ? tooLarge('The result is larger than 1 MiB.')
      : { status: 'succeeded', result }
  } catch (error) {
    const failure = failureOf(error)
    if (failure.code !== 'script_error') return failure
    return tooLarge(`The result cannot be written as JSON: ${failure.error}`)
  }
}

const tooLarge = (error: string): Outcome => ({ status: 'failed', code: 'result_too_large', error })

const timedOut = (timeoutMs: number): Outcome => ({
  status: 'failed',
  code: 'timeout',
  error: `The script did not finish within ${timeoutMs} ms.`,
})

function failureOf(error: unknown, source = ''): Outcome & { status: 'failed' } {
  const { name, message, stack } = describe(error)
  ;(error as Partial<Disposable>)[Symbol.dispose]?.()
  if (name === 'InternalError' && /out of memory/.test(message))
    return { status: 'failed', code: 'memory_limit', error: 'The script exceeded its memory limit.' }
  const text = aboutModules(name === '' ? message : `${name}: ${message}`, source)
  return {
    status: 'failed',
    code: 'script_error',
    error: text.slice(0, sandboxLimits.errorChars),
    ...(stack === '' ? {} : { trace: stack.slice(0, sandboxLimits.errorChars) }),
  }
}

/** What a thrown value says of itself; asking runs the guest's code, which may throw again. */
function describe(error: unknown): { name: string; message: string; stack: string } {
  try {
    if (!(error instanceof Error)) return { name: '', message: String(error), stack: '' }
    return { name: String(error.name), message: String(error.message), stack: String(error.stack ?? '') }
  } catch {
    return { name: '', message: 'the script failed with an error that cannot be read', stack: '' }
  }
}
