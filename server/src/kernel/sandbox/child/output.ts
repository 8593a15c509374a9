import { TextDecoder } from 'node:util'
import { sandboxLimits } from '../protocol/limits.ts'
import type { Output, Stream } from '../protocol/messages.ts'

/** What a script writes, on its way out. */
export type Outputs = {
  write(stream: Stream, bytes: Uint8Array): void
  /** Sends what waits if it has waited long enough; cheap, so that an interpreter can ask often. */
  tick(): void
  /** Sends what waits: the script is about to wait itself. */
  flush(): void
  /** Everything that was not sent yet. */
  take(): Output[]
}

// Often enough to be read along, seldom enough that a flood costs the other side next to nothing.
const pauseMs = 25

type Waiting = { parts: Uint8Array[]; length: number; skipped: boolean; decoder: TextDecoder }

/**
 * Collects the output of one run and sends it in batches. Between two batches only the last 64 KiB of each stream are
 * buffered: a script that floods its output loses the middle of it, and neither side is slowed down or filled up.
 */
export function createOutputs(send: (output: Output) => void): Outputs {
  const streams: Record<Stream, Waiting> = { stdout: waiting(), stderr: waiting() }
  let isWaiting = false
  let sentAt = performance.now()

  function take(): Output[] {
    const taken: Output[] = []
    for (const stream of ['stdout', 'stderr'] as const) {
      const held = streams[stream]
      if (held.length === 0 && !held.skipped) continue
      const bytes = Buffer.concat(held.parts, held.length)
      const stored = held.length > sandboxLimits.outputBytes ? tailOf(bytes) : bytes
      const isCut = stored.length < bytes.length || held.skipped
      if (isCut) held.decoder = new TextDecoder()
      taken.push({ stream, text: held.decoder.decode(stored, { stream: true }), skipped: isCut })
      held.parts = []
      held.length = 0
      held.skipped = false
    }
    isWaiting = false
    sentAt = performance.now()
    return taken
  }

  function flush(): void {
    if (isWaiting) for (const output of take()) send(output)
  }

  function tick(): void {
    if (isWaiting && performance.now() - sentAt >= pauseMs) flush()
  }

  return {
    write(stream, bytes) {
      const held = streams[stream]
      held.parts.push(bytes)
      held.length += bytes.length
      isWaiting = true
      if (held.length > 4 * sandboxLimits.outputBytes) shorten(held)
      tick()
    },
    tick,
    flush,
    take,
  }
}

const waiting = (): Waiting => ({ parts: [], length: 0, skipped: false, decoder: new TextDecoder() })

function shorten(held: Waiting): void {
  const stored = tailOf(Buffer.concat(held.parts, held.length))
  held.parts = [stored]
  held.length = stored.length
  held.skipped = true
}

/** The last bytes, from the beginning of a character on. */
function tailOf(bytes: Buffer): Buffer {
  let from = Math.max(0, bytes.length - sandboxLimits.outputBytes)
  while (from < bytes.length && (bytes[from]! & 0xc0) === 0x80) from++
  return bytes.subarray(from)
}
