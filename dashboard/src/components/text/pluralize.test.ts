import assert from 'node:assert/strict'
import { it } from 'node:test'
import { counted } from './pluralize.ts'

it('counts one and many', () => {
  assert.deepEqual(
    [counted(0, 'tool'), counted(1, 'tool'), counted(1204, 'tool'), counted(2, 'tool runs', 'tools run')],
    ['0 tools', '1 tool', '1,204 tools', '2 tools run'],
  )
})
