import crypto from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { imageFile, memoryFile, memoryOf } from './image-files.ts'
import { loadProgram, type PyodidePackage } from './program.ts'

/**
 * Starts an interpreter from nothing, loads into it what scripts commonly need, and writes its memory down. Takes some
 * seconds, once; every session then starts from the image in a fraction of that.
 */
export type ImageSettings = { pyodide: PyodidePackage; folder: string }

const settings = JSON.parse(process.argv[2]!) as ImageSettings
// The process that requested the image has exited, and cannot remove it any more.
process.stdin
  .on('close', () => {
    rmSync(settings.folder, { recursive: true, force: true })
    process.exit(1)
  })
  .resume()

// Saves name the image they differ from by its content: without clock and chance, every machine makes the same one.
const aMoment = Date.UTC(2026, 0, 1)
Date.now = () => aMoment
performance.now = () => 1000
const noChance = (bytes: Uint8Array) => bytes.fill(7)
Object.assign(crypto, { randomFillSync: noChance })
Object.assign(globalThis.crypto, { getRandomValues: noChance })
syncBuiltinESMExports()

const gate = { isShut: false, denied: [], maxHeapBytes: 2 ** 31, grow: null, heapBytes: null }
const program = await loadProgram(settings.pyodide, gate, null)
const guest = readFileSync(join(import.meta.dirname, 'guest.py'), 'utf8')
program.files.mkdirTree('/sandbox')
program.files.writeFile('/sandbox/guest.py', guest)
const isLoaded = program.runStatement(
  [
    'import sys, types, gc',
    'guest = types.ModuleType("_sandbox")',
    'sys.modules["_sandbox"] = guest',
    'exec(compile(open("/sandbox/guest.py").read(), "<sandbox>", "exec"), guest.__dict__)',
    'del guest, types',
    'gc.collect()',
    'del gc',
  ].join('\n'),
)
if (!isLoaded) throw new Error('the interpreter could not be prepared')
program.files.unlink('/sandbox/guest.py')
const { api } = program as unknown as { api: { makeMemorySnapshot(): Uint8Array } }
const image = Buffer.from(api.makeMemorySnapshot())
writeFileSync(join(settings.folder, imageFile), image)
writeFileSync(join(settings.folder, memoryFile), memoryOf(image))
process.exit(0)
