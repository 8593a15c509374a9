import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type AgentView,
  approvalOf,
  changesOf,
  tableAccessOf,
  withApproval,
  withoutTable,
  withoutTool,
  withTable,
  withTool,
} from './agent-draft.ts'

const agent = { prompt: 'Help.', tools: { mode: 'NORMAL' } } as AgentView

describe('the draft of an agent', () => {
  it('has a rule for each tool, and a removed tool takes its rule along', () => {
    const two = withTool(withTool(agent, 'mail_send'), 'math_calculate')
    const asks = withApproval(two, 'mail_send', 'ask')
    assert.deepEqual([approvalOf(asks, 'MAIL_SEND'), approvalOf(asks, 'math_calculate')], ['ask', 'auto'])
    const asksUser = withApproval(asks, 'mail_send', 'ask_user')
    assert.equal(approvalOf(asksUser, 'MAIL_SEND'), 'ask_user')
    assert.deepEqual(asksUser.capabilities!.humanApproval!.decidedByTool, { mail_send: 'end_user' })
    const never = withApproval(asksUser, 'mail_send', 'never')
    assert.equal(approvalOf(never, 'mail_send'), 'never')
    assert.deepEqual(never.capabilities!.humanApproval!.sensitiveToolNames, [])
    assert.deepEqual(never.capabilities!.humanApproval!.decidedByTool, {})
    const removed = withoutTool(never, 'mail_send')
    assert.deepEqual(removed.tools.pinnedSlugs, ['math_calculate'])
    assert.deepEqual(removed.capabilities!.humanApproval!.alwaysAllowedToolNames, [])
  })

  it('has an access for each table, as the server reads it', () => {
    const one = withTable(agent, 't1', 'read')
    assert.equal(tableAccessOf(one, 't1'), 'read')
    const all = withTable(withTable(one, 't2', 'write'), 't1', 'delete')
    assert.deepEqual(all.databaseCollectionIds, ['t1', 't2'])
    assert.deepEqual([tableAccessOf(all, 't1'), tableAccessOf(all, 't2')], ['delete', 'write'])
    assert.equal(tableAccessOf({ ...agent, databaseAccessPolicies: { t3: { write: true } } }, 't3'), 'write')
    assert.deepEqual(withoutTable(all, 't1').databaseAccessPolicies, { t2: 'write' })
  })

  it('sends the fields that have changed alone', () => {
    assert.deepEqual(changesOf(agent, agent), {})
    assert.deepEqual(changesOf(agent, { ...agent, prompt: 'Be brief.' }), { prompt: 'Be brief.' })
    assert.deepEqual(Object.keys(changesOf(agent, withTool(agent, 'x'))), ['tools'])
    const asks = withApproval(agent, 'x', 'ask')
    assert.deepEqual(changesOf(asks, withApproval(asks, 'x', 'auto')), {
      capabilities: { humanApproval: { sensitiveToolNames: [], decidedByTool: { x: null } } },
    })
    const two = withTable(withTable(agent, 't1', 'read'), 't2', 'write')
    assert.deepEqual(changesOf(two, withoutTable(two, 't1')), {
      databaseCollectionIds: ['t2'],
      databaseAccessPolicies: { t1: null },
    })
  })
})
