import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median } from '../report-format.ts'
import {
  againstLimits,
  type Costs,
  costsOf,
  growthOf,
  joined,
  type Measurement,
  storedLimits,
} from './verdict.ts'

const base: Costs = { roundTrips: 2, statements: 5, walBytes: 1000, cpu: 1 }

/** A measurement whose rounds all have the ratio `cpu`. */
function measurementOf(costs: Partial<Costs>, of: Costs | null = base): Measurement {
  const { cpu, ...now } = { ...base, ...costs }
  return {
    now,
    base: of,
    rounds: Array.from({ length: 6 }, (_, i) => ({ now: cpu * (i + 1), reference: i + 1 })),
  }
}

const namesOf = (growth: readonly string[]) => growth.map((text) => text.split(' ')[0])

test('a median is the value in the middle, or the mean of two', () => {
  assert.equal(median([3, 1, 2]), 2)
  assert.equal(median([4, 1, 3, 2]), 2.5)
  assert.equal(median([7]), 7)
  assert.ok(Number.isNaN(median([])))
})

test('each round is compared with its neighbour, and the median counts', () => {
  const rounds = [
    { now: 110, reference: 100 },
    { now: 330, reference: 300 },
    { now: 900, reference: 100 },
  ]
  assert.equal(costsOf({ now: base, base, rounds }).cpu, 1.1)
})

test('against a commit a row fails above 1.05 of the processor time, one round trip or statement more, or 400 bytes', () => {
  const growth = (costs: Partial<Costs>) => namesOf(growthOf(measurementOf(costs), againstLimits))
  assert.deepEqual(growth({}), [])
  assert.deepEqual(growth({ cpu: 1.05, walBytes: 1400 }), [])
  assert.deepEqual(growth({ cpu: 1.051 }), ['cpu'])
  assert.deepEqual(growth({ roundTrips: 3 }), ['roundTrips'])
  assert.deepEqual(growth({ statements: 6 }), ['statements'])
  assert.deepEqual(growth({ walBytes: 1401 }), ['walBytes'])
  assert.deepEqual(growth({ roundTrips: 1, statements: 1, walBytes: 0, cpu: 0.5 }), [])
  assert.deepEqual(growth({ roundTrips: 9, statements: 9, walBytes: 9999, cpu: 9 }), [
    'roundTrips',
    'statements',
    'walBytes',
    'cpu',
  ])
})

test('stored costs leave 15 % for another machine', () => {
  const growth = (costs: Partial<Costs>) => namesOf(growthOf(measurementOf(costs), storedLimits))
  assert.deepEqual(growth({ cpu: 1.45, walBytes: 1550 }), [])
  assert.deepEqual(growth({ cpu: 1.46 }), ['cpu'])
  assert.deepEqual(growth({ roundTrips: 3 }), ['roundTrips'])
})

test('a row fails that is not stored, or whose processor time could not be measured', () => {
  assert.match(growthOf(measurementOf({}, null), storedLimits)[0]!, /--write/)
  assert.deepEqual(namesOf(growthOf(measurementOf({ cpu: Number.NaN }), againstLimits)), ['cpu'])
})

test('a second measurement takes the least of all counts and the median of all rounds', () => {
  const first = measurementOf({ roundTrips: 3, statements: 5, walBytes: 1700, cpu: 1.2 })
  const second = measurementOf({ roundTrips: 2, statements: 6, walBytes: 1300, cpu: 1 })
  const both = joined(first, second)
  assert.deepEqual(both.now, { roundTrips: 2, statements: 5, walBytes: 1300 })
  assert.equal(both.rounds.length, 12)
  assert.equal(costsOf(both).cpu, 1.1)
  const lower = joined(first, measurementOf({}, { ...base, walBytes: 900 }))
  assert.deepEqual(lower.base, { ...base, walBytes: 900 })
})
