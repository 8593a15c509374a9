import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../harness.ts'
import { createFixtures, fill, type Params } from './fixtures.ts'
import { startRegistry } from './registry.ts'

/** A project that may spend nothing any more gets 402 from those endpoints alone that document it. */
const registry = await startRegistry()
const price = { prompt: '0.000001', completion: '0.000001' }
const app = await startTestApp({
  allowPrivate: '127.0.0.1/32',
  npmRegistry: registry.url,
  llm: { prices: { 'local/*': price } },
})
after(async () => {
  await app.stop()
  registry.stop()
})

const changing = app.app.endpoints.filter(
  ({ method, access, operatorOnly, upload }) =>
    method !== 'GET' &&
    method !== 'DELETE' &&
    access !== 'public' &&
    access !== 'session' &&
    !operatorOnly &&
    !upload,
)

let project: TestProject
let paramsOf: (path: string) => Params | null
before(async () => {
  project = await app.newProject()
  paramsOf = await createFixtures(project, app)
  const cap = { scope: 'project', credits: 0, period: 'day' }
  assert.equal((await project.admin.post('/api/v1/usage/caps', cap)).status, 200)
})

const refusing: string[] = []

describe('402 is documented', () => {
  for (const { method, path, body, example, errors = [] } of changing)
    test(`${method} ${path}`, async () => {
      const sent = body ? (example.body ?? {}) : undefined
      const { status, text } = await project.admin.send(method, fill(path, paramsOf(path)), sent)
      if (status !== 402) return
      refusing.push(path)
      assert.ok(errors.includes('budget_exceeded') && errors.includes('insufficient_credits'), text)
    })
})

test('some endpoints cost credits', () => {
  for (const path of ['/api/v1/browser/sessions', '/api/v1/code-sandbox/run', '/api/v1/ai/llm/chat'])
    assert.ok(refusing.includes(path), `${path} is free`)
})
