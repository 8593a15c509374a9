import type { TestApp, TestProject } from '../harness.ts'
import { multipart } from '../multipart.ts'
import { until } from '../until.ts'

export type Params = Record<string, string>

/**
 * Things that exist in a project, by the path that takes their id. A new endpoint that takes an id must find its
 * fixture here, or the contract ring fails: that is how every id is tried with another project's key.
 */
export async function createFixtures(
  project: TestProject,
  app: TestApp,
): Promise<(path: string) => Params | null> {
  const key = await project.admin.post('/api/v1/api-keys', { name: 'fixture' })
  const user = await project.admin.post('/api/v1/external-users', { name: 'fixture' })
  const erased = await project.admin.post('/api/v1/external-users', { name: 'erased' })
  const deletion = await project.admin.delete(`/api/v1/external-users/${erased.body.data.id}`)
  // A name that no name service knows: the address is taken, and what is sent there fails at once.
  const webhook = await project.admin.post('/api/v1/webhooks', { url: 'https://receiver.invalid/hook' })
  const webhookId: string = webhook.body.data.id
  const delivery = await project.admin.post(`/api/v1/webhooks/${webhookId}/test`)
  const usage = await createUsageFixtures(project, app)
  const file = await uploadFixture(project)
  const upload = await project.admin.post('/api/v1/file/uploads', {
    fileType: 'other',
    name: 'fixture.bin',
    sizeBytes: 1000,
  })
  const run = await app.db.tx((tx) =>
    app.app.runs.enqueue(tx, project.scope, { kind: 'fixture', input: null }),
  )
  const tables = await createTableFixtures(project)
  const sandboxes = await createSandboxFixtures(project)
  const toolkit = await project.admin.post('/api/v1/toolkits', {
    ...{ slug: 'fixture-kit', name: 'Fixture', description: 'For the contract.' },
  })
  const connections = await createConnectionFixtures(project)
  const llm = await createLlmFixtures(project)
  const tools = await createToolFixtures(project)
  const byPrefix: [string, Params][] = [
    ...connections,
    ...tools,
    ['/api/v1/toolkits/byId/{id}', { id: toolkit.body.data.id }],
    ...usage,
    ...sandboxes,
    ...llm,
    [
      '/api/v1/webhooks/{id}/deliveries/{deliveryId}',
      { id: webhookId, deliveryId: delivery.body.data.deliveryId },
    ],
    ['/api/v1/webhooks/{id}', { id: webhookId }],
    ['/api/v1/runs/{id}', { id: run }],
    ['/api/v1/api-keys/{id}', { id: key.body.data.id }],
    ['/api/v1/external-users/deletion-receipts/{id}', { id: deletion.body.data.receiptId }],
    ['/api/v1/external-users/username/{username}', { username: 'fixture' }],
    ['/api/v1/external-users/{id}', { id: user.body.data.id }],
    ...tables,
    ['/api/v1/ai/models/{modelId+}', { modelId: 'local/demo' }],
    ['/api/v1/openai/models/{model+}', { model: 'local/demo' }],
    ['/api/v1/anthropic/v1/models/{model+}', { model: 'local/demo' }],
    ['/api/v1/file/upload/single/{fileType}', { fileType: 'document' }],
    ['/api/v1/file/upload/multiple/{fileType}', { fileType: 'document' }],
    ['/api/v1/file/uploads/{id}', { id: upload.body.data.id, n: '1' }],
    ['/api/v1/file/fileType/{fileType}', { fileType: 'document' }],
    ['/api/v1/file/{filename}', { filename: 'fixture.txt' }],
    ['/api/v1/file/download/{id}', { id: file }],
    ['/api/v1/file/meta/{id}', { id: file }],
    ['/api/v1/file/{id}', { id: file }],
  ]
  return (path) => byPrefix.find(([prefix]) => path.startsWith(prefix))?.[1] ?? null
}

async function createConnectionFixtures({ admin }: TestProject): Promise<[string, Params][]> {
  const toolkit = { slug: 'fixture-keys', name: 'Keys', description: 'Keys', authSchemes: ['API_KEY'] }
  await admin.post('/api/v1/toolkits', { ...toolkit, baseUrl: 'https://keys.invalid' })
  const made = await admin.post('/api/v1/auth_configs', {
    toolkit: { slug: toolkit.slug },
    authConfig: { type: 'use_custom_auth', authScheme: 'API_KEY' },
  })
  const base = '/api/v1/connected_accounts'
  const connect = async (): Promise<string> => {
    const state = { authScheme: 'API_KEY', val: { api_key: 'key' } }
    const answer = await admin.post(base, { authConfig: { id: made.body.data.id }, connection: { state } })
    return answer.body.data.id
  }
  const [stored, deleted] = [await connect(), await connect()]
  await admin.delete(`${base}/${deleted}`)
  return [
    ['/api/v1/auth_configs/{id}', { id: made.body.data.id }],
    [`${base}/{id}/revocation`, { id: deleted }],
    [`${base}/{id}`, { id: stored }],
  ]
}

async function createSandboxFixtures({ admin }: TestProject): Promise<[string, Params][]> {
  const base = '/api/v1/sandbox'
  const session = await admin.post(`${base}/sessions`)
  const { id } = session.body.data
  const script = { language: 'javascript', source: 'return 1' }
  const executed = await admin.post(`${base}/sessions/${id}/execute`, script)
  const executionId = executed.body.data.id
  const commandId = '0199f1a0-0000-7000-8000-0000000000ab'
  return [
    [`${base}/sessions/{id}/commands/{commandId}`, { id, commandId }],
    [`${base}/sessions/{id}`, { id, executionId }],
    [`${base}/executions/{executionId}`, { executionId }],
    [`${base}/threads/{threadId}`, { threadId: 'fixture' }],
  ]
}

