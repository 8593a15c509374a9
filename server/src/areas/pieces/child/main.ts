import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { type SealOptions, sealProcess } from '../../../kernel/sandbox/seal/seal.ts'
import { createSystem } from '../../../kernel/sandbox/seal/system.ts'
import type { Order } from '../protocol/messages.ts'
import { describe, loadBundle, type Piece } from './bundle.ts'
import { createLink } from './link.ts'
import { routeNetwork } from './network.ts'
import { perform } from './work.ts'

/** The command line arguments of this program. */
export type PieceProcessSettings = {
  /** Null where the platform cannot seal and the operator accepted that. */
  seal: (SealOptions & { koffi: string }) | null
}

/**
 * A process for one piece. Everything of ours is loaded first; then the process is sealed: no files, no sockets, no
 * programs. Only then the text of the bundle is passed on and evaluated, so that not even its first line runs outside.
 */
const settings = JSON.parse(process.argv[2]!) as PieceProcessSettings
// Only the standard descriptors survive the second start of Node.
const inward = new Socket({ fd: 0, readable: true, writable: false })
const outward = new Socket({ fd: 1, readable: false, writable: true })
inward.on('end', () => process.exit(0))
for (const socket of [inward, outward]) socket.on('error', () => process.exit(0))
let piece: Piece | null = null
const link = createLink(inward, outward, runCommand)

try {
  routeNetwork(link)
  silence()
  await warmUp()
  if (settings.seal !== null) {
    const { koffi, ...options } = settings.seal
    const { default: library } = (await import(koffi)) as typeof import('koffi')
    const system = createSystem(library)
    sealProcess(system, options)
    // Node's own way out waits for threads in a manner that is closed now.
    Object.assign(process, { exit: system.exit, reallyExit: system.exit })
    await warmUp()
  }
  link.send({ t: 'ready', sealed: settings.seal !== null })
} catch (error) {
  link.send({ t: 'fault', error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}

function runCommand(order: Exclude<Order, { op: 'reply' }>, body: Buffer | null): void {
  if (order.op === 'load') load(order.name, body ?? Buffer.alloc(0))
  else if (piece === null) link.send({ t: 'fault', error: 'no piece is loaded' })
  else void perform(piece, order.work, link).then(({ done, body }) => link.send(done, body))
}

function load(name: string, text: Buffer): void {
  try {
    piece = loadBundle(text.toString(), name)
    link.send({ t: 'loaded' }, describe(piece))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    link.send({ t: 'fault', error: `the bundle cannot be loaded: ${reason.slice(0, 1000)}` })
  }
}

/** Threads and tables that Node makes when they are first needed could not be made any more. */
async function warmUp(): Promise<void> {
  await promisify(randomBytes)(8)
  await promisify<Buffer, Buffer>(deflate)(Buffer.from('warm'))
  process.cwd()
  new Intl.DateTimeFormat('en').format(new Date())
}

/** Bundles print; no one reads it, and the line to the server must not be written to by others. */
function silence(): void {
  const silent = () => {}
  for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table'] as const)
    console[name] = silent
  for (const name of ['stdin', 'stdout', 'stderr'])
    Object.defineProperty(process, name, {
      value: new Writable({ write: (_chunk, _encoding, done) => done() }),
    })
  // A promise that a bundle forgot must not end the work of the others.
  process.on('unhandledRejection', silent)
}
