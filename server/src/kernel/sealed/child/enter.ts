import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { type SealOptions, sealProcess } from '../../sandbox/seal/seal.ts'
import { createSystem } from '../../sandbox/seal/system.ts'

/** Null where the platform cannot seal and the operator accepted that. */
export type SealSettings = (SealOptions & { koffi: string }) | null

/** The two ends of the line to the server. Only the standard descriptors survive the second start of Node. */
export function openPipes(): { inward: Socket; outward: Socket } {
  const inward = new Socket({ fd: 0, readable: true, writable: false })
  const outward = new Socket({ fd: 1, readable: false, writable: true })
  inward.on('end', () => process.exit(0))
  for (const socket of [inward, outward]) socket.on('error', () => process.exit(0))
  return { inward, outward }
}

/** Seals this process forever. `warmUp` runs before and after: what is needed later must be loaded by then. */
export async function enterSeal(seal: SealSettings, warmUp: () => Promise<void> = async () => {}) {
  const warmAll = async () => {
    await warmNode()
    await warmUp()
  }
  await warmAll()
  if (seal === null) return
  const { koffi, ...options } = seal
  const { default: library } = (await import(koffi)) as typeof import('koffi')
  const system = createSystem(library)
  sealProcess(system, options)
  // Node's own way out waits for threads in a manner that is closed now.
  Object.assign(process, { exit: system.exit, reallyExit: system.exit })
  await warmAll()
}

/** Threads and tables that Node makes when they are first needed could not be made any more. */
async function warmNode(): Promise<void> {
  await promisify(randomBytes)(8)
  await promisify<Buffer, Buffer>(deflate)(Buffer.from('warm'))
  process.cwd()
  new Intl.DateTimeFormat('en').format(new Date())
}

/** Libraries print; no one reads it, and the line to the server must not be written to by others. */
export function silenceConsole(): void {
  const silent = () => {}
  for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table'] as const)
    console[name] = silent
  for (const name of ['stdin', 'stdout', 'stderr'])
    Object.defineProperty(process, name, {
      value: new Writable({ write: (_chunk, _encoding, done) => done() }),
    })
  // A promise that a library forgot must not end the work of the others.
  process.on('unhandledRejection', silent)
}

export const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
