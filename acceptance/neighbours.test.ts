import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { assertPage, assertSuccess, type Caller } from './harness/client.ts'
import { exampleBody, type NamedOperation, operationsOf, readOpenApi } from './harness/openapi-document.ts'
import type { AiModel, ApiKey, AuditEntry, ExternalUser, Profile, Project } from './harness/resources.ts'
import { createStage } from './harness/stage.ts'

const stage = createStage()
const { admin } = stage
const otherKey = process.env.STOA_ACCEPTANCE_OTHER_API_KEY
const skip = otherKey ? false : 'STOA_ACCEPTANCE_OTHER_API_KEY names no second project'
const neighbour: Caller = stage.callerWith(otherKey ?? '')
const users = '/api/v1/external-users'

/** What the first project has, by the beginning of the path under which it would be found. */
let owned: [path: string, id: string][] = []
let deliveryId = ''
let table = { id: '', documentId: '', proposalId: '', importId: '' }
let knowledge = { id: '', sourceKey: '', jobId: '', chunkId: '', generation: '', testId: '', evalRunId: '' }
let sandbox = { id: '', executionId: '' }
let browser = { sessionId: '', profileId: '', handoffId: '' }
let workflow = { id: '', executionId: '', evalId: '', threadId: '' }
let memoryId = ''
let mcpServer = { id: '', resourceId: '', promptId: '' }
let trigger = { id: '', logId: '' }
let thread = { agentId: '', threadId: '', runId: '', checkpointId: '' }
let operations: NamedOperation[] = []
let forPeople: NamedOperation[] = []

before(async () => {
  if (skip) return
  const user = await stage.newUser('owned')
  const key = await stage.newKey()
  const erased = await stage.newUser('erased')
  const { receiptId } = assertSuccess<{ receiptId: string }>(await admin.delete(`${users}/${erased.id}`))
  const webhook = await stage.newWebhook()
  deliveryId = webhook.deliveryId
  const cap = await stage.newCap(stage.nameOf('owned'))
  const { fileId, uploadId } = await stage.newFile('owned.txt')
  table = await stage.newTable('owned')
  knowledge = await stage.newKnowledge('owned')
  sandbox = await stage.newSandbox()
  browser = await stage.newBrowser('owned')
  workflow = await stage.newExecution('owned')
  const agent = await stage.newAgent('owned')
  memoryId = agent.memoryId
  thread = await stage.newThread('owned')
  trigger = await stage.newTrigger('owned')
  mcpServer = await stage.newMcpServer('owned')
  const toolkit = await stage.newToolkit('owned')
  const account = await stage.newAccount('owned')
  const tool = await stage.newTool('ownedtool')
  owned = [
    [`${users}/deletion-receipts/`, receiptId],
    [`${users}/`, user.id],
    ['/api/v1/api-keys/', key.id],
    ['/api/v1/webhooks/', webhook.id],
    // A request is made by work that a cap refuses, and nothing here works yet.
    ['/api/v1/usage/caps/requests/', randomUUID()],
    ['/api/v1/usage/caps/', cap.id],
    ['/api/v1/file/uploads/', uploadId],
    ['/api/v1/file/', fileId],
    ['/api/v1/table/collections/', table.id],
    ['/api/v1/knowledge/collections/', knowledge.id],
    ['/api/v1/agents/', agent.id],
    ['/chat/', agent.id],
    ['/api/v1/workflow/manager/executions/', workflow.executionId],
    ['/api/v1/workflow/manager/', workflow.id],
    ['/api/v1/graphify/threads/', thread.threadId],
    ['/api/v1/langgraph/threads/', thread.threadId],
    ['/api/v1/sandbox/sessions/', sandbox.id],
    ['/api/v1/browser/sessions/handoff/', browser.handoffId],
    ['/api/v1/browser/sessions/', browser.sessionId],
    ['/api/v1/browser/profiles/', browser.profileId],
    ['/api/v1/toolkits/byId/', toolkit.id],
    ['/api/v1/auth_configs/', account.configId],
    ['/api/v1/connected_accounts/{id}/revocation', account.deletedId],
    ['/api/v1/connected_accounts/', account.id],
    ['/api/v1/ai/calls/', await stage.newCall()],
    ['/api/v1/ai/media/jobs/', await stage.newMediaJob()],
    ['/api/v1/tools/byId/', tool.id],
    ['/api/v1/tools/fixtures/', tool.fixtureId],
    ['/api/v1/tools/human-requests/', tool.requestId],
    ['/api/v1/trigger_instances/', trigger.id],
    ['/api/v1/mcp_manager/', mcpServer.id],
    ['/api/v1/mcp/public/', mcpServer.id],
    ['/api/v1/mcp_clients/', (await stage.newMcpClient()).id],
    ['/api/v1/skills/', (await stage.newSkill('owned')).id],
    ['/api/v1/saved-items/', (await stage.newSavedItem('owned')).id],
  ]
  const { data: runs } = assertPage<{ id: string }>(await admin.get('/api/v1/runs?limit=1'))
  owned.push(['/api/v1/runs/', runs[0]!.id])
  const withIds = operationsOf(await readOpenApi(stage.anonymous)).filter(({ path }) =>
    /\{(id|thread_id|triggerId|sessionId|profileId|handoffId)\}|trigger_instances.*\{logId\}/.test(path),
  )
  operations = withIds.filter((each) => !isForPeople(each))
  forPeople = withIds.filter(isForPeople)
})

