import type { HostFunction, JSValueHandle, QuickJS } from 'quickjs-wasi'
import type { Stream } from '../../wire/messages.ts'
import type { RunTools } from '../interpreter.ts'
import { checkPath, type Workspace } from '../workspace.ts'

type Package = typeof import('quickjs-wasi')

/** A timer that the guest waits for. */
export type Timer = { id: number; at: number }

/** One instance of QuickJS with the guest's world in it, and the door between the two. */
export type Machine = {
  vm: QuickJS
  flags: Package['EvalFlags']
  JSException: Package['JSException']
  /** Finds the handles again in a memory that was saved and restored. */
  token: number
  control(name: 'begin' | 'settle' | 'fire' | 'invoke' | 'finish', ...args: JSValueHandle[]): JSValueHandle
  /** The tools of the run at hand; without any the guest's door is shut. */
  start(tools: RunTools, deadline: number): void
  /** Everything the run still waited for is forgotten. */
  stop(): void
  timers: Timer[]
  useWorkspace(workspace: Workspace): void
}

type MachineOptions = {
  quickjs: Package
  guest: string
  start(interrupt: () => boolean): Promise<QuickJS>
  token: number | null
}

// The name is written into saves: it finds the function again after a restore.
const doorName = 'stoa.host'

export async function createMachine(options: MachineOptions): Promise<Machine> {
  let tools: RunTools | null = null
  let deadline = Number.POSITIVE_INFINITY
  let workspace: Workspace | null = null
  const timers: Timer[] = []

  const vm = await options.start(() => {
    tools?.outputs.tick()
    return performance.now() > deadline
  })

  const text = (handle: JSValueHandle | undefined) => handle?.toString() ?? ''
  const door: Record<string, (...args: JSValueHandle[]) => JSValueHandle> = {
    print(stream, line) {
      tools?.outputs.write(text(stream) as Stream, Buffer.from(text(line)))
      return vm.undefined
    },
    call(method, args, body) {
      const bytes = body === undefined || body.isUndefined ? null : body.toUint8Array()
      const started = tools?.calls.start(text(method), text(args), bytes) ?? 'no run is going on'
      return typeof started === 'number' ? vm.newNumber(started) : vm.newString(started)
    },
    timer(id, delay) {
      if (timers.length >= 10_000) throw new Error('too many timers')
      timers.push({ id: id!.toNumber(), at: performance.now() + delay!.toNumber() })
      return vm.undefined
    },
    read(path) {
      const bytes = workspace?.get(text(path)) ?? null
      return bytes === null ? vm.newString(`there is no file "${text(path)}"`) : vm.newArrayBuffer(bytes)
    },
    write(path, content) {
      try {
        workspace?.put(checkPath(text(path)), content!.toUint8Array().slice())
        return vm.undefined
      } catch (error) {
        return vm.newString((error as Error).message)
      }
    },
    list: () => vm.newString(JSON.stringify(workspace?.list() ?? [])),
    delete: (path) => (workspace?.delete(text(path)) ? vm.true : vm.false),
  }
  const answer: HostFunction = (op, ...args) => {
    const name = text(op)
    return Object.hasOwn(door, name) ? door[name]!(...args) : vm.undefined
  }

  let token = options.token
  if (token === null) {
    using enter = vm.newFunction(doorName, answer)
    using setUp = vm.evalCode(options.guest, '<sandbox>')
    // Held for the life of the machine: its place in memory is the token.
    const control = vm.callFunction(setUp, vm.undefined, enter)
    token = vm.exportHandle(control)
  } else {
    vm.registerHostCallback(doorName, answer)
  }
  const controls = vm.importHandle(token)

  return {
    vm,
    flags: options.quickjs.EvalFlags,
    JSException: options.quickjs.JSException,
    token,
    timers,
    control(name, ...args) {
      using method = controls.getProp(name)
      return vm.callFunction(method, controls, ...args)
    },
    start(given, until) {
      tools = given
      deadline = until
    },
    stop() {
      tools = null
      deadline = Number.POSITIVE_INFINITY
      timers.length = 0
    },
    useWorkspace(given) {
      workspace = given
    },
  }
}
