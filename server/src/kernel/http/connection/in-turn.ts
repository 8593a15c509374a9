import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

// Clients that pipeline at all send ten or so.
const maxWaiting = 100

/**
 * Requests that a client sends on one connection without waiting for responses (pipelining), one after another: whether
 * a response is the last of its connection is known when it is sent. What follows a last one gets no response, so it
 * must have no effect.
 */
export function createTurns() {
  const current = new WeakMap<Socket, ServerResponse>()
  const waiting = new WeakMap<Socket, number>()

  return {
    /** Calls `handle` when every response before this one was sent; never if one of them was the last, or too many wait. */
    wait({ socket }: IncomingMessage, response: ServerResponse, handle: () => void): void {
      // Requests of the framework's own tests have no connection.
      if (!(socket instanceof Socket)) return void handle()
      if (socket.writableEnded) return
      const begin = () => {
        current.set(socket, response)
        handle()
      }
      if (response.socket) return void begin()
      const count = (waiting.get(socket) ?? 0) + 1
      // Each takes memory for as long as the first one takes, which may be a stream without end.
      if (count > maxWaiting) return void socket.destroy()
      waiting.set(socket, count)
      // The event comes while the socket is being assigned.
      response.once('socket', () => {
        waiting.set(socket, waiting.get(socket)! - 1)
        process.nextTick(begin)
      })
    },
    /**
     * Whether a request that has arrived as a whole is still being handled on this connection; its response will be the
     * last one then.
     */
    endAfterCurrent(socket: Socket): boolean {
      const response = current.get(socket)
      if (!response?.req.complete || response.headersSent || response.socket !== socket) return false
      response.shouldKeepAlive = false
      return true
    },
  }
}

export type Turns = ReturnType<typeof createTurns>
