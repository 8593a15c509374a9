import {
  enterSeal,
  openPipes,
  reasonOf,
  type SealSettings,
  silenceConsole,
} from '../../../kernel/sealed/child/enter.ts'
import type { Order } from '../protocol/messages.ts'
import { describe, loadBundle, type Piece } from './bundle.ts'
import { createLink } from './link.ts'
import { routeNetwork } from './network.ts'
import { perform } from './work.ts'

/**
 * A process for one piece. Everything of ours is loaded first; then the process is sealed: no files, no sockets, no
 * programs. Only then the text of the bundle is passed on and evaluated, so that not even its first line runs outside.
 */
const { seal } = JSON.parse(process.argv[2]!) as { seal: SealSettings }
const { inward, outward } = openPipes()
let piece: Piece | null = null
const link = createLink(inward, outward, runCommand)

try {
  routeNetwork(link)
  silenceConsole()
  await enterSeal(seal)
  link.send({ t: 'ready', sealed: seal !== null })
} catch (error) {
  link.send({ t: 'fault', error: reasonOf(error) })
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
