import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { ended, newAgent, say } from '../../../../../test/agents/api.ts'
import { startScriptedApp } from '../../../../../test/agents/scripted-app.ts'
import { obedient } from '../../../../../test/agents/scripted-model.ts'
import type { Caller, TestProject } from '../../../../../test/harness.ts'
import { base, chainOf, newWorkflow } from '../../../../../test/workflows/api.ts'

const { app, model } = await startScriptedApp(obedient)
let project: TestProject
let caller: Caller
beforeEach(async () => {
  project = await app.newProject()
  caller = project.admin
})

const order = (name: string, args: object) => `DO ${name} ${JSON.stringify(args)} END`
const shout = (text: string) => order('text_change_case', { text, to: 'upper' })
const sensitive = { humanApproval: { enabled: true, sensitiveToolNames: ['text_change_case'] } }
const agentWith = (tools: object = { pinnedSlugs: ['text_change_case'] }) =>
  newAgent(caller, { modelSettings: { model: 'openai/gpt-4o' }, tools, capabilities: sensitive })
const executionOf = async (id: string) => (await caller.get(`${base}/executions/${id}`)).body.data
const pauseOf = async (id: string) => (await executionOf(id)).state.pauses[0]
const resume = (threadId: string, body: object) =>
  caller.post(`${base}/executions/thread/${threadId}/resume`, body)
const auditOf = async (id: string) =>
  (await caller.get('/api/v1/audit-log?action=execution.resumed')).body.data.find(
    ({ target }: { target: { id: string } }) => target.id === id,
  )
/** The last request of the model, as one text. */
const lastRequest = () => JSON.stringify(model.requests.at(-1)!.body.messages)

type Step = {
  type: string
  status: string
  input: unknown
  output: unknown
  decisions: {
    type: string
    requested: unknown
    args: unknown
    message: string
    by: { kind: string }
    at: string
  }[]
}
const stepsOf = async (id: string, type: string): Promise<Step[]> =>
  (await ended(caller, id)).steps.filter((step: Step) => step.type === type)

