import assert from 'node:assert/strict'
import { it } from 'node:test'
import { emptyPlayground, restorePlayground } from './draft.ts'

const step = { id: 's', phase: 'running', tools: [{ id: 't', run: { phase: 'running' } }, { id: 'u' }] }
const turn = { id: 'one', text: 'Hello', files: [], answers: { a: [step], b: [] } }

it('stops what ran when the page was left', () => {
  const [restored] = restorePlayground({ draft: {}, turns: [turn] }).turns
  const [stopped] = restored!.answers.a
  assert.deepEqual([stopped!.phase, stopped!.tools[0]!.run!.phase], ['stopped', 'stopped'])
})

it('leaves out what another version or a program has stored', () => {
  for (const stored of [null, 'text', [], {}, { draft: {}, turns: null }, { draft: 3, turns: 'no' }])
    assert.deepEqual(restorePlayground(stored).turns, [], JSON.stringify(stored))
  const odd = [null, {}, { id: 'x' }, { id: 'x', answers: { a: [null], b: [] } }, { id: 'x', answers: 'a' }]
  const { turns, draft } = restorePlayground({ draft: { system: 'Be brief.' }, turns: [...odd, turn] })
  assert.deepEqual(
    turns.map(({ id }) => id),
    ['one'],
  )
  assert.deepEqual([draft.system, draft.models], ['Be brief.', emptyPlayground.draft.models])
})
