import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { serveRequests } from '../../../../kernel/compute/worker-server.ts'
import { createEncoder, type Encoded } from './encoder.ts'
import { readWeights } from './weights.ts'

export type EncoderRequest = { readonly texts: readonly string[]; readonly isBackground: boolean }

// A third of the weight of a thread that serves: on a machine that others use as well, a lower one would hardly run.
const niceness = 5

let encode: ReturnType<typeof createEncoder> | null = null
let isLowered = false

/** Encoding many texts must not delay searches. Only Linux has a priority for one thread; elsewhere it is as it was. */
function lowerPriority(): void {
  if (isLowered || process.platform !== 'linux') return
  isLowered = true
  try {
    const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(threadId, niceness)
  } catch {
    // A container may not allow it: then it runs as it is.
  }
}

serveRequests(({ texts, isBackground }: EncoderRequest): Encoded[] => {
  if (isBackground) lowerPriority()
  encode ??= load()
  return texts.map(encode)
})

function load(): ReturnType<typeof createEncoder> {
  const weights = readWeights()
  const encoder = createEncoder(weights)
  weights.release()
  return encoder
}