describe('a decision', () => {
  test('is the same record in the step, the transcript, the model, the audit log and the finished run', async () => {
    const said = await say(caller, await agentWith(), [shout('one'), shout('two'), shout('three')].join(' '))
    const [one, two, three] = (await pauseOf(said.executionId)).request.requests
    const sent = { text: 'edited', to: 'upper' }
    const decided = await resume(said.threadId, {
      resumeValue: {
        decisions: [
          { id: two.id, type: 'edit', args: sent, message: 'two was wrong' },
          { id: three.id, type: 'reject' },
          { id: one.id, type: 'approve' },
        ],
      },
      comment: 'reviewed',
    })
    assert.equal(decided.status, 200, decided.text)
    // Steps are in the order in which they began, and a rejected call begins nothing.
    const placeOf = ({ decisions: [each] }: Step) =>
      [one, two, three].findIndex((request) => isDeepStrictEqual(request.arguments, each!.requested))
    const steps = await stepsOf(said.executionId, 'tool')
    const tools = steps.sort((left, right) => placeOf(left) - placeOf(right))
    assert.deepEqual(
      tools.map(({ status, input, output, decisions: [each] }) => [
        status,
        input,
        output,
        each!.type,
        each!.args,
        each!.message,
      ]),
      [
        ['completed', one.arguments, '{"text":"ONE"}', 'approve', one.arguments, 'reviewed'],
        ['completed', sent, '{"text":"EDITED"}', 'edit', sent, 'two was wrong'],
        [
          'rejected',
          three.arguments,
          '{"error":"rejected","message":"A human rejected this call. reviewed"}',
          'reject',
          null,
          'reviewed',
        ],
      ],
    )
    const edit = tools[1]!.decisions[0]!
    assert.deepEqual(edit.requested, two.arguments)
    assert.equal(edit.by.kind, 'key')
    assert.ok(Date.parse(edit.at) > 0)

    const { body } = await caller.get(`/api/v1/graphify/threads/${said.threadId}/messages`)
    const shown = body.data.filter(({ role }: { role: string }) => role === 'tool')
    const { id: _, ...inTranscript } = shown[1].message.additional_kwargs.decision
    assert.deepEqual(inTranscript, edit)

    assert.match(lastRequest(), /A human changed the arguments/)
    assert.match(lastRequest(), /two was wrong/)
    assert.ok(lastRequest().includes(JSON.stringify(JSON.stringify(sent)).slice(1, -1)), lastRequest())

    const [question] = await stepsOf(said.executionId, 'approval')
    assert.equal(question!.status, 'completed')
    assert.deepEqual(question!.decisions[1], edit)

    const audited = (await auditOf(said.executionId)).details.decisions
    assert.deepEqual(
      audited.map(({ id: __, ...each }: { id: string }) => each),
      [
        { toolSlug: 'text_change_case', decision: 'approve', comment: 'reviewed' },
        {
          toolSlug: 'text_change_case',
          decision: 'edit',
          requested: two.arguments,
          sent,
          comment: 'two was wrong',
        },
        { toolSlug: 'text_change_case', decision: 'reject', comment: 'reviewed' },
      ],
    )
  })

  test('of one for all calls is recorded for each, with its reason', async () => {
    const said = await say(caller, await agentWith(), [shout('one'), shout('two')].join(' '))
    const decided = await resume(said.threadId, { resumeValue: { approved: false, comment: 'not today' } })
    assert.equal(decided.status, 200, decided.text)
    const tools = await stepsOf(said.executionId, 'tool')
    assert.deepEqual(
      tools.map(({ status, decisions: [each] }) => [status, each!.type, each!.message]),
      [
        ['rejected', 'reject', 'not today'],
        ['rejected', 'reject', 'not today'],
      ],
    )
    assert.match(lastRequest(), /not today/)
    const [question] = await stepsOf(said.executionId, 'approval')
    assert.equal(question!.status, 'rejected')
  })

  test('that no one made in time, or that a cancel prevented, says so in the finished run', async () => {
    const agent = await newAgent(caller, {
      modelSettings: { model: 'openai/gpt-4o' },
      tools: { pinnedSlugs: ['text_change_case'] },
      capabilities: { humanApproval: { ...sensitive.humanApproval, timeoutSec: 1 } },
    })
    const late = await say(caller, agent, shout('one'))
    app.clock.advance(2_000)
    const [expired] = await stepsOf(late.executionId, 'approval')
    assert.deepEqual(
      [expired!.status, expired!.decisions.map(({ message, by }) => [message, by])],
      ['rejected', [['No one decided in time.', null]]],
    )
    const [call] = await stepsOf(late.executionId, 'tool')
    assert.deepEqual([call!.decisions[0]!.type, call!.decisions[0]!.by], ['reject', null])
    const left = await say(caller, await agentWith(), shout('one'))
    await caller.post(`${base}/executions/${left.executionId}/cancel`)
    const [cancelled] = await stepsOf(left.executionId, 'approval')
    assert.deepEqual([cancelled!.status, cancelled!.decisions], ['failed', []])
  })

  test('about a call of an agent in a node stays a step of the finished execution', async () => {
    const agentId = await agentWith()
    const node = { id: 'shout', type: 'llm_agent', agentId, inputMapping: { message: shout('one') } }
    const id = await newWorkflow(caller, chainOf([node]))
    const { executionId, threadId } = (
      await caller.post(`${base}/execute/${id}`, { input: {}, wait: 20_000 })
    ).body.data
    const args = { text: 'edited', to: 'upper' }
    assert.equal(
      (await resume(threadId, { resumeValue: { type: 'edit', args }, comment: 'why' })).status,
      200,
    )
    const [question] = await stepsOf(executionId, 'approval')
    const [decision] = question!.decisions
    assert.deepEqual(
      [question!.status, decision!.type, decision!.args, decision!.message],
      ['completed', 'edit', args, 'why'],
    )
    assert.match(lastRequest(), /A human changed the arguments/)
  })

  test('of a node that waits for a human has its reason in the failure, the step and the audit log', async () => {
    const form = { type: 'object', properties: { amount: { type: 'number' } }, additionalProperties: false }
    const wait = { id: 'approve', type: 'human_wait', humanMessage: 'Send it?', inputSchema: form }
    const id = await newWorkflow(caller, chainOf([wait], { output: '{{ nodes.approve.output }}' }))
    const start = async () =>
      (await caller.post(`${base}/execute/${id}`, { input: {}, wait: 5_000 })).body.data
    const rejected = await start()
    await resume(rejected.threadId, { resumeValue: { approved: false, comment: 'too much' } })
    const failed = await ended(caller, rejected.executionId)
    assert.deepEqual([failed.status, failed.error.message], ['failed', 'It was rejected: too much'])
    assert.deepEqual((await auditOf(rejected.executionId)).details, {
      pauseId: failed.steps.find(({ nodeId }: { nodeId: string }) => nodeId === 'approve').pauseId,
      nodeId: 'approve',
      kind: 'human_wait',
      decision: 'reject',
      comment: 'too much',
    })
    const approved = await start()
    const sent = { resumeValue: { approved: true, amount: 4, comment: 'fine' } }
    assert.equal((await resume(approved.threadId, sent)).status, 200)
    const done = await ended(caller, approved.executionId)
    assert.deepEqual([done.outputData.value, done.outputData.comment], [{ amount: 4 }, 'fine'])
    const step = done.steps.find(({ nodeId }: { nodeId: string }) => nodeId === 'approve')
    assert.deepEqual(
      step.decisions.map(({ type, args, message }: Step['decisions'][0]) => [type, args, message]),
      [['approve', { amount: 4 }, 'fine']],
    )
  })
})

