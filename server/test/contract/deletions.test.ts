import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { duringDeletionOf } from '../during-deletion.ts'
import { type Caller, startTestApp, type TestProject } from '../harness.ts'

/** Another transaction deletes what a request depends on, and commits after the request has read it. */
const app = await startTestApp()
after(() => app.stop())

type Prepared = { table: string; id: string; send: () => ReturnType<Caller['send']> }

const threadOf = async ({ admin }: TestProject) =>
  (await admin.post('/api/v1/graphify/threads', {})).body.data.thread_id as string

const onThread = (method: string, url: (id: string) => string, body: unknown) =>
  async function onNewThread(project: TestProject): Promise<Prepared> {
    const id = await threadOf(project)
    return { table: 'thread', id, send: () => project.admin.send(method, url(id), body) }
  }

type Case = [refusal: string, operation: string, prepare: (project: TestProject) => Promise<Prepared>]

const cases: Case[] = [
  ...['graphify', 'langgraph'].flatMap((form): Case[] => {
    const url = (id: string) => `/api/v1/${form}/threads/${id}`
    const state = (id: string) => `${url(id)}/state`
    const change = { metadata: { topic: 'a' } }
    const values = { messages: [{ type: 'human', content: 'Hello' }] }
    return [
      ['thread_not_found', `PATCH ${form}/threads/{id}`, onThread('PATCH', url, change)],
      ['thread_not_found', `PATCH ${form}/threads/{id}/state`, onThread('PATCH', state, change)],
      ['thread_not_found', `POST ${form}/threads/{id}/state`, onThread('POST', state, { values })],
    ]
  }),
  [
    'workflow_not_found',
    'POST trigger_instances/cron/upsert',
    async ({ admin }) => {
      const created = await admin.post('/api/v1/workflow/manager/create', {
        name: 'Named',
        agent: { prompt: 'Greet.' },
      })
      const { id } = created.body.data
      const body = { workflowId: id, triggerConfig: { expression: '0 0 1 1 *' } }
      return { table: 'workflow', id, send: () => admin.post('/api/v1/trigger_instances/cron/upsert', body) }
    },
  ],
  [
    'external_user_not_found',
    'POST graphify/threads as the end user',
    async ({ admin }) => {
      const { id } = (await admin.post('/api/v1/external-users', { name: 'ada' })).body.data
      return { table: 'external_user', id, send: () => admin.as('ada').post('/api/v1/graphify/threads', {}) }
    },
  ],
  [
    'webhook_not_found',
    'POST webhooks/{id}/test',
    async ({ admin }) => {
      const { id } = (await admin.post('/api/v1/webhooks', { url: 'https://receiver.invalid/hook' })).body
        .data
      return { table: 'webhook', id, send: () => admin.post(`/api/v1/webhooks/${id}/test`) }
    },
  ],
]

for (const [refusal, operation, prepare] of cases)
  test(`404 ${refusal}: ${operation} while another request deletes it`, async () => {
    const { table, id, send } = await prepare(await app.newProject())
    const { status, body, text } = await duringDeletionOf(app.db, { table, id }, send)
    assert.deepEqual([status, body?.error?.code], [404, refusal], text)
  })
