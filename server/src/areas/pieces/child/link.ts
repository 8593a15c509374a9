import type { Socket } from 'node:net'
import { createFrameReader, encodeFrame, prefixBytes } from '../../../kernel/sandbox/protocol/frames.ts'
import { type Message, maxHeaderLength, type Order, type RequestMethod } from '../protocol/messages.ts'

type Reply = { value: unknown; body: Buffer | null }

/** The line to the server: everything a piece reaches outside of its process goes over it. */
export type Link = {
  send(message: Message, body?: Uint8Array | null): void
  request(method: RequestMethod, args: unknown, body?: Uint8Array | null): Promise<Reply>
}

/** A refusal of the server, thrown to the piece as an error. */
export class RefusedByServer extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'RefusedByServer'
    this.code = code
  }
}

export function createLink(
  inward: Socket,
  outward: Socket,
  onOrder: (order: Exclude<Order, { op: 'reply' }>, body: Buffer | null) => void,
): Link {
  const open = new Map<number, { resolve(reply: Reply): void; reject(error: Error): void }>()
  let last = 0

  const write = (message: Message, body: Uint8Array | null = null) => {
    for (const part of encodeFrame(message, body)) outward.write(part)
  }

  function settle(order: Extract<Order, { op: 'reply' }>, body: Buffer | null): void {
    const request = open.get(order.request)
    if (!request) return
    open.delete(order.request)
    if (order.ok) {
      request.resolve({ value: order.value, body })
      return
    }
    const { code, message } = order.value as { code: string; message: string }
    request.reject(new RefusedByServer(code, message))
  }

  const read = createFrameReader(({ header, body }) => {
    const order = header as Order
    if (order.op === 'reply') settle(order, body)
    else onOrder(order, body)
  })
  inward.on('data', (chunk: Buffer) => read(chunk))

  return {
    send: write,
    request: (method, args, body = null) =>
      new Promise((resolve, reject) => {
        const request = ++last
        const frame = encodeFrame({ t: 'ask', request, method, args }, body)
        if (frame[0]!.length > prefixBytes + maxHeaderLength) {
          const most = `A request or a value to keep may have ${maxHeaderLength} bytes at most.`
          reject(new RefusedByServer('payload_too_large', most))
          return
        }
        open.set(request, { resolve, reject })
        for (const part of frame) outward.write(part)
      }),
  }
}
