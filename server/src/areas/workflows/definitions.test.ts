import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { base } from '../../../test/workflows/api.ts'
import { graph, startDefinitionsApp } from '../../../test/workflows/definitions-app.ts'

const { app, project, made } = await startDefinitionsApp()

describe('create', () => {
  test('200: a graph is a static workflow with its tools, in version 1.0.0', async () => {
    const workflow = await made({ name: ' Greeting ', graph })
    assert.equal(workflow.name, 'Greeting')
    assert.deepEqual(
      [
        workflow.workflowType,
        workflow.lifecycle,
        workflow.isActive,
        workflow.version,
        workflow.activeVersion,
      ],
      ['static', 'ready', false, '1.0.0', null],
    )
    assert.deepEqual(workflow.tools, [
      {
        toolSlug: 'text_change_case',
        toolName: 'Change case',
        toolkitSlug: 'text',
        toolkitName: 'Text',
        needsAccount: false,
      },
    ])
    assert.equal(workflow.ownerId, project.id)
    assert.equal(workflow.graph.nodes.length, 3)
    assert.equal(workflow.agent, null)
  })

  test('200: nothing at all is an agent; static without a graph has start and end', async () => {
    const agent = await made({})
    assert.deepEqual(
      [agent.name, agent.workflowType, agent.agent.tools.mode],
      ['New Agent', 'agent', 'NORMAL'],
    )
    const empty = await made({ workflowType: 'static' })
    assert.deepEqual(
      empty.graph.nodes.map(({ id }: { id: string }) => id),
      ['start', 'end'],
    )
  })

  test('200: nodes without an id get one', async () => {
    const workflow = await made({
      graph: { nodes: [{ type: 'start' }, { type: 'set' }, { type: 'set' }, { type: 'end' }], edges: [] },
    })
    assert.deepEqual(
      workflow.graph.nodes.map(({ id }: { id: string }) => id),
      ['start', 'set', 'set_2', 'end'],
    )
  })

  test('200: an agent keeps every field of its object', async () => {
    const agent = {
      prompt: 'Help.',
      modelSettings: { model: 'local/demo', temperature: 0.2, stop: ['END'] },
      capabilities: { todoList: { enabled: true }, humanApproval: { enabled: true, mode: 'sensitiveOnly' } },
      behavior: { persona: { tone: 'friendly' }, usageCaps: { enabled: true, messagesPerUserPerDay: 5 } },
      identity: { mode: 'collect', collect: ['email'] },
      starterPrompts: ['Hello'],
      tools: {
        mode: 'META',
        pinnedSlugs: ['text_change_case'],
      },
      inputSchema: { type: 'object' },
    }
    const workflow = await made({ name: 'Agent', agent })
    assert.equal(workflow.workflowType, 'agent')
    assert.deepEqual(workflow.agent.capabilities, agent.capabilities)
    assert.deepEqual(workflow.agent.behavior, agent.behavior)
    const kept = await project.admin.patch(`${base}/update/${workflow.id}`, {
      agent: { prompt: 'Help more.', tools: { mode: 'META' } },
    })
    assert.equal(kept.status, 200, kept.text)
    assert.deepEqual(kept.body.data.agent, { ...workflow.agent, prompt: 'Help more.' })
    const unknown = await project.admin.patch(`${base}/update/${workflow.id}`, {
      agent: { tools: { externalMcpConfigs: ['other'] } },
    })
    assert.equal(unknown.status, 400)
  })

  test('200: an update of an agent merges by field at every level, and null clears', async () => {
    const agent = {
      prompt: 'Help.',
      modelSettings: { model: 'local/demo', temperature: 0.2, stop: ['END'], logitBias: { 1: 1, 2: 2 } },
      capabilities: {
        todoList: { enabled: true, strict: true },
        humanApproval: { enabled: true, sensitiveToolNames: ['text_change_case'], timeoutSec: 60 },
      },
      behavior: {
        persona: { tone: 'friendly', role: 'Help' },
        guardrails: { refusalMessage: 'No.', pii: { enabled: true, rules: [{ type: 'email' }] } },
      },
      tools: { mode: 'META', pinnedSlugs: ['text_change_case'], discoveryWhitelist: true },
      inputSchema: { type: 'object', properties: { a: { type: 'string' } } },
    }
    const workflow = await made({ name: 'Agent', agent })
    const update = (change: object) => project.admin.patch(`${base}/update/${workflow.id}`, { agent: change })
    const after = async (change: object) => {
      const { status, body, text } = await update(change)
      assert.equal(status, 200, text)
      return body.data.agent
    }
    const expected = structuredClone(workflow.agent)
    expected.capabilities.humanApproval.enabled = false
    assert.deepEqual(await after({ capabilities: { humanApproval: { enabled: false } } }), expected)
    delete expected.capabilities.humanApproval.timeoutSec
    expected.behavior.persona.tone = 'playful'
    const [persona, humanApproval] = [{ tone: 'playful' }, { timeoutSec: null }]
    assert.deepEqual(await after({ behavior: { persona }, capabilities: { humanApproval } }), expected)
    delete expected.modelSettings.logitBias[1]
    expected.modelSettings.stop = ['STOP']
    assert.deepEqual(await after({ modelSettings: { logitBias: { 1: null }, stop: ['STOP'] } }), expected)
    expected.inputSchema = { type: 'object' }
    assert.deepEqual(await after({ inputSchema: { type: 'object' } }), expected, 'a schema is one value')
    delete expected.behavior
    delete expected.tools.pinnedSlugs
    assert.deepEqual(await after({ behavior: null, tools: { pinnedSlugs: null } }), expected)
    assert.deepEqual(await after({}), expected)
    for (const broken of [
      { modelSettings: { temperature: 9 } },
      { capabilities: [] },
      { tools: { mode: 1 } },
    ])
      assert.equal((await update(broken)).status, 400, JSON.stringify(broken))
    assert.deepEqual(await after({}), expected)
  })

  test('200: what it names and what is not there makes it a draft', async () => {
    const draft = await made({
      graph: {
        ...graph,
        nodes: graph.nodes.map((node) =>
          node.type === 'action' ? { ...node, toolSlug: 'no_such_tool' } : node,
        ),
      },
    })
    assert.equal(draft.lifecycle, 'draft')
    const refused = await project.admin.patch(`${base}/activeStatus/${draft.id}`, { activeStatus: true })
    assert.equal(refused.status, 422)
    assert.equal(refused.body.error.code, 'graph_invalid')
    const [problem] = refused.body.error.problems
    assert.deepEqual(
      [problem.code, problem.nodeId, problem.path],
      ['unknown_tool', 'shout', '/graph/nodes/1/toolSlug'],
    )
  })

  test('400 for node ids that are names of JavaScript, for 201 nodes, for two cron triggers', async () => {
    for (const id of ['__proto__', '__x', 'a b', ''.padEnd(65, 'a')]) {
      const answer = await project.admin.post(`${base}/create`, {
        graph: { nodes: [{ id, type: 'set' }], edges: [] },
      })
      assert.equal(answer.status, 400, id)
    }
    const nodes = Array.from({ length: 201 }, (_, i) => ({ id: `n${i}`, type: 'set' }))
    assert.equal((await project.admin.post(`${base}/create`, { graph: { nodes, edges: [] } })).status, 400)
    const cron = { kind: 'cron', expression: '0 9 * * *' }
    assert.equal((await project.admin.post(`${base}/create`, { triggers: [cron, cron] })).status, 400)
  })

  test('413 for a definition over 2 MiB', async () => {
    const large = Array.from({ length: 9 }, (_, i) => ({
      id: `n${i}`,
      type: 'code',
      code: 'x'.repeat(256 * 1024),
    }))
    const answer = await project.admin.post(`${base}/create`, { graph: { nodes: large, edges: [] } })
    assert.equal(answer.status, 413, answer.text.slice(0, 200))
  })
})

