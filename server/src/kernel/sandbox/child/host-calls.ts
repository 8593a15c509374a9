import { sandboxLimits } from '../protocol/limits.ts'
import type { Reply } from '../protocol/messages.ts'
import type { Channel } from './channel.ts'

export type CallReply = { call: number; ok: boolean; value: string; body: Buffer | null }

/** The calls of one run to the world outside. */
export type HostCalls = {
  /** The id of the reply, or why there will be none. */
  start(method: string, args: string, body?: Uint8Array | null): number | string
  /** The next reply to a call of this run; null when none comes in time. */
  next(timeoutMs: number): CallReply | null
  waiting(): number
}

/**
 * Call ids are unique for the whole life of the process. A reply that nothing waits for any more (the script did
 * not await it, the run has ended) is recognized by its id and dropped, wherever it arrives.
 */
export function createCallNumbers(): () => number {
  let last = 0
  return () => ++last
}

export function createHostCalls(
  channel: Channel,
  nextNumber: () => number,
  allowed: readonly string[],
): HostCalls {
  const open = new Set<number>()
  let made = 0

  function accept(reply: Reply, body: Buffer | null): CallReply | null {
    if (!open.delete(reply.call)) return null
    return { call: reply.call, ok: reply.ok, value: reply.value, body }
  }

  return {
    waiting: () => open.size,
    start(method, args, body = null) {
      if (!allowed.includes(method)) return refusalOf(method)
      if (made >= sandboxLimits.callsPerRun) return `a run may make ${sandboxLimits.callsPerRun} calls`
      if (open.size >= sandboxLimits.maxConcurrentCalls)
        return `${sandboxLimits.maxConcurrentCalls} calls may be open at the same time`
      if (args.length + (body?.length ?? 0) > sandboxLimits.callBytes) return 'the call is too large'
      made++
      const call = nextNumber()
      open.add(call)
      channel.send({ t: 'call', call, method, args }, body)
      return call
    },
    next(timeoutMs) {
      const deadline = performance.now() + timeoutMs
      for (;;) {
        const received = channel.receive(Math.max(0, deadline - performance.now()))
        if (received === null || received.order.op === 'cancel') return null
        // Nothing but replies and the wish to stop is sent to a child at work.
        if (received.order.op !== 'reply') continue
        const reply = accept(received.order, received.body)
        if (reply !== null) return reply
      }
    },
  }
}

const refusalOf = (method: string) =>
  method === 'fetch' ? 'the network is off for this sandbox' : `there is no host call "${method}"`
