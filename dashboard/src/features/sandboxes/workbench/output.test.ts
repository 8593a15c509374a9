import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type OutputPart, withOutput } from './output.ts'

const out = (text: string): OutputPart => ({ stream: 'stdout', text })
const err = (text: string): OutputPart => ({ stream: 'stderr', text })

it('joins consecutive output of the same stream and preserves the order of both', () => {
  const parts = [out('a'), out('b'), err('c'), out('d')].reduce<OutputPart[]>(withOutput, [])
  assert.deepEqual(parts, [out('ab'), err('c'), out('d')])
})

it('drops the oldest output over the limit', () => {
  const parts = [err('first'), out('x'.repeat(200_000)), err('last')].reduce<OutputPart[]>(withOutput, [])
  assert.deepEqual(
    parts.map(({ stream, text }) => [stream, text.length]),
    [
      ['stdout', 199_996],
      ['stderr', 4],
    ],
  )
})
