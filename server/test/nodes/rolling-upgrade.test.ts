import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Client, createClient, dataOf } from '../chaos/client.ts'
import { findLost, findStuck, findUnannounced, findUnmarked, reconcile } from '../chaos/compare.ts'
import { dataOperations } from '../chaos/load-data.ts'
import { eventPath, workOperations } from '../chaos/load-work.ts'
import { create, type Fact, type Operation } from '../chaos/operation.ts'
import { startOutside } from '../chaos/outside.ts'
import { createExternalDatabase } from '../process/external-database.ts'
import { apiKey, makeInstallation, type Server } from '../process/stoa.ts'
import { inLongRun } from '../size.ts'
import { until } from '../until.ts'
import { buildOlder, findOlderCommit } from './older-build.ts'

const older = inLongRun.skip ? null : await findOlderCommit()
const skip = inLongRun.skip || (older === null && 'needs the history of the repository')
const slowPath = '/slow'
const rounds = 3

/** The last response that was no success, to be named where something is refused. */
let refusal = ''

function clientOf(server: Server): Client {
  const send = createClient(
    () => server.line.api,
    () => undefined,
  )
  return async (method, path, ...rest) => {
    const response = await send(method, path, ...rest)
    if (response.status >= 400) refusal = `${method} ${path}: ${response.status} ${response.text}`
    return response
  }
}

/** Each request goes to the other version than the one before it. */
function alternating(clients: readonly Client[]): Client {
  let next = 0
  return (...request) => clients[next++ % clients.length]!(...request)
}

async function playAll(operations: readonly Operation[], name: string): Promise<Fact[]> {
  const facts: Fact[] = []
  for (const { area, run } of operations) {
    const fact = await run(`${name}-${area.replaceAll(' ', '-')}`)
    assert.ok(fact, `${area} was refused: ${name}: ${refusal}`)
    facts.push(fact)
  }
  return facts
}

/** An execution that is at a step of the server that began it, and waits for a response. */
async function startHeld(send: Client, urlOf: (path: string) => string): Promise<string> {
  const nodes = [
    { id: 'start', type: 'start' },
    { id: 'read', type: 'http', method: 'GET', url: urlOf(slowPath) },
    { id: 'end', type: 'end', output: '{{ nodes.read.output.status }}' },
  ]
  const edges = nodes.slice(1).map(({ id }, i) => ({ from: nodes[i]!.id, to: id }))
  const id = await create(send, '/workflow/manager/create', { name: 'Held', graph: { nodes, edges } })
  await send('PATCH', `/workflow/manager/activeStatus/${id}`, { activeStatus: true })
  const { text } = await send('POST', `/workflow/manager/execute/${id}`, { input: {} })
  return dataOf(text).executionId!
}

test('an older version and this one serve one installation while it is upgraded, and nothing is lost when the older one leaves', {
  skip,
}, async (t) => {
  const outside = await startOutside()
  t.after(outside.stop)
  const env = {
    ...outside.modelSettings,
    ...outside.blobSettings,
    DATABASE_URL: await createExternalDatabase(),
    STOA_SECRET_KEY: randomBytes(32).toString('base64'),
    STOA_API_KEY: apiKey,
    STOA_ALLOW_PRIVATE: '127.0.0.0/8',
    STOA_ALLOW_UNSEALED: '1',
    STOA_PIECES: '0',
    LOG_LEVEL: 'fatal',
  }
  const present = await makeInstallation(t)
  const before = await makeInstallation(t, await buildOlder(older!, join(present.directory, 'older')))
  // Without the launcher there is no supervisor, and older versions do not know the option that says so.
  const old = await before.start({ ...env, STOA_DATA_DIR: before.dataDir }, { isSupervised: true })
  const oldClient = clientOf(old)
  const clients = [oldClient]
  const send = alternating(clients)
  await create(send, '/webhooks', {
    url: outside.receiver.urlOf(eventPath),
    eventTypes: ['external_user.created'],
  })
  const { operations: work, effectWorkflowId } = await workOperations(send, outside.receiver.urlOf)
  const operations = [...(await dataOperations(send)), ...work]
  const facts = await playAll(operations, 'before')

  // It migrates the database of the running one.
  const node = await present.start({ ...env, STOA_DATA_DIR: present.dataDir })
  const client = clientOf(node)
  assert.deepEqual(await findLost(client, facts), [], 'this version reads what the older one has stored')
  clients.push(client)
  for (let round = 0; round < rounds; round++) facts.push(...(await playAll(operations, `mixed-${round}`)))
  assert.deepEqual(await findLost(oldClient, facts), [], 'the older version reads what this one has stored')

  const once = { 'idempotency-key': 'once' }
  const same = clients.map((sendTo) => sendTo('POST', '/external-users', { name: 'once' }, once))
  const ids = (await Promise.all(same)).flatMap(({ status, text }) => (status === 200 ? dataOf(text).id : []))
  assert.equal(new Set(ids).size, 1, 'one effect for one key')

  outside.receiver.respond(slowPath, 'hold')
  const held = await startHeld(oldClient, outside.receiver.urlOf)
  await until(() => outside.receiver.at(slowPath).length > 0, 'the step of the older version')
  outside.receiver.respond(slowPath, { status: 200, body: 'ok' })
  await old.stop('SIGKILL')

  const execution = `/workflow/manager/executions/${held}`
  const isFinished = { path: execution, contains: '"completed"' }
  assert.deepEqual(
    await findLost(client, [...facts, isFinished]),
    [],
    'this version ends what the other began',
  )
  assert.deepEqual(await findUnmarked(client, outside, effectWorkflowId), [])
  assert.deepEqual(await findUnannounced(outside, facts), [])
  assert.deepEqual(await findStuck(client), [])
  const ledger = await reconcile(client)
  assert.equal(ledger.isClean, true, ledger.text)
  assert.equal((await node.stop()).code, 0)
})
