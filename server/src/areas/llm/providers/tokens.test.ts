import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { createTokenizer } from './tokens.ts'

const tokenizer = createTokenizer()

test('long texts are counted as if they were counted whole', async () => {
  const texts = [
    'The quick brown fox jumps over the lazy dog, 12345 times.\n\n'.repeat(2000),
    'x  = {  "a": [1,2,3] }\n\tif (x)   return;\r\n'.repeat(2000),
    'Das Übergrößenträgergeschäft öffnet früh. 漢字仮名交じり文、読む。 🙂 '.repeat(2000),
  ]
  for (const text of texts) assert.equal(await tokenizer.count(text), countTokens(text))
})

test('runs without a break are counted in proportion to their length, and let others have their turn', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  for (const run of ['a', ' ', '=', '漢', '\n', '𝒳']) {
    const text = run.repeat(300_000)
    const tokens = await tokenizer.count(text)
    assert.ok(tokens > 0 && tokens <= 4 * text.length, `${run}: ${tokens}`)
  }
  clearInterval(timer)
  assert.ok(turns > 6, `${turns} turns`)
})

test('a text is cut after so many tokens, also behind its first slice', async () => {
  const text = 'one two three four five. '.repeat(5000)
  for (const most of [1, 7, 20_000]) {
    const cut = await tokenizer.cut(text, most)
    assert.ok(text.startsWith(cut))
    assert.equal(countTokens(cut), most)
  }
  assert.equal(await tokenizer.cut(text, 1_000_000), text)
})
