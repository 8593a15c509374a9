import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { QuickJS as QuickJSClass, QuickJSOptions } from 'quickjs-wasi'
import { maxBodyBytes } from '../../wire/frames.ts'
import type { Engine, Interpreter } from '../interpreter.ts'
import { createWorkspace, Refusal } from '../workspace.ts'
import { createMachine, type Machine } from './machine.ts'
import { executeScript } from './run.ts'

type QuickJSModule = typeof import('quickjs-wasi')

export type JavaScriptSettings = {
  /** Where the package lies, as an address that can be imported, and as a folder. */
  quickjs: { entry: string; folder: string; version: string }
  memoryBytes: number
}

const extensionNames = ['url', 'encoding', 'headers', 'structured-clone', 'crypto']

/**
 * QuickJS compiled to WebAssembly. Every session has an instance of its own, and so a memory of its own: what one does
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
  instantiateAtOnce()

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
    const start = saved === null ? null : readSave(QuickJS, name, saved)
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
  const interpreterOn = (machine: Machine, close: () => boolean) =>
    interpreterOf(quickjs.QuickJS, name, machine, close)

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

function interpreterOf(
  QuickJS: typeof QuickJSClass,
  engine: string,
  machine: Machine,
  close: () => boolean,
): Interpreter {
  const workspace = createWorkspace()
  machine.useWorkspace(workspace)
  return {
    workspace,
    execute: (run, tools) => executeScript(machine, run, tools),
    save() {
      machine.vm.runGC()
      const header = Buffer.from(`${JSON.stringify({ engine, token: machine.token })}\n`)
      const image = Buffer.concat([header, QuickJS.serializeSnapshot(machine.vm.snapshot())])
      return zstdCompressSync(image, { params: { 100: 1 } })
    },
    close,
  }
}

function readSave(QuickJS: typeof QuickJSClass, engine: string, saved: Buffer) {
  const image = zstdDecompressSync(saved, { maxOutputLength: maxBodyBytes })
  const headerEnd = image.indexOf(10)
  const header = JSON.parse(image.toString('utf8', 0, headerEnd)) as { engine: string; token: number }
  if (header.engine !== engine)
    throw new Refusal('stale_save', 'the save is of another version of the engine')
  return { snapshot: QuickJS.deserializeSnapshot(image.subarray(headerEnd + 1)), token: header.token }
}

/**
 * Compiled modules are made into instances without the event loop, which a sealed process does not have. What is
 * awaited is settled already, so that everything happens before the next order is read.
 */
function instantiateAtOnce(): void {
  WebAssembly.instantiate = (module, imports) =>
    Promise.resolve(new WebAssembly.Instance(module as WebAssembly.Module, imports))
}
