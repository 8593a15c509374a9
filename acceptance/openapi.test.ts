import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ApiResponse, assertPage, assertSuccess, type ErrorBody } from './harness/client.ts'
import { createValidator, type Schema } from './harness/json-schema.ts'
import {
  exampleBody,
  examplePath,
  type Media,
  type NamedOperation,
  needsKey,
  operationsOf,
  readOpenApi,
} from './harness/openapi-document.ts'
import type { AiModel, ExternalUser } from './harness/resources.ts'
import { createStage } from './harness/stage.ts'

const stage = createStage()
const { admin, anonymous } = stage
const document = await readOpenApi(anonymous)
const operations = operationsOf(document)
const faultsOf = createValidator(document)
const nameOf = ({ method, path }: NamedOperation) => `${method} ${path}`

/** Every media type object in the document, with its path. */
const mediaOf = (operation: NamedOperation): [where: string, media: Media][] => [
  ...Object.entries(operation.requestBody?.content ?? {}).map(([type, media]): [string, Media] => [
    `${nameOf(operation)} body ${type}`,
    media,
  ]),
  ...Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
    Object.entries(content).map(([type, media]): [string, Media] => [
      `${nameOf(operation)} ${status} ${type}`,
      media,
    ]),
  ),
]

/** What is read from a registry that is in another network. */
const isElsewhere = (path: string) => /^\/api\/v1\/(?:toolkits\/offered|skills\/registry\/search)/.test(path)

const refsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : []
  return [...own, ...Object.values(value).flatMap(refsIn)]
}

describe('The interface description (9)', () => {
  it('is OpenAPI 3.1 of the interface version 1.0, without an envelope', () => {
    assert.match(document.openapi, /^3\.1\.\d+$/)
    assert.equal(document.info.version, '1.0')
    assert.ok(document.info.title)
    assert.ok(!('success' in document))
    assert.ok(operations.length > 0)
  })

  it('names every operation once, with summary, known tags and responses', () => {
    const ids = operations.map(({ operationId }) => operationId)
    assert.equal(new Set(ids).size, ids.length)
    const tags = new Set(document.tags?.map(({ name }) => name))
    for (const operation of operations) {
      assert.match(operation.method, /^(GET|POST|PUT|PATCH|DELETE)$/)
      assert.ok(operation.summary, nameOf(operation))
      assert.ok(operation.tags.length > 0 && operation.tags.every((tag) => tags.has(tag)), nameOf(operation))
      // What becomes a WebSocket returns 101.
      assert.ok('200' in operation.responses || '101' in operation.responses, nameOf(operation))
      for (const [status, { description }] of Object.entries(operation.responses)) {
        assert.match(status, /^[1-5]\d\d$/)
        assert.equal(typeof description, 'string')
      }
    }
  })

  it('has all paths under /api/v1 but those for operators and for browsers', () => {
    for (const { path, tags } of operations) {
      assert.ok(path.startsWith('/'))
      const isOutside = ['Operations', 'Hosted pages', 'Inbound webhooks', 'OAuth for MCP clients'].some(
        (tag) => tags.includes(tag),
      )
      assert.ok(path.startsWith('/api/v1/') || isOutside, path)
    }
  })

  it('describes every parameter, and those of the path as they appear in it', () => {
    for (const operation of operations) {
      const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const described = operation.parameters.filter((each) => each.in === 'path')
      assert.deepEqual(described.map(({ name }) => name).sort(), inPath.sort(), nameOf(operation))
      assert.ok(
        described.every(({ required }) => required === true),
        nameOf(operation),
      )
      const keys = operation.parameters.map((each) => `${each.in} ${each.name}`)
      assert.equal(new Set(keys).size, keys.length, nameOf(operation))
      for (const { schema, name } of operation.parameters) {
        assert.equal(typeof schema, 'object', `${nameOf(operation)} ${name}`)
      }
    }
  })

  it('refers only to what is there', () => {
    const refs = new Set(refsIn(document))
    assert.ok(refs.size > 0)
    for (const ref of refs) {
      const name = ref.replace('#/components/schemas/', '')
      assert.ok(name in document.components.schemas, ref)
    }
  })

  it('has the security scheme x-api-key, and every operation names schemes that exist', () => {
    const { securitySchemes } = document.components
    const { type, in: location, name } = securitySchemes['x-api-key']!
    assert.deepEqual([type, location, name], ['apiKey', 'header', 'x-api-key'])
    for (const operation of operations) {
      for (const requirement of operation.security ?? []) {
        for (const scheme of Object.keys(requirement)) assert.ok(scheme in securitySchemes, nameOf(operation))
      }
    }
    const projectCalls = operations.filter(({ path }) => /\/(external-users|ai|users)\b/.test(path))
    for (const { security = [], path } of projectCalls) {
      assert.ok(
        security.some((requirement) => 'x-api-key' in requirement),
        path,
      )
    }
  })

  it('has the parameters of the list of external users with their limits', () => {
    const { parameters } = operations.find(
      ({ method, path }) => method === 'GET' && path === '/api/v1/external-users',
    )!
    const schemaOf = (name: string) => parameters.find((each) => each.name === name)?.schema as Schema
    assert.equal(schemaOf('q').maxLength, 255)
    assert.equal(schemaOf('channel').maxLength, 64)
    assert.deepEqual(
      [schemaOf('limit').minimum, schemaOf('limit').maximum, schemaOf('limit').default],
      [1, 100, 20],
    )
    assert.equal(schemaOf('page').minimum, 1)
    assert.equal((schemaOf('sortBy').enum as string[]).length, 15)
    assert.deepEqual(schemaOf('sortOrder').enum, ['ASC', 'DESC'])
    for (const name of ['source', 'isActive', 'activeEuid', 'from', 'to']) assert.ok(schemaOf(name), name)
  })
})

