import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { assertError, assertPage, assertSuccess } from './harness/client.ts'
import {
  exampleBody,
  examplePath,
  needsKey,
  operationsOf,
  readOpenApi,
  takesUsername,
} from './harness/openapi-document.ts'
import type { ExternalUser, NewApiKey, Profile } from './harness/resources.ts'
import { createStage } from './harness/stage.ts'

const stage = createStage()
const { admin, anonymous, adminKey } = stage
const users = '/api/v1/external-users'
const profile = '/api/v1/users/profile'
const operations = operationsOf(await readOpenApi(anonymous))

/** Endpoints for clients of other vendors respond in their format. */
const speaksAnotherForm = ({ path }: { path: string }) => /^\/api\/v1\/(openai|anthropic)\//.test(path)

describe('The project API key (5.1, 5.2)', () => {
  it('is accepted in x-api-key', async () => {
    assertSuccess(await anonymous.get(profile, { 'x-api-key': adminKey }))
  })

  it('is accepted as Authorization: Bearer, in any case of the word', async () => {
    for (const word of ['Bearer', 'bearer', 'BEARER']) {
      assertSuccess(await anonymous.get(profile, { authorization: `${word} ${adminKey}` }))
    }
  })

  it('may be in both headers when it is the same', async () => {
    assertSuccess(
      await anonymous.get(profile, { 'x-api-key': adminKey, authorization: `Bearer ${adminKey}` }),
    )
  })

  it('must not differ between the two headers', async () => {
    const { key } = await stage.newKey()
    const both = { 'x-api-key': adminKey, authorization: `Bearer ${key}` }
    assertError(await anonymous.get(profile, both), 'conflicting_credentials', 401)
  })

  it('is required by every operation that is not public', async () => {
    const secured = operations.filter(needsKey)
    assert.ok(secured.length > 0)
    for (const operation of secured) {
      const response = await anonymous.send(operation.method, examplePath(operation), exampleBody(operation))
      if (speaksAnotherForm(operation)) {
        assert.equal(response.status, 401, operation.path)
        continue
      }
      const { error } = assertError(response, 'missing_api_key', 401)
      assert.equal(error.type, 'authentication')
      assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer\b/)
    }
  })

  it('is refused when it is unknown, cut short or of another scheme', async () => {
    const wrong = [
      { 'x-api-key': `${adminKey.slice(0, -1)}${adminKey.endsWith('A') ? 'B' : 'A'}` },
      { 'x-api-key': adminKey.slice(0, 12) },
      { 'x-api-key': 'x'.repeat(4000) },
      { authorization: `Bearer ${adminKey}x` },
      { authorization: `Basic ${Buffer.from(`${adminKey}:`).toString('base64')}` },
    ]
    for (const headers of wrong) {
      const response = await anonymous.get(profile, headers)
      assertError(response, 'invalid_api_key', 401)
      assert.match(response.headers.get('www-authenticate') ?? '', /^Bearer\b/)
    }
  })

  it('is checked before ids and bodies', async () => {
    const unknownCaller = stage.callerWith('stoa_not-a-key-of-any-project-at-all-0000')
    assertError(await unknownCaller.get(`${users}/not-a-uuid`), 'invalid_api_key', 401)
    assertError(await unknownCaller.post(users, '{ not json'), 'invalid_api_key', 401)
    assertError(
      await unknownCaller.post(users, 'x', { 'content-type': 'text/plain' }),
      'invalid_api_key',
      401,
    )
  })

  it('opens one project, whose id every resource carries', async () => {
    const { project } = assertSuccess<Profile>(await admin.get(profile))
    const { data } = assertPage<ExternalUser>(await admin.get(`${users}?limit=100`))
    assert.deepEqual(new Set(data.map(({ projectId }) => projectId)), new Set([project.id]))
  })
})

