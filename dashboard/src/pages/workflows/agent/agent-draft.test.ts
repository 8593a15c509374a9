import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type AgentView, approvalOf, changesOf, withApproval, withoutTool, withTool } from './agent-draft.ts'

const agent = { prompt: 'Help.', tools: { mode: 'NORMAL' } } as AgentView

describe('the draft of an agent', () => {
  it('has a rule for each tool, and a removed tool takes its rule along', () => {
    const two = withTool(withTool(agent, 'mail_send'), 'math_calculate')
    const asks = withApproval(two, 'mail_send', 'ask')
    assert.deepEqual([approvalOf(asks, 'MAIL_SEND'), approvalOf(asks, 'math_calculate')], ['ask', 'auto'])
    const never = withApproval(asks, 'mail_send', 'never')
    assert.equal(approvalOf(never, 'mail_send'), 'never')
    assert.deepEqual(never.capabilities!.humanApproval!.sensitiveToolNames, [])
    const removed = withoutTool(never, 'mail_send')
    assert.deepEqual(removed.tools.pinnedSlugs, ['math_calculate'])
    assert.deepEqual(removed.capabilities!.humanApproval!.alwaysAllowedToolNames, [])
  })

  it('sends the fields that have changed alone', () => {
    assert.deepEqual(changesOf(agent, agent), {})
    assert.deepEqual(changesOf(agent, { ...agent, prompt: 'Be brief.' }), { prompt: 'Be brief.' })
    assert.deepEqual(Object.keys(changesOf(agent, withTool(agent, 'x'))), ['tools'])
  })
})
