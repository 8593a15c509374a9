import type { Socket } from 'node:net'
import { createFrameReader, encodeFrame, prefixBytes } from '../../../kernel/sandbox/wire/frames.ts'
import { type AskMethod, longestHeader, type Order, type Told } from '../wire/messages.ts'

type Reply = { value: unknown; body: Buffer | null }

/** The line to the server: everything a piece reaches outside of its process goes over it. */
export type Link = {
  tell(told: Told, body?: Uint8Array | null): void
  ask(method: AskMethod, args: unknown, body?: Uint8Array | null): Promise<Reply>
}

/** A refusal of the server, told to the piece as an error of its own. */
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

  const write = (told: Told, body: Uint8Array | null = null) => {
    for (const part of encodeFrame(told, body)) outward.write(part)
  }

  function settle(order: Extract<Order, { op: 'reply' }>, body: Buffer | null): void {
    const asked = open.get(order.ask)
    if (!asked) return
    open.delete(order.ask)
    if (order.ok) {
      asked.resolve({ value: order.value, body })
      return
    }
    const { code, message } = order.value as { code: string; message: string }
    asked.reject(new RefusedByServer(code, message))
  }

  const read = createFrameReader(({ header, body }) => {
    const order = header as Order
    if (order.op === 'reply') settle(order, body)
    else onOrder(order, body)
  })
  inward.on('data', (chunk: Buffer) => read(chunk))

  return {
    tell: write,
    ask: (method, args, body = null) =>
      new Promise((resolve, reject) => {
        const ask = ++last
        const frame = encodeFrame({ t: 'ask', ask, method, args }, body)
        if (frame[0]!.length > prefixBytes + longestHeader) {
          const most = `A request or a value to keep may have ${longestHeader} bytes at most.`
          reject(new RefusedByServer('payload_too_large', most))
          return
        }
        open.set(ask, { resolve, reject })
        for (const part of frame) outward.write(part)
      }),
  }
}