describe('x-username (5.4)', () => {
  it('acts as that user, who is seen by it', async () => {
    const alice = await stage.newUser('seen')
    assert.equal(alice.lastSeenAt, null)
    assert.equal(alice.isOnline, false)
    assertPage(await admin.as(alice.name).get(users))
    const seen = await stage.findUser(alice.name)
    assert.equal(seen?.id, alice.id)
    assert.equal(typeof seen.lastSeenAt, 'string')
    assert.equal(seen.isOnline, true)
  })

  it('means the default user of the project when it is omitted', async () => {
    const { project, externalUser } = assertSuccess<Profile>(await admin.get(profile))
    assert.deepEqual(externalUser, { id: project.id, name: 'project_default_user' })
    const found = await stage.findUser('project_default_user')
    assert.equal(found?.id, project.id)
    assert.equal(found.source, 'project_default')
    assert.equal(found.isActive, true)
  })

  it('may name the default user', async () => {
    assertPage(await admin.as('project_default_user').get(users))
  })

  it('creates the user on a first write and says so', async () => {
    const name = stage.nameOf('.first@write-1')
    const first = await admin.as(name).post(users, { name: stage.nameOf('body1') })
    assertSuccess(first)
    assert.equal(first.headers.get('x-external-user-created'), 'true')
    const made = await stage.findUser(name)
    assert.equal(made?.name, name)
    assert.equal(made.source, 'username')
    const second = await admin.as(name).post(users, { name: stage.nameOf('body2') })
    assert.equal(second.headers.get('x-external-user-created'), null)
    assert.equal((await stage.findUser(name))?.id, made.id)
  })

  it('creates one user for many concurrent first writes', async () => {
    const name = stage.nameOf('crowd')
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, i) => admin.as(name).post(users, { name: stage.nameOf(`crowd.${i}`) })),
    )
    for (const response of responses) assertSuccess(response)
    const makers = responses.filter(({ headers }) => headers.get('x-external-user-created') === 'true')
    assert.equal(makers.length, 1)
  })

  it('creates no user on a read', async () => {
    const name = stage.nameOf('reader')
    const { id } = await stage.newUser('read')
    const reader = admin.as(name)
    assertPage(await reader.get(users))
    assertSuccess(await reader.get(`${users}/${id}`))
    assertSuccess(await reader.get(`${users}/username/${stage.nameOf('read')}`))
    assert.equal((await reader.get(`${users}/${id}/export`)).status, 200)
    assert.equal(await stage.findUser(name), null)
  })

  it('creates no user on a deletion', async () => {
    const name = stage.nameOf('deleter')
    const { id } = await stage.newUser('victim')
    assertSuccess(await admin.as(name).delete(`${users}/${id}`))
    assertError(await admin.as(name).delete(`${users}/${randomUUID()}`), 'external_user_not_found', 404)
    assert.equal(await stage.findUser(name), null)
  })

  it('is case-sensitive', async () => {
    const small = await stage.newUser('case')
    const capital = await stage.newUser('CASE')
    assert.notEqual(small.id, capital.id)
    assertPage(await admin.as(capital.name).get(users))
    assert.equal((await stage.findUser(small.name))?.lastSeenAt, null)
  })

  it('takes letters, digits and . _ @ - only, 1 to 255 of them', async () => {
    const maxLength = `${stage.tag}${'x'.repeat(255 - stage.tag.length)}`
    for (const name of [maxLength, `${stage.tag}.A_b@c-9`]) assertPage(await admin.as(name).get(users))
    for (const name of ['', ' ', 'a b', 'a/b', 'a%b', "a'b", 'a"b', 'jos\u00e9', `${maxLength}x`]) {
      const { error } = assertError(await admin.as(name).get(users), 'invalid_username', 400)
      assert.deepEqual(
        error.details.map((detail) => [detail.in, detail.path]),
        [['header', 'x-username']],
      )
    }
  })

  it('is refused for an inactive user by every operation that takes it', async () => {
    const { id, name } = await stage.newUser('inactive')
    assertSuccess(await admin.put(`${users}/${id}/toggle-active`, { isActive: false }))
    const taking = operations.filter(takesUsername)
    assert.ok(taking.length > 0)
    for (const operation of taking) {
      const isForm = operation.requestBody?.content['multipart/form-data'] !== undefined
      const response = await admin
        .as(name)
        .send(
          operation.method,
          examplePath(operation),
          isForm ? '--b--\r\n' : exampleBody(operation),
          isForm ? { 'content-type': 'multipart/form-data; boundary=b' } : {},
        )
      if (speaksAnotherForm(operation)) assert.equal(response.status, 403, operation.path)
      else assertError(response, 'external_user_inactive', 403)
    }
    assertSuccess(await admin.put(`${users}/${id}/toggle-active`, { isActive: true }))
    assertPage(await admin.as(name).get(users))
  })

  it('never switches the default user off', async () => {
    const { project } = assertSuccess<Profile>(await admin.get(profile))
    const path = `${users}/${project.id}/toggle-active`
    assertError(await admin.put(path, { isActive: false }), 'default_user_protected', 409)
    assertError(await admin.put(path), 'default_user_protected', 409)
    assert.equal((await stage.findUser('project_default_user'))?.isActive, true)
  })
})

describe('Where x-username counts (5.5)', () => {
  const named = (method: string, path: string) =>
    operations.find((operation) => operation.method === method && operation.path === path)

  it('is documented for the list of external users and not for models and profile', () => {
    assert.equal(takesUsername(named('GET', users)!), true)
    assert.equal(takesUsername(named('GET', '/api/v1/ai/models')!), false)
    assert.equal(takesUsername(named('GET', profile)!), false)
  })

  it('is ignored elsewhere, whatever it says, and creates no user', async () => {
    const name = stage.nameOf('ignored')
    const { id, name: inactive } = await stage.newUser('off')
    assertSuccess(await admin.put(`${users}/${id}/toggle-active`, { isActive: false }))
    const reads = ['/api/v1/ai/models?kind=tts', profile, '/api/v1/project', '/api/v1/api-keys']
    for (const path of reads) {
      for (const username of [name, inactive, 'not a user name!']) {
        assert.equal((await admin.as(username).get(path)).status, 200, `${path} as ${username}`)
      }
    }
    const { id: keyId } = await stage.newKey()
    assertSuccess<NewApiKey>(await admin.as(name).patch(`/api/v1/api-keys/${keyId}`, { name: 'renamed' }))
    assert.equal(await stage.findUser(name), null)
  })

  it('does not change whom the profile shows', async () => {
    const { name } = await stage.newUser('profile')
    const { externalUser, project } = assertSuccess<Profile>(await admin.as(name).get(profile))
    assert.equal(externalUser.id, project.id)
  })
})
