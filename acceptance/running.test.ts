import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { assertDone, assertError, assertSuccess, createCaller } from './harness/client.ts'
import type { ExternalUser, NewApiKey, Profile } from './harness/resources.ts'
import {
  type Ended,
  type Environment,
  runCommand,
  type ServerProcess,
  startServer,
} from './harness/server-process.ts'
import { until } from './harness/until.ts'

/** Separate servers: these tests count the keys of a project, limit requests and stop nodes. */
const skip = process.env.STOA_ACCEPTANCE_AT_HOME
  ? false
  : 'servers are started only where the suite is at home'

const profile = '/api/v1/users/profile'
const keys = '/api/v1/api-keys'
const users = '/api/v1/external-users'
const firstKey = `stoa_${randomBytes(24).toString('base64url')}`
const email = 'operator@example.com'
const password = 'a long enough password'
const secondLimit = 5

const dataDir = skip ? '' : await mkdtemp(join(tmpdir(), 'stoa-acceptance-own-'))
const running = new Set<ServerProcess>()

async function start(env: Environment): Promise<ServerProcess> {
  const server = await startServer(dataDir, env)
  running.add(server)
  return server
}
async function stop(server: ServerProcess): Promise<void> {
  running.delete(server)
  assert.equal(await server.stop(), 0, server.lines.slice(-20).join('\n'))
}
after(async () => {
  for (const server of running) await server.stop()
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
})

const callerOf = (server: ServerProcess, key: string) => createCaller(server.baseUrl, { 'x-api-key': key })
const newKey = async (server: ServerProcess, adminKey: string, body: object = {}) =>
  assertSuccess<NewApiKey>(await callerOf(server, adminKey).post(keys, { name: 'made by a test', ...body }))

