import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { QuickJSOptions, Snapshot } from 'quickjs-wasi'
import type { Engine, Interpreter } from '../interpreter.ts'
import { packMemory, pieceBytes, unpackMemory } from '../saved-memory.ts'
import { createWorkspace } from '../workspace.ts'
import { createMachine, type Machine } from './machine.ts'
import { executeScript } from './run.ts'

type QuickJSModule = typeof import('quickjs-wasi')

export type JavaScriptSettings = {
  /** The location of the package, as a URL that can be imported, and as a folder. */
  quickjs: { entry: string; folder: string; version: string }
  memoryBytes: number
}

const extensionNames = ['url', 'encoding', 'headers', 'structured-clone', 'crypto']

/**
 * QuickJS compiled to WebAssembly. Every session has its own instance, and so its own memory: what one does
 * to its language, prototypes or heap cannot be seen from another.
 */
export async function createJavaScriptEngine(settings: JavaScriptSettings): Promise<Engine> {
  const { folder, entry, version } = settings.quickjs
  const quickjs = (await import(entry)) as QuickJSModule
  const guest = readFileSync(join(import.meta.dirname, 'guest.js'), 'utf8')
  const name = `quickjs-wasi ${version} ${createHash('sha256').update(guest).digest('hex').slice(0, 12)}`
  const wasm = new WebAssembly.Module(readFileSync(join(folder, 'quickjs.wasm')))
  const extensions = extensionNames.map((extension) => ({
    name: extension,
    wasm: new WebAssembly.Module(readFileSync(join(folder, 'extensions', extension, `${extension}.so`))),
  }))
  instantiateSync()

  const optionsFor = (machine: { interrupt(): boolean }): QuickJSOptions => ({
    wasm,
    extensions,
    memoryLimit: settings.memoryBytes,
    maxStackSize: 256 * 1024,
    timezoneOffset: 0,
    interruptHandler: () => machine.interrupt(),
    // The engine's own complaints go nowhere; scripts print through the host.
    wasi: () => ({ fd_write: () => 8 }),
  })

  async function make(saved: Buffer | null): Promise<Machine> {
    const { QuickJS } = quickjs
    const start = saved === null ? null : readSave(name, saved)
    return createMachine({
      quickjs,
      guest,
      start: (interrupt) =>
        start === null
          ? QuickJS.create(optionsFor({ interrupt }))
          : QuickJS.restore(start.snapshot, optionsFor({ interrupt })),
      token: start?.token ?? null,
    })
  }

  let spare: Machine | null = null
  async function takeSpare(): Promise<Machine> {
    const taken = spare ?? (await make(null))
    spare = null
    return taken
  }
  const interpreterOn = (machine: Machine, close: () => boolean) => interpreterOf(name, machine, close)

  return {
    name,
    trials: ['const a = { b: [1, 2] }; console.log(a); a', 'return await Promise.resolve(state)'],
    async open(saved) {
      const machine = saved === null ? await takeSpare() : await make(saved)
      machine.forgetOrigin()
      return interpreterOn(machine, () => {
        machine.vm.dispose()
        return true
      })
    },
    async openOnce() {
      const machine = await takeSpare()
      return interpreterOn(machine, () => {
        if (machine.rewind()) spare ??= machine
        else machine.vm.dispose()
        return true
      })
    },
    async prepare() {
      spare ??= await make(null)
    },
  }
}

function interpreterOf(engine: string, machine: Machine, close: () => boolean): Interpreter {
  const workspace = createWorkspace()
  machine.useWorkspace(workspace)
  return {
    workspace,
    execute: (run, tools) => executeScript(machine, run, tools),
    save() {
      machine.vm.runGC()
      const { memory, ...rest } = machine.vm.snapshot()
      const header: SaveHeader = { engine, token: machine.token, memoryBytes: memory.length, ...rest }
      return packMemory(header, piecesOf(memory))
    },
    close,
  }
}

type SaveHeader = { engine: string; token: number; memoryBytes: number } & Omit<Snapshot, 'memory'>

function* piecesOf(memory: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < memory.length; at += pieceBytes) yield memory.subarray(at, at + pieceBytes)
}

function readSave(engine: string, saved: Buffer): { snapshot: Snapshot; token: number } {
  const { header, pieces } = unpackMemory<SaveHeader>(saved, engine)
  const { token, memoryBytes, stackPointer, runtimePtr, contextPtr, extensions } = header
  const memory = new Uint8Array(memoryBytes)
  let at = 0
  for (const piece of pieces) {
    memory.set(piece, at)
    at += piece.length
  }
  return { snapshot: { memory, stackPointer, runtimePtr, contextPtr, extensions }, token }
}

/**
 * Compiled modules are made into instances without the event loop, which a sealed process does not have. What is
 * awaited is settled already, so that everything happens before the next order is read.
 */
function instantiateSync(): void {
  WebAssembly.instantiate = (module, imports) =>
    Promise.resolve(new WebAssembly.Instance(module as WebAssembly.Module, imports))
}
