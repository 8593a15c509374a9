import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeTemplate } from '../process/stoa.ts'
import { playAttack } from './attack.ts'
import { testedAttacks } from './list/index.ts'
import { startTarget } from './target.ts'

/** The short version of `npm run attack`: on a real process, with a watch on its event loop and its memory. */
describe('a request neither holds the event loop nor ends the server', async () => {
  let target: Awaited<ReturnType<typeof startTarget>>
  const cleanUps: (() => unknown)[] = []
  test('a server with a watch starts', async () => {
    const { copyTo } = await makeTemplate()
    const context = { after: (act: () => unknown) => void cleanUps.unshift(act) } as Parameters<
      typeof startTarget
    >[0]
    target = await startTarget(context, copyTo)
  })
  for (const attack of testedAttacks)
    test(`${attack.id} ${attack.what}`, async () => {
      const { breaches } = await playAttack(target, attack)
      assert.deepEqual(breaches, [])
    })
  test('and it stops in order', async () => {
    try {
      assert.equal((await target.stop()).code, 0)
    } finally {
      for (const act of cleanUps) await act()
    }
  })
})