describe('an edit', () => {
  const path = '/resumeValue/decisions/0'
  const refused: [what: string, decision: unknown, field: string][] = [
    [
      'arguments that the tool does not take',
      { type: 'edit', args: { text: 5, to: 'upper' } },
      `${path}/args/text`,
    ],
    ['an argument that is missing', { type: 'edit', args: { to: 'upper' } }, `${path}/args/text`],
    [
      'the same under the name of LangChain',
      { type: 'edit', editedAction: { name: 'text_change_case', args: { text: 5, to: 'upper' } } },
      `${path}/editedAction/args/text`,
    ],
    [
      'another tool than the one that was shown',
      { type: 'edit', editedAction: { name: 'table_delete', args: { text: 'x', to: 'upper' } } },
      `${path}/editedAction/name`,
    ],
    [
      'another tool, in the form of the agent inbox',
      { type: 'edit', args: { action: 'table_delete', args: { text: 'x', to: 'upper' } } },
      `${path}/args/action`,
    ],
    ['no arguments', { type: 'edit' }, `${path}/args`],
    ['arguments that are no object', { type: 'edit', args: [1] }, `${path}/args`],
    [
      'an approval with other arguments',
      { type: 'approve', args: { text: 'x', to: 'upper' } },
      `${path}/args`,
    ],
    ['a rejection with arguments', { type: 'reject', args: { text: 'x' } }, `${path}/args`],
    ['a field that no decision has', { type: 'approve', tool: 'table_delete' }, `${path}/tool`],
    ['a decision that does not exist', { type: 'maybe' }, `${path}/type`],
    ['text in place of a decision', 'perhaps', path],
    ['an approval that is none', { type: 'approve', approved: false }, `${path}/approved`],
    ['an approval beside a rejection', { decision: 'approve', action: 'ignore' }, `${path}/action`],
    ['an approval beside an unknown word', { type: 'approve', approved: null }, `${path}/approved`],
    [
      'two edits',
      {
        type: 'edit',
        args: { text: 'x', to: 'upper' },
        edited_action: { name: 'text_change_case', args: { text: 'y', to: 'upper' } },
      },
      `${path}/edited_action/args`,
    ],
    ['two reasons', { type: 'reject', message: 'a', comment: 'b' }, `${path}/comment`],
    ['a reason that is no text', { type: 'reject', message: { a: 1 } }, `${path}/message`],
  ]

  test('422: names the field that is wrong, and the question stays open', async () => {
    const said = await say(caller, await agentWith(), shout('one'))
    for (const [what, decision, field] of refused) {
      const { status, body, text } = await resume(said.threadId, { resumeValue: { decisions: [decision] } })
      assert.deepEqual([status, body.error?.code], [422, 'workflow_input_invalid'], `${what}: ${text}`)
      assert.equal(body.error.details[0].path, field, what)
    }
    const twice = await resume(said.threadId, { resumeValue: { decisions: [{ type: 'approve' }, true] } })
    assert.equal(twice.status, 422, twice.text)
    assert.equal((await executionOf(said.executionId)).status, 'paused')
    assert.equal((await resume(said.threadId, { resumeValue: true })).status, 200)
    assert.equal((await stepsOf(said.executionId, 'tool'))[0]!.output, '{"text":"ONE"}')
  })

  const args = { text: 'edited', to: 'upper' }
  const forms: [name: string, value: object][] = [
    ['args', { decisions: [{ type: 'edit', args }] }],
    ['arguments', { decisions: [{ type: 'edit', arguments: args }] }],
    ['editedAction', { decisions: [{ type: 'edit', editedAction: { name: 'text_change_case', args } }] }],
    ['edited_action', { decisions: [{ type: 'edit', edited_action: { name: 'text_change_case', args } }] }],
    ['the agent inbox', [{ type: 'edit', args: { action: 'text_change_case', args } }] as object],
    ['one decision', { type: 'edit', args }],
  ]

  test('in each form that clients send is executed, over both operations that resume', async () => {
    const agent = await agentWith()
    for (const [name, value] of forms) {
      const one = await say(caller, agent, shout('one'))
      assert.equal((await resume(one.threadId, { resumeValue: value })).status, 200, name)
      assert.equal((await stepsOf(one.executionId, 'tool'))[0]!.output, '{"text":"EDITED"}', name)
      const two = await say(caller, agent, shout('two'))
      const runs = `/api/v1/graphify/threads/${two.threadId}/runs`
      const invalid = { type: 'edit', args: { text: 5, to: 'upper' } }
      const body = (resume: unknown) => ({ assistant_id: agent, command: { resume } })
      const wrong = await caller.post(`${runs}/wait`, body({ decisions: [invalid] }))
      assert.deepEqual(
        [wrong.status, wrong.body.error.details[0].path],
        [422, '/command/resume/decisions/0/args/text'],
        wrong.text,
      )
      const sent = await caller.post(`${runs}/wait`, body(value))
      assert.equal(sent.status, 200, `${name}: ${sent.text}`)
      assert.equal((await stepsOf(two.executionId, 'tool'))[0]!.output, '{"text":"EDITED"}', name)
    }
  })

  test('in META mode changes what was shown, and never which tool is called', async () => {
    const agent = await agentWith({ mode: 'META' })
    const call = { slug: 'text_change_case', arguments: { text: 'one', to: 'upper' } }
    const said = await say(caller, agent, order('execute_tool', call))
    const [question] = (await pauseOf(said.executionId)).request.requests
    assert.deepEqual([question.toolSlug, question.arguments], ['text_change_case', call.arguments])
    const other = { slug: 'table_delete', arguments: { collection: 'notes', id: 'x' } }
    const refused = await resume(said.threadId, {
      resumeValue: { decisions: [{ type: 'edit', args: other }] },
    })
    assert.equal(refused.status, 422, refused.text)
    assert.equal((await resume(said.threadId, { resumeValue: { type: 'edit', args } })).status, 200)
    const [step] = await stepsOf(said.executionId, 'tool')
    assert.deepEqual([step!.output, step!.input], ['{"text":"EDITED"}', args])
    assert.match(lastRequest(), /A human changed the arguments/)
  })
})
