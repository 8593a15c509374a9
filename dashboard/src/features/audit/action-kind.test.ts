import assert from 'node:assert/strict'
import { it } from 'node:test'
import { kindOfAction } from './action-kind.ts'

it('finds what kind of change an action is, by its last word', () => {
  const kinds = {
    'api_key.created': 'added',
    'connected_account.connected': 'added',
    'connected_account.disconnected': 'removed',
    'toolkit.uninstalled': 'removed',
    'trigger.webhook_removal_failed': 'refused',
    'thread.reply_mode_changed': 'changed',
    'workflow.deactivated': 'changed',
    'webhook.tested': 'other',
  }
  for (const [action, kind] of Object.entries(kinds)) assert.equal(kindOfAction(action), kind, action)
})
