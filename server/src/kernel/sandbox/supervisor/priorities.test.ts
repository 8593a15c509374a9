import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longMs, putLongOnesBack, type Runner } from './priorities.ts'

function putBack(ages: readonly (number | null)[], processors: number): number[] {
  const back: number[] = []
  const runners = ages.map(
    (age, index): Runner => ({ ranMs: () => age, standBack: () => void back.push(index) }),
  )
  putLongOnesBack(runners, processors)
  return back
}

test('scripts that run for long give way when there are as many as processors', () => {
  assert.deepEqual(putBack([longMs, 1, null, 9 * longMs], 2), [0, 3])
})

test('where a processor is left for others nobody gives way', () => {
  assert.deepEqual(putBack([9 * longMs, null, null], 2), [])
})