async function createLlmFixtures({ admin }: TestProject): Promise<[string, Params][]> {
  const called = await admin.post('/api/v1/ai/llm/generate', { model: 'local/demo', prompt: '/say hello' })
  await admin.put('/api/v1/ai/providers', { name: 'fixture', baseUrl: 'https://models.invalid/v1' })
  const made = await admin.post('/api/v1/ai/media/tts', { text: 'hello', wait: 0 })
  return [
    ['/api/v1/ai/media/jobs/{id}', { id: made.body.data.id }],
    ['/api/v1/ai/calls/{id}', { id: called.body.data.id }],
    ['/api/v1/ai/providers/{name}', { name: 'fixture' }],
  ]
}

async function createToolFixtures({ admin }: TestProject): Promise<[string, Params][]> {
  const base = '/api/v1/tools'
  const tool = await admin.post(base, {
    ...{
      slug: 'fixture_tool',
      name: 'Fixture',
      description: 'For the contract.',
      toolkitSlug: 'fixture-tools',
    },
    ...{ inputParameters: {}, noAuth: true, script: { language: 'javascript', source: 'return 1' } },
  })
  const executed = await admin.post(`${base}/execute/crypto_hash`, { arguments: { text: 'fixture' } })
  const { logId } = executed.body.data
  const fixture = await admin.post(`${base}/fixtures`, { logId })
  const requested = await admin.post(`${base}/execute/human_ask`, { arguments: { question: 'Fixture?' } })
  return [
    [`${base}/byId/{id}`, { id: tool.body.data.id }],
    [`${base}/execute/{toolSlug}`, { toolSlug: 'fixture_tool' }],
    [`${base}/execution-logs/{logId}`, { logId }],
    [`${base}/fixtures/{id}`, { id: fixture.body.data.id }],
    [`${base}/human-requests/{id}`, { id: requested.body.data.data.requestId }],
  ]
}

async function createTableFixtures({ admin }: TestProject): Promise<[string, Params][]> {
  const base = '/api/v1/table/collections'
  const texts = ['email', 'status'].map((name) => ({ name, type: 'text' }))
  const fields = [...texts, { name: 'age', type: 'number' }]
  const collection = await admin.post(base, { name: 'fixture', mode: 'strict', schema: { fields } })
  const { id } = collection.body.data
  const document = await admin.post(`${base}/${id}/documents`, { email: 'fixture' })
  const proposed = await admin.post(`${base}/${id}/documents`, { email: 'two' }, { 'x-propose': 'true' })
  const file = multipart('fixture.csv', 'email\nthree\n')
  const started = await admin.post(`${base}/${id}/documents/import`, file.body, file.headers)
  return [
    [
      `${base}/{collectionId}/documents/{documentId}`,
      { collectionId: id, documentId: document.body.data.id },
    ],
    [`${base}/{id}/documents/import/{importId}`, { id, importId: started.body.data.id }],
    [`${base}/{id}/proposals/{proposalId}`, { id, proposalId: proposed.body.data.proposal.id }],
    [`${base}/{id}`, { id }],
  ]
}

async function createUsageFixtures(project: TestProject, { app, db }: TestApp): Promise<[string, Params][]> {
  const executionId = '0199f1a0-0000-7000-8000-0000000000aa'
  const subject = { executionId, threadId: 'fixture' }
  await project.admin.post('/api/v1/usage/adjustments', { credits: -1, reason: 'fixture', ...subject })
  const cap = await project.admin.post('/api/v1/usage/caps', {
    ...{ scope: 'thread', scopeId: 'asks', period: 'total', credits: 0, action: 'approve' },
  })
  const work = { workId: 'fixture', type: 'tool', microCredits: 1, subject: { threadId: 'asks' } } as const
  await app.usage.hold(db, project.scope, work).catch(() => undefined)
  const request = await until(async () => {
    const { body } = await project.admin.get('/api/v1/usage/caps/requests')
    return body.data[0] as { id: string } | undefined
  })
  return [
    ['/api/v1/usage/executions/{executionId}', { executionId }],
    ['/api/v1/usage/threads/{threadId}', { threadId: 'fixture' }],
    ['/api/v1/usage/caps/requests/{id}', { id: request!.id }],
    ['/api/v1/usage/caps/{id}', { id: cap.body.data.id }],
  ]
}

async function uploadFixture(project: TestProject): Promise<string> {
  const body = [
    '--fixture',
    'content-disposition: form-data; name="file"; filename="fixture.txt"',
    '',
    'fixture',
    '--fixture--',
    '',
  ].join('\r\n')
  const type = { 'content-type': 'multipart/form-data; boundary=fixture' }
  const answer = await project.admin.post('/api/v1/file/upload/single/document', body, type)
  return answer.body.data.id
}

/** The catalogue of models and the types of files are the same for every project: their names open nothing. */
export const isShared = (path: string): boolean =>
  path.startsWith('/api/v1/ai/models/') ||
  path.startsWith('/api/v1/openai/models/') ||
  path.startsWith('/api/v1/anthropic/v1/models/') ||
  path.endsWith('/{fileType}')

/** Names that callers make up: each project has its own of every name, so there is none that is not there. */
export const isFreeName = (path: string): boolean => path.startsWith('/api/v1/sandbox/threads/')

/** What needs a driver that this server does not have is there to be asked for, never to be found. */
export const isNeverFound = (path: string): boolean => path.endsWith('/commands/{commandId}')

export const fill = (path: string, params: Params | null): string =>
  path.replace(/\{(\w+)\+?\}/g, (_, name: string) => params?.[name] ?? `missing-${name}`)
