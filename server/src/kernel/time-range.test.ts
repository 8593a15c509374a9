import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type SplitRange, splitRange } from './time-range.ts'

const at = (text: string) => new Date(text)

/** Every moment of the range lies in exactly one piece, and no other moment in any. */
function assertCovers(split: SplitRange, from: Date | undefined, to: Date | undefined) {
  const pieces = [
    ...split.edges.map((edge) => [edge.from.getTime(), edge.to.getTime()]),
    ...[...split.days, ...(split.months ? [split.months] : [])].map((days) => [
      days.from === '-infinity' ? Number.NEGATIVE_INFINITY : Date.parse(days.from),
      days.to === 'infinity' ? Number.POSITIVE_INFINITY : Date.parse(days.to),
    ]),
  ] as [number, number][]
  const sorted = pieces.sort(([a], [b]) => a - b)
  assert.equal(sorted[0]![0], from?.getTime() ?? Number.NEGATIVE_INFINITY)
  assert.equal(sorted.at(-1)![1], to?.getTime() ?? Number.POSITIVE_INFINITY)
  for (const [i, [start, end]] of sorted.entries()) {
    assert.ok(start < end)
    if (i > 0) assert.equal(start, sorted[i - 1]![1])
  }
}

test('the pieces of a range are the range', () => {
  const times = [
    undefined,
    '2026-01-01T00:00:00Z',
    '2026-01-15T00:00:00Z',
    '2026-01-15T10:00:00Z',
    '2026-01-15T23:00:00Z',
    '2026-02-01T00:00:00Z',
    '2026-04-30T23:59:59.999Z',
    '2027-03-01T00:00:00Z',
  ].map((text) => (text === undefined ? undefined : at(text)))
  for (const from of times)
    for (const to of times) {
      if (from && to && from >= to) continue
      assertCovers(splitRange({ from, to }), from, to)
    }
})

test('whole months are found between whole days between hours', () => {
  assert.deepEqual(splitRange({ from: at('2026-01-30T12:00:00Z'), to: at('2026-04-02T06:00:00Z') }), {
    edges: [
      { from: at('2026-01-30T12:00:00Z'), to: at('2026-01-31T00:00:00Z') },
      { from: at('2026-04-02T00:00:00Z'), to: at('2026-04-02T06:00:00Z') },
    ],
    days: [
      { from: '2026-01-31', to: '2026-02-01' },
      { from: '2026-04-01', to: '2026-04-02' },
    ],
    months: { from: '2026-02-01', to: '2026-04-01' },
    whole: { from: '2026-01-31', to: '2026-04-02' },
  })
})

test('a time that no date can write is an open end', () => {
  const split = splitRange({ from: at('0000-01-01T00:00:00Z'), to: at('+010000-01-01T23:58:59Z') })
  assert.deepEqual(split.months, { from: '-infinity', to: 'infinity' })
  assert.deepEqual([split.edges, split.days], [[], []])
})

test('nothing is left of an empty range', () => {
  const noon = at('2026-01-30T12:00:00Z')
  assert.deepEqual(splitRange({ from: noon, to: noon }), { edges: [], days: [], months: null, whole: null })
})

test('nothing is left of a range outside of the supported years', () => {
  const nothing = { edges: [], days: [], months: null, whole: null }
  assert.deepEqual(splitRange({ from: at('9999-12-31T23:59:59.999Z') }), nothing)
  assert.deepEqual(splitRange({ to: at('0001-01-01T00:00:00Z') }), nothing)
})

test('months of the first century are those of the first century', () => {
  const { months } = splitRange({ from: at('0001-01-15T00:00:00Z'), to: at('0001-03-01T00:00:00Z') })
  assert.deepEqual(months, { from: '0001-02-01', to: '0001-03-01' })
})
