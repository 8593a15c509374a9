import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noTx, openPieces, pieceFrom, scopeOf } from '../testing.ts'

const project = '33333333-3333-4333-8333-333333333333'
const { signal } = new AbortController()
const base = { scope: scopeOf(project), arguments: {}, credentials: null, timeoutMs: 15_000, signal }

function open(t: Parameters<typeof openPieces>[0], body: string) {
  const piece = pieceFrom(body)
  const { provider, stored } = openPieces(t, [piece])
  const [action, trigger] = piece.entry.tools
  return {
    stored,
    act: () =>
      provider.execute({
        ...base,
        toolkit: piece.entry.toolkit,
        tool: action!,
        idempotencyKey: 'call-1',
        saveFile: async () => '',
      }),
    watch: (more: { isRepublish?: boolean } = {}) =>
      provider.runTrigger({ ...base, toolSlug: trigger!.slug, hook: 'run', place: 'trigger-1', ...more }),
  }
}

describe('what a piece stores', () => {
  it('is visible to itself immediately, and to others when the action has succeeded', async (t) => {
    const { act, stored } = open(
      t,
      `const before = await ctx.store.get('seen')
       await ctx.store.put('seen', (before ?? 0) + 1); await ctx.store.put('gone', 1); await ctx.store.delete('gone')
       return [before, await ctx.store.get('seen'), await ctx.store.get('gone')]`,
    )
    assert.deepEqual((await act()).data, [null, 1, null])
    assert.deepEqual([...stored.values()], [1])
    assert.deepEqual((await act()).data, [1, 2, null])
  })

  it('is dropped with an action that fails behind it', async (t) => {
    const { act, stored } = open(t, `await ctx.store.put('seen', 1); throw new Error('the service is down')`)
    assert.equal((await act()).successful, false)
    assert.equal(stored.size, 0)
  })

  it('is stored for a trigger when its caller commits it with the events, and not before', async (t) => {
    const { watch, stored } = open(
      t,
      `const last = (await ctx.store.get('last')) ?? 0; await ctx.store.put('last', last + 1); return [last + 1]`,
    )
    const lost = await watch()
    assert.deepEqual([lost.outcome.data, lost.writes.count, stored.size], [[1], 1, 0])
    const again = await watch()
    assert.deepEqual(again.outcome.data, [1], 'events that were lost with their reader come again')
    await again.writes.commit(noTx)
    assert.deepEqual((await watch()).outcome.data, [2])
  })
})

it('a trigger gets whether it was on before', async (t) => {
  const { watch } = open(t, `return [ctx.isRepublish]`)
  assert.deepEqual((await watch()).outcome.data, [false])
  assert.deepEqual((await watch({ isRepublish: true })).outcome.data, [true])
})
