import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepts } from './accepts.ts'

const json = 'application/json'
const stream = 'text/event-stream'

test('what is said most specifically of a media type counts, in any case of letters', () => {
  const expected: [string | undefined, boolean, boolean][] = [
    [undefined, true, true],
    ['', true, true],
    [' ', true, true],
    ['*/*', true, true],
    ['application/json, text/event-stream', true, true],
    ['Application/JSON', true, false],
    ['TEXT/Event-Stream ; q=0.5', false, true],
    ['application/*', true, false],
    ['text/*;q=0.1, image/png', false, true],
    ['application/json;q=0, */*', false, true],
    ['*/*, text/event-stream; q=0.000', true, false],
    ['application/json;q=0.1', true, false],
    ['text/html', false, false],
    ['application/jsonp, */json, json', false, false],
    [',;q=0,,', false, false],
  ]
  for (const [header, takesJson, takesStream] of expected)
    assert.deepEqual([accepts(header, json), accepts(header, stream)], [takesJson, takesStream], header)
})

test('a long header is read in one go', () => {
  assert.equal(accepts(`${'a/b;q=0,'.repeat(2_000)}application/json`, json), true)
  assert.equal(accepts(`application/json;q=0${' '.repeat(16_000)}x`, json), true)
})
