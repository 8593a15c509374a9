import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { describeChunk } from '../text/prepare-jobs.ts'
import { termsOf } from '../text/terms.ts'
import { coverWeight, createWordIndex, type WordHit } from './word-index.ts'

const scoreOf = ({ words, cover }: WordHit) => (words + coverWeight * cover) / (1 + coverWeight)

const rowsOf = (texts: readonly string[]) =>
  texts.map((text, ordinal) => ({ ordinal, ...describeChunk(text, [], 'en') }))
const search = (index: ReturnType<typeof createWordIndex>, query: string, limit = 5) =>
  index.search({ terms: termsOf(query, 'en'), limit })

describe('the word index', () => {
  const index = createWordIndex()
  index.stage(1, 1, rowsOf(['Invoices are paid within thirty days.', 'Refunds take five days.']))
  index.stage(2, 1, rowsOf(['The office opens at nine.', 'Parking is behind the office.']))
  index.publish([])

  test('finds the best chunk, with a score from 0 to 1', () => {
    const [first, ...rest] = search(index, 'when are invoices paid?')
    assert.deepEqual([first!.sourceNo, first!.ordinal], [1, 0])
    assert.ok(scoreOf(first!) > 0.3 && scoreOf(first!) <= 1)
    assert.ok(rest.every((hit) => scoreOf(hit) <= scoreOf(first!)))
    assert.deepEqual(search(index, 'zebra'), [])
  })

  test('finds words with typos, and by the beginning of the last one', () => {
    assert.equal(search(index, 'invoicse payd')[0]?.sourceNo, 1)
    assert.equal(search(index, 'refu')[0]?.ordinal, 1)
    assert.equal(search(index, 'park')[0]?.sourceNo, 2)
  })

  test('shows staged chunks only when they are published', () => {
    const changing = createWordIndex()
    changing.stage(1, 1, rowsOf(['An old sentence.']))
    changing.publish([])
    changing.stage(1, 2, rowsOf(['A new sentence.', 'And another one.']))
    changing.stage(2, 1, rowsOf(['A sentence elsewhere.']))
    assert.deepEqual(
      search(changing, 'sentence').map(({ revision }) => revision),
      [1],
    )
    changing.publish([])
    assert.deepEqual(
      search(changing, 'sentence').map(({ sourceNo, revision }) => [sourceNo, revision]),
      [
        [1, 2],
        [2, 1],
      ],
    )
    changing.publish([1])
    assert.equal(changing.chunkCount(), 1)
  })

  test('restricts a search to sources', () => {
    const terms = termsOf('office days', 'en')
    assert.deepEqual(
      index.search({ terms, limit: 9, sources: new Set([2]) }).map(({ sourceNo }) => sourceNo),
      [2, 2],
    )
  })
})

test('after random changes it finds what a new index of the same chunks finds', () => {
  let state = 7
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
  const vocabulary = Array.from({ length: 60 }, (_, i) => `term${String.fromCharCode(97 + (i % 26))}${i}x`)
  const index = createWordIndex()
  const present = new Map<number, { revision: number; texts: string[] }>()
  for (let step = 1; step <= 600; step++) {
    const sourceNo = random(40)
    present.delete(sourceNo)
    if (random(4) === 0) {
      index.publish([sourceNo])
      continue
    }
    const texts = Array.from({ length: 1 + random(5) }, () =>
      Array.from({ length: 3 + random(20) }, () => vocabulary[random(vocabulary.length)]).join(' '),
    )
    present.set(sourceNo, { revision: step, texts })
    index.stage(sourceNo, step, rowsOf(['what was staged and given up']))
    index.discard()
    index.stage(sourceNo, step, rowsOf(texts))
    index.publish([])
  }
  const fresh = createWordIndex()
  for (const [sourceNo, { revision, texts }] of present) fresh.stage(sourceNo, revision, rowsOf(texts))
  fresh.publish([])
  assert.equal(index.chunkCount(), fresh.chunkCount())
  for (let i = 0; i < 40; i++) {
    const terms = [vocabulary[random(60)]!, vocabulary[random(60)]!]
    const ids = (from: typeof index) =>
      new Set(
        from.search({ terms, limit: 1_000 }).map((hit) => `${hit.sourceNo}.${hit.revision}.${hit.ordinal}`),
      )
    assert.deepEqual(ids(index), ids(fresh))
  }
})
