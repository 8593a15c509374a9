import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stream } from '../../protocol/messages.ts'
import type { System } from '../../seal/system.ts'
import type { Engine, Interpreter, RunTools } from '../interpreter.ts'
import { packMemory, unpackMemory } from '../saved-memory.ts'
import { type FileLimits, limitFiles } from './file-limits.ts'
import { type FileOrigin, storeFiles } from './file-origin.ts'
import type { Gate } from './firewall.ts'
import { makeHostDevice } from './host-device.ts'
import { imageFile, memoryFile, memoryOf } from './image-files.ts'
import { captureMemoryImage, type MemoryImage } from './memory-image.ts'
import { changedPages, unpackPages } from './pages.ts'
import { loadProgram, type Program, type PyodidePackage } from './program.ts'
import { type CurrentRun, executePython, respondToLine } from './run.ts'
import { createPythonWorkspace, empty, workspaceFolder } from './workspace.ts'

export type PythonSettings = {
  pyodide: PyodidePackage
  /** The folder with the image of a started interpreter, and the name under which saves refer to it. */
  image: { folder: string; key: string }
  memoryBytes: number
}

/** The interpreter of this process, and how it was before the first guest. */
type Python = {
  program: Program
  gate: Gate
  current: CurrentRun
  key: string
  memoryImage: MemoryImage | null
  origin: Origin | null
  limits: FileLimits
  /** Clears what lies in JavaScript beside the files themselves. */
  forgetOutside(): void
}

type Origin = { pages: readonly Buffer[]; files: FileOrigin; stackPointer: number }

/**
 * CPython compiled to WebAssembly, started from an image of its memory. One interpreter per process, one session or one
 * run at a time; in between everything goes back to how it was before the first guest.
 */
export async function createPythonEngine(settings: PythonSettings, system: System): Promise<Engine> {
  const { folder, key } = settings.image
  let image: Buffer | null = readFileSync(join(folder, imageFile))
  const gate: Gate = {
    isShut: false,
    denied: [],
    maxHeapBytes: image.length + settings.memoryBytes,
    grow: null,
    heapBytes: null,
  }
  const current: CurrentRun = { tools: null, deadline: 0, interrupts: 0 }
  const program = await loadProgram(settings.pyodide, gate, image)
  const python: Python = {
    program,
    gate,
    current,
    key,
    memoryImage: null,
    origin: null,
    ...connect(program, current),
  }

  return {
    name: key,
    trials: [
      'x = {"a": [1, 2]}\nprint(x)\nreturn x',
      'import asyncio\nawait asyncio.sleep(0)\n[i for i in range(3)]',
      'def main(state):\n    return state["a"]',
      'try:\n    1 / 0\nexcept Exception:\n    pass',
    ],
    settle() {
      python.memoryImage = captureMemoryImage(
        system,
        join(folder, memoryFile),
        program.memory(),
        memoryOf(image!),
      )
      image = null
    },
    async prepare() {
      python.origin ??= originOf(python)
    },
    async open(saved) {
      if (saved !== null) wake(python, saved)
      return interpreterOf(python)
    },
    openOnce: async () => interpreterOf(python),
  }
}

function originOf({ program, memoryImage, limits }: Python): Origin {
  const files = storeFiles(program.files)
  limits.protect(files.isOriginal)
  const pages = [...changedPages(program.memory(), memoryImage!.image)]
  return { pages, files, stackPointer: program.stackPointer() }
}

/**
 * The state of an interpreter is its memory, the pointer of its stack, the files, and the little that its devices hold.
 * Tables and other globals of the program change only through imports that are closed while a guest's code runs, and
 * an interpreter in which one of those was called is discarded.
 */
function goBack({ program, memoryImage, origin, forgetOutside }: Python): void {
  const { pages, files, stackPointer } = origin!
  const memory = program.memory()
  memoryImage!.reset(memory)
  for (const piece of pages) unpackPages(piece, memory)
  program.restoreStack(stackPointer)
  files.restore()
  forgetOutside()
}

function connect(program: Program, current: CurrentRun): Pick<Python, 'forgetOutside' | 'limits'> {
  const { api, files, module } = program
  for (const folder of [workspaceFolder, '/sandbox', '/tmp']) files.mkdirTree(folder)
  files.chdir(workspaceFolder)
  const print = (stream: Stream) => ({
    isatty: false,
    write(bytes: Uint8Array) {
      current.tools?.outputs.write(stream, bytes.slice())
      return bytes.length
    },
  })
  api.setStdin({ error: true })
  api.setStdout(print('stdout'))
  api.setStderr(print('stderr'))
  const device = makeHostDevice(files, (line) => respondToLine(line, current))
  const limits = limitFiles(files)
  // The interpreter looks here every now and then for signals; what it finds is made on the spot from the clock and
  // from what was sent to the process meanwhile.
  const signals = {
    get 0() {
      return interruptOf(current)
    },
    set 0(_taken: number) {},
  }
  module.Py_EmscriptenSignalBuffer = signals
  api.setInterruptBuffer(signals as unknown as Uint8Array)
  return {
    limits,
    forgetOutside() {
      device.forget()
      limits.forget()
    },
  }
}

const sigint = 2
// Scripts may catch the interrupt; it comes again until the process is killed.
const interruptAgainMs = 100

function interruptOf(current: CurrentRun): number {
  current.tools?.outputs.tick()
  const now = performance.now()
  const isDue = now >= current.deadline || (current.interrupts === 0 && current.tools?.isCancelled() === true)
  if (current.deadline === 0 || !isDue) return 0
  current.deadline = now + interruptAgainMs
  current.interrupts++
  return sigint
}

function interpreterOf(python: Python): Interpreter {
  const { program, key } = python
  const { files } = program
  return {
    workspace: createPythonWorkspace(files, python.limits),
    execute: (run, tools: RunTools) => executePython(python, run, tools),
    save() {
      const memory = program.memory()
      const header: SaveHeader = { engine: key, memoryBytes: memory.length, folder: files.cwd() }
      return packMemory(header, changedPages(memory, python.memoryImage!.image))
    },
    close() {
      if (python.origin === null) forgetTrials(program)
      else goBack(python)
      return true
    },
  }
}

/** After the trials there is nothing to go back to yet: what they left is cleared away. */
function forgetTrials({ runStatement, files }: Program): void {
  if (!runStatement('import sys; sys.modules["_sandbox"].forget()'))
    throw new Error('the interpreter cannot forget')
  for (const folder of [workspaceFolder, '/tmp']) empty(files, folder)
  files.chdir(workspaceFolder)
}

type SaveHeader = { engine: string; memoryBytes: number; folder: string }

function wake({ program, gate, key, memoryImage }: Python, saved: Buffer): void {
  const { header, pieces } = unpackMemory<SaveHeader>(saved, key)
  if (header.memoryBytes > program.memory().length && !gate.grow?.(header.memoryBytes))
    throw new Error('the memory cannot grow to the size of the save')
  const memory = program.memory()
  memoryImage!.reset(memory)
  for (const pages of pieces) unpackPages(pages, memory)
  try {
    program.files.chdir(header.folder)
  } catch {
    program.files.chdir(workspaceFolder)
  }
}
