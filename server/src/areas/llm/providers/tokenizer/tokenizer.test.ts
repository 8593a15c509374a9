import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { until } from '../../../../../test/until.ts'
import { createTokenizer } from './tokenizer.ts'

const tokenizer = createTokenizer()
after(tokenizer.close)

test('long texts are counted as if they were counted whole', async () => {
  const texts = [
    'The quick brown fox jumps over the lazy dog, 12345 times.\n\n'.repeat(2000),
    'x  = {  "a": [1,2,3] }\n\tif (x)   return;\r\n'.repeat(2000),
    'Das Übergrößenträgergeschäft öffnet früh. 漢字仮名交じり文、読む。 🙂 '.repeat(2000),
  ]
  for (const text of texts) assert.equal(await tokenizer.count(text), countTokens(text))
})

test('runs without a break are counted in proportion to their length', async () => {
  for (const run of ['a', ' ', '=', '漢', '\n', '𝒳']) {
    const text = run.repeat(300_000)
    const tokens = await tokenizer.count(text)
    assert.ok(tokens > 0 && tokens <= 4 * text.length, `${run}: ${tokens}`)
  }
})

test('a short text is counted while a long one still is', async () => {
  const done: string[] = []
  await Promise.all([
    tokenizer.count('The quick brown fox. '.repeat(200_000)).then(() => done.push('long')),
    tokenizer.count('one two three').then(() => done.push('short')),
  ])
  assert.deepEqual(done, ['short', 'long'])
})

test('a thread that is idle ends, and the next count starts another', async (t) => {
  const shortLived = createTokenizer(1)
  t.after(shortLived.close)
  assert.equal(await shortLived.count('one two three'), 3)
  await until(() => !shortLived.isRunning())
  assert.equal(await shortLived.count('one two three'), 3)
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
