import { sandboxLimits } from '../../protocol/limits.ts'
import type { Outcome, Run, Stream } from '../../protocol/messages.ts'
import type { RunEnd, RunTools } from '../interpreter.ts'
import { aboutModules } from '../javascript/missing-modules.ts'
import { readTopLevel } from '../javascript/top-level.ts'
import { checkPath, type Workspace } from '../workspace.ts'
import type { Context, Isolate, Reference, Script } from './isolated-vm.ts'

export type Isolated = {
  isolate: Isolate
  context: Context
  hostBridge: HostBridge
  /** Watches the promise of a script. */
  driver: Reference
  /** Moves the guest's world: the same handles that the other engine has. */
  controls: Reference
}

type Chance = { randomBytes(count: number): Buffer; randomUUID(): string }
type Timer = { id: number; at: number }

/** What the guest can ask of the process it is in. Only texts and numbers pass. */
export type HostBridge = {
  call(name: string, args: readonly unknown[]): unknown
  useWorkspace(workspace: Workspace): void
  start(tools: RunTools): void
  stop(): void
  timers: Timer[]
}

const maxRandom = 65_536
const maxTimers = 10_000

export function createHostBridge({ randomBytes, randomUUID }: Chance): HostBridge {
  let tools: RunTools | null = null
  let workspace: Workspace | null = null
  const timers: Timer[] = []
  const hostFunctions: Record<string, (...args: never[]) => unknown> = {
    utf8: (text: string) => Buffer.from(text).toString('latin1'),
    text: (bytes: string) => Buffer.from(bytes, 'latin1').toString(),
    random: (count: number) => randomBytes(Math.min(count, maxRandom)).toString('latin1'),
    uuid: () => randomUUID(),
    url: (address: string, base: string) => partsOf(address, base),
    print: (stream: Stream, line: string) => tools?.outputs.write(stream, Buffer.from(line)),
    call: (method: string, args: string, body?: string) =>
      tools?.calls.start(method, args, body === undefined ? null : Buffer.from(body, 'latin1')) ??
      'no run is going on',
    timer(id: number, delay: number) {
      if (timers.length >= maxTimers) throw new Error('too many timers')
      timers.push({ id, at: performance.now() + delay })
    },
    read(path: string) {
      const bytes = workspace?.get(path) ?? null
      return bytes === null ? `there is no file "${path}"` : `+${Buffer.from(bytes).toString('latin1')}`
    },
    write(path: string, content: string) {
      try {
        workspace?.put(checkPath(path), Buffer.from(content, 'latin1'))
      } catch (error) {
        return (error as Error).message
      }
    },
    list: () => JSON.stringify(workspace?.list() ?? []),
    delete: (path: string) => workspace?.delete(path) === true,
  }
  return {
    timers,
    call: (name, args) =>
      Object.hasOwn(hostFunctions, name) ? hostFunctions[name]!(...(args as never[])) : undefined,
    useWorkspace(files) {
      workspace = files
    },
    start(newTools) {
      tools = newTools
    },
    stop() {
      tools = null
      timers.length = 0
    },
  }
}

function partsOf(address: string, base: string): string {
  if (!URL.canParse(address, base || undefined)) return ''
  const { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash } =
    new URL(address, base || undefined)
  const parts = { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash }
  return JSON.stringify(parts)
}

