import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { assertDone, assertError, assertPage, assertSuccess, type Caller } from '../harness/client.ts'
import type { ExternalUser } from '../harness/resources.ts'
import { createStage } from '../harness/stage.ts'

const stage = createStage()
const { admin } = stage
const base = '/api/v1/workflow/manager'

type Workflow = {
  id: string
  ownerId: string
  version: string
  activeVersion: string | null
  lifecycle: string
  warnings: { path: string }[]
  graph: { nodes: { id: string }[] }
}

const made: string[] = []
after(async () => {
  for (const id of made.toReversed()) await admin.delete(`${base}/delete/${id}?force=true`)
})

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

async function newWorkflow(body: object = { graph }, caller: Caller = admin): Promise<Workflow> {
  const answer = await caller.post(`${base}/create`, { name: stage.nameOf('workflow'), ...body })
  const workflow = assertSuccess<Workflow>(answer)
  if (caller === admin) made.push(workflow.id)
  return workflow
}
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('Ids of workflows and agents (2.6)', () => {
  it('are UUIDs, of graphs and of agents', async () => {
    assert.match((await newWorkflow()).id, uuid)
    assert.match((await newWorkflow({ agent: { prompt: 'Help.' } })).id, uuid)
  })
})

describe('A workflow is deleted (4.11)', () => {
  it('returns no data, and the workflow cannot be found anymore', async () => {
    const { id } = await newWorkflow()
    const answer = await admin.delete(`${base}/delete/${id}`)
    assertDone(answer)
    assert.equal('data' in JSON.parse(answer.text), false)
    assertError(await admin.get(`${base}/detail/${id}`), 'workflow_not_found', 404)
    assertError(await admin.delete(`${base}/delete/${id}`), 'workflow_not_found', 404)
    const { data } = assertPage<Workflow>(await admin.get(`${base}/list?q=${stage.tag}&limit=100`))
    assert.ok(data.every((each) => each.id !== id))
  })

  it('refuses what is no id with 400', async () => {
    assert.equal((await admin.delete(`${base}/delete/no-id`)).status, 400)
  })

  it('is refused while an active workflow uses it, and parents of an agent get a warning', async () => {
    const inner = await newWorkflow()
    assertSuccess(await admin.patch(`${base}/activeStatus/${inner.id}`, { activeStatus: true }))
    const sub = { id: 'sub', type: 'subflow', workflowId: inner.id, inputMapping: { name: 'x' } }
    const outer = await newWorkflow({
      graph: {
        nodes: [graph.nodes[0], sub, { id: 'end', type: 'end' }],
        edges: [
          { from: 'start', to: 'sub' },
          { from: 'sub', to: 'end' },
        ],
      },
    })
    assertSuccess(await admin.patch(`${base}/activeStatus/${outer.id}`, { activeStatus: true }))
    assertError(await admin.delete(`${base}/delete/${inner.id}`), 'workflow_in_use', 409)
    const child = await newWorkflow({ agent: { prompt: 'Child' } })
    const parent = await newWorkflow({ agent: { prompt: 'Parent', subAgentIds: [child.id] } })
    assertDone(await admin.delete(`${base}/delete/${child.id}`))
    const read = assertSuccess<Workflow>(await admin.get(`${base}/detail/${parent.id}`))
    assert.deepEqual([read.lifecycle, read.warnings[0]?.path], ['ready', '/agent/subAgentIds/0'])
  })
})

