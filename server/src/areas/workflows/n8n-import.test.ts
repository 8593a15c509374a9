import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startFlows } from '../../../test/workflows/flows.ts'

const flows = await startFlows({ hasPieces: false })
after(flows.stop)
const { scope, admin: client } = await flows.newProject()
const path = '/api/v1/workflow/manager/import/n8n'

const main = (...outputs: string[][]) => ({
  main: outputs.map((targets) => targets.map((node) => ({ node, type: 'main', index: 0 }))),
})
const node = (name: string, type: string, parameters: object = {}, typeVersion = 3) => ({
  name,
  type: `n8n-nodes-base.${type}`,
  parameters,
  typeVersion,
})
const orders = {
  name: 'Orders',
  nodes: [
    node('Webhook', 'webhook', { httpMethod: 'POST' }),
    node('Split', 'splitOut', { fieldToSplitOut: 'body.orders' }),
    node('Price', 'set', {
      includeOtherFields: true,
      assignments: { assignments: [{ name: 'gross', value: '={{ Math.round($json.net * 1.2) }}' }] },
    }),
    node('Large?', 'if', {
      conditions: {
        combinator: 'and',
        conditions: [{ leftValue: '={{ $json.gross }}', rightValue: 100, operator: { operation: 'gte' } }],
      },
    }),
    node('Loop', 'splitInBatches', { batchSize: 1 }),
    node('Label', 'code', { jsCode: 'return [{ json: { label: "#" + $json.id + " for " + $json.gross } }]' }),
    node('Sum', 'aggregate', { aggregate: 'aggregateAllItemData', destinationFieldName: 'labels' }),
    node('Small', 'set', { assignments: { assignments: [{ name: 'id', value: '={{ $json.id }}' }] } }),
  ],
  connections: {
    Webhook: main(['Split']),
    Split: main(['Price']),
    Price: main(['Large?']),
    'Large?': main(['Loop'], ['Small']),
    Loop: main(['Sum'], ['Label']),
    Label: main(['Loop']),
  },
}

test('200: a workflow of n8n is imported, and does what it did', async () => {
  const { status, body } = await client.post(path, { workflow: orders })
  assert.equal(status, 200, JSON.stringify(body))
  const { workflow, notes } = body.data
  const checked = await client.post(`/api/v1/workflow/manager/${workflow.id}/validate`)
  assert.deepEqual(
    checked.body.data.problems.filter((each: { severity: string }) => each.severity === 'error'),
    [],
  )
  assert.deepEqual([workflow.name, workflow.lifecycle, notes.length], ['Orders', 'ready', 1])
  const input = {
    body: {
      orders: [
        { id: 1, net: 100 },
        { id: 2, net: 10 },
        { id: 3, net: 90 },
      ],
    },
  }
  const { executionId } = await flows.start(scope, workflow.id, { input })
  const ended = await flows.over(scope, executionId)
  assert.deepEqual(
    [ended.status, ended.error, ended.output],
    [
      'completed',
      null,
      { sum: { labels: [{ label: '#1 for 120' }, { label: '#3 for 108' }] }, small: [{ id: 2 }] },
    ],
  )
})

test('200: a loop collects the items that come back, also through nodes that only pass them on', async () => {
  const workflow = {
    name: 'Batches',
    nodes: [
      node('Start', 'manualTrigger'),
      node('Split', 'splitOut', { fieldToSplitOut: 'orders' }),
      node('Loop', 'splitInBatches', { options: {} }),
      node('Paid?', 'if', {
        conditions: { conditions: [{ leftValue: '={{ $json.isPaid }}', operator: { operation: 'true' } }] },
      }),
      node('Mark', 'set', {
        includeOtherFields: true,
        assignments: { assignments: [{ name: 'state', value: 'done' }] },
      }),
      node('Pause', 'wait', { amount: 0, unit: 'seconds' }),
      node('Names', 'set', {
        assignments: { assignments: [{ name: 'text', value: '={{ $json.id }} {{ $json.state }}' }] },
      }),
    ],
    connections: {
      Start: main(['Split']),
      Split: main(['Loop']),
      Loop: main(['Names'], ['Paid?']),
      'Paid?': main(['Mark'], ['Pause']),
      Mark: main(['Pause']),
      Pause: main(['Loop']),
    },
  }
  const imported = await client.post(path, { workflow })
  assert.equal(imported.body.data?.workflow.lifecycle, 'ready', imported.text)
  const orders = [{ id: 1, isPaid: true }, { id: 2 }]
  const { id } = imported.body.data.workflow
  const done = await client.post(`/api/v1/workflow/manager/execute/${id}`, {
    input: { orders },
    allowWhenInactive: true,
    wait: 30_000,
  })
  assert.deepEqual(done.body.data.outputData, [{ text: '1 done' }, { text: '2 ' }], done.text)
})

test('200: what is not understood makes it a draft that says so', async () => {
  const workflow = {
    nodes: [
      node('Start', 'manualTrigger'),
      node('Odd', 'quantumTeleport', { resource: 'x', operation: 'y' }),
    ],
    connections: { Start: main(['Odd']) },
  }
  const { body } = await client.post(path, { workflow, name: 'Mine' })
  assert.deepEqual([body.data.workflow.name, body.data.workflow.lifecycle], ['Mine', 'draft'])
  const active = await client.patch(`/api/v1/workflow/manager/activeStatus/${body.data.workflow.id}`, {
    activeStatus: true,
  })
  assert.deepEqual([active.status, active.body.error.code], [422, 'graph_invalid'])
})

test('400: JSON of another kind is refused', async () => {
  for (const workflow of [
    {},
    { nodes: 1 },
    { nodes: [{ name: '' }] },
    { nodes: [], connections: { a: 1 } },
  ]) {
    const { status, body } = await client.post(path, { workflow })
    assert.deepEqual([status, body.error.code], [400, 'invalid_parameter'])
  }
})

test('200: the templates are listed', async () => {
  const { status, body } = await client.get('/api/v1/workflow/manager/templates')
  assert.equal(status, 200)
  assert.ok(body.data.length >= 10)
  for (const { slug, name, graph } of body.data) {
    const created = await client.post('/api/v1/workflow/manager/create', { name, graph })
    assert.deepEqual([slug, created.status, created.body.data.lifecycle], [slug, 200, 'ready'])
  }
})

test('422 for a workflow of n8n that no graph here can have', async () => {
  for (const nodes of [
    [node('Code', 'code', { jsCode: `return ${'1+'.repeat(300_000)}1` })],
    Array.from({ length: 300 }, (_, i) => node(`n${i}`, 'splitInBatches')),
  ]) {
    const { status, body } = await client.post(path, { workflow: { name: 'x', nodes, connections: {} } })
    assert.deepEqual([status, body.error?.code], [422, 'graph_invalid'], JSON.stringify(body).slice(0, 300))
  }
})
