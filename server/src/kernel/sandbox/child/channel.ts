import { readSync, writeSync } from 'node:fs'
import { type Body, encodeFrame, prefixBytes, readPrefix } from '../protocol/frames.ts'
import type { Message, Order, SideTask } from '../protocol/messages.ts'
import type { System } from '../seal/system.ts'

export type Received = { order: Order; body: Buffer | null }

/**
 * The two pipes of a sealed process, read and written without an event loop, which could not run any more. The end of
 * the one that is read means that the supervisor has exited: this process exits then, too.
 */
export type Channel = {
  /** The next order; null when none has begun to arrive in time. Below zero waits forever. */
  receive(timeoutMs: number): Received | null
  send(message: Message, body?: Body | null): void
  /** Whether the script at hand has been cancelled; cheap, so that an interpreter can ask often. */
  isCancelled(): boolean
  /** The work at hand is over: a cancellation that comes for it now comes too late. */
  forgetCancel(): void
  /** What is to be done beside a script is given here as soon as it is read; false leaves it for afterwards. */
  onSideTask(serve: (sideTask: SideTask, body: Buffer | null) => boolean): void
}

// Polling the pipe is a system call; a cancelled script may continue for up to this long.
const lookEveryMs = 10

const inward = 3
const outward = 4

export function createChannel(system: System): Channel {
  function fill(bytes: Buffer): Buffer {
    for (let at = 0; at < bytes.length; ) {
      const count = attempt(() => readSync(inward, bytes, at, bytes.length - at, null))
      if (count === 0) system.exit(0)
      if (count === null) system.waitReadable(inward, -1)
      else at += count
    }
    return bytes
  }

  function drain(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const count = attempt(() => writeSync(outward, bytes, at, bytes.length - at))
      if (count === null) system.waitWritable(outward)
      else at += count
    }
  }

  /** Null when the pipe has no capacity or nothing to read just now. */
  function attempt(work: () => number): number | null {
    try {
      return work()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return null
      return system.exit(0)
    }
  }

  /** What came while a script ran and no one waited for it. */
  const early: Received[] = []
  let hasCancel = false
  let lookedAt = 0

  let serveSideTask: (sideTask: SideTask, body: Buffer | null) => boolean = () => false

  /** Null when it is done already. */
  function read(): Received | null {
    const lengths = readPrefix(fill(Buffer.allocUnsafe(prefixBytes)))
    const order = JSON.parse(fill(Buffer.allocUnsafe(lengths.header)).toString()) as Order
    const body = lengths.body === 0 ? null : fill(Buffer.allocUnsafe(lengths.body))
    if (order.op === 'cancel') hasCancel = true
    if (order.op === 'aside' && serveSideTask(order, body)) return null
    return { order, body }
  }

  return {
    receive(timeoutMs) {
      const waited = early.shift()
      if (waited) return waited
      const end = performance.now() + timeoutMs
      for (let leftMs = timeoutMs; ; leftMs = Math.max(0, end - performance.now())) {
        if (timeoutMs >= 0 && !system.waitReadable(inward, leftMs)) return null
        const received = read()
        if (received !== null) return received
      }
    },
    isCancelled() {
      const now = performance.now()
      if (hasCancel || now - lookedAt < lookEveryMs) return hasCancel
      lookedAt = now
      while (!hasCancel && system.waitReadable(inward, 0)) {
        const received = read()
        if (received !== null) early.push(received)
      }
      return hasCancel
    },
    onSideTask(serve) {
      serveSideTask = serve
    },
    forgetCancel() {
      hasCancel = false
    },
    send(message, body = null) {
      for (const part of encodeFrame(message, body)) drain(part)
    },
  }
}