describe('Workflows (contract 3.8)', () => {
  it('are versions: edited, published, compared and restored', async () => {
    const { id } = await newWorkflow()
    assertSuccess(await admin.patch(`${base}/activeStatus/${id}`, { activeStatus: true }))
    const edited = assertSuccess<Workflow>(
      await admin.patch(`${base}/update/${id}`, { graph: { ...graph, timeoutSec: 60 } }),
    )
    assert.deepEqual([edited.version, edited.activeVersion], ['1.0.1', '1.0.0'])
    const diff = assertSuccess<{ settings: { path: string }[] }>(
      await admin.get(`${base}/${id}/versions/1.0.1/diff`),
    )
    assert.equal(diff.settings[0]?.path, '/timeoutSec')
    const restored = assertSuccess<Workflow>(await admin.post(`${base}/${id}/versions/1/restore`))
    assert.equal(restored.version, '1.0.2')
  })

  it('are validated as a whole, and are not activated with errors', async () => {
    const [start, , end] = graph.nodes
    const broken = {
      nodes: [start, { id: 'a', type: 'action', toolSlug: 'no_such_tool' }, end],
      edges: graph.edges,
    }
    const { id } = await newWorkflow({ graph: broken })
    const { problems } = assertSuccess<{ problems: { code: string; fix: string }[] }>(
      await admin.post(`${base}/${id}/validate`),
    )
    const codes = problems.map(({ code }) => code)
    for (const code of ['unknown_tool', 'unknown_node', 'edge_node_unknown'])
      assert.ok(codes.includes(code), code)
    assert.ok(problems.every(({ fix }) => fix.length > 0))
    assertError(await admin.patch(`${base}/activeStatus/${id}`, { activeStatus: true }), 'graph_invalid', 422)
  })

  it('are edited in parts, with the operations that undo the edit', async () => {
    const { id } = await newWorkflow()
    const ops = [{ op: 'renameNode', id: 'shout', to: 'upper' }]
    const edit = assertSuccess<{ graph: { nodes: { output?: string }[] }; inverse: object[] }>(
      await admin.post(`${base}/${id}/graph/ops`, { ops, ifVersion: 1 }),
    )
    assert.equal(edit.graph.nodes[2]?.output, '{{ nodes.upper.output.text }}')
    assertError(await admin.post(`${base}/${id}/graph/ops`, { ops, ifVersion: 1 }), 'version_conflict', 409)
    assertSuccess(await admin.post(`${base}/${id}/graph/ops`, { ops: edit.inverse }))
    const read = assertSuccess<Workflow>(await admin.get(`${base}/detail/${id}`))
    assert.equal(read.graph.nodes[1]?.id, 'shout')
  })

  it('are exported without secrets and imported as a draft', async () => {
    const call = {
      id: 'call',
      type: 'http',
      url: 'https://service.invalid',
      headers: { authorization: 'literal' },
    }
    const { id } = await newWorkflow({ graph: { ...graph, nodes: [...graph.nodes, call] } })
    const answer = await admin.get(`${base}/${id}/export`)
    assert.doesNotMatch(answer.text, /literal/)
    const workflow = assertSuccess<{ format: string }>(answer)
    assert.equal(workflow.format, 'stoa.workflow/1')
    const copy = assertSuccess<Workflow>(await admin.post(`${base}/import`, { workflow }))
    made.push(copy.id)
    assert.deepEqual([copy.activeVersion, copy.graph.nodes.length], [null, 4])
  })
})

describe('What an end user owns (2.3)', () => {
  it('counts workflows and agents, and erasing the user takes them along', async () => {
    const name = stage.nameOf('maker')
    const maker = admin.as(name)
    const workflow = await newWorkflow({ graph }, maker)
    await newWorkflow({ agent: { prompt: 'Help.' } }, maker)
    const user = assertSuccess<ExternalUser>(await admin.get(`/api/v1/external-users/${workflow.ownerId}`))
    const { agentCount, workflowCount } = user.resourceStats
    assert.deepEqual([agentCount, workflowCount], [1, 1])
    const erased = assertSuccess<{ workflows: number }>(
      await admin.delete(`/api/v1/external-users/${user.id}`),
    )
    assert.equal(erased.workflows, 2)
  })

  it('hides private workflows of one end user from another', async () => {
    const { id } = await newWorkflow({ graph }, admin.as(stage.nameOf('alice')))
    assertError(await admin.as(stage.nameOf('bob')).get(`${base}/detail/${id}`), 'workflow_not_found', 404)
  })
})
