import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { getUpgrade } from '../websocket/upgrade.ts'

/** The other node's side of a connection that has left HTTP. */
export type Upgraded = { response: IncomingMessage; socket: Duplex; head: Buffer }

/** Connections of clients to other nodes, byte for byte: that node counts them and limits what they send. */
export function createTunnels() {
  const open = new Set<Duplex>()

  return {
    open(request: IncomingMessage, { response, socket: far, head }: Upgraded): void {
      const { socket: near, head: early } = getUpgrade(request)
      const lines = ['HTTP/1.1 101 Switching Protocols']
      for (let at = 0; at < response.rawHeaders.length; at += 2)
        lines.push(`${response.rawHeaders[at]}: ${response.rawHeaders[at + 1]}`)
      const end = () => {
        open.delete(near)
        for (const side of [near, far]) finish(side)
      }
      for (const side of [near, far]) side.once('close', end).on('error', end)
      open.add(near)
      if (near.destroyed) {
        end()
        return
      }
      near.write(`${lines.join('\r\n')}\r\n\r\n`)
      near.write(head)
      far.write(early)
      near.pipe(far).pipe(near)
    },
    close(): void {
      for (const socket of open) socket.destroy()
    },
  }
}

/** With what was written to it before. */
function finish(side: Duplex): void {
  if (!side.destroyed) side.end(() => side.destroy())
}
