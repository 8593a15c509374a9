import assert from 'node:assert/strict'
import { it } from 'node:test'
import { argumentsLine } from './arguments-line.ts'

it('says what a tool was called with, in a line', () => {
  assert.equal(argumentsLine('{"expression": "17 * 24"}'), '17 * 24')
  assert.equal(
    argumentsLine('{"text":"a\\n b","to":"upper","more":{"x":1},"none":null}'),
    'text: a b, to: upper',
  )
  assert.equal(argumentsLine(JSON.stringify({ text: 'x'.repeat(500) })).length, 120)
})

it('says nothing of what is unfinished, or no object', () => {
  for (const args of ['', '{"expre', '[1, 2]', 'null', '3', '{}']) assert.equal(argumentsLine(args), '', args)
})
