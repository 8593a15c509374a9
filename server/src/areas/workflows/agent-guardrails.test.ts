import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { newAgent, say } from '../../../test/agents/api.ts'
import { startScriptedApp } from '../../../test/agents/scripted-app.ts'
import type { ModelAnswer, ModelRequest } from '../../../test/agents/scripted-model.ts'
import type { Caller, TestProject } from '../../../test/harness.ts'
import { base } from '../../../test/workflows/api.ts'
import { sql } from '../../kernel/db/db.ts'

let script: (request: ModelRequest) => ModelAnswer = () => ({ text: 'ok' })
const { app, model } = await startScriptedApp((request) => script(request))
let project: TestProject
let caller: Caller
beforeEach(async () => {
  project = await app.newProject()
  caller = project.member.as('ada')
  model.requests.length = 0
  script = () => ({ text: 'ok' })
})

const agentWith = (behavior: object, more: object = {}) =>
  newAgent(caller, { modelSettings: { model: 'openai/gpt-4o' }, behavior, ...more })
const pii = (...rules: object[]) => ({ guardrails: { refusalMessage: 'Withheld.', pii: { rules } } })
const shout = (text: string) => ({ name: 'text_change_case', arguments: { text, to: 'upper' } })
/** Everything that is stored of the runs of the project. */
async function stored(): Promise<string> {
  const rows = await app.db.rows<{ text: string }>(sql`
    select input::text as text from run where project_id = ${project.id}
    union all select coalesce(input::text, '') || coalesce(output::text, '') from workflow_execution
      where project_id = ${project.id}
    union all select message::text from thread_entry where project_id = ${project.id}
    union all select data::text from run_event where project_id = ${project.id}
    union all select output::text from run_step where project_id = ${project.id}`)
  return rows.map(({ text }) => text).join('\n')
}
const eventsOf = async (runId: string, name: string) => {
  const rows = await app.db.rows<{ data: { name: string; data: Record<string, unknown> } }>(
    sql`select data from run_event where run_id = ${runId} and type = 'custom' order by seq`,
  )
  return rows.filter(({ data }) => data.name === name).map(({ data }) => data.data)
}

test('personal data of a user reaches neither the model nor what is stored', async () => {
  const agent = await agentWith(pii({ type: 'email' }, { type: 'credit_card', strategy: 'mask' }))
  const said = await say(caller, agent, 'I am ada@example.org, my card is 4111 1111 1111 1111')
  assert.equal(said.status, 'completed', JSON.stringify(said))
  const everything = `${JSON.stringify(model.requests.map(({ body }) => body))}${await stored()}`
  assert.ok(everything.includes('[REDACTED_EMAIL], my card is **** **** **** 1111'))
  assert.ok(!everything.includes('ada@example.org') && !everything.includes('4111 1111'), everything)
  assert.deepEqual(await eventsOf(said.executionId, 'guardrail.pii'), [
    { place: 'input', found: { email: 1, credit_card: 1 }, blockedBy: null },
  ])
})

test('personal data in results of tools is withheld from the model', async () => {
  script = ({ messages, last }) =>
    messages.length < 3 ? { calls: [shout('to eve@example.org')] } : { text: `Read: ${last}` }
  const tools = { pinnedSlugs: ['text_change_case'] }
  const redacting = await say(caller, await agentWith(pii({ type: 'email' }), { tools }), 'go')
  assert.equal(redacting.outputData.text, 'Read: {"text":"TO [REDACTED_EMAIL]"}')
  const blocking = await agentWith(pii({ type: 'email', strategy: 'block' }), { tools })
  assert.match((await say(caller, blocking, 'go')).outputData.text, /withheld: it contains personal data/)
})

