import assert from 'node:assert/strict'
import { it } from 'node:test'
import { rankTools } from './rank-tools.ts'

it('has tools of connected services first, unless something else fits much better', () => {
  const hits = [
    { slug: 'best', score: 0.7, isConnected: false, noAuth: false },
    { slug: 'public', score: 0.68, isConnected: true, noAuth: true },
    { slug: 'connected', score: 0.65, isConnected: true, noAuth: false },
    { slug: 'far', score: 0.3, isConnected: true, noAuth: false },
  ]
  assert.deepEqual(
    rankTools(hits).map(({ slug }) => slug),
    ['connected', 'best', 'public', 'far'],
  )
})
