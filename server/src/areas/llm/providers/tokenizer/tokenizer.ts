import { createWorkerClient } from '../../../../kernel/compute/worker-client.ts'
import type { TokenizerReply, TokenizerRequest } from './tokenizer-worker.ts'

// Loading the vocabulary takes some 50 ms, holding it with its thread some 15 MB.
const defaultIdleMs = 5 * 60_000
// The vocabulary, and as many of the largest prompts as are likely to be in flight.
const memoryMb = 512

/** Counts tokens as GPT models do, in a thread: neither the vocabulary nor a long prompt are read on the event loop. */
export function createTokenizer(idleMs = defaultIdleMs) {
  const client = createWorkerClient<TokenizerRequest, TokenizerReply>({
    module: new URL('./tokenizer-worker.ts', import.meta.url),
    memoryMb,
    idleMs,
  })
  return {
    count: async (text: string): Promise<number> =>
      text === '' ? 0 : ((await client.request({ text })) as number),
    /** The beginning of the text that has at most so many tokens. */
    cut: async (text: string, maxTokens: number): Promise<string> =>
      (await client.request({ text, maxTokens })) as string,
    isRunning: client.isRunning,
    close: client.close,
  }
}

export type Tokenizer = ReturnType<typeof createTokenizer>
