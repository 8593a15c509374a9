import assert from 'node:assert/strict'
import { it } from 'node:test'
import { prettyJson } from './pretty-json.ts'

it('sets JSON out in lines without touching its numbers and strings', () => {
  assert.equal(
    prettyJson('{"a":[1,2.50,1e9],"b":{},"c":[],"d":"x:{,}\\"","e":12345678901234567890}'),
    '{\n  "a": [\n    1,\n    2.50,\n    1e9\n  ],\n  "b": {},\n  "c": [],\n  "d": "x:{,}\\"",\n  "e": 12345678901234567890\n}',
  )
  assert.equal(prettyJson('{"a":'), null)
})
