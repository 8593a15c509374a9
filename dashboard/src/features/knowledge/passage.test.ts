import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markedWords, repeatedLength, segmentsOf } from './passage.ts'

describe('highlights of a passage', () => {
  it('cover the whole text, in order, whatever the order of the offsets', () => {
    const text = 'A refund takes five days'
    const segments = segmentsOf(text, [
      [15, 19],
      [2, 8],
      [4, 8],
      [20, 99],
    ])
    assert.equal(segments.map((each) => each.text).join(''), text)
    assert.deepEqual(
      segments.flatMap((each) => (each.isMarked ? [each.text] : [])),
      ['refund', 'five', 'days'],
    )
    assert.deepEqual(segmentsOf(text, []), [{ text, isMarked: false }])
  })

  it('name each word once', () => {
    assert.deepEqual(
      markedWords('Refund or refund', [
        [0, 6],
        [10, 16],
      ]),
      ['Refund'],
    )
  })
})

describe('chunks of a text', () => {
  const place = (startOffset: number, endOffset: number, length = endOffset - startOffset) => ({
    startOffset,
    endOffset,
    text: 'x'.repeat(length),
    isEdited: false,
  })
  it('repeat the end of the one before only where their text is the one at their offsets', () => {
    assert.equal(repeatedLength(undefined, place(0, 10)), 0)
    assert.equal(repeatedLength(place(0, 10), place(8, 20)), 2)
    assert.equal(repeatedLength(place(0, 10), place(12, 20)), 0)
    assert.equal(repeatedLength(place(0, 10), place(8, 20, 40)), 0)
    assert.equal(repeatedLength(place(0, 10), { ...place(8, 20), isEdited: true }), 0)
  })
})
