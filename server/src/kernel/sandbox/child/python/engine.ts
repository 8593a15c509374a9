import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { maxBodyBytes } from '../../wire/frames.ts'
import type { Stream } from '../../wire/messages.ts'
import type { Engine, Interpreter, RunTools } from '../interpreter.ts'
import { Refusal } from '../workspace.ts'
import type { Gate } from './firewall.ts'
import { makeHostDevice } from './host-device.ts'
import { imageFile, memoryOf, sumsFile } from './image-files.ts'
import { changedPages, type PageSums, packPages, pageBytes, pagesOf, unpackPages } from './pages.ts'
import { loadProgram, type Program, type PyodidePlace } from './program.ts'
import { answerLine, type CurrentRun, executePython } from './run.ts'
import { createPythonWorkspace, empty, limitFiles, workspaceFolder } from './workspace.ts'

export type PythonSettings = {
  pyodide: PyodidePlace
  /** The folder with the image of a started interpreter, and the name under which saves refer to it. */
  image: { folder: string; key: string }
  memoryBytes: number
}

/**
 * CPython compiled to WebAssembly, started from an image of its memory. One interpreter per process, one session per
 * interpreter: when the session ends, so does the process.
 */
export async function createPythonEngine(settings: PythonSettings): Promise<Engine> {
  const { folder, key } = settings.image
  let image: Buffer | null = readFileSync(join(folder, imageFile))
  const sums = readSums(join(folder, sumsFile))
  const gate: Gate = {
    isShut: false,
    denied: [],
    maxHeapBytes: image.length + settings.memoryBytes,
    grow: null,
  }
  const current: CurrentRun = { tools: null, deadline: 0, interrupts: 0 }
  const program = await loadProgram(settings.pyodide, gate, image)
  connect(program, current)
  /** The pages that differ from the image in a fresh process, as they are in the image. */
  let freshPages: Buffer | null = null

  return {
    name: key,
    trials: [
      'x = {"a": [1, 2]}\nprint(x)\nreturn x',
      'import asyncio\nawait asyncio.sleep(0)\n[i for i in range(3)]',
      'def main(state):\n    return state["a"]',
      'try:\n    1 / 0\nexcept Exception:\n    pass',
    ],
    async prepare() {
      if (image === null) return
      freshPages = pagesOfImage(program.memory(), memoryOf(image))
      image = null
    },
    async open(saved) {
      if (saved !== null) wake(program, gate, key, freshPages, saved)
      return interpreterOf(program, gate, current, key, sums)
    },
    openOnce: async () => interpreterOf(program, gate, current, key, sums),
  }
}

function connect(program: Program, current: CurrentRun): void {
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
  makeHostDevice(files, (line) => answerLine(line, current))
  limitFiles(files)
  // The interpreter looks here every now and then for signals; what it finds is made on the spot from the clock.
  const signals = {
    get 0() {
      return interruptOf(current)
    },
    set 0(_taken: number) {},
  }
  module.Py_EmscriptenSignalBuffer = signals
  api.setInterruptBuffer(signals as unknown as Uint8Array)
}

const sigint = 2
// Scripts may catch the interrupt; it comes again until the process is killed.
const interruptAgainMs = 200

function interruptOf(current: CurrentRun): number {
  current.tools?.outputs.tick()
  if (current.deadline === 0 || performance.now() < current.deadline) return 0
  current.deadline = performance.now() + interruptAgainMs
  current.interrupts++
  return sigint
}

function interpreterOf(
  program: Program,
  gate: Gate,
  current: CurrentRun,
  key: string,
  sums: PageSums,
): Interpreter {
  const { files } = program
  return {
    workspace: createPythonWorkspace(files),
    execute: (run, tools: RunTools) => executePython(program, gate, current, run, tools),
    save() {
      const memory = program.memory()
      const header = { engine: key, memoryBytes: memory.length, folder: files.cwd() }
      const pages = packPages(pagesOf(memory, changedPages(memory, sums)))
      const image = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), pages])
      if (image.length > maxBodyBytes / 2)
        throw new Refusal('not_savable', 'the session holds too much to be saved')
      return zstdCompressSync(image, { params: { 100: 1 } })
    },
    close() {
      if (!program.runStatement('import sys; sys.modules["_sandbox"].forget()'))
        throw new Error('the interpreter cannot forget')
      for (const folder of [workspaceFolder, '/tmp']) empty(files, folder)
      files.chdir(workspaceFolder)
    },
  }
}

type SaveHeader = { engine: string; memoryBytes: number; folder: string }

function wake(program: Program, gate: Gate, key: string, freshPages: Buffer | null, saved: Buffer): void {
  const image = zstdDecompressSync(saved, { maxOutputLength: maxBodyBytes })
  const headerEnd = image.indexOf(10)
  const header = JSON.parse(image.toString('utf8', 0, headerEnd)) as SaveHeader
  if (header.engine !== key) throw new Refusal('stale_save', 'the save is of another version of the engine')
  if (header.memoryBytes > program.memory().length && !gate.grow?.(header.memoryBytes))
    throw new Error('the memory cannot grow to the size of the save')
  const memory = program.memory()
  if (freshPages !== null) unpackPages(freshPages, memory)
  unpackPages(image.subarray(headerEnd + 1), memory)
  try {
    program.files.chdir(header.folder)
  } catch {
    program.files.chdir(workspaceFolder)
  }
}

/** Compared byte by byte: the image is still at hand, and that is quicker than sums. */
function pagesOfImage(memory: Uint8Array, image: Uint8Array): Buffer {
  const now = Buffer.from(memory.buffer, memory.byteOffset, memory.length)
  const zeros = new Uint8Array(pageBytes)
  const pages: [number, Uint8Array][] = []
  for (let from = 0; from < memory.length; from += pageBytes) {
    const original = from < image.length ? image.subarray(from, from + pageBytes) : zeros
    if (now.compare(original, 0, original.length, from, from + original.length) !== 0)
      pages.push([from / pageBytes, original])
  }
  return packPages(pages)
}

function readSums(path: string): PageSums {
  const bytes = readFileSync(path)
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
}
