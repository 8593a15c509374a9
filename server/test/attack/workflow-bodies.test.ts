import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Endpoint } from '../../src/kernel/http/endpoint.ts'
import { fill, type Params } from '../contract/fixtures.ts'
import type { TestProject } from '../harness.ts'
import { sizeOf } from '../size.ts'
import { base, chainOf, execute, newWorkflow, shout } from '../workflows/api.ts'
import { everyNode, wideAgent } from '../workflows/every-node.ts'
import { startFlows } from '../workflows/flows.ts'
import { truncated, wrongBodiesOf } from './wrong-bodies.ts'

/** How many bytes further the next place to cut is. */
const step = sizeOf({ short: 97, long: 1 })

const app = await startFlows({ hasPieces: false })
after(app.stop)

const taking = app.app.endpoints.filter(({ path, body }) => path.startsWith(base) && body !== undefined)
const name = ({ method, path }: Endpoint) => `${method} ${path}`

let project: TestProject
before(async () => {
  project = await app.newProject()
})

/** It pauses again after every answer. */
const askingAgain = chainOf([
  { id: 'again', type: 'loop', while: 'true', max: 1_000, output: null },
  { id: 'approve', type: 'human_wait', parent: 'again' },
])
askingAgain.edges = [
  { from: 'start', to: 'again' },
  { from: 'again', to: 'end' },
]

/** What the path names, only for this endpoint: bodies that are accepted change it. */
async function urlOf({ path }: Endpoint): Promise<string> {
  const isOfThread = path.includes('{threadId}')
  const id = await newWorkflow(project.admin, isOfThread ? askingAgain : chainOf([shout]))
  const params: Params = { id, version: '1' }
  if (path.includes('/executions/')) {
    const { executionId, threadId } = await execute(project.admin, id, { input: { name: 'Ada' } })
    params.threadId = threadId
    params.id = executionId
  }
  return fill(path, params)
}

/** The example of the documentation, and bodies that use more of the shape. */
function samplesOf({ path, example }: Endpoint): unknown[] {
  const own = { ...((example.body ?? {}) as object) }
  // Nothing of this depends on the result.
  if ('wait' in own) own.wait = 0
  const graph = everyNode
  const wide: Record<string, unknown[]> = {
    '/create': [
      { name: 'Wide', graph },
      { name: 'Agent', agent: wideAgent, triggers: [{ kind: 'cron' }] },
    ],
    '/update/{id}': [
      { isActive: false, triggers: [{ kind: 'manual' }], provenance: { createdByAgent: true } },
    ],
    '/{id}/validate': [{ graph }],
    '/{id}/graph/ops': [
      {
        ops: [
          { op: 'updateNode', id: 'shout', set: { name: 'Shout' }, unset: ['description'] },
          { op: 'renameNode', id: 'shout', to: 'cry' },
          { op: 'updateEdge', edge: 'start->cry', set: { label: 'x' }, unset: ['id'] },
          { op: 'setGraph', set: { timeoutSec: 60 }, unset: ['outputSchema'] },
          { op: 'addEdge', edge: { from: 'start', to: 'end' }, index: 0 },
          { op: 'removeEdge', edge: 'start->end' },
          { op: 'removeNode', id: 'cry' },
        ],
      },
    ],
  }
  return [own, ...(wide[path.slice(base.length)] ?? [])]
}

describe('a body of a workflow endpoint that ends too early gets 400', () => {
  for (const endpoint of taking)
    test(name(endpoint), async () => {
      const url = await urlOf(endpoint)
      for (const [index, sample] of samplesOf(endpoint).entries())
        for (const body of truncated(sample, index === 0, step)) {
          const { status, text } = await project.admin.send(endpoint.method, url, body)
          assert.equal(status, 400, `${body.length} bytes: ${text}`)
        }
    })
})

describe('a wrong value in any field of the body of a workflow endpoint is refused or accepted, without a 5xx', () => {
  for (const endpoint of taking)
    test(name(endpoint), async () => {
      const url = await urlOf(endpoint)
      for (const sample of samplesOf(endpoint))
        for (const { what, body } of wrongBodiesOf(endpoint, sample, { isSampled: true })) {
          const { status, text } = await project.admin.send(endpoint.method, url, body)
          assert.ok(status < 500, `${what}: ${status} ${text}`)
        }
      assert.equal(({} as { isAdmin?: boolean }).isAdmin, undefined)
    })
})