const definesMain = /\bfunction\s*\*?\s*main\b|\bmain\s*=(?!=)/
const callsMain = /(?<!function\s*\*?\s*)\bmain\s*\(/
const definesResult = /\bresult\s*=(?!=)/

/**
 * Runs one script to completion; results as with the other engine, but that a script which awaits outside of functions has
 * no last value, and leaves to the next one only what it puts on `globalThis`.
 */
export function executeInV8(isolated: Isolated, run: Run, tools: RunTools): RunEnd {
  const deadline = performance.now() + run.timeoutMs
  const started = createControls(isolated)
  isolated.hostBridge.start(tools)
  let hasStarted = false
  try {
    started.control('begin', run.state, JSON.stringify(run.env))
    hasStarted = true
    const outcome = evaluate(isolated, run.source, started, tools, deadline)
    return { outcome, isBroken: false }
  } catch (error) {
    const end = tools.isCancelled() ? cancelled : endOf(error, isolated, run, deadline)
    // Where one script cannot even begin, no later one could.
    return hasStarted ? end : { ...end, isLost: true }
  } finally {
    isolated.hostBridge.stop()
  }
}

const cancelled: RunEnd = {
  outcome: { status: 'failed', code: 'killed', error: 'The script was cancelled.' },
  isBroken: false,
}

type Controls = ReturnType<typeof createControls>

function createControls({ controls, driver }: Isolated) {
  return {
    control: (name: string, ...args: unknown[]) =>
      controls.getSync(name, { reference: true }).applySync(undefined, args),
    drive: (name: string, ...args: unknown[]) =>
      driver.getSync(name, { reference: true }).applySync(undefined, args),
    value: () =>
      driver.getSync('take', { reference: true }).applySync(undefined, [], { result: { reference: true } }),
  }
}

class ScriptFailure extends Error {
  readonly trace: string

  constructor({ name, message, stack }: { name: string; message: string; stack: string }) {
    super(name === '' ? message : `${name}: ${message}`)
    this.trace = stack
  }
}

function evaluate(
  isolated: Isolated,
  source: string,
  controls: Controls,
  tools: RunTools,
  deadline: number,
): Outcome {
  const { control, drive, value } = controls
  const settle = (made: Reference) => {
    drive('watch', made.derefInto())
    waitUntilSettled(isolated, controls, tools, deadline)
  }
  settle(begin(isolated, source))
  const isMain = definesMain.test(source) && !callsMain.test(source) && drive('hasMain') === true
  if (isMain)
    settle(
      isolated.context.evalSync('(() => Promise.resolve(main(globalThis.state)))()', { reference: true }),
    )
  else if (drive('isNothing') === true && definesResult.test(source) && drive('hasResult') === true)
    settle(isolated.context.evalSync('result', { reference: true }))
  return resultOf(() => control('finish', value().derefInto()))
}

function begin({ isolate, context }: Isolated, source: string): Reference {
  const { source: rewritten, returns } = readTopLevel(source)
  const options = { filename: '<script>' }
  const compiled = (text: string) => isolate.compileScriptSync(text, options)
  let script: Script
  try {
    script = compiled(rewritten)
  } catch (error) {
    // Only a body of a function may return or await.
    const isMisplaced = returns !== 'never' || (error instanceof SyntaxError && /await/.test(error.message))
    if (!isMisplaced) throw error
    script = compiled(`(async (state) => {${source}\n})(globalThis.state)`)
  }
  return script.runSync(context, { reference: true })
}

function waitUntilSettled(isolated: Isolated, controls: Controls, tools: RunTools, deadline: number): void {
  for (;;) {
    const state = controls.drive('state')
    if (state === 'settled') return
    if (state === 'failed') throw new ScriptFailure(JSON.parse(String(controls.drive('error'))))
    if (tools.isCancelled()) throw new Error('cancelled')
    if (performance.now() >= deadline) throw new Error('the deadline has passed')
    if (!serveNext(isolated, controls, tools, deadline))
      throw new ScriptFailure({
        name: '',
        stack: '',
        message: 'The script awaits a promise that never settles.',
      })
  }
}

/** The next timer or reply, whichever comes first; false when there is nothing to wait for. */
function serveNext(
  { hostBridge }: Isolated,
  { control, drive }: Controls,
  { calls, outputs }: RunTools,
  deadline: number,
): boolean {
  const { timers } = hostBridge
  if (timers.length === 0 && calls.waiting() === 0) return false
  timers.sort((a, b) => a.at - b.at)
  const until = Math.min(timers[0]?.at ?? deadline, deadline)
  outputs.flush()
  const reply = calls.next(Math.max(0, until - performance.now()))
  if (reply !== null) {
    const body = reply.body === null ? undefined : reply.body.toString('latin1')
    drive('settleCall', reply.call, reply.ok, reply.value, body)
  } else if (timers[0] !== undefined && timers[0].at <= performance.now()) {
    control('fire', timers.shift()!.id)
  }
  return true
}

function resultOf(finish: () => unknown): Outcome {
  try {
    const json = finish()
    if (json === undefined) return { status: 'succeeded', result: null }
    const result = String(json)
    return Buffer.byteLength(result) > sandboxLimits.resultBytes
      ? tooLarge('The result is larger than 1 MiB.')
      : { status: 'succeeded', result }
  } catch (error) {
    if (isStop(error)) throw error
    return tooLarge(`The result cannot be written as JSON: ${(error as Error).message}`)
  }
}

const tooLarge = (error: string): Outcome => ({ status: 'failed', code: 'result_too_large', error })

const isStop = (error: unknown) =>
  error instanceof Error && /deadline|disposed|memory limit/i.test(error.message)

function endOf(error: unknown, { isolate }: Isolated, { source, timeoutMs }: Run, deadline: number): RunEnd {
  const failed = (code: 'timeout' | 'memory_limit' | 'script_error', text: string): Outcome => ({
    status: 'failed',
    code,
    error: aboutModules(text, source).slice(0, sandboxLimits.errorChars),
  })
  if (isolate.isDisposed)
    return { outcome: failed('memory_limit', 'The script exceeded its memory limit.'), isBroken: true }
  if (performance.now() >= deadline)
    return {
      outcome: failed('timeout', `The script did not finish within ${timeoutMs} ms.`),
      isBroken: false,
    }
  if (error instanceof ScriptFailure)
    return { outcome: withTrace(failed('script_error', error.message), error.trace), isBroken: false }
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  return { outcome: withTrace(failed('script_error', `${name}: ${message}`), stack), isBroken: false }
}

const withTrace = (outcome: Outcome, trace: string): Outcome =>
  trace === '' ? outcome : ({ ...outcome, trace: trace.slice(0, sandboxLimits.errorChars) } as Outcome)
