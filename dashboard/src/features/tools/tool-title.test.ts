import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calledTool, toolTitle } from './tool-title.ts'

test('a slug is shown in words', () => {
  assert.equal(toolTitle('knowledge_search'), 'Knowledge search')
  assert.equal(toolTitle('google-drive_files.list'), 'Google drive files list')
  assert.equal(toolTitle('_'), '_')
})

test('a call that executes another tool is one of that tool', () => {
  assert.equal(calledTool('math_calculate', '{"slug":"x"}'), 'math_calculate')
  assert.equal(
    calledTool('execute_tool', '{"slug":"gmail_users_messages_send","arguments":{}}'),
    'gmail_users_messages_send',
  )
  for (const args of ['', '{"slug":"gm', '{}', '{"slug":7}', 'null'])
    assert.equal(calledTool('execute_tool', args), 'execute_tool')
})
