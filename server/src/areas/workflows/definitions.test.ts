import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { sql } from '../../kernel/db/db.ts'
import { createVersionSweep } from './service/definitions/prune-versions.ts'

const app = await startTestApp({ hasPieces: false })
after(() => app.stop())
let project: TestProject
before(async () => {
  project = await app.newProject()
})

const base = '/api/v1/workflow/manager'
const graph = {
  nodes: [
    { id: 'start', type: 'start' },
    {
      id: 'shout',
      type: 'action',
      toolSlug: 'text_change_case',
      inputMapping: { text: '{{ input.name }}', to: 'upper' },
    },
    { id: 'end', type: 'end', output: '{{ nodes.shout.output.text }}' },
  ],
  edges: [
    { from: 'start', to: 'shout' },
    { from: 'shout', to: 'end' },
  ],
}

async function made(body: object = { graph }, caller = project.admin) {
  const answer = await caller.post(`${base}/create`, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

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

  test('200: an agent keeps every field of its object; headers of MCP servers are never shown', async () => {
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
        externalMcpConfigs: [
          {
            name: 'remote',
            url: 'https://mcp.example.com',
            headers: { authorization: 'Bearer very-secret' },
          },
        ],
      },
      inputSchema: { type: 'object' },
    }
    const workflow = await made({ name: 'Agent', agent })
    assert.equal(workflow.workflowType, 'agent')
    assert.deepEqual(workflow.agent.capabilities, agent.capabilities)
    assert.deepEqual(workflow.agent.behavior, agent.behavior)
    assert.deepEqual(workflow.agent.tools.externalMcpConfigs, ['remote'])
    const [stored] = await app.db.rows<{ text: string }>(
      sql`select definition::text as text from workflow_version where workflow_id = ${workflow.id}`,
    )
    assert.doesNotMatch(stored!.text, /very-secret/)
    const kept = await project.admin.patch(`${base}/update/${workflow.id}`, {
      agent: { prompt: 'Help more.', tools: { mode: 'META', externalMcpConfigs: ['remote'] } },
    })
    assert.equal(kept.status, 200, kept.text)
    assert.deepEqual(kept.body.data.agent.tools.externalMcpConfigs, ['remote'])
    assert.deepEqual(kept.body.data.agent.identity, agent.identity)
    const unknown = await project.admin.patch(`${base}/update/${workflow.id}`, {
      agent: { tools: { externalMcpConfigs: ['other'] } },
    })
    assert.equal(unknown.status, 400)
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

describe('list', () => {
  test('200: filtered, searched, without definitions where no one wants them', async () => {
    const own = await app.newProject()
    const workflow = await made({ name: 'Find me', graph }, own.admin)
    await made({ name: 'An agent' }, own.admin)
    const one = async (query: string) => (await own.admin.get(`${base}/list?${query}`)).body
    assert.equal((await one('')).total, 2)
    assert.equal((await one('q=find')).data[0].id, workflow.id)
    assert.equal((await one('workflowType=agent')).data[0].name, 'An agent')
    assert.equal((await one('isActive=true')).total, 0)
    assert.equal((await one('lifecycle=ready&workflowType=static')).total, 1)
    assert.equal((await one('q=find')).data[0].graph.nodes.length, 3)
    const names = (await one('fields=id,name&sortBy=name&sortOrder=asc')).data
    assert.deepEqual(
      names.map(({ name }: { name: string }) => name),
      ['An agent', 'Find me'],
    )
    assert.equal(names[0].graph, undefined)
  })

  test('200: a page of large graphs leaves out what is beyond 4 MiB', async () => {
    const own = await app.newProject()
    const nodes = Array.from({ length: 7 }, (_, i) => ({
      id: `n${i}`,
      type: 'code',
      code: 'x'.repeat(256 * 1024),
    }))
    for (const name of ['a', 'b', 'c']) await made({ name, graph: { nodes, edges: [] } }, own.admin)
    const { body } = await own.admin.get(`${base}/list?sortBy=name&sortOrder=asc`)
    assert.deepEqual(
      body.data.map((each: { graph?: object; definitionOmitted?: boolean }) => [
        each.graph !== undefined,
        each.definitionOmitted,
      ]),
      [
        [true, undefined],
        [true, undefined],
        [false, true],
      ],
    )
  })
})

describe('delete', () => {
  test('200 without data, then 404; 400 for what is no id', async () => {
    const workflow = await made({ graph })
    const deleted = await project.admin.delete(`${base}/delete/${workflow.id}`)
    assert.equal(deleted.status, 200)
    assert.equal('data' in deleted.body, false)
    assert.equal((await project.admin.delete(`${base}/delete/${workflow.id}`)).status, 404)
    assert.equal((await project.admin.get(`${base}/detail/${workflow.id}`)).status, 404)
    assert.equal((await project.admin.delete(`${base}/delete/not-an-id`)).status, 400)
  })

  test('409 while an active workflow uses it, unless it is forced', async () => {
    const inner = await made({ name: 'Inner', graph })
    await project.admin.patch(`${base}/activeStatus/${inner.id}`, { activeStatus: true })
    const outer = await made({
      name: 'Outer',
      graph: {
        nodes: [
          { type: 'start' },
          { id: 'sub', type: 'subflow', workflowId: inner.id, inputMapping: { name: 'x' } },
          { type: 'end' },
        ],
        edges: [
          { from: 'start', to: 'sub' },
          { from: 'sub', to: 'end' },
        ],
      },
    })
    await project.admin.patch(`${base}/activeStatus/${outer.id}`, { activeStatus: true })
    const refused = await project.admin.delete(`${base}/delete/${inner.id}`)
    assert.equal(refused.status, 409)
    assert.equal(refused.body.error.code, 'workflow_in_use')
    assert.deepEqual(refused.body.error.usedBy[0].name, 'Outer')
    assert.equal((await project.admin.delete(`${base}/delete/${inner.id}?force=true`)).status, 200)
    const parent = await project.admin.get(`${base}/detail/${outer.id}`)
    assert.equal(parent.body.data.warnings[0].code, 'workflow_not_found')
  })

  test('200: a parent that lists it as sub-agent stays valid and shows a warning', async () => {
    const child = await made({ agent: { prompt: 'Child' } })
    const parent = await made({ agent: { prompt: 'Parent', subAgentIds: [child.id] } })
    assert.deepEqual(parent.warnings, [])
    assert.equal((await project.admin.delete(`${base}/delete/${child.id}`)).status, 200)
    const { body } = await project.admin.get(`${base}/detail/${parent.id}`)
    assert.deepEqual([body.data.lifecycle, body.data.warnings[0].path], ['ready', '/agent/subAgentIds/0'])
  })
})

test('a field that nodes do not have is ignored, and the response warns of it', async () => {
  const nodes = [
    { id: 'start', type: 'start', config: { values: 1 } },
    { id: 'end', type: 'end' },
  ]
  const graph = { nodes, edges: [{ from: 'start', to: 'end' }] }
  const { warnings, id } = await made({ graph })
  assert.deepEqual(warnings, [
    {
      code: 'unknown_field',
      message: 'graph/nodes/0/config is not a known field and was ignored.',
      path: '/graph/nodes/0/config',
    },
  ])
  const { body } = await project.admin.patch(`${base}/update/${id}`, { graph })
  assert.equal(body.data.warnings[0].path, '/graph/nodes/0/config')
})

describe('end users', () => {
  test('404 for the private workflow of another; those of the project and public ones can be read, not changed', async () => {
    const [alice, bob] = [project.admin.as('alice'), project.admin.as('bob')]
    const own = await made({ name: 'Private', graph }, alice)
    const shared = await made({ name: 'Public', graph, isPublic: true }, alice)
    const ofProject = await made({ name: 'Project', graph })
    assert.notEqual(own.ownerId, project.id)
    await made({ name: 'Bob', graph }, bob)
    assert.equal((await bob.get(`${base}/detail/${own.id}`)).status, 404)
    assert.equal((await bob.patch(`${base}/update/${own.id}`, { name: 'x' })).status, 404)
    assert.equal((await bob.delete(`${base}/delete/${own.id}`)).status, 404)
    for (const { id } of [shared, ofProject]) {
      const read = await bob.get(`${base}/detail/${id}`)
      assert.deepEqual([read.status, read.body.data.isOwn], [200, false])
      const refused = await bob.patch(`${base}/update/${id}`, { name: 'x' })
      assert.deepEqual([refused.status, refused.body.error.code], [403, 'not_owner'])
    }
    assert.equal((await project.admin.get(`${base}/detail/${own.id}`)).status, 404)
    const across = { 'x-act-across-users': 'true' }
    assert.equal((await project.admin.get(`${base}/detail/${own.id}`, across)).status, 200)
  })

  test("422: another user's private workflow cannot be used in a graph", async () => {
    const secret = await made({ name: 'Secret of alice', graph }, project.admin.as('alice'))
    const outer = await made(
      {
        graph: {
          nodes: [{ type: 'start' }, { id: 'sub', type: 'subflow', workflowId: secret.id }, { type: 'end' }],
          edges: [],
        },
      },
      project.admin.as('bob'),
    )
    const refused = await project.admin
      .as('bob')
      .patch(`${base}/activeStatus/${outer.id}`, { activeStatus: true })
    assert.equal(refused.status, 422)
    assert.doesNotMatch(refused.text, /Secret of alice/)
  })

  test('404 for ids of another project', async () => {
    const other = await app.newProject()
    const workflow = await made({ graph })
    assert.equal((await other.admin.get(`${base}/detail/${workflow.id}`)).status, 404)
  })
})

describe('deleting an end user', () => {
  test('200: takes workflows along, counts and exports them', async () => {
    const carol = project.admin.as('carol')
    const workflow = await made({ name: 'Of carol', graph }, carol)
    const user = `/api/v1/external-users/${workflow.ownerId}`
    const archive = await project.admin.get(`${user}/export`)
    assert.match(archive.text, /"type":"workflow".*"name":"Of carol"/)
    const deleted = await project.admin.delete(user)
    assert.deepEqual([deleted.status, deleted.body.data.workflows], [200, 1])
    const across = { 'x-act-across-users': 'true' }
    assert.equal((await project.admin.get(`${base}/detail/${workflow.id}`, across)).status, 404)
  })

  test('200: merging gives them to the other one', async () => {
    const from = await made({ graph }, project.admin.as('dave'))
    const into = await made({ graph }, project.admin.as('erin'))
    const merged = await project.admin.post(`/api/v1/external-users/${from.ownerId}/merge`, {
      intoId: into.ownerId,
    })
    assert.equal(merged.status, 200, merged.text)
    const read = await project.admin.as('erin').get(`${base}/detail/${from.id}`)
    assert.equal(read.body.data.ownerId, into.ownerId)
  })
})

describe('versions', () => {
  test('200: listed newest first, read under both names, compared, restored', async () => {
    const workflow = await made({ graph })
    const url = `${base}/${workflow.id}/versions`
    const next = {
      ...graph,
      nodes: [
        ...graph.nodes.map((node) =>
          node.id === 'shout' ? { ...node, inputMapping: { text: 'x', to: 'lower' } } : node,
        ),
        { id: 'extra', type: 'set', values: { a: 1 } },
      ],
      edges: [...graph.edges, { from: 'start', to: 'extra' }],
    }
    await project.admin.patch(`${base}/update/${workflow.id}`, { graph: next, note: 'Lower' })
    const list = await project.admin.get(url)
    assert.deepEqual(
      list.body.data.map((each: { version: string; note: string; isNewest: boolean }) => [
        each.version,
        each.note,
        each.isNewest,
      ]),
      [
        ['1.0.1', 'Lower', true],
        ['1.0.0', '', false],
      ],
    )
    const first = await project.admin.get(`${url}/1.0.0`)
    assert.deepEqual(first.body.data.graph, (await project.admin.get(`${url}/1`)).body.data.graph)
    const { data: diff } = (await project.admin.get(`${url}/2/diff`)).body
    assert.deepEqual([diff.before, diff.after, diff.isSame], ['1.0.0', '1.0.1', false])
    assert.deepEqual(diff.nodes.added, [{ id: 'extra', type: 'set', name: null }])
    assert.deepEqual(
      diff.nodes.changed[0].changes.map(({ path }: { path: string }) => path),
      ['/inputMapping/text', '/inputMapping/to'],
    )
    assert.deepEqual(diff.edges.added, [{ from: 'start', to: 'extra' }])
    const restored = await project.admin.post(`${url}/1/restore`)
    assert.deepEqual([restored.status, restored.body.data.version], [200, '1.0.2'])
    assert.equal((await project.admin.get(`${url}/3/diff?with=1`)).body.data.isSame, true)
    assert.equal((await project.admin.get(`${url}/9`)).status, 404)
    assert.equal((await project.admin.get(`${url}/x`)).status, 404)
    assert.equal((await project.admin.get(`${url}/2/diff?with=x`)).status, 400)
  })
})

describe('the sweep', () => {
  test('forgets old versions beyond the newest hundred, except those with a note and the active one', async () => {
    const own = await app.newProject()
    const { id } = await made({ graph }, own.admin)
    await own.admin.patch(`${base}/activeStatus/${id}`, { activeStatus: true })
    await app.db.rows(sql`
      insert into workflow_version (project_id, workflow_id, version, definition, size_bytes, hash, note, created_at)
      select project_id, workflow_id, n, definition, size_bytes, hash, case when n = 5 then 'kept' else '' end, created_at
      from workflow_version, generate_series(2, 110) n where workflow_id = ${id} and version = 1`)
    await app.db.rows(sql`update workflow set version = 110 where id = ${id}`)
    const sweepAll = createVersionSweep(app)
    const sweep = (since: Date) => sweepAll([{ projectId: own.id, since }])
    const versions = async () => {
      const rows = await app.db.rows<{ version: number }>(
        sql`select version from workflow_version where workflow_id = ${id} order by version`,
      )
      return rows.map(({ version }) => version)
    }
    await sweep(new Date(0))
    assert.equal((await versions()).length, 110)
    await sweep(new Date(app.clock.now().getTime() + 1_000))
    const left = await versions()
    assert.deepEqual(left.slice(0, 3), [1, 5, 11])
    assert.equal(left.length, 102)
  })
})
