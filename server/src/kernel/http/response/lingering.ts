import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

export type LingerBounds = {
  /** Of the rest of a body, read and dropped. */
  bytes: number
  totalMs: number
  idleMs: number
}

const defaultBounds: LingerBounds = { bytes: 64 * 1024 * 1024, totalMs: 30_000, idleMs: 5_000 }
const lookMs = 50

/**
 * Responses to requests of which not all has been read. A connection that is closed while its client still sends is
 * reset, and many clients then never see why: they get EPIPE instead of a 413. So the rest is read and dropped within
 * bounds; only then is the connection closed, or used for the next request.
 */
export function createLingering(bounds: LingerBounds = defaultBounds) {
  const open = new Set<Socket>()

  function watch(request: IncomingMessage, closes: () => boolean): void {
    const { socket } = request
    const before = socket.bytesRead
    const startedAt = performance.now()
    let lastBytes = before
    let lastAt = startedAt
    open.add(socket)
    const timer = setInterval(() => {
      const now = performance.now()
      if (socket.bytesRead > lastBytes) [lastBytes, lastAt] = [socket.bytesRead, now]
      const isOver =
        lastBytes - before > bounds.bytes || now - startedAt > bounds.totalMs || now - lastAt > bounds.idleMs
      if (isOver || (request.complete && closes())) socket.destroy()
      if (socket.destroyed || request.complete) stop()
    }, lookMs)
    const stop = () => {
      clearInterval(timer)
      open.delete(socket)
      socket.off('close', stop)
    }
    socket.once('close', stop)
    request.resume()
  }

  return {
    /** Called before the response is sent. */
    after(request: IncomingMessage, response: ServerResponse): void {
      const { socket } = request
      // Requests of the framework's own tests have no connection.
      if (request.complete || !(socket instanceof Socket) || socket.destroyed) return
      let isClosed = false
      // What Node calls after the last response of a connection: no more is sent, and what comes is still read.
      const closeSoon = socket.destroySoon
      socket.destroySoon = () => {
        isClosed = true
        if (request.complete) closeSoon.call(socket)
        else socket.end()
      }
      response.once('finish', () => {
        socket.destroySoon = closeSoon
        if (!request.complete) watch(request, () => isClosed)
      })
    },
    /** A server that stops waits for no one who still sends. */
    stop(): void {
      for (const socket of open) socket.destroy()
    },
  }
}

export type Lingering = ReturnType<typeof createLingering>
