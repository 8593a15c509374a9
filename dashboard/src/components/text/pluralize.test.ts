import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pluralize } from './pluralize.ts'

it('counts one and many', () => {
  assert.deepEqual(
    [
      pluralize(0, 'tool'),
      pluralize(1, 'tool'),
      pluralize(1204, 'tool'),
      pluralize(2, 'tool runs', 'tools run'),
    ],
    ['0 tools', '1 tool', '1,204 tools', '2 tools run'],
  )
})
