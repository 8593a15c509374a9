import type { Clock } from '../../../kernel/clock.ts'
import type { Input, RawReply } from '../../../kernel/http/endpoint.ts'
import type { ChatReply } from '../schema/chat.ts'
import type { Calls } from '../service/calls/calls.ts'
import type { EmbeddingService } from '../service/models/embeddings.ts'
import type { ListUsableModels } from '../service/models/usable-models.ts'
import type { ProviderCounter } from '../service/pricing/count-at-provider.ts'
import type { TokenCounter } from '../service/pricing/count-tokens.ts'
import type { ModelIdOf } from './model-names.ts'

/** What a compatible API passes its requests to. It bills nothing and calls no provider itself. */
export type CompatDeps = {
  clock: Clock
  calls: Calls
  embeddings: EmbeddingService
  count: TokenCounter
  countAtProvider: ProviderCounter
  listUsable: ListUsableModels
  modelIdOf: ModelIdOf
}

export type RequestInput = Pick<Input, 'scope' | 'signal' | 'headers' | 'setHeader'>

export const secondsOf = (clock: Clock): number => Math.floor(clock.now().getTime() / 1000)

export const jsonReply = (value: unknown): RawReply => ({ body: JSON.stringify(value) })

export const streamReply = (body: RawReply['body']): RawReply => ({
  body,
  contentType: 'text/event-stream',
  headers: { 'x-accel-buffering': 'no' },
})

const warningsHeader = 'x-llm-warnings'

/** Which parameters were ignored, for clients whose response format has no field for it. */
export function addWarningHeaders(
  { setHeader }: Pick<RequestInput, 'setHeader'>,
  { warnings = [] }: ChatReply,
): void {
  if (warnings.length > 0) setHeader(warningsHeader, warnings.map(({ code }) => code).join(', '))
}
