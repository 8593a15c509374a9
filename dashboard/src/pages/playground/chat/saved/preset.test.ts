import assert from 'node:assert/strict'
import { it } from 'node:test'
import { firstDraft } from '../draft.ts'
import { presetOf, readPreset } from './preset.ts'

it('has the settings and the tools by name, not the message and its user', () => {
  const tool = {
    slug: 'ADD',
    title: 'Add',
    name: 'ADD',
    description: '',
    parameters: {},
    approval: null,
  }
  const draft = { ...firstDraft, system: 'Be brief.', text: 'secret', user: 'ada', catalogue: [tool] }
  const preset = presetOf(draft)
  assert.ok(!JSON.stringify(preset).includes('secret') && !('user' in preset))
  const { settings, toolSlugs } = readPreset(JSON.parse(JSON.stringify(preset)))
  assert.deepEqual([settings.system, settings.models, toolSlugs], ['Be brief.', { a: '', b: null }, ['ADD']])
})

it('leaves out what does not fit', () => {
  const data = { system: 3, models: 'x', format: 'poem', isLenient: 'yes', toolSlugs: [1, 'ADD'], text: 'x' }
  assert.deepEqual(readPreset(data), { settings: {}, toolSlugs: ['ADD'] })
})
