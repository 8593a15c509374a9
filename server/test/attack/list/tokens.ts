import type { Attack } from '../attack.ts'
import type { Target } from '../target.ts'

const count = (target: Target, input: string) =>
  target.post('/api/v1/ai/llm/count-tokens', { model: 'openai/gpt-5', prompt: input })

/** Counting tokens: the encoder's tables take a quarter of a second to load, and long prompts seconds to count. */
export const tokenAttacks: readonly Attack[] = [
  {
    id: 'K01',
    what: 'the first prompt whose tokens are counted',
    play: async (target) => [await count(target, 'one two three')],
    expects: [200],
    isOnce: true,
  },
  {
    id: 'K02',
    what: 'four concurrent prompts of a megabyte without a break',
    play: (target) =>
      Promise.all(
        ['a', '漢', '=', ' '].map((text) => count(target, text.repeat(1_000_000 / Buffer.byteLength(text)))),
      ),
    expects: [200, 400, 413],
  },
]
