import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Endpoint } from '../../src/kernel/http/endpoint.ts'
import { newAgent } from '../agents/api.ts'
import { newThread, runIn, threadsBase } from '../chat/api.ts'
import { fill } from '../contract/fixtures.ts'
import { startTestApp, type TestProject } from '../harness.ts'
import { sizeOf } from '../size.ts'
import { truncated, wrongBodiesOf } from './wrong-bodies.ts'

const app = await startTestApp({ hasPieces: false })
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
})

// The endpoints of LangGraph that have a counterpart are the same ones.
const paths = /^\/api\/v1\/(graphify|chat|agents|langgraph\/(runs|assistants))/
const taking = app.app.endpoints.filter(({ path, body }) => paths.test(path) && body !== undefined)
const name = ({ method, path }: Endpoint) => `${method} ${path}`

// Every byte in the long version.
const step = sizeOf({ short: 97, long: 1 })

let project: TestProject
let agentId: string
before(async () => {
  app.app.runs.start()
  project = await app.newProject()
  agentId = await newAgent(project.admin, {}, { isPublic: true })
})

/** What the path names, only for this endpoint: bodies that are accepted change it. */
async function urlOf({ path }: Endpoint): Promise<string> {
  const params: Record<string, string> = { agentId, assistant_id: agentId, id: agentId }
  if (path.includes('{thread_id}')) {
    params.thread_id = await newThread(project.admin, { workflowId: agentId })
    await runIn(project.admin, params.thread_id, '/say hi')
    const [message] = (await project.admin.get(`${threadsBase}/${params.thread_id}/messages`)).body.data
    Object.assign(params, {
      messageId: message.id,
      run_id: message.runId,
      checkpoint_id: message.checkpointId,
    })
  }
  return fill(path, params)
}

const said = { type: 'human', content: [{ type: 'text', text: '/say x' }] }

/** The example, for the agent of this test, and bodies that use more of the shape. */
function samplesOf({ path, example }: Endpoint): object[] {
  const own = { ...((example.body ?? {}) as object) }
  for (const field of ['workflowId', 'assistant_id'])
    if (field in own) Object.assign(own, { [field]: agentId })
  if ('thread_id' in own) Object.assign(own, { thread_id: randomUUID() })
  if ('id' in own) Object.assign(own, { id: randomUUID() })
  const wide: [RegExp, object][] = [
    [
      /\/runs(\/(stream|wait))?$/,
      {
        assistant_id: agentId,
        input: { messages: [said] },
        stream_mode: ['values', 'messages-tuple'],
        config: { configurable: {} },
        metadata: { a: 1 },
        checkpoint: { checkpoint_id: randomUUID() },
        command: { resume: { decisions: [{ id: 'x', type: 'edit', args: { a: 1 } }] } },
      },
    ],
    [
      /\/ui$/,
      {
        id: randomUUID(),
        messages: [
          {
            id: 'm',
            role: 'user',
            parts: [
              { type: 'text', text: '/say x' },
              { type: 'file', mediaType: 'text/plain', filename: 'a', url: 'data:,x' },
            ],
          },
          {
            id: 'n',
            role: 'assistant',
            parts: [
              {
                type: 'dynamic-tool',
                toolCallId: 'c',
                state: 'approval-responded',
                approval: { id: 'c', approved: true, reason: 'r' },
              },
            ],
          },
        ],
      },
    ],
    [/\/state$/, { values: { messages: [said, { type: 'remove', id: 'x' }] }, as_node: 'x' }],
    [
      /\/history$/,
      { limit: 1, before: { configurable: { checkpoint_id: randomUUID() } }, metadata: { a: 1 } },
    ],
  ]
  return [own, ...wide.filter(([form]) => form.test(path)).map(([, sample]) => sample)]
}

describe('a body of a chat endpoint that ends too early gets 400', () => {
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

describe('a wrong value in any field of the body of a chat endpoint is refused or accepted, without a 5xx', () => {
  for (const endpoint of taking)
    test(name(endpoint), async () => {
      const url = await urlOf(endpoint)
      for (const sample of samplesOf(endpoint))
        for (const { what, body } of wrongBodiesOf(endpoint, sample, { isSampled: true })) {
          const { status, text } = await project.admin.send(endpoint.method, url, body)
          assert.ok(status < 500, `${what}: ${status} ${text}`)
          assert.doesNotMatch(text, /internal_error/, what)
        }
      assert.equal(({} as { isAdmin?: boolean }).isAdmin, undefined)
    })
})