/** Takes no key at all: members and whole projects are managed by people who are signed in. */
const isForPeople = ({ security }: NamedOperation): boolean =>
  security !== undefined && security.length > 0 && !security.some((each) => 'x-api-key' in each)

const ownedPath = ({ path }: NamedOperation): string => {
  const found = owned.find(([beginning]) => path.startsWith(beginning))
  assert.ok(found, `${path}: say in this file what the first project has there`)
  return path
    .replace('{id}', found[1])
    .replace('{thread_id}', found[1])
    .replace('{triggerId}', found[1])
    .replace('{logId}', trigger.logId)
    .replace('{run_id}', thread.runId)
    .replace('{checkpoint_id}', thread.checkpointId)
    .replace('{messageId}', 'm1')
    .replace('{name}', 'weather-mcp')
    .replace('{deliveryId}', deliveryId)
    .replace('{n}', '1')
    .replace('{version}', '1')
    .replace('{v}', '1.0.0')
    .replace('{path}', 'SKILL.md')
    .replace('{evalId}', workflow.evalId)
    .replace('{memoryId}', memoryId)
    .replace('{resourceId}', mcpServer.resourceId)
    .replace('{promptId}', mcpServer.promptId)
    .replace('{sourceKey}', encodeURIComponent(knowledge.sourceKey))
    .replace('{jobId}', knowledge.jobId)
    .replace('{chunkId}', knowledge.chunkId)
    .replace('{generation}', knowledge.generation)
    .replace('{testId}', knowledge.testId)
    .replace('{evalRunId}', knowledge.evalRunId)
    .replace('{proposalId}', table.proposalId)
    .replace('{importId}', table.importId)
    .replace('{executionId}', sandbox.executionId)
    .replace('{commandId}', randomUUID())
    .replace('{sessionId}', browser.sessionId)
    .replace('{profileId}', browser.profileId)
    .replace('{handoffId}', browser.handoffId)
}

/** For links that are opened without a key: what matters is the token in them, and theirs name a session. */
const isOpenedByToken = ({ parameters }: NamedOperation): boolean =>
  parameters.some((each) => each.in === 'query' && each.required && ['state', 'token'].includes(each.name))

/** What is the operator's is refused whatever it names; of everything else a neighbour learns not even that it exists. */
const refusalOf = (operation: NamedOperation): number => (operation['x-operator-only'] ? 403 : 404)

