import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priceName } from './price-names.ts'

test('a price is shown in words, one of a model as the model', () => {
  assert.equal(priceName('sandbox.second'), 'Sandbox time')
  assert.equal(priceName('model:local/demo'), 'local/demo')
  assert.equal(priceName('new.price'), 'new.price')
})
