import assert from 'node:assert/strict'
import { it } from 'node:test'
import { actionText, objectName } from './action-text.ts'

it('says actions in the words of the dashboard', () => {
  assert.equal(actionText('external_user.created'), 'End user created')
  assert.equal(actionText('thread.reply_mode_changed'), 'Thread reply mode changed')
  assert.equal(actionText('mcp_server.deleted'), 'MCP server deleted')
  assert.equal(actionText('unknown'), 'Unknown')
  assert.equal(objectName('sandbox_session'), 'Sandbox session')
})