describe('A neighbouring project (5.1)', { skip }, () => {
  it('reads nothing of the other', async () => {
    const reads = operations.filter((each) => each.method === 'GET' && !isOpenedByToken(each))
    assert.ok(reads.length > 2)
    for (const operation of reads) {
      const path = ownedPath(operation)
      assert.equal((await neighbour.get(path)).status, refusalOf(operation), path)
    }
    const { data } = assertPage<ExternalUser>(await neighbour.get(`${users}?limit=100`))
    assert.ok(data.every(({ name }) => !name.includes(stage.tag)))
    const keys = assertPage<ApiKey>(await neighbour.get('/api/v1/api-keys?limit=100')).data
    assert.ok(keys.every(({ id }) => !owned.some(([, each]) => each === id)))
    const byName = await neighbour.get(`${users}/username/${stage.nameOf('owned')}`)
    assert.equal(byName.status, 404)
  })

  it('opens no link with the token of another session', async () => {
    const links = operations.filter(isOpenedByToken)
    assert.ok(links.length > 0)
    const { sessionId } = await stage.newBrowser('second')
    const { liveViewUrl } = assertSuccess<{ liveViewUrl: string }>(
      await admin.get(`/api/v1/browser/sessions/${sessionId}`),
    )
    const token = new URL(liveViewUrl).searchParams.get('state')!
    for (const operation of links.filter(({ responses }) => '200' in responses)) {
      const path = `${ownedPath(operation)}?${new URLSearchParams({ state: token })}`
      assert.equal((await stage.anonymous.get(path)).status, 401, path)
    }
  })

  it('manages no members and deletes no project with a key, neither of the other nor its own', async () => {
    assert.ok(forPeople.length > 2)
    const id = assertSuccess<Project>(await admin.get('/api/v1/project')).id
    for (const operation of forPeople) {
      const path = `${operation.path.replace('{id}', id)}?name=Default`
      for (const caller of [admin, neighbour])
        assert.equal((await caller.send(operation.method, path, exampleBody(operation))).status, 401, path)
    }
  })

  it('changes nothing of the other', async () => {
    const idUnder = (prefix: string) => owned.find(([each]) => each === prefix)![1]
    const paths = [
      `${users}/${idUnder(`${users}/`)}`,
      `/api/v1/api-keys/${idUnder('/api/v1/api-keys/')}`,
      `/api/v1/webhooks/${idUnder('/api/v1/webhooks/')}`,
      `/api/v1/file/meta/${idUnder('/api/v1/file/')}`,
      `/api/v1/table/collections/${table.id}/documents/${table.documentId}`,
      `/api/v1/graphify/threads/${thread.threadId}`,
    ]
    const snapshot = () => Promise.all(paths.map(async (path) => assertSuccess(await admin.get(path))))
    const before = await snapshot()
    const writes = operations.filter(({ method }) => method !== 'GET')
    assert.ok(writes.length > 5)
    for (const operation of writes) {
      const path = ownedPath(operation)
      const isForm = operation.requestBody?.content['multipart/form-data'] !== undefined
      const form = { 'content-type': 'multipart/form-data; boundary=b' }
      const response = isForm
        ? await neighbour.send(operation.method, path, '--b--\r\n', form)
        : await neighbour.send(operation.method, path, exampleBody(operation))
      assert.equal(response.status, refusalOf(operation), `${operation.method} ${path} ${response.text}`)
    }
    assert.deepEqual(await snapshot(), before)
  })

  it('has its own end users, also of the same name', async () => {
    const name = stage.nameOf('owned')
    const twin = assertSuccess<ExternalUser>(await neighbour.post(users, { name }))
    assert.equal(twin.created, true)
    assert.notEqual(twin.id, owned[1]![1])
    assertPage(await neighbour.as(name).get(users))
    assert.equal((await stage.findUser(name))?.lastSeenAt, null)
    const merged = await neighbour.post(`${users}/${twin.id}/merge`, { intoId: owned[1]![1] })
    assert.equal(merged.status, 404)
    assertSuccess(await neighbour.delete(`${users}/${twin.id}`))
    assert.equal((await stage.findUser(name))?.id, owned[1]![1])
  })

  it('has its own models, settings and audit log', async () => {
    const own = assertSuccess<Profile>(await neighbour.get('/api/v1/users/profile'))
    const first = assertSuccess<Profile>(await admin.get('/api/v1/users/profile'))
    assert.notEqual(own.project.id, first.project.id)
    const [model] = assertSuccess<AiModel[]>(await neighbour.get('/api/v1/ai/models?kind=video'))
    const path = `/api/v1/ai/models/${model!.modelId}`
    assertSuccess(await neighbour.patch(path, { isActive: false }))
    assert.equal(assertSuccess<AiModel>(await admin.get(path)).isActive, true)
    assertSuccess(await neighbour.patch(path, { isActive: true }))
    const { slug } = assertSuccess<Project>(await neighbour.get('/api/v1/project'))
    assert.equal(slug, own.project.slug)
    const record = assertPage<AuditEntry>(await neighbour.get('/api/v1/audit-log?limit=100')).data
    assert.ok(record.length > 0)
    assert.ok(record.every(({ actor }) => actor.id !== first.apiKey.id))
  })

  it('has its own idempotency keys', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const body = { name: stage.nameOf('once') }
    const mine = assertSuccess<ExternalUser>(await admin.post(users, body, key))
    const theirs = await neighbour.post(users, body, key)
    const { id, created } = assertSuccess<ExternalUser>(theirs)
    assert.equal(theirs.headers.get('idempotent-replayed'), null)
    assert.equal(created, true)
    assert.notEqual(id, mine.id)
    assertSuccess(await neighbour.delete(`${users}/${id}`))
  })
})
