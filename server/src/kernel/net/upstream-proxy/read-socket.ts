import { once } from 'node:events'
import type { Socket } from 'node:net'
import { ProxyRefusal } from './refusal.ts'

const maxHeadBytes = 16 * 1024

async function more(socket: Socket, signal: AbortSignal): Promise<void> {
  if (socket.readableEnded || socket.destroyed) throw new ProxyRefusal('closed the connection')
  await once(socket, 'readable', { signal })
}

/** Exactly so many bytes; what follows stays in the socket. */
export async function takeBytes(socket: Socket, count: number, signal: AbortSignal): Promise<Buffer> {
  for (;;) {
    const chunk = socket.read(count) as Buffer | null
    if (chunk?.length === count) return chunk
    // The end came first.
    if (chunk !== null) throw new ProxyRefusal('closed the connection')
    await more(socket, signal)
  }
}

/** The head of an HTTP response; what follows it goes back into the socket. */
export async function takeHead(socket: Socket, signal: AbortSignal): Promise<string> {
  let seen = Buffer.alloc(0)
  for (;;) {
    const chunk = socket.read() as Buffer | null
    if (chunk === null) {
      await more(socket, signal)
      continue
    }
    seen = Buffer.concat([seen, chunk])
    const end = seen.indexOf('\r\n\r\n')
    if (end >= 0) {
      if (end + 4 < seen.length) socket.unshift(seen.subarray(end + 4))
      return seen.toString('latin1', 0, end)
    }
    if (seen.length > maxHeadBytes) throw new ProxyRefusal('sent no HTTP response')
  }
}