test('what the model says is shown after the rules of its output were applied', async () => {
  script = () => ({ text: 'Write to bob@example.org or call 555-1234.' })
  const rules = [
    { type: 'email', strategy: 'mask', applyToOutput: true },
    { type: 'custom', pattern: '\\b\\d{3}-\\d{4}\\b', strategy: 'hash', applyToOutput: true },
  ]
  const said = await say(caller, await agentWith(pii(...rules)), 'Whom do I ask?')
  assert.match(said.outputData.text, /^Write to b\*\*\*@example\.org or call <custom_hash:[0-9a-f]{12}>\.$/)
  assert.ok(!(await stored()).includes('bob@example.org'))
})

test('a rule that blocks ends the turn with the refusal of the agent', async () => {
  const agent = await agentWith(pii({ type: 'ip', strategy: 'block', applyToOutput: true }))
  const requested = await say(caller, agent, 'Who is 10.1.2.3?')
  assert.deepEqual([requested.outputData.text, requested.outputData.finishReason], ['Withheld.', 'guardrail'])
  assert.equal(model.requests.length, 0)
  script = () => ({ text: 'It is 10.9.8.7.' })
  const answered = await say(caller, agent, 'What is the address?', { threadId: requested.threadId })
  assert.deepEqual([answered.outputData.text, answered.outputData.finishReason], ['Withheld.', 'guardrail'])
  const everything = await stored()
  assert.ok(!everything.includes('10.1.2.3') && !everything.includes('10.9.8.7'))
})

test('structured output and sub-agents are under the same rules', async () => {
  script = () => ({ text: '{"contact": "bob@example.org"}' })
  const outputSchema = { type: 'object', properties: { contact: { type: 'string' } } }
  const rules = pii({ type: 'email', applyToOutput: true })
  const structured = await say(caller, await agentWith(rules, { outputSchema }), 'go')
  assert.deepEqual(structured.outputData, { contact: '[REDACTED_EMAIL]' })
  const helper = await newAgent(caller, { modelSettings: { model: 'openai/gpt-4o' } }, { name: 'Helper' })
  script = ({ messages, tools }) => {
    if (!tools.includes('delegate')) return { text: 'It is eve@example.org.' }
    return messages.length < 3
      ? { calls: [{ name: 'delegate', arguments: { agent: 'Helper', task: 'find out' } }] }
      : { text: 'done' }
  }
  await say(caller, await agentWith(rules, { subAgentIds: [helper] }), 'go')
  assert.ok(!(await stored()).includes('eve@example.org'))
})

test('patterns that cannot be matched in linear time, and rules without one, are refused', async () => {
  const create = (rule: object) =>
    caller.post(`${base}/create`, { name: 'x', agent: { prompt: 'x', behavior: pii(rule) } })
  for (const rule of [
    { type: 'custom', pattern: '(?=a)b' },
    { type: 'custom', pattern: '(a)\\1' },
    { type: 'custom', pattern: '(' },
    { type: 'custom' },
    { type: 'email', pattern: 'x' },
  ])
    assert.equal((await create(rule)).status, 400, JSON.stringify(rule))
  const { details, message } = (await create({ type: 'custom', pattern: 'a{0,999}'.repeat(20) })).body.error
  assert.equal(details[0].path, '/agent/behavior/guardrails/pii/rules/0/pattern', message)
  assert.match(details[0].message, /must not repeat its parts more than 5000 times/)
  const exported = (await caller.get(`${base}/${await agentWith(pii({ type: 'email' }))}/export`)).body.data
  const changed = {
    ...exported,
    agent: { ...exported.agent, behavior: pii({ type: 'custom', pattern: '(' }) },
  }
  assert.equal((await caller.post(`${base}/import`, { workflow: changed })).status, 400)
  const slow = await agentWith(pii({ type: 'custom', pattern: '(a+)+$' }))
  assert.equal((await say(caller, slow, `${'a'.repeat(50_000)}b`)).status, 'completed')
})

const threads = '/api/v1/graphify/threads'
const operator = { 'x-act-across-users': 'true' }
const threadOf = async (id: string) => (await project.admin.get(`${threads}/${id}`, operator)).body.data
const escalating = (escalation: object = {}) => ({
  escalation: {
    enabled: true,
    triggers: ['a refund'],
    handoffMessage: 'A colleague takes over.',
    ...escalation,
  },
})
const callHuman = { name: 'escalate_to_human', arguments: { reason: 'Wants a refund' } }