describe('The description and the server', () => {
  it('agree on which paths and methods there are', async () => {
    for (const operation of operations) {
      const path = examplePath(operation)
      const isRead = operation.method === 'GET'
      const response = await anonymous.send(operation.method, path, isRead ? undefined : {})
      const { error } = (response.body ?? {}) as Partial<ErrorBody>
      assert.notEqual(response.status, 405, nameOf(operation))
      assert.notEqual(error?.code, 'route_not_found', nameOf(operation))
      if (needsKey(operation)) assert.equal(response.status, 401, nameOf(operation))
    }
  })

  it('agree on examples: each fits its own schema', () => {
    let count = 0
    for (const operation of operations) {
      for (const [where, { schema, example }] of mediaOf(operation)) {
        if (example === undefined) continue
        count++
        assert.deepEqual(faultsOf(schema, example), [], where)
      }
      for (const { schema, example, name } of operation.parameters) {
        if (example === undefined) continue
        count++
        assert.deepEqual(
          faultsOf(schema, exampleValue(schema, String(example))),
          [],
          `${nameOf(operation)} ${name}`,
        )
      }
    }
    assert.ok(count > operations.length)
  })

  it('show an example for every JSON body', () => {
    for (const operation of operations) {
      if (operation.requestBody?.content['application/json']) {
        assert.notEqual(exampleBody(operation), undefined, nameOf(operation))
      }
      const success = operation.responses['200']?.content?.['application/json']
      const hasData = JSON.stringify(success?.schema ?? {}).includes('"data"')
      if (hasData) assert.notEqual(success?.example, undefined, nameOf(operation))
    }
  })

  it('agree on responses: what is read fits the schema', async () => {
    const { id } = await stage.newUser('schema', { metadata: { channel: 'chat' } })
    const [model] = assertSuccess<AiModel[]>(await admin.get('/api/v1/ai/models?kind=stt'))
    const webhook = await stage.newWebhook()
    const { deliveryId } = webhook
    const { id: sandboxId, executionId } = await stage.newSandbox()
    const account = await stage.newAccount('schema')
    const threadId = stage.nameOf('schema')
    const adjustment = { credits: -1, reason: stage.tag, executionId, threadId }
    assertSuccess(await admin.post('/api/v1/usage/adjustments', adjustment))
    const cap = await stage.newCap(threadId)
    const { id: tableId, ...tableIds } = await stage.newTable('schema')
    const values: Record<string, string> = {
      modelId: model!.modelId,
      model: 'local/demo',
      username: stage.nameOf('schema'),
      executionId,
      threadId,
      deliveryId,
      fileType: 'image',
      collectionId: tableId,
      version: '1',
      v: '1.0.0',
      ...tableIds,
      ...(await stage.newBrowser('schema')),
    }
    const { id: keyId } = await stage.newKey()
    const { receiptId } = assertSuccess<{ receiptId: string }>(
      await admin.delete(`/api/v1/external-users/${(await stage.newUser('gone')).id}`),
    )
    const { fileId, uploadId } = await stage.newFile('schema.txt')
    const toolkit = await stage.newToolkit('schema')
    const tool = await stage.newTool('schematool')
    const workflow = await stage.newExecution('schema', threadId)
    const agent = await stage.newAgent('schema')
    const trigger = await stage.newTrigger('schema')
    const mcpServer = await stage.newMcpServer('schema')
    const knowledge = await stage.newKnowledge('schema')
    Object.assign(values, { ...knowledge, id: undefined })
    values.triggerId = trigger.id
    values.memoryId = agent.memoryId
    values.resourceId = mcpServer.resourceId
    values.promptId = mcpServer.promptId
    const thread = await stage.newThread('schema')
    Object.assign(values, {
      thread_id: thread.threadId,
      run_id: thread.runId,
      checkpoint_id: thread.checkpointId,
      assistant_id: thread.agentId,
      agentId: thread.agentId,
      tokenId: thread.agentId,
    })
    const ids: [string, string][] = [
      ['/toolkits/byId/', toolkit.id],
      ['/tools/byId/', tool.id],
      ['/tools/fixtures/', tool.fixtureId],
      ['/tools/human-requests/', tool.requestId],
      ['/tools/execution-logs/', tool.logId],
      ['/trigger_instances/invocation-logs/', trigger.logId],
      ['/trigger_types/', 'cron'],
      ['/mcp_clients/', (await stage.newMcpClient()).id],
      ['/mcp_manager/', mcpServer.id],
      ['/skills/', (await stage.newSkill('schema')).id],
      ['/saved-items/', (await stage.newSavedItem('schema')).id],
      ['/webhooks/', webhook.id],
      ['/api-keys/', keyId],
      ['/deletion-receipts/', receiptId],
      ['/usage/caps/', cap.id],
      ['/file/uploads/', uploadId],
      ['/file/', fileId],
      ['/table/collections/', tableId],
      ['/knowledge/collections/', knowledge.id],
      ['/agents/', agent.id],
      ['/workflow/manager/executions/', workflow.executionId],
      ['/workflow/manager/', workflow.id],
      ['/sandbox/sessions/', sandboxId],
      ['/toolkits/byId/', account.toolkitId],
      ['/auth_configs/', account.configId],
      ['/connected_accounts/{id}/revocation', account.deletedId],
      ['/connected_accounts/', account.id],
      ['/ai/calls/', await stage.newCall()],
      ['/ai/media/jobs/', await stage.newMediaJob()],
    ]
    // The media job is one.
    const { data: runs } = assertPage<{ id: string }>(await admin.get('/api/v1/runs?limit=1'))
    ids.push(['/api/v1/runs/', runs[0]!.id])
    const idFor = (path: string) => ids.find(([part]) => path.includes(part))?.[1] ?? id
    const reads = operations.filter(
      ({ method, path, security, responses }) =>
        method === 'GET' &&
        // Commands and recorded steps need a driver that not every server has.
        !path.includes('{commandId}') &&
        !path.endsWith('/to-tool') &&
        // An MCP server elsewhere, which not every installation reaches.
        !path.includes('/external/{name}') &&
        !isElsewhere(path) &&
        security?.some((requirement) => 'x-api-key' in requirement) &&
        responses['200']?.content?.['application/json'],
    )
    assert.ok(reads.length > 5)
    for (const operation of reads) {
      const path = operation.path.replace(
        /\{(\w+)\}/g,
        (_, name: string) => values[name] ?? idFor(operation.path),
      )
      const needed = operation.parameters.filter((each) => each.in === 'query' && each.required)
      const query = new URLSearchParams(
        Object.fromEntries(needed.map(({ name, example }) => [name, String(example)])),
      )
      const response = await admin.get(`${path}?${query}`)
      assert.equal(response.status, 200, `GET ${path}`)
      assert.deepEqual(
        faultsOf(operation.responses['200']!.content!['application/json']!.schema, response.body),
        [],
        path,
      )
    }
  })

  it('agree on errors: a refusal fits the schema of its status', async () => {
    const list = '/api/v1/external-users'
    // What other vendors' clients read has their form, and the facts of the error beside it.
    const unknown = { model: 'no/model', max_tokens: 1, messages: [{ role: 'user', content: 'Hello' }] }
    const refusals: [name: string, response: ApiResponse][] = [
      [`GET ${list}`, await anonymous.get(list)],
      [`GET ${list}`, await admin.get(`${list}?limit=0`)],
      [`GET ${list}`, await admin.as('a b').get(list)],
    ]
    for (const path of ['/api/v1/openai/chat/completions', '/api/v1/anthropic/v1/messages'])
      refusals.push([`POST ${path}`, await admin.post(path, unknown)])
    for (const [name, { status, body, text }] of refusals) {
      const documented = operations.find((operation) => nameOf(operation) === name)!.responses[String(status)]
      assert.ok(documented, `${name} ${status}`)
      assert.deepEqual(faultsOf(documented.content!['application/json']!.schema, body), [], text)
    }
  })

  it('agree on examples of requests: the server takes them', async () => {
    const { id } = await stage.newUser('example')
    const update = operations.find(
      ({ method, path }) => method === 'PATCH' && path === '/api/v1/external-users/{id}',
    )!
    assertSuccess<ExternalUser>(await admin.patch(`/api/v1/external-users/${id}`, exampleBody(update)))
    for (const operation of operations) {
      const query = operation.parameters
        .filter((each) => each.in === 'query' && each.example !== undefined)
        .map(({ name, example }): [string, string] => [name, String(example)])
      if (operation.method !== 'GET' || query.length === 0 || operation.path.includes('{')) continue
      if (isElsewhere(operation.path) || '101' in operation.responses) continue
      const response = await admin.get(`${operation.path}?${new URLSearchParams(query)}`)
      assert.equal(response.status, 200, nameOf(operation))
      assert.equal(response.headers.get('x-ignored-params'), null, nameOf(operation))
    }
  })
})

/** The example of a parameter is written as it appears in the URL; its schema describes its meaning. */
function exampleValue(schema: Schema, text: string): unknown {
  switch (schema.type) {
    case 'integer':
    case 'number':
      return Number(text)
    case 'boolean':
      return text === 'true'
    case 'array':
      return text.split(',')
    default:
      return text
  }
}
