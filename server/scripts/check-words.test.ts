import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bannedWords } from './check-words.ts'

describe('home-made words are found', () => {
  test('in comments, with their line', () => {
    const text = 'const a = 1\n// Nobody reads it.\n/**\n * Mended\n * anew.\n */\n'
    assert.deepEqual(
      bannedWords('a.ts', text).map((fault) => fault.split(':').slice(0, 2).join(':')),
      ['a.ts:2 "Nobody"', 'a.ts:4 "Mended"', 'a.ts:5 "anew"'],
    )
  })

  test('in documents and in comments of Python', () => {
    assert.equal(bannedWords('a.md', 'The calls under way are listed.').length, 1)
    assert.equal(bannedWords('a.py', 'x = 1\n# whoever calls\n').length, 1)
  })

  test('in summaries and descriptions of the API reference', () => {
    assert.equal(bannedWords('server/openapi.json', '{ "summary": "Make pictures" }').length, 1)
    assert.deepEqual(bannedWords('server/openapi.json', '{ "example": "pictures" }'), [])
  })

  test('but not in code, whole words only', () => {
    assert.deepEqual(
      bannedWords('a.ts', "const nobody = 'http://house.example'\n// housekeeping of `nobody`\n"),
      [],
    )
    assert.deepEqual(bannedWords('a.md', 'Run `chown nobody` in\n```sh\nmend\n```\n'), [])
  })
})