describe('Running the server (6)', { skip }, () => {
  let first: ServerProcess
  let second: ServerProcess
  /** The key that is left when the first one has been revoked. */
  let adminKey = firstKey

  it('takes the first key and the first account from the environment, and prints neither', async () => {
    first = await start({ STOA_API_KEY: firstKey, STOA_ADMIN_EMAIL: email, STOA_ADMIN_PASSWORD: password })
    assert.equal(first.block.apiKey, null)
    assert.ok(first.lines.every((line) => !line.includes(firstKey) && !line.includes(password)))
    assert.equal(assertSuccess<Profile>(await callerOf(first, firstKey).get(profile)).role, 'admin')
    assertSuccess(await createCaller(first.baseUrl).post('/api/v1/auth/sign-in', { email, password }))
  })

  it('names its dashboard, interface and documentation', async () => {
    const { dashboard, api, docs, dataDirectory } = first.block
    assert.equal(api, `${first.baseUrl}/api/v1`)
    assert.equal(docs, `${first.baseUrl}/docs`)
    assert.equal(new URL(dashboard).origin, first.baseUrl)
    assert.equal(dataDirectory, dataDir)
    for (const url of [dashboard, docs]) assert.equal((await fetch(url)).status, 200)
  })

  it('allows 600 requests a minute and key by default', async () => {
    const { headers } = await callerOf(first, firstKey).get(profile)
    assert.equal(headers.get('ratelimit-limit'), '600')
  })

  it('never revokes, narrows or lets expire the last admin key', async () => {
    const admin = callerOf(first, firstKey)
    const own = `${keys}/${assertSuccess<Profile>(await admin.get(profile)).apiKey.id}`
    assertError(await admin.delete(own), 'last_admin_key', 409)
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    for (const body of [{ role: 'member' }, { expiresAt }, { scopes: ['llm:read'] }]) {
      assertError(await admin.patch(own, body), 'last_admin_key', 409)
    }
    const other = await newKey(first, firstKey, { role: 'admin', isOperator: true })
    adminKey = other.key
    assertDone(await callerOf(first, adminKey).delete(own))
    assertError(await admin.get(profile), 'api_key_revoked', 401)
    assertError(await callerOf(first, adminKey).delete(`${keys}/${other.id}`), 'last_admin_key', 409)
  })

  it('lets a project have 100 keys', async () => {
    const made: NewApiKey[] = []
    for (let i = 1; i < 100; i++) made.push(await newKey(first, adminKey))
    const admin = callerOf(first, adminKey)
    assertError(await admin.post(keys, { name: 'one too many' }), 'key_limit_reached', 409)
    for (const { id } of made.slice(0, 10)) assertDone(await admin.delete(`${keys}/${id}`))
    await newKey(first, adminKey)
  })

  it('is joined by a second process on the same data directory', async () => {
    second = await start({ STOA_RATE_LIMIT: String(secondLimit) })
    assert.notEqual(second.baseUrl, first.baseUrl)
    assert.equal(second.block.apiKey, null)
    const { key } = await newKey(first, adminKey)
    const made = await callerOf(first, key).post(users, { name: 'seen-by-both' })
    const { id } = assertSuccess<ExternalUser>(made)
    const seen = await callerOf(second, key).get(`${users}/username/seen-by-both`)
    assert.equal(assertSuccess<ExternalUser>(seen).id, id)
  })

  it('refuses a revoked key immediately on every node', async () => {
    const { key, id } = await newKey(first, adminKey)
    assertSuccess(await callerOf(second, key).get(profile))
    assertDone(await callerOf(first, adminKey).delete(`${keys}/${id}`))
    assertError(await callerOf(second, key).get(profile), 'api_key_revoked', 401)
  })

  it('returns 429 to a key with too many requests, and to no other', async () => {
    const { key } = await newKey(first, adminKey)
    const { key: patientKey } = await newKey(first, adminKey)
    for (let i = 1; i <= secondLimit; i++) {
      const response = await callerOf(second, key).get(profile)
      assertSuccess(response)
      assert.equal(response.headers.get('ratelimit-limit'), String(secondLimit))
    }
    const refused = await callerOf(second, key).get(profile)
    const { error } = assertError(refused, 'rate_limited', 429)
    assert.deepEqual([error.type, error.retryable], ['rate_limit', true])
    assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    assert.equal(refused.headers.get('ratelimit-remaining'), '0')
    assertSuccess(await callerOf(second, patientKey).get(profile))
  })

  it('stops with 0 on SIGTERM while the other node continues', async () => {
    await stop(first)
    const { baseUrl } = second
    await assert.rejects(fetch(`${first.baseUrl}/healthz`))
    await until('the second node is ready', async () => (await fetch(`${baseUrl}/readyz`)).status === 200)
    const { key } = await newKey(second, adminKey)
    assertSuccess(await callerOf(second, key).get(`${users}/username/seen-by-both`))
    await stop(second)
  })

  it('has everything after a restart and prints no key', async () => {
    const again = await start({})
    assert.equal(again.block.apiKey, null)
    assertSuccess(await callerOf(again, adminKey).get(`${users}/username/seen-by-both`))
    assertError(await callerOf(again, firstKey).get(profile), 'api_key_revoked', 401)
  })
})

/** One line with the cause and the fix, exit code 1, no stack. */
function assertRefusedStart({ code, lines }: Ended, cause: RegExp): void {
  const printed = lines.join('\n')
  assert.equal(code, 1, printed)
  assert.equal(lines.length, 1, printed)
  assert.match(printed, cause)
  assert.doesNotMatch(printed, /\s+at .*:\d+:\d+/)
  const { error, fix } = JSON.parse(printed) as { error: string; fix: string }
  assert.ok(error && fix, printed)
}

describe('A start that cannot be (6)', { skip }, () => {
  it('names every variable that is wrong', async () => {
    const ended = await runCommand(['start'], dataDir, {
      PORT: '99999',
      STOA_RATE_LIMIT: 'many',
      STOA_ROLE: 'boss',
    })
    assertRefusedStart(ended, /PORT.*STOA_ROLE.*STOA_RATE_LIMIT|PORT.*STOA_RATE_LIMIT.*STOA_ROLE/)
  })

  it('names a busy port', async () => {
    const [busy] = running
    assertRefusedStart(
      await runCommand(['start'], dataDir, { PORT: new URL(busy!.baseUrl).port }),
      new RegExp(new URL(busy!.baseUrl).port),
    )
    assert.equal((await fetch(`${busy!.baseUrl}/healthz`)).status, 200)
  })

  it('names a data directory that cannot be', async () => {
    const file = join(dataDir, 'a-file')
    await writeFile(file, '')
    const ended = await runCommand(['start'], dataDir, { STOA_DATA_DIR: join(file, 'data') })
    assertRefusedStart(ended, /a-file/)
  })
})
