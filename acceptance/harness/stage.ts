import { createHash, randomBytes } from 'node:crypto'
import { after } from 'node:test'
import { assertDone, assertPage, assertSuccess, type Caller, target } from './client.ts'
import type { ExternalUser, NewApiKey } from './resources.ts'
import { until } from './until.ts'

type NewKeyBody = {
  role?: 'member' | 'admin'
  scopes?: string[]
  allowedIps?: string[]
  expiresAt?: string
}

type AccountIds = { toolkitId: string; configId: string; id: string; deletedId: string }
type ToolIds = { id: string; slug: string; logId: string; fixtureId: string; requestId: string }
type TableIds = { id: string; documentId: string; proposalId: string; importId: string }

/** A form with one file. */
function formOf(fileName: string, content: string) {
  const head = `content-disposition: form-data; name="file"; filename="${fileName}"`
  return {
    body: `--b\r\n${head}\r\n\r\n${content}\r\n--b--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  }
}

/** What one test file creates in the shared project, under unique names, and deletes when it is done. */
export function createStage() {
  const { admin, anonymous, baseUrl, adminKey } = target()
  // Lower-case letters and digits only: they sort alike in every collation, and no wildcard is among them.
  const tag = `acc${randomBytes(6).toString('hex')}`
  const keyIds: string[] = []
  const webhookIds: string[] = []
  const savedItemIds: string[] = []
  const capIds: string[] = []
  const fileIds: string[] = []
  const uploadIds: string[] = []
  const tableIds: string[] = []
  const knowledgeIds: string[] = []
  const workflowIds: string[] = []
  const triggerIds: string[] = []
  const sandboxIds: string[] = []
  const browserIds: string[] = []
  const profileIds: string[] = []
  const toolkitIds: string[] = []
  const mcpServerIds: string[] = []

  async function clear(): Promise<void> {
    for (const id of mcpServerIds) assertDone(await admin.delete(`/api/v1/mcp_manager/${id}`))
    for (const id of savedItemIds) assertDone(await admin.delete(`/api/v1/saved-items/${id}`))
    for (const id of webhookIds) assertDone(await admin.delete(`/api/v1/webhooks/${id}`))
    for (const id of capIds) assertDone(await admin.delete(`/api/v1/usage/caps/${id}`))
    for (const id of sandboxIds) assertSuccess(await admin.delete(`/api/v1/sandbox/sessions/${id}`))
    for (const id of browserIds) assertSuccess(await admin.post(`/api/v1/browser/sessions/${id}/close`))
    for (const id of profileIds) assertDone(await admin.delete(`/api/v1/browser/profiles/${id}`))
    for (const id of toolkitIds) assertDone(await admin.delete(`/api/v1/toolkits/byId/${id}?cascade=true`))
    for (const id of triggerIds) assertSuccess(await admin.delete(`/api/v1/trigger_instances/manage/${id}`))
    for (const id of workflowIds) assertDone(await admin.delete(`/api/v1/workflow/manager/delete/${id}`))
    for (const id of knowledgeIds) assertSuccess(await admin.delete(`/api/v1/knowledge/collections/${id}`))
    for (const id of tableIds) assertSuccess(await admin.delete(`/api/v1/table/collections/${id}`))
    for (const id of keyIds) assertDone(await admin.delete(`/api/v1/api-keys/${id}`))
    for (const id of fileIds) assertDone(await admin.delete(`/api/v1/file/${id}`))
    for (const id of uploadIds) assertDone(await admin.delete(`/api/v1/file/uploads/${id}`))
    const { data } = assertPage<ExternalUser>(await admin.get(`/api/v1/external-users?q=${tag}&limit=100`))
    for (const { id } of data) assertSuccess(await admin.delete(`/api/v1/external-users/${id}`))
  }
  after(clear)

  return {
    admin,
    anonymous,
    baseUrl,
    adminKey,
    tag,
    /** A name that is unique and that `clear` finds. */
    nameOf: (suffix: string): string => `${tag}${suffix}`,
    callerWith: (key: string): Caller => anonymous.with({ 'x-api-key': key }),
    async newUser(suffix: string, fields: Record<string, unknown> = {}): Promise<ExternalUser> {
      const body = { name: `${tag}${suffix}`, ...fields }
      return assertSuccess<ExternalUser>(await admin.post('/api/v1/external-users', body))
    },
    async newKey(body: NewKeyBody = {}): Promise<NewApiKey> {
      const made = assertSuccess<NewApiKey>(
        await admin.post('/api/v1/api-keys', { name: `${tag} ${keyIds.length}`, ...body }),
      )
      keyIds.push(made.id)
      return made
    },
    /** A webhook that leads nowhere, with one delivery that failed. */
    async newWebhook(): Promise<{ id: string; deliveryId: string }> {
      const body = { url: 'https://receiver.invalid/hook', isActive: false }
      const { id } = assertSuccess<{ id: string }>(await admin.post('/api/v1/webhooks', body))
      webhookIds.push(id)
      const test = await admin.post(`/api/v1/webhooks/${id}/test`)
      return { id, deliveryId: assertSuccess<{ deliveryId: string }>(test).deliveryId }
    },
    /** A preset of the playground. */
    async newSavedItem(suffix: string): Promise<{ id: string }> {
      const body = { kind: 'playground_preset', name: `${tag} ${suffix}`, data: { system: 'Be brief.' } }
      const made = assertSuccess<{ id: string }>(await admin.post('/api/v1/saved-items', body))
      savedItemIds.push(made.id)
      return made
    },
    /** A cap on a thread that only this file knows, so that it affects no other. */
    async newCap(threadId: string): Promise<{ id: string }> {
      const body = { scope: 'thread', scopeId: threadId, period: 'day', credits: 1 }
      const made = assertSuccess<{ id: string }>(await admin.post('/api/v1/usage/caps', body))
      capIds.push(made.id)
      return made
    },
    /** A small file in one piece, and the beginning of one in parts. Both belong to the default user. */
    async newFile(suffix: string): Promise<{ fileId: string; uploadId: string }> {
      const form = `--b\r\ncontent-disposition: form-data; name="file"; filename="${tag}${suffix}"\r\n\r\n${tag}\r\n--b--\r\n`
      const type = { 'content-type': 'multipart/form-data; boundary=b' }
      const file = assertSuccess<{ id: string }>(
        await admin.post('/api/v1/file/upload/single/document', form, type),
      )
      fileIds.push(file.id)
      const start = { fileType: 'document', name: `${tag}${suffix}`, sizeBytes: 1 }
      const upload = assertSuccess<{ id: string }>(await admin.post('/api/v1/file/uploads', start))
      uploadIds.push(upload.id)
      return { fileId: file.id, uploadId: upload.id }
    },
    /** A session in which one script has run. */
    async newSandbox(): Promise<{ id: string; executionId: string }> {
      const { id } = assertSuccess<{ id: string }>(await admin.post('/api/v1/sandbox/sessions', {}))
      sandboxIds.push(id)
      const script = { language: 'javascript', source: 'return 1' }
      const ran = await admin.post(`/api/v1/sandbox/sessions/${id}/execute`, script)
      return { id, executionId: assertSuccess<{ id: string }>(ran).id }
    },
    /** A browser session that works on every machine, a handoff of it that is done, and a profile. */
    async newBrowser(suffix: string): Promise<{ sessionId: string; profileId: string; handoffId: string }> {
      const made = await admin.post('/api/v1/browser/sessions', { driver: 'http' })
      const sessionId = assertSuccess<{ id: string }>(made).id
      browserIds.push(sessionId)
      const handoff = await admin.post(`/api/v1/browser/sessions/${sessionId}/handoff`)
      const handoffId = assertSuccess<{ id: string }>(handoff).id
      assertSuccess(await admin.post(`/api/v1/browser/sessions/handoff/${handoffId}/done`))
      const profile = await admin.post('/api/v1/browser/profiles', { name: `${tag}${suffix}` })
      const profileId = assertSuccess<{ id: string }>(profile).id
      profileIds.push(profileId)
      return { sessionId, profileId, handoffId }
    },
    /** A server with one tool, one resource and one prompt. */
    async newMcpServer(
      suffix: string,
    ): Promise<{ id: string; name: string; resourceId: string; promptId: string }> {
      const body = { name: `${tag}-${suffix}`, mode: 'NORMAL', selectedTools: ['text_slugify'] }
      const made = assertSuccess<{ id: string; name: string }>(await admin.post('/api/v1/mcp_manager', body))
      mcpServerIds.push(made.id)
      const path = `/api/v1/mcp_manager/${made.id}`
      const resource = { uri: `shop://${suffix}`, name: suffix, text: 'Open from 9 to 5.' }
      const prompt = { name: suffix, messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }] }
      const { id: resourceId } = assertSuccess<{ id: string }>(
        await admin.post(`${path}/resources`, resource),
      )
      const { id: promptId } = assertSuccess<{ id: string }>(await admin.post(`${path}/prompts`, prompt))
      return { ...made, resourceId, promptId }
    },
    /** A client that has signed in to the default MCP server. */
    async newMcpClient(): Promise<{ id: string }> {
      const redirectUri = 'http://127.0.0.1:9/callback'
      const registered = await anonymous.post('/oauth/register', {
        client_name: tag,
        redirect_uris: [redirectUri],
      })
      const { client_id } = registered.body as { client_id: string }
      const verifier = randomBytes(32).toString('base64url')
      const request = {
        client_id,
        redirect_uri: redirectUri,
        response_type: 'code',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }
      const decided = await admin.post('/api/v1/mcp_clients/authorize', { request, decision: 'approve' })
      const { redirectUrl } = assertSuccess<{ redirectUrl: string }>(decided)
      const code = new URL(redirectUrl).searchParams.get('code')!
      const form = { grant_type: 'authorization_code', client_id, code, code_verifier: verifier }
      await fetch(`${baseUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
      const { data } = assertPage<{ id: string }>(await admin.get(`/api/v1/mcp_clients?q=${tag}`))
      return data[0]!
    },
    /** A toolkit that was read from an API description. */
    async newToolkit(suffix: string): Promise<{ id: string; slug: string }> {
      const spec = {
        openapi: '3.1.0',
        info: { title: tag, version: '1.0.0' },
        servers: [{ url: 'https://api.invalid/v1' }],
        paths: { '/things/{id}': { get: { operationId: 'getThing' } } },
      }
      const body = { slug: `${tag}${suffix}`, spec }
      const made = await admin.post('/api/v1/toolkits/import/openapi', body)
      const { toolkit } = assertSuccess<{ toolkit: { id: string; slug: string } }>(made)
      toolkitIds.push(toolkit.id)
      return toolkit
    },
    /** A toolkit with an auth config, an account of the default user, and one that was deleted. */
    async newAccount(suffix: string): Promise<AccountIds> {
      const slug = `${tag}${suffix}acc`
      const toolkit = { slug, name: slug, description: slug, authSchemes: ['API_KEY'] }
      const body = { ...toolkit, baseUrl: 'https://service.invalid' }
      const made = assertSuccess<{ id: string }>(await admin.post('/api/v1/toolkits', body))
      toolkitIds.push(made.id)
      const authConfig = { type: 'use_custom_auth', authScheme: 'API_KEY' }
      const config = assertSuccess<{ id: string }>(
        await admin.post('/api/v1/auth_configs', { toolkit: { slug }, authConfig }),
      )
      const path = '/api/v1/connected_accounts'
      const state = { authScheme: 'API_KEY', val: { api_key: tag } }
      const connect = async () => {
        const accountBody = { authConfig: { id: config.id }, connection: { state } }
        return assertSuccess<{ id: string }>(await admin.post(path, accountBody)).id
      }
      const [id, deletedId] = [await connect(), await connect()]
      assertDone(await admin.delete(`${path}/${deletedId}`))
      return { toolkitId: made.id, configId: config.id, id, deletedId }
    },
    /** A call of the offline model, which is stored. */
    async newCall(): Promise<string> {
      const body = { model: 'local/demo', prompt: `/say ${tag}` }
      return assertSuccess<{ id: string }>(await admin.post('/api/v1/ai/llm/generate', body)).id
    },
    /** A placeholder that is made, or will be. */
    async newMediaJob(): Promise<string> {
      const made = await admin.post('/api/v1/ai/media/tts', { text: tag, wait: 0 })
      return assertSuccess<{ id: string }>(made).id
    },
    /** A custom tool in its own toolkit, and one execution, fixture and question. All belong to the default user. */
    async newTool(suffix: string): Promise<ToolIds> {
      const slug = `${tag}${suffix}`
      const made = await admin.post('/api/v1/tools', {
        slug,
        name: tag,
        description: 'For a while.',
        toolkitSlug: `${slug}kit`,
        inputParameters: {},
        noAuth: true,
      })
      const { id } = assertSuccess<{ id: string }>(made)
      toolkitIds.push(`${slug}kit`)
      const run = async (name: string, args: object) =>
        assertSuccess<{ logId: string; data: { requestId: string } }>(
          await admin.post(`/api/v1/tools/execute/${name}`, { arguments: args }),
        )
      const { logId } = await run('crypto_hash', { text: tag })
      const fixture = assertSuccess<{ id: string }>(await admin.post('/api/v1/tools/fixtures', { logId }))
      const { data } = await run('human_ask', { question: tag, expiresInSeconds: 60 })
      return { id, slug, logId, fixtureId: fixture.id, requestId: data.requestId }
    },
    /** A collection with one of everything that has an id under it. */
    async newTable(suffix: string): Promise<TableIds> {
      const path = '/api/v1/table/collections'
      const made = assertSuccess<{ id: string }>(await admin.post(path, { name: `${tag}${suffix}` }))
      tableIds.push(made.id)
      const documents = `${path}/${made.id}/documents`
      const document = assertSuccess<{ id: string }>(await admin.post(documents, { email: tag }))
      const requested = await admin.post(documents, { email: tag }, { 'x-propose': 'true' })
      const { proposal } = assertSuccess<{ proposal: { id: string } }>(requested)
      const form = formOf('rows.csv', `email\n${tag}\n`)
      const started = assertSuccess<{ id: string }>(
        await admin.post(`${documents}/import`, form.body, form.headers),
      )
      return { id: made.id, documentId: document.id, proposalId: proposal.id, importId: started.id }
    },
    /** A collection with a text that was indexed. */
    async newKnowledge(suffix: string) {
      const path = '/api/v1/knowledge/collections'
      const { id } = assertSuccess<{ id: string }>(await admin.post(path, { name: `${tag}${suffix}` }))
      knowledgeIds.push(id)
      const body = {
        title: 'Refunds',
        content: 'Refunds are paid to the original card within five working days.',
      }
      const { sourceKey, jobId } = assertSuccess<{ sourceKey: string; jobId: string }>(
        await admin.post(`${path}/${id}/ingest/text`, body),
      )
      const chunkId = await until('the text to be indexed', async () => {
        const { chunks } = assertSuccess<{ chunks: { id: string }[] }>(
          await admin.get(`${path}/${id}/chunks`),
        )
        return chunks[0]?.id
      })
      const added = await admin.post(`${path}/${id}/evals`, { tests: [{ query: 'When?', sourceKey }] })
      const { tests } = assertSuccess<{ tests: { id: string }[] }>(added)
      const evaluated = assertSuccess<{ id: string }>(await admin.post(`${path}/${id}/evals/run`, {}))
      return {
        id,
        sourceKey,
        jobId,
        chunkId,
        generation: '1',
        testId: tests[0]!.id,
        evalRunId: evaluated.id,
      }
    },
    async newWorkflow(suffix: string): Promise<string> {
      const body = { name: `${tag}${suffix}`, workflowType: 'static' }
      const { id } = assertSuccess<{ id: string }>(await admin.post('/api/v1/workflow/manager/create', body))
      workflowIds.push(id)
      return id
    },
    /** An execution that has ended, and the same stored as an eval. */
    async newExecution(suffix: string, threadId = `${tag}${suffix}`) {
      const base = '/api/v1/workflow/manager'
      const id = await this.newWorkflow(suffix)
      const body = { allowWhenInactive: true, wait: 30_000, threadId }
      const { executionId } = assertSuccess<{ executionId: string }>(
        await admin.post(`${base}/execute/${id}`, body),
      )
      const stored = await admin.post(`${base}/${id}/evals`, { executions: [{ executionId }] })
      const [{ id: evalId } = { id: '' }] = assertSuccess<{ id: string }[]>(stored)
      return { id, executionId, evalId, threadId }
    },
    /** An agent that remembers something of the project's own user. */
    async newAgent(suffix: string) {
      const body = { name: `${tag}${suffix} agent`, workflowType: 'agent', agent: { prompt: 'Help.' } }
      const { id } = assertSuccess<{ id: string }>(await admin.post('/api/v1/workflow/manager/create', body))
      workflowIds.push(id)
      const added = await admin.post(`/api/v1/agents/${id}/memories`, { text: 'Likes tea.' })
      return { id, memoryId: assertSuccess<{ id: string }>(added).id }
    },
    /** A schedule that comes once a year, with one invocation by hand. */
    async newTrigger(suffix: string) {
      const instances = '/api/v1/trigger_instances'
      const body = { name: `${tag}${suffix}`, triggerConfig: { expression: '0 0 1 1 *' } }
      const { triggerId: id } = assertSuccess<{ triggerId: string }>(
        await admin.post(`${instances}/cron/upsert`, body),
      )
      triggerIds.push(id)
      const tested = await admin.post(`${instances}/manage/${id}/test`, {})
      return { id, logId: assertSuccess<{ invocationId: string }>(tested).invocationId }
    },
    /** A thread in which an agent has answered once. */
    async newSkill(suffix: string) {
      const body = { name: `${tag} ${suffix}`, description: 'Says hello.', instructions: 'Say hello.' }
      return assertSuccess<{ id: string }>(await admin.post('/api/v1/skills/create', body))
    },
    async newThread(suffix: string) {
      const manager = '/api/v1/workflow/manager'
      const agent = { prompt: 'You help.', modelSettings: { model: 'local/demo' } }
      const { id: agentId } = assertSuccess<{ id: string }>(
        await admin.post(`${manager}/create`, { name: `${tag}${suffix}agent`, workflowType: 'agent', agent }),
      )
      assertSuccess(await admin.patch(`${manager}/activeStatus/${agentId}`, { activeStatus: true }))
      const threads = '/api/v1/graphify/threads'
      const { thread_id: threadId } = assertSuccess<{ thread_id: string }>(
        await admin.post(threads, { workflowId: agentId }),
      )
      const input = { messages: [{ id: 'm1', type: 'human', content: '/say Hello' }] }
      assertSuccess(await admin.post(`${threads}/${threadId}/runs/wait`, { input }))
      const { data: runs } = assertPage<{ run_id: string }>(await admin.get(`${threads}/${threadId}/runs`))
      const state = assertSuccess<{ checkpoint_id: string }>(await admin.get(`${threads}/${threadId}/state`))
      return { agentId, threadId, runId: runs[0]!.run_id, checkpointId: state.checkpoint_id }
    },
    /** The user of that name as any key may read it; null when there is none. */
    async findUser(name: string): Promise<ExternalUser | null> {
      const path = `/api/v1/external-users/username/${encodeURIComponent(name)}?nullable=true`
      return assertSuccess<ExternalUser | null>(await admin.get(path))
    },
  }
}
