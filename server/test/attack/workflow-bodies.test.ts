import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Endpoint } from '../../src/kernel/http/endpoint.ts'
import { jsonSchemaOf } from '../../src/kernel/http/openapi.ts'
import { fill, type Params } from '../contract/fixtures.ts'
import type { TestProject } from '../harness.ts'
import { sizeOf } from '../size.ts'
import { base, chainOf, execute, newWorkflow, shout } from '../workflows/api.ts'
import { everyNode, wideAgent } from '../workflows/every-node.ts'
import { startFlows } from '../workflows/flows.ts'

/** Every byte of an example up to this one is a place to cut it; behind it and in wider bodies, one of so many. */
const everyByteUpTo = 2_000
const sampledEvery = 97
/** Of a body with many fields each gets some of the wrong values: the next ones of the list. */
const manyFields = 60
const valuesOfMany = sizeOf({ short: 2, long: 17 })

const app = await startFlows({ hasPieces: false })
after(app.stop)

const taking = app.app.endpoints.filter(({ path, body }) => path.startsWith(base) && body !== undefined)
const name = ({ method, path }: Endpoint) => `${method} ${path}`
const isJsonObject = (value: unknown): value is object => typeof value === 'object' && value !== null

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

type Path = readonly (string | number)[]

/** Every place in the value, from the outside to the inside. */
const pathsIn = (value: unknown, at: Path = []): Path[] => {
  if (!isJsonObject(value)) return []
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return keys.flatMap((key) => [
    [...at, key],
    ...pathsIn((value as Record<string, unknown>)[key], [...at, key]),
  ])
}

/** The fields of the shape also where the sample leaves them out. */
function fieldsOf({ body }: Endpoint, sample: unknown): Path[] {
  const { properties = {} } = jsonSchemaOf(body!, 'input') as { properties?: object }
  const missing = Object.keys(properties).filter((field) => !Object.hasOwn(sample as object, field))
  return [...pathsIn(sample), ...missing.map((field) => [field])]
}

/** A copy with another value at one place. */
function withValue(sample: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  const copy = Array.isArray(sample) ? [...sample] : { ...(sample as object) }
  const fields = copy as Record<string | number, unknown>
  fields[key] = withValue(fields[key], rest, value)
  return copy
}

const wrongValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  '__proto__',
  'a\u0000\ud800',
  '{{ input.name',
  'x'.repeat(100_000),
  '{{ '.repeat(30_000),
  [],
  [null, 'x', {}],
  {},
  { type: 'x', $ref: '#', constructor: 1 },
  JSON.parse('{"__proto__": {"isAdmin": true}}'),
  JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`),
]

/** Which of them the field at this index gets. */
function valuesFor(index: number, count: number): readonly unknown[] {
  if (count < manyFields) return wrongValues
  return Array.from(
    { length: valuesOfMany },
    (_, i) => wrongValues[(index * valuesOfMany + i) % wrongValues.length],
  )
}

const shortened = (value: unknown) => (JSON.stringify(value) ?? '').slice(0, 60)

describe('a body of a workflow endpoint that ends too early gets 400', () => {
  for (const endpoint of taking)
    test(name(endpoint), async () => {
      const url = await urlOf(endpoint)
      for (const [index, sample] of samplesOf(endpoint).entries()) {
        const whole = Buffer.from(JSON.stringify(sample))
        const everyByte = index === 0 ? everyByteUpTo : 0
        for (let end = 1; end < whole.length; end += end < everyByte ? 1 : sampledEvery) {
          const { status, text } = await project.admin.send(endpoint.method, url, whole.subarray(0, end))
          assert.equal(status, 400, `${end} bytes: ${text}`)
        }
      }
    })
})

/** The sample with one wrong value, for each of its fields. */
function* wrongBodiesOf(endpoint: Endpoint, sample: unknown) {
  const fields = fieldsOf(endpoint, sample)
  for (const [index, path] of fields.entries())
    for (const value of valuesFor(index, fields.length))
      yield { what: `${path.join('.')} = ${shortened(value)}`, body: withValue(sample, path, value) }
}

describe('a wrong value in any field of the body of a workflow endpoint is refused or accepted, without a 5xx', () => {
  for (const endpoint of taking)
    test(name(endpoint), async () => {
      const url = await urlOf(endpoint)
      for (const sample of samplesOf(endpoint))
        for (const { what, body } of wrongBodiesOf(endpoint, sample)) {
          const { status, text } = await project.admin.send(endpoint.method, url, body)
          assert.ok(status < 500, `${what}: ${status} ${text}`)
        }
      assert.equal(({} as { isAdmin?: boolean }).isAdmin, undefined)
    })
})
