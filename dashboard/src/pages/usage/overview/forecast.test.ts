import assert from 'node:assert/strict'
import { it } from 'node:test'
import { runwayText } from './forecast.ts'

it('formats how long credits last in a fitting unit', () => {
  const format = [
    [0, 5],
    [100, 0],
    [1, 5],
    [7, 5],
    [100, 5],
    [1_000, 5],
    [1_000_000, 5],
  ].map(([available, perDay]) => runwayText(available!, perDay!))
  assert.deepEqual(format, [
    'Depleted',
    'No usage',
    'Less than a day',
    '1 day',
    '20 days',
    '6 months',
    'Over 2 years',
  ])
})
