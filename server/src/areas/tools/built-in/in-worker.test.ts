import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp, type TestProject } from '../../../../test/harness.ts'
import { until } from '../../../../test/until.ts'
import { createCompute } from '../../../kernel/compute/compute.ts'
import { createJsonSchemas } from '../../../kernel/json-schema/json-schemas.ts'
import type { ToolCall } from '../../toolkits/index.ts'
import { type BuiltInDeps, builtInToolkits } from './all.ts'
import { runInWorker, runsInWorker } from './in-worker.ts'

const toolkits = builtInToolkits({ schemas: createJsonSchemas() } as BuiltInDeps)
const compute = createCompute()
let app: TestApp
let project: TestProject
before(async () => {
  app = await startTestApp()
  project = await app.newProject()
})
after(async () => {
  await compute.close()
  await app.stop()
})

const execute = (slug: string, args: object, more: object = {}) =>
  project.admin.post(`/api/v1/tools/execute/${slug}`, { arguments: args, ...more })

describe('a tool that only computes', () => {
  const schemas = createJsonSchemas()
  for (const { slug, tools } of toolkits)
    for (const tool of tools) {
      const { arguments: args, result } = tool.example
      if (
        result === undefined ||
        !runsInWorker(slug, tool, { ...args, text: 'x'.repeat(10_000), pattern: 'x{1}' })
      )
        continue
      test(`gives the same in a thread: ${slug}_${tool.operation}`, async () => {
        const call = {
          tool: { slug: `${slug}_${tool.operation}` },
          arguments: schemas.compile(tool.input).check(args).value,
          scope: { projectId: 'a' },
        } as unknown as ToolCall
        assert.deepEqual(await runInWorker(compute, new Date(), call), result)
      })
    }

  test('runs synchronously with little input, and in a thread with much', () => {
    const find = (slug: string, operation: string) =>
      toolkits.find((each) => each.slug === slug)!.tools.find((each) => each.operation === operation)!
    const upper = find('text', 'change_case')
    assert.equal(runsInWorker('text', upper, { text: 'abc', to: 'upper' }), false)
    assert.equal(runsInWorker('text', upper, { text: 'a'.repeat(100_000), to: 'upper' }), true)
    const matches = find('regex', 'test')
    assert.equal(runsInWorker('regex', matches, { text: 'order 66', pattern: '\\d+' }), false)
    assert.equal(runsInWorker('regex', matches, { text: 'a'.repeat(3_000), pattern: '(?:a*b)|a' }), true)
  })
})

describe('a pattern that takes too long', () => {
  const quadratic = { text: 'a'.repeat(400_000), pattern: '(?:a*b)|a', replacement: 'x' }

  test('200 with an outcome that says so', async () => {
    const { body } = await execute('regex_replace', quadratic)
    assert.equal(body.data.successful, false)
    assert.equal(body.data.errorCode, 'arguments_invalid')
    assert.match(body.data.error, /timed out/)
  })

  test('is stopped by the time limit of the call', async () => {
    const { body } = await execute('regex_replace', quadratic, { timeoutMs: 1000 })
    assert.equal(body.data.successful, false)
    assert.ok(['timeout', 'arguments_invalid'].includes(body.data.errorCode), body.data.errorCode)
  })

  test('is stopped when the caller leaves', async () => {
    const leaving = new AbortController()
    const url = await app.listen()
    const left = fetch(`${url}/api/v1/tools/execute/regex_replace`, {
      method: 'POST',
      headers: { 'x-api-key': project.adminKey, 'content-type': 'application/json' },
      body: JSON.stringify({ arguments: quadratic }),
      signal: leaving.signal,
    })
    const ended = assert.rejects(left)
    const logs = async () => (await project.admin.get('/api/v1/tools/execution-logs?limit=1')).body.data[0]
    await until(async () => (await logs())?.status === 'running')
    leaving.abort()
    await ended
    await until(async () => (await logs()).status !== 'running')
    assert.equal((await execute('regex_test', { text: 'abc', pattern: 'b{1}' })).body.data.data.matches, true)
  })
})
