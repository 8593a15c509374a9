import { createHash } from 'node:crypto'
import { Agent, type IncomingMessage, request as send } from 'node:http'
import { json } from 'node:stream/consumers'
import Fastify from 'fastify'
import pg from 'pg'
import type { CallResult, NewCall } from '../../server/src/areas/llm/schema/stored-call.ts'
import { endCallStatement, insertingCall, isSettingsVersion } from '../../server/src/areas/llm/store/call.ts'
import { isKeyStill, type KeyRow } from '../../server/src/areas/projects/store/api-key.ts'
import {
  isUnlimited,
  type UnheldEntry,
  unheldStatement,
} from '../../server/src/areas/usage/store/fast-path.ts'
import { takingWorkLocks } from '../../server/src/areas/usage/store/rules.ts'
import { systemClock } from '../../server/src/kernel/clock.ts'
import { createDb } from '../../server/src/kernel/db/create-db.ts'
import { allOf } from '../../server/src/kernel/db/db.ts'
import { openPostgres } from '../../server/src/kernel/db/postgres.ts'
import { createIds } from '../../server/src/kernel/ids.ts'
import { systemScope } from '../../server/src/kernel/scope.ts'

/**
 * The least that a gateway does which keeps our promises: the two transactions of the product, one before the model is called
 * and one before the response is sent, and the request to the model. No checks of input or output, no plan, price,
 * retry, limit or log. What it adds to a call is the price of the promises on this machine.
 */
type Settings = { database: pg.ClientConfig; apiKey: string; base: string }

const newId = createIds(systemClock)
const subject = { modelId: 'openai/gpt-4o' }
const usage = { prompt_tokens: 20, completion_tokens: 20 }

async function readProject(database: pg.ClientConfig, apiKey: string) {
  const client = new pg.Client(database)
  await client.connect()
  try {
    const hash = createHash('sha256').update(apiKey).digest('hex')
    const { rows: keys } = await client.query<KeyRow>('select * from api_key where hash = $1', [hash])
    const key = keys[0]!
    const { rows: marks } = await client.query<{ mark: string }>(
      'select mark from llm_settings_mark where project_id = $1',
      [key.project_id],
    )
    return { key, mark: marks[0]!.mark }
  } finally {
    await client.end()
  }
}

const agent = new Agent({ keepAlive: true })

function callModel(url: string, body: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  send(url, { method: 'POST', agent, headers }, resolve).on('error', reject).end(body)
  return promise
}

process.once('message', async ({ database, apiKey, base }: Settings) => {
  const { key, mark } = await readProject(database, apiKey)
  const driver = openPostgres({
    settings: database,
    applicationName: 'plain gateway',
    poolSize: 10,
    onError: () => undefined,
  })
  const db = createDb(driver)
  const scope = systemScope(key.project_id)
  const server = Fastify()

  const begin = async (isStreamed: boolean): Promise<NewCall> => {
    const call: NewCall = {
      id: newId(),
      apiKeyId: key.id,
      kind: 'chat',
      requestedModel: 'openai/gpt-4o',
      provider: 'openai',
      isStreamed,
      heldMicro: 0,
      metadata: {},
      prompt: null,
      storesPayloads: false,
      at: new Date(),
      nodeId: key.id,
      subject,
      beginId: null,
      settingsVersion: mark,
    }
    const conditions = [isUnlimited(scope), isSettingsVersion(scope, mark), isKeyStill(key)]
    const results = await db.tryInOneRoundTrip([insertingCall(scope, call, allOf(conditions))])
    if (results?.[0]?.length !== 1) throw new Error('the call did not begin')
    return call
  }

  const end = async ({ id }: NewCall): Promise<void> => {
    const workId = `llm:${id}`
    const statements = [
      endCallStatement(scope.projectId, id, resultNow(), takingWorkLocks(scope, workId)),
      unheldStatement(scope, entryNow(workId, key.id)),
    ]
    if ((await db.tryInOneRoundTrip(statements)) === null) throw new Error('the call did not end')
  }

  server.post('/v1/chat/completions', async (request, reply) => {
    const body = request.body as { stream?: boolean }
    const call = await begin(body.stream === true)
    const response = await callModel(`${base}/chat/completions`, JSON.stringify(body))
    if (!body.stream) {
      const completion = await json(response)
      await end(call)
      return completion
    }
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
    let last = Buffer.alloc(0)
    for await (const chunk of response) {
      reply.raw.write(last)
      last = chunk as Buffer<ArrayBuffer>
    }
    await end(call)
    reply.raw.end(last)
    return reply
  })
  process.send!({ url: await server.listen({ host: '127.0.0.1', port: 0 }) })
})

const resultNow = (): CallResult => ({
  status: 'succeeded',
  servedModel: 'openai/gpt-4o',
  provider: 'openai',
  finishReason: 'stop',
  usage: {
    promptTokens: usage.prompt_tokens,
    completionTokens: usage.completion_tokens,
    cachedInputTokens: 0,
    cacheCreationInputTokens: 0,
    reasoningTokens: 0,
  },
  isEstimated: false,
  isUnpriced: false,
  usedMicro: 100,
  usd: 0.0001,
  firstTokenMs: 1,
  totalMs: 1,
  attempts: [],
  errorCode: null,
  errorMessage: null,
  answer: null,
  at: new Date(),
})

const entryNow = (workId: string, apiKeyId: string): UnheldEntry => ({
  id: newId(),
  workId,
  type: 'ai_model',
  status: 'settled',
  usedMicro: 100,
  usdCost: '0.0001',
  externalUserId: null,
  subject: {
    workflowId: null,
    executionId: null,
    threadId: null,
    runId: null,
    toolSlug: null,
    ...subject,
    apiKeyId,
  },
  quantity: {},
  priceRef: null,
  metadata: {},
  at: new Date(),
})
