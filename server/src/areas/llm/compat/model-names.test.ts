import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCatalogue } from '../catalogue/catalogue.ts'
import { createModelNames } from './model-names.ts'

const catalogue = createCatalogue()
const modelIdOf = createModelNames(catalogue)

test('a full id is used as it is, whatever resellers call theirs', () => {
  for (const { modelId } of catalogue.ofKind('chat')) assert.equal(modelIdOf(modelId, 'openai'), modelId)
})

test('a bare name is the model of the vendor whose API is used', () => {
  assert.equal(modelIdOf('gpt-5', 'openai'), 'openai/gpt-5')
  assert.equal(modelIdOf('claude-sonnet-4-5', 'anthropic'), 'anthropic/claude-sonnet-4-5')
  assert.equal(modelIdOf('text-embedding-3-small', 'openai'), 'openai/text-embedding-3-small')
  assert.equal(modelIdOf('no-such', 'openai'), 'no-such')
})

test('a bare name that several have is refused with all of them', () => {
  const names = catalogue.ofKind('chat').map(({ modelId }) => modelId.slice(modelId.indexOf('/') + 1))
  const shared = names.find((name, at) => !name.includes('/') && names.indexOf(name) !== at)
  assert.ok(shared)
  assert.throws(() => modelIdOf(shared, 'nobody'), { code: 'model_not_found' })
})
