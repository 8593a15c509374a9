import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markedWords, repeatedLength, segmentsOf, spansOf, withoutHeadingMark } from './passage.ts'

describe('highlights of a passage', () => {
  it('stay on their words without the mark of the heading that the passage begins with', () => {
    const passage = { text: '## Refunds\n\nFive # days', highlights: [[3, 10]], path: ['Refunds'] }
    const shown = withoutHeadingMark(passage)
    assert.equal(shown.text, 'Refunds\n\nFive # days')
    assert.deepEqual(markedWords(shown.text, shown.highlights), ['Refunds'])
    // Outside of a section the same characters are what the text says.
    assert.equal(withoutHeadingMark({ ...passage, path: [] }).text, passage.text)
  })

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

  it('cut a text into spans that cover it, with gaps, overlaps and ends beyond it', () => {
    const chunk = (ordinal: number, startOffset: number, endOffset: number, isEnabled = true) => ({
      ordinal,
      startOffset,
      endOffset,
      isEnabled,
    })
    const text = 'abcdefghijkl'
    const spans = spansOf(text, [chunk(1, 4, 8, false), chunk(0, 1, 5), chunk(2, 9, 40)])
    assert.equal(spans.map((each) => each.text).join(''), text)
    assert.deepEqual(
      spans.map((each) => [each.text, each.ordinals, each.begins, each.isOff]),
      [
        ['a', [], [], false],
        ['bcd', [0], [0], false],
        ['e', [0, 1], [1], false],
        ['fgh', [1], [], true],
        ['i', [], [], false],
        ['jkl', [2], [2], false],
      ],
    )
    assert.deepEqual(spansOf('', []), [])
  })
})