test('an agent passes a conversation to a human, who is found with the reason and hands it back', async () => {
  script = ({ messages, last, tools }) => {
    assert.ok(tools.includes('escalate_to_human') && messages[0].content.includes('when: a refund'))
    return last === 'refund please' ? { calls: [callHuman] } : { text: `Answer to ${last}` }
  }
  const agent = await agentWith(escalating())
  const requested = await say(caller, agent, 'refund please')
  const { text, finishReason } = requested.outputData
  assert.deepEqual([text, finishReason], ['A colleague takes over.', 'escalated'], JSON.stringify(requested))
  const { threadId } = requested
  const search = { metadata: { escalation: {} }, replyMode: 'human' }
  const found = await project.admin.post(`${threads}/search`, search, operator)
  assert.deepEqual(
    found.body.data.map(({ id, metadata }: Record<string, Record<string, { reason: string }>>) => [
      id,
      metadata!.escalation!.reason,
    ]),
    [[threadId, 'Wants a refund']],
  )
  const [event] = await eventsOf(requested.executionId, 'escalation')
  assert.match(String(event!.summary), /^Wants a refund\n\nLast message of ada: refund please$/)
  assert.match((await project.admin.get('/api/v1/audit-log?limit=50')).text, /thread\.escalated/)
  const stored = await say(caller, agent, 'anyone?', { threadId })
  assert.deepEqual(
    [stored.status, stored.outputData.text, stored.outputData.finishReason],
    ['completed', '', 'human_reply'],
  )
  assert.equal(model.requests.length, 1)
  const back = await project.admin.patch(`${threads}/${threadId}/reply-mode`, { mode: 'agent' }, operator)
  assert.equal(back.body.data.metadata.escalation, undefined)
  assert.equal((await say(caller, agent, 'hello', { threadId })).outputData.text, 'Answer to hello')
})

test('attempts that fail in a row, and a cap, call a human without the model', async () => {
  script = () => ({ calls: [{ name: 'no_such_tool', arguments: { at: Math.random() } }] })
  const failing = await say(caller, await agentWith(escalating({ afterFailedAttempts: 2 })), 'go')
  assert.equal(failing.outputData.finishReason, 'escalated')
  assert.equal(model.requests.length, 2)
  script = () => ({ text: 'ok' })
  const usageCaps = {
    enabled: true,
    maxTurnsPerConversation: 1,
    onExceeded: 'escalate',
    exceededMessage: 'Enough.',
  }
  const capped = await agentWith({ ...escalating(), usageCaps })
  const { threadId } = await say(caller, capped, 'one')
  const second = await say(caller, capped, 'two', { threadId })
  assert.deepEqual([second.outputData.text, second.outputData.finishReason], ['Enough.', 'escalated'])
  assert.equal((await threadOf(threadId)).replyMode, 'human')
})

test('a tool notifies a human with the summary; an agent that only replies keeps the conversation', async () => {
  script = () => ({ calls: [callHuman] })
  const notifying = escalating({
    action: 'notify_tool',
    notifyToolSlug: 'text_count',
    summaryTemplate: '{{user}} in {{threadId}}: {{reason}} {{other}}',
  })
  const notified = await say(caller, await agentWith(notifying), 'help')
  assert.deepEqual(await eventsOf(notified.executionId, 'escalation.notified'), [
    { toolSlug: 'text_count', failure: null },
  ])
  const [event] = await eventsOf(notified.executionId, 'escalation')
  assert.equal(event!.summary, `ada in ${notified.threadId}: Wants a refund {{other}}`)
  const replied = await say(caller, await agentWith(escalating({ action: 'reply_only' })), 'help')
  assert.equal(replied.outputData.text, 'A colleague takes over.')
  const { replyMode, metadata } = await threadOf(replied.threadId)
  assert.deepEqual([replyMode, metadata.escalation.reason], ['agent', 'Wants a refund'])
})
