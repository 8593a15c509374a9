import assert from 'node:assert/strict'
import { it } from 'node:test'
import { actionText, objectName, targetName } from './action-text.ts'

it('says actions in the words of the dashboard', () => {
  assert.equal(actionText('external_user.created'), 'End user created')
  assert.equal(actionText('thread.reply_mode_changed'), 'Thread reply mode changed')
  assert.equal(actionText('mcp_server.deleted'), 'MCP server deleted')
  assert.equal(actionText('unknown'), 'Unknown')
  assert.equal(objectName('sandbox_session'), 'Sandbox session')
})

it('finds the name of an object in the details, and nothing that is no name', () => {
  assert.equal(targetName({ name: 'First key', email: 'a@example.com' }), 'First key')
  assert.equal(targetName({ slug: 'sample-orders', version: 1 }), 'sample-orders')
  for (const details of [{}, { name: 3 }, { name: ' ' }, { name: null }])
    assert.equal(targetName(details), null)
})
