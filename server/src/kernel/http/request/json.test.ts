import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseJson } from './json.ts'

const parse = (text: string) => parseJson(Buffer.from(text))

describe('parseJson', () => {
  for (const text of [
    '{}',
    '[]',
    '"a"',
    '1',
    'null',
    '{"a":{"b":[1,{"a":2}]},"b":"{\\"a\\":1,\\"a\\":2}"}',
    '{"a\\u0041":1}',
    '{"emoji":"\\ud83d\\ude00"}',
    '[{"a":1},{"a":1}]',
  ]) {
    test(`reads ${text.slice(0, 40)} like JSON.parse`, () => assert.deepEqual(parse(text), JSON.parse(text)))
  }

  test('depth 64 is fine and 65 is not, also with brackets in texts', () => {
    assert.ok(parse('['.repeat(64) + ']'.repeat(64)))
    assert.throws(() => parse('['.repeat(65) + ']'.repeat(65)), /nested deeper/)
    assert.ok(parse(`"${'['.repeat(1000)}"`))
  })

  test('200,000 levels are refused before they are parsed', () => {
    assert.throws(() => parse('[1,'.repeat(200_000)), /nested deeper/)
  })

  for (const text of ['{"a":1,"a":2}', '{"a":1,"\\u0061":2}', '{"x":{"a":1,"b":[],"a":2}}']) {
    test(`refuses a duplicate key: ${text}`, () => assert.throws(() => parse(text), { code: 'invalid_json' }))
  }

  test('an object of 10,000 keys is fine and one of 10,001 is not', () => {
    const keys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join()}}`
    assert.equal(Object.keys(parse(keys(10_000)) as object).length, 10_000)
    assert.throws(() => parse(keys(10_001)), /more than 10000 keys/)
    const lists = (count: number) => `[${Array.from({ length: count - 1 }, () => '[]').join()}]`
    assert.equal((parse(lists(100_000)) as unknown[]).length, 99_999)
    assert.throws(() => parse(lists(100_001)), /more than 100000 lists and objects/)
  })

  test('refuses broken UTF-8', () => assert.throws(() => parseJson(Buffer.from([0x22, 0xff, 0x22])), /UTF-8/))

  for (const text of ['', '{', '{"a"}', '{"a":1,}', "{'a':1}", '{"a":01}', 'NaN', '{"a":1}}', '"\u0001"']) {
    test(`refuses ${JSON.stringify(text)}`, () => assert.throws(() => parse(text), { code: 'invalid_json' }))
  }
})
