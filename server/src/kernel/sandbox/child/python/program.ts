import { constants, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PyodideAPI } from 'pyodide'
import { emptyForeignEntries, type Gate, guardImports, type ImportTable } from './firewall.ts'
import type { FileSystem } from './host-device.ts'

export type PyodidePackage = { entry: string; folder: string; version: string }

/** CPython as a loaded program: what of Emscripten's and Pyodide's insides is used here. */
export type Program = {
  api: PyodideAPI
  files: FileSystem
  module: ProgramModule
  memory(): Uint8Array
  /** Runs a statement of ours and says whether it completed; a guest's code is never part of it. */
  runStatement(text: string): boolean
  /** Its stack pointer; setting the same value restores it. */
  stackPointer(): number
  restoreStack(pointer: number): void
}

type ProgramModule = {
  FS: FileSystem
  HEAP8: Int8Array
  wasmTable: WebAssembly.Table
  wasmBinary?: unknown
  Py_EmscriptenSignalBuffer: unknown
  stringToNewUTF8(text: string): number
  _PyRun_SimpleString(pointer: number): number
  _free(pointer: number): void
  stackSave(): number
  stackRestore(pointer: number): void
}

type LoadPyodide = typeof import('pyodide').loadPyodide
type PrivateOptions = Parameters<LoadPyodide>[0] & Record<string, unknown>

/**
 * Loads CPython with its imports behind the gate. `snapshot` is a memory to begin with; without one the interpreter
 * starts from scratch and can create a snapshot afterwards.
 */
export async function loadProgram(
  pyodide: PyodidePackage,
  gate: Gate,
  snapshot: Uint8Array | null,
): Promise<Program> {
  allowConstants()
  const { loadPyodide } = (await import(pyodide.entry)) as { loadPyodide: LoadPyodide }
  const options: PrivateOptions = {
    indexURL: pyodide.folder,
    lockFileContents: readFileSync(join(pyodide.folder, 'pyodide-lock.json'), 'utf8'),
    jsglobals: Object.create(null) as object,
    enableRunUntilComplete: false,
    checkAPIVersion: false,
    env: { HOME: '/workspace', PYTHONHASHSEED: '0', PYTHONDONTWRITEBYTECODE: '1' },
    ...(snapshot === null ? { _makeSnapshot: true } : { _loadSnapshot: snapshot }),
  }
  const api = await instantiateBehind(gate, snapshot?.length ?? 0, () => loadPyodide(options))
  const module = (api as unknown as { _module: ProgramModule })._module
  releaseSources(api, module)
  emptyForeignEntries(module.wasmTable)
  return {
    api,
    module,
    files: module.FS,
    memory: () => new Uint8Array(module.HEAP8.buffer),
    stackPointer: () => module.stackSave(),
    restoreStack: (pointer) => module.stackRestore(pointer),
    runStatement(text) {
      const pointer = module.stringToNewUTF8(text)
      try {
        return module._PyRun_SimpleString(pointer) === 0
      } finally {
        module._free(pointer)
      }
    },
  }
}

type Instantiate = (
  source: unknown,
  imports: ImportTable,
) => Promise<WebAssembly.WebAssemblyInstantiatedSource>

async function instantiateBehind<T>(gate: Gate, startBytes: number, load: () => Promise<T>): Promise<T> {
  const original = WebAssembly.instantiate as Instantiate
  const replacement: Instantiate = async (source, imports) => {
    const isInterpreter = imports?.env !== undefined && '_PyEM_TrampolineCall_JS' in imports.env
    if (!isInterpreter) return original(source, imports)
    guardImports(imports, gate)
    const made = await original(source, imports)
    const memory = memoryOf(made)
    gate.heapBytes = () => memory.buffer.byteLength
    growTo(memory, startBytes)
    return made
  }
  WebAssembly.instantiate = replacement as typeof WebAssembly.instantiate
  try {
    return await load()
  } finally {
    WebAssembly.instantiate = original as typeof WebAssembly.instantiate
  }
}

function memoryOf(made: WebAssembly.WebAssemblyInstantiatedSource): WebAssembly.Memory {
  const instance =
    (made as { instance?: WebAssembly.Instance }).instance ?? (made as unknown as WebAssembly.Instance)
  return instance.exports.memory as WebAssembly.Memory
}

/** The loader requests a memory as large as the snapshot, but the program was compiled with its own first size. */
function growTo(memory: WebAssembly.Memory, bytes: number): void {
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / 65536)
  if (missing > 0) memory.grow(missing)
}

/** 40 MB that nothing needs any more once the program runs. */
function releaseSources(api: PyodideAPI, module: ProgramModule): void {
  const { config } = (api as unknown as { _api: { config: { _loadSnapshot?: unknown } } })._api
  delete config._loadSnapshot
  delete module.wasmBinary
}

/** The loader reads some constants by a way that Node's permissions close. */
function allowConstants(): void {
  const binding = (name: string) => {
    if (name === 'constants') return { fs: constants }
    throw new Error(`${name} is closed`)
  }
  Object.assign(process, { binding })
}