describe('update', () => {
  test('200: a changed graph is a version, other fields are not; If-Match is compared', async () => {
    const workflow = await made({ graph })
    const url = `${base}/update/${workflow.id}`
    const renamed = await project.admin.patch(url, { name: 'Other' }, { 'if-match': '"1"' })
    assert.deepEqual(
      [renamed.body.data.name, renamed.body.data.version, renamed.body.data.revision],
      ['Other', '1.0.0', 2],
    )
    assert.equal((await project.admin.patch(url, { name: 'Late' }, { 'if-match': '"1"' })).status, 412)
    const edited = await project.admin.patch(url, { graph: { ...graph, timeoutSec: 60 }, note: 'A timeout' })
    assert.equal(edited.body.data.version, '1.0.1')
    const same = await project.admin.patch(url, { graph: { ...graph, timeoutSec: 60 } })
    assert.equal(same.body.data.version, '1.0.1')
  })

  test('200: a static workflow waits to be published, an agent does not', async () => {
    const workflow = await made({ graph })
    const url = `${base}/update/${workflow.id}`
    const status = `${base}/activeStatus/${workflow.id}`
    const twice = await project.admin.patch(status, { activeStatus: true, enabled: false })
    assert.equal(twice.status, 400)
    const active = await project.admin.patch(status, { activeStatus: true })
    assert.deepEqual([active.body.data.isActive, active.body.data.activeVersion], [true, '1.0.0'])
    const edited = await project.admin.patch(url, { graph: { ...graph, timeoutSec: 60 } })
    assert.deepEqual(
      [edited.body.data.activeVersion, edited.body.data.hasUnpublishedChanges],
      ['1.0.0', true],
    )
    const published = await project.admin.patch(status, { activeStatus: true })
    assert.deepEqual(
      [published.body.data.activeVersion, published.body.data.hasUnpublishedChanges],
      ['1.0.1', false],
    )
    const stopped = await project.admin.patch(status, { activeStatus: false })
    assert.deepEqual([stopped.body.data.isActive, stopped.body.data.activeVersion], [false, null])

    const agent = await made({ agent: { prompt: 'Hello', modelSettings: { model: 'local/demo' } } })
    await project.admin.patch(`${base}/update/${agent.id}`, { isActive: true })
    const changed = await project.admin.patch(`${base}/update/${agent.id}`, { agent: { prompt: 'Hi' } })
    assert.deepEqual([changed.body.data.activeVersion, changed.body.data.version], ['1.0.1', '1.0.1'])
    const broken = { agent: { modelSettings: { model: 'no/such-model' } } }
    const waiting = await project.admin.patch(`${base}/update/${agent.id}`, broken)
    assert.deepEqual([waiting.body.data.activeVersion, waiting.body.data.version], ['1.0.1', '1.0.2'])
    const refused = await project.admin.patch(`${base}/update/${agent.id}`, {
      agent: { modelSettings: { model: 'no/such-model', seed: 1 } },
      publish: true,
    })
    assert.equal(refused.status, 422)
  })

  test('200: many writers at the same time each make a version', async () => {
    const workflow = await made({ graph })
    const answers = await Promise.all(
      [11, 12, 13].map((timeoutSec) =>
        project.admin.patch(`${base}/update/${workflow.id}`, { graph: { ...graph, timeoutSec } }),
      ),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    const { body } = await project.admin.get(`${base}/detail/${workflow.id}`)
    assert.equal(body.data.versionNumber, 4)
  })
})

describe('requests', () => {
  test('200: an Idempotency-Key makes one workflow and one edit', async () => {
    const key = { 'idempotency-key': 'create-once' }
    const [first, second] = [
      await project.admin.post(`${base}/create`, { graph }, key),
      await project.admin.post(`${base}/create`, { graph }, key),
    ]
    assert.equal(first.body.data.id, second.body.data.id)
    const ops = { ops: [{ op: 'addNode', node: { id: 'extra', type: 'set' } }] }
    const url = `${base}/${first.body.data.id}/graph/ops`
    for (let i = 0; i < 2; i++) {
      const edited = await project.admin.post(url, ops, { 'idempotency-key': 'edit-once' })
      assert.deepEqual([edited.status, edited.body.data.version], [200, '1.0.1'])
    }
  })

  test('400 for a schedule that cannot be read, or a time zone that is none', async () => {
    const trigger = (fields: object) =>
      project.admin.post(`${base}/create`, { triggers: [{ kind: 'cron', ...fields }] })
    assert.equal((await trigger({ expression: 'every day' })).body.error.code, 'invalid_cron')
    assert.equal(
      (await trigger({ expression: '0 9 * * *', timezone: 'Mars/Base' })).body.error.code,
      'invalid_time_zone',
    )
    assert.equal((await trigger({})).status, 400)
    const { body } = await trigger({ expression: '0 9 * * 1-5', timezone: 'Europe/Berlin' })
    assert.equal(body.data.marketplaceCapabilities.hasCron, true)
  })

  test('200: another type is counted as that, and an admin across users changes what is not theirs', async () => {
    const frank = project.admin.as('frank')
    const workflow = await made({ graph }, frank)
    const across = { 'x-act-across-users': 'true' }
    const body = { workflowType: 'agent', agent: { prompt: 'Help.' } }
    const changed = await project.admin.patch(`${base}/update/${workflow.id}`, body, across)
    assert.deepEqual(
      [changed.status, changed.body.data.workflowType, changed.body.data.lifecycle],
      [200, 'agent', 'ready'],
    )
    const user = await project.admin.get(`/api/v1/external-users/${workflow.ownerId}`)
    const { agentCount, workflowCount } = user.body.data.resourceStats
    assert.deepEqual([agentCount, workflowCount], [1, 0])
    assert.equal((await project.admin.delete(`${base}/delete/${workflow.id}`, across)).status, 200)
    const after = await project.admin.get(`/api/v1/external-users/${workflow.ownerId}`)
    assert.equal(after.body.data.resourceStats.agentCount, 0)
  })

  test('200: every change is in the audit log', async () => {
    const own = await app.newProject()
    const { id } = await made({ graph }, own.admin)
    await own.admin.patch(`${base}/update/${id}`, { name: 'Other' })
    await own.admin.patch(`${base}/activeStatus/${id}`, { activeStatus: true })
    await own.admin.patch(`${base}/activeStatus/${id}`, { activeStatus: false })
    await own.admin.delete(`${base}/delete/${id}`)
    const { body } = await own.admin.get('/api/v1/audit-log?limit=100')
    const actions = body.data.map(({ action }: { action: string }) => action)
    for (const action of ['created', 'updated', 'activated', 'deactivated', 'deleted'])
      assert.ok(actions.includes(`workflow.${action}`), action)
  })
})

test('400 for a field that a definition does not have, with the nearest name, and nothing is stored', async () => {
  const { id, revision } = await made({ agent: { prompt: 'Greet.' } })
  for (const [body, message] of [
    [{ agent: { promt: 'x' } }, 'agent/promt is not a known field; did you mean prompt?'],
    [{ agent: { capabilities: { humanAproval: {} } } }, 'did you mean humanApproval?'],
    [
      { graph: { nodes: [{ id: 'a', type: 'action', toolSlug: 'x', inputMaping: {} }], edges: [] } },
      'inputMapping',
    ],
    [
      { graph: { nodes: [{ id: 'a', type: 'start', prompt: 'x' }], edges: [] } },
      'graph/nodes/0/prompt is not',
    ],
    [{ nmae: 'x', note: 'y' }, 'did you mean name?'],
  ] as const) {
    const refused = await project.admin.patch(`${base}/update/${id}`, body)
    assert.deepEqual([refused.status, refused.body.error?.code], [400, 'unknown_field'], refused.text)
    assert.ok(refused.body.message.includes(message), refused.body.message)
  }
  assert.equal((await project.admin.get(`${base}/detail/${id}`)).body.data.revision, revision)
})

test('200 for a definition that is sent back as it was read: what only a response has is named and left out', async () => {
  const { id } = await made({ agent: { prompt: 'Greet.' } })
  const { data } = (await project.admin.get(`${base}/detail/${id}`)).body
  const { graph: _, ...read } = data
  const written = await project.admin.patch(`${base}/update/${id}`, { ...read, name: 'Greeter' })
  assert.deepEqual([written.status, written.body.data?.name], [200, 'Greeter'], written.text)
  assert.match(String(written.headers['x-ignored-fields']), /\bprojectId\b/)
})
