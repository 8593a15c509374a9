import type { HostFunction, JSValueHandle, QuickJS } from 'quickjs-wasi'
import type { Stream } from '../../protocol/messages.ts'
import type { RunTools } from '../interpreter.ts'
import { checkPath, type Workspace } from '../workspace.ts'

type Package = typeof import('quickjs-wasi')

/** A timer that the guest waits for. */
export type Timer = { id: number; at: number }

type Control = 'begin' | 'settle' | 'fire' | 'describe' | 'invoke' | 'finish'

/** One instance of QuickJS with the guest's world in it, and the door between the two. */
export type Machine = {
  vm: QuickJS
  flags: Package['EvalFlags']
  JSException: Package['JSException']
  /** Finds the handles again in a memory that was saved and restored. */
  token: number
  control(name: Control, ...args: JSValueHandle[]): JSValueHandle
  /** The tools of the run at hand; without any the guest's door is shut. */
  start(tools: RunTools, deadline: number): void
  /** Everything the run still waited for is forgotten. */
  stop(): void
  /**
   * Ends the jobs that a script left behind when it was stopped, and those that its objects make when they are
   * collected. False when they do not terminate: every later script would wait for them.
   */
  dropJobs(): boolean
  timers: Timer[]
  /**
   * Makes the machine as it was before its first script; false when it has grown too large for that. An instance is its
   * memory and its stack pointer: when both are as before, nothing of a script is left, and no new one must be made.
   */
  rewind(): boolean
  /** It will not be rewound. */
  forgetOrigin(): void
  useWorkspace(workspace: Workspace): void
}

type MachineOptions = {
  quickjs: Package
  guest: string
  start(interrupt: () => boolean): Promise<QuickJS>
  token: number | null
}

// The name is written into saves: it finds the function again after a restore.
const hostBridgeName = 'stoa.host'

export async function createMachine(options: MachineOptions): Promise<Machine> {
  let tools: RunTools | null = null
  let deadline = Number.POSITIVE_INFINITY
  let workspace: Workspace | null = null
  const timers: Timer[] = []

  const vm = await options.start(() => {
    tools?.outputs.tick()
    return performance.now() > deadline || tools?.isCancelled() === true
  })

  const text = (handle: JSValueHandle | undefined) => handle?.toString() ?? ''
  const hostBridge: Record<string, (...args: JSValueHandle[]) => JSValueHandle> = {
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
  const callHost: HostFunction = (op, ...args) => {
    const name = text(op)
    return Object.hasOwn(hostBridge, name) ? hostBridge[name]!(...args) : vm.undefined
  }

  let token = options.token
  if (token === null) {
    using enter = vm.newFunction(hostBridgeName, callHost)
    using setUp = vm.evalCode(options.guest, '<sandbox>')
    // Held for the life of the machine: its place in memory is the token.
    const control = vm.callFunction(setUp, vm.undefined, enter)
    token = vm.exportHandle(control)
  } else {
    vm.registerHostCallback(hostBridgeName, callHost)
  }
  const controls = vm.importHandle(token)
  // These are created on first use and then cached: they must be part of the memory that is restored.
  for (const constant of [vm.global, vm.undefined, vm.null, vm.true, vm.false]) constant.typeof
  let origin: Origin | null = options.token === null ? originOf(vm) : null

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
    start(newTools, until) {
      tools = newTools
      deadline = until
    },
    stop() {
      tools = null
      deadline = Number.POSITIVE_INFINITY
      timers.length = 0
    },
    dropJobs() {
      timers.length = 0
      for (const end = performance.now() + dropMs; ; ) {
        deadline = Number.NEGATIVE_INFINITY
        if (attempt(() => vm.executePendingJobs())) break
        if (performance.now() > end) return false
      }
      if (vm._getMemory().buffer.byteLength > maxCollected) return true
      deadline = performance.now() + dropMs
      return attempt(() => {
        vm.runGC()
        vm.executePendingJobs()
      })
    },
    rewind() {
      return origin !== null && goBack(vm, origin)
    },
    forgetOrigin() {
      origin = null
    },
    useWorkspace(files) {
      workspace = files
    },
  }
}

const dropMs = 100
// To collect more would take longer than is left before the process is killed with all its sessions.
const maxCollected = 16 * 1024 * 1024

/** Whether the work completed; what it throws when it is interrupted is of no use. */
function attempt(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

type Origin = { memory: Uint8Array; stackPointer: number }

// What a script has made grow further than this is given back to the system instead.
const maxStoredBytes = 8 * 1024 * 1024

function originOf(vm: QuickJS): Origin {
  const { memory, stackPointer } = vm.snapshot()
  return { memory, stackPointer }
}

function goBack(vm: QuickJS, { memory, stackPointer }: Origin): boolean {
  const bytes = new Uint8Array(vm._getMemory().buffer)
  if (bytes.length > maxStoredBytes) return false
  bytes.set(memory)
  bytes.fill(0, memory.length)
  vm._getExports().__stack_pointer.value = stackPointer
  return true
}
