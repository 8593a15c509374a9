import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventText } from './event-text.ts'

it('says types of events in the words of the dashboard', () => {
  assert.equal(eventText('external_user.created'), 'End user created')
  assert.equal(eventText('execution.failed'), 'Workflow execution failed')
  assert.equal(eventText('run.error'), 'Agent run failed')
  assert.equal(eventText('knowledge.source.ready'), 'Knowledge source ready')
  assert.equal(eventText('thread.reply_mode_changed'), 'Thread reply mode changed')
  assert.equal(eventText('something_new.happened'), 'Something new happened')
})

it('says what a pattern matches', () => {
  assert.equal(eventText('api_key.*'), 'API key: all events')
  assert.equal(eventText('knowledge.source.*'), 'Knowledge source: all events')
})
