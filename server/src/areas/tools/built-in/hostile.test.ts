import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp, type TestProject } from '../../../../test/harness.ts'
import { createHostileValues, createRandom } from '../../../../test/hostile-arguments.ts'
import { sizeOf } from '../../../../test/size.ts'
import { AppError, statusOf } from '../../../kernel/errors.ts'
import { createJsonSchemas } from '../../../kernel/json-schema/json-schemas.ts'
import type { ToolDefinition, ToolkitEntry, ToolProvider } from '../../toolkits/index.ts'
import { type BuiltInDeps, builtInToolkits } from './all.ts'

const seed = Number(process.env.STOA_TEST_SEED ?? 4711)
const casesPerTool = sizeOf({ short: 10, long: 2_000, variable: 'STOA_TEST_CASES' })
// What starts interpreters, waits, or calls the network is slow for each input.
const slowCases = sizeOf({ short: 2, long: 5 })
const retainedCases = sizeOf({ short: 10, long: 40 })
// What reads and writes the database.
const retained = new Set(['table', 'file', 'human', 'knowledge'])
const slow = new Set(['sandbox', 'sleep', 'http', 'webhook'])
const overHttp = 2

const schemas = createJsonSchemas()
const all = builtInToolkits({ schemas } as BuiltInDeps).flatMap((toolkit) =>
  toolkit.tools.map((tool) => ({ toolkit: toolkit.slug, slug: `${toolkit.slug}_${tool.operation}`, tool })),
)

let app: TestApp
let project: TestProject
let provider: ToolProvider
const entries = new Map<string, { tool: ToolDefinition; toolkit: ToolkitEntry }>()

before(async () => {
  app = await startTestApp({ hasPieces: false })
  project = await app.newProject()
  provider = app.app.toolkits.providers.find(({ name }) => name === 'built-in')!
  for (const { slug, toolkit } of all)
    entries.set(slug, {
      tool: (await provider.findTool(slug))!,
      toolkit: (await provider.findToolkit(toolkit))!,
    })
  const made = await project.admin.post('/api/v1/table/collections', {
    name: 'tickets',
    mode: 'strict',
    schema: {
      fields: [
        { name: 'status', type: 'text' },
        { name: 'price', type: 'number' },
      ],
    },
  })
  assert.equal(made.status, 200, made.text)
})
after(() => app.stop())

/** A refusal of ours or an outcome; anything else would be a 500. */
async function execute(slug: string, args: Record<string, unknown>): Promise<void> {
  const signal = AbortSignal.timeout(1000)
  try {
    const outcome = await provider.execute({
      ...entries.get(slug)!,
      scope: project.scope,
      arguments: args,
      credentials: null,
      timeoutMs: 1000,
      signal,
      idempotencyKey: slug,
      saveFile: async () => '0199f1a0-0000-7000-8000-000000000001',
    })
    assert.notEqual(JSON.stringify(outcome), undefined)
  } catch (error) {
    // One that is cut off has a timeout for its outcome.
    if (signal.aborted) return
    if (error instanceof AppError && statusOf(error.code) < 500) return
    throw new Error(`${slug} ${JSON.stringify(args).slice(0, 500)}`, { cause: error })
  }
}

describe('hostile arguments that the schema takes', () => {
  for (const { slug, toolkit, tool } of all)
    test(slug, async () => {
      const random = createRandom(seed + slug.length * 31 + slug.charCodeAt(slug.length - 1))
      const values = createHostileValues(random)
      const { check } = schemas.compile(tool.input)
      const cases = slow.has(toolkit) ? slowCases : retained.has(toolkit) ? retainedCases : casesPerTool
      let taken = 0
      const inputs: Record<string, unknown>[] = []
      for (let tries = 0; taken < cases && tries < 10 * cases; tries++) {
        const args = values.argumentsFor(tool.input, tool.example.arguments)
        const { value, faults } = check(args)
        if (faults.length > 0) continue
        taken++
        if (inputs.length < overHttp) inputs.push(args)
        await execute(slug, value as Record<string, unknown>)
      }
      assert.ok(taken > 0, 'some arguments were taken')
      if (slow.has(toolkit)) return
      for (const args of inputs) {
        const { status, text } = await project.admin.post(`/api/v1/tools/execute/${slug}`, {
          arguments: args,
        })
        assert.ok(status < 500, text)
      }
    })
})

describe('arguments that once ended in 500', () => {
  const cases: [string, Record<string, unknown>][] = [
    ['table_aggregate', { collection: 'tickets', sum: [] }],
    ['table_aggregate', { collection: 'tickets', avg: [] }],
    ['datetime_add', { time: '2024-01-01T00:00:00Z', years: 300_000 }],
    ['datetime_add', { time: '2024-01-01T00:00:00Z', years: -300_000 }],
    ['csv_parse', { text: ',a\n1,2' }],
    ['csv_pick_columns', { text: 'a,b\n1,2', columns: [''] }],
    ['csv_write', { rows: [{ '': 1 }], columns: [''] }],
  ]
  for (const [slug, args] of cases)
    test(`${slug} ${JSON.stringify(args)}`, async () => {
      const { status, text } = await project.admin.post(`/api/v1/tools/execute/${slug}`, { arguments: args })
      assert.ok(status < 500, text)
    })
})
