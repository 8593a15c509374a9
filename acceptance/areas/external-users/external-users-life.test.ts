import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { assertError, assertPage, assertSuccess } from '../../harness/client.ts'
import {
  amount,
  assertFields,
  filledText,
  flag,
  oneOf,
  orNull,
  timestamp,
  uuid,
} from '../../harness/field-checks.ts'
import type { ExternalUser, Profile } from '../../harness/resources.ts'
import { createStage } from '../../harness/stage.ts'

const stage = createStage()
const { admin } = stage
const path = '/api/v1/external-users'
const get = async (id: string) => assertSuccess<ExternalUser>(await admin.get(`${path}/${id}`))

const countFields = {
  connections: amount,
  triggers: amount,
  workflows: amount,
  threads: amount,
  files: amount,
  collections: amount,
}

describe('Creating and reading external users (3.2)', () => {
  it('creates a user, or finds the one of that name unchanged', async () => {
    const first = await stage.newUser('new', { profileSummary: 'first', metadata: { channel: 'chat' } })
    assert.equal(first.created, true)
    assert.equal(first.source, 'username')
    const again = await stage.newUser('new', { profileSummary: 'second', metadata: { channel: 'mail' } })
    assert.equal(again.created, false)
    assert.equal(again.id, first.id)
    assert.equal(again.profileSummary, 'first')
    assert.equal(again.channel, 'chat')
  })

  it('creates one user for many concurrent requests', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => stage.newUser('race')))
    assert.equal(new Set(made.map(({ id }) => id)).size, 1)
    assert.equal(made.filter(({ created }) => created).length, 1)
  })

  it('refuses names and fields that do not fit', async () => {
    assertError(await admin.post(path, {}), 'missing_field', 400)
    const name = stage.nameOf('bad')
    const bad = [
      { name: '' },
      { name: 'a b' },
      { name: 'x'.repeat(256) },
      { name: 7 },
      { name, metadata: { channel: 'x'.repeat(65) } },
      { name, metadata: 'chat' },
      { name, avatarUrl: 'javascript:alert(1)' },
      { name, avatarUrl: 'not a url' },
    ]
    for (const body of bad) assertError(await admin.post(path, body), 'invalid_parameter', 400)
    assert.equal(await stage.findUser(name), null)
  })

  it('finds a user by id and by name', async () => {
    const { id, name } = await stage.newUser('find.me@x')
    assert.equal((await get(id)).name, name)
    const byName = await admin.get(`${path}/username/${encodeURIComponent(name)}`)
    assert.equal(assertSuccess<ExternalUser>(byName).id, id)
  })

  it('returns 404 for unknown users, and null by name only on request', async () => {
    const unknown = `${path}/username/${stage.nameOf('unknown')}`
    assertError(await admin.get(unknown), 'external_user_not_found', 404)
    assertError(await admin.get(`${unknown}?nullable=false`), 'external_user_not_found', 404)
    assert.equal(assertSuccess(await admin.get(`${unknown}?nullable=true`)), null)
    assertError(await admin.get(`${path}/${randomUUID()}`), 'external_user_not_found', 404)
    assertError(await admin.get(`${path}/17`), 'invalid_id', 400)
  })

  it('hints at a name that was probably meant', async () => {
    const { name } = await stage.newUser('-margarete')
    const response = await admin.as(name.replace('margarete', 'margarte')).get(path)
    assert.equal(response.headers.get('x-did-you-mean'), name)
    assert.equal((await admin.as(name).get(path)).headers.get('x-did-you-mean'), null)
  })
})

describe('Changing external users (3.2)', () => {
  it('changes only what is sent and clears what is null', async () => {
    const { id } = await stage.newUser('patch', {
      profileSummary: 'keep',
      metadata: { channel: 'chat', own: 1 },
    })
    const change = async (body: object) =>
      assertSuccess<ExternalUser>(await admin.patch(`${path}/${id}`, body))
    const renamed = await change({ name: stage.nameOf('patched'), verifiedEmail: 'ada@example.com' })
    assert.equal(renamed.profileSummary, 'keep')
    assert.equal(renamed.channel, 'chat')
    assert.equal(renamed.verifiedEmail, 'ada@example.com')
    const merged = await change({ metadata: { channel: 'mail' }, profileSummary: null })
    assert.equal(merged.channel, 'mail')
    assert.equal(merged.metadata.own, 1)
    assert.equal(merged.profileSummary, null)
    assert.equal((await change({ metadata: { channel: null } })).channel, null)
    assert.equal((await change({})).name, stage.nameOf('patched'))
  })

  it('refuses a name that is taken', async () => {
    const { name } = await stage.newUser('taken')
    const { id } = await stage.newUser('other')
    assertError(await admin.patch(`${path}/${id}`, { name }), 'name_conflict', 409)
    assert.equal((await get(id)).name, stage.nameOf('other'))
  })

  it('gives a name to one of many concurrent requests', async () => {
    // Several rounds: a fault of this kind shows only when the requests truly cross.
    for (const round of [1, 2, 3]) {
      const name = stage.nameOf(`wanted${round}`)
      const rivals: ExternalUser[] = []
      for (const i of [1, 2, 3, 4]) rivals.push(await stage.newUser(`rival${round}.${i}`))
      const responses = await Promise.all(rivals.map(({ id }) => admin.patch(`${path}/${id}`, { name })))
      const losers = responses.filter(({ status }) => status !== 200)
      assert.equal(losers.length, rivals.length - 1)
      for (const response of losers) assertError(response, 'name_conflict', 409)
      assert.equal(assertPage<ExternalUser>(await admin.get(`${path}?q=${name}`)).total, 1)
    }
  })

  it('changes only what did not change since it was read', async () => {
    const { id } = await stage.newUser('etag')
    const etag = (await admin.get(`${path}/${id}`)).headers.get('etag') ?? ''
    assert.match(etag, /^(W\/)?".+"$/)
    const send = (profileSummary: string, ifMatch: string) =>
      admin.patch(`${path}/${id}`, { profileSummary }, { 'if-match': ifMatch })
    const changed = await send('one', etag)
    assertSuccess(changed)
    assertError(await send('two', etag), 'precondition_failed', 412)
    assertSuccess(await send('three', changed.headers.get('etag') ?? ''))
    assertSuccess(await send('four', '*'))
    assert.equal((await get(id)).profileSummary, 'four')
    const known = (await admin.get(`${path}/${id}`)).headers.get('etag') ?? ''
    assert.equal((await admin.get(`${path}/${id}`, { 'if-none-match': known })).status, 304)
  })

  it('switches a user off and on, to a state or the other way', async () => {
    const { id } = await stage.newUser('toggle')
    const toggle = async (body?: object) =>
      assertSuccess<ExternalUser>(await admin.put(`${path}/${id}/toggle-active`, body)).isActive
    assert.equal(await toggle({ isActive: false }), false)
    assert.equal(await toggle({ isActive: false }), false)
    assert.equal(await toggle(), true)
    assert.equal(await toggle(), false)
    assert.equal(await toggle({}), true)
    assertError(await admin.put(`${path}/${id}/toggle-active`, { isActive: 'no' }), 'invalid_parameter', 400)
    assertError(await admin.put(`${path}/${randomUUID()}/toggle-active`), 'external_user_not_found', 404)
  })

  it('protects the default user', async () => {
    const { project } = assertSuccess<Profile>(await admin.get('/api/v1/users/profile'))
    const own = `${path}/${project.id}`
    const { id } = await stage.newUser('target')
    assertError(await admin.delete(own), 'default_user_protected', 409)
    assertError(await admin.patch(own, { name: stage.nameOf('x') }), 'default_user_protected', 409)
    assertError(await admin.post(`${own}/merge`, { intoId: id }), 'default_user_protected', 409)
  })
})

describe('Erasing, merging and exporting external users (3.2)', () => {
  it('counts what would go without erasing it', async () => {
    const { id } = await stage.newUser('dry')
    const counted = assertSuccess<{ dryRun: boolean }>(await admin.delete(`${path}/${id}?dryRun=true`))
    assertFields(counted, { ...countFields, dryRun: oneOf(true), receiptId: oneOf(null) }, 'the dry run')
    await get(id)
  })

  it('erases a user and leaves a signed receipt', async () => {
    const { id, name, projectId } = await stage.newUser('erase')
    const erased = assertSuccess<{ receiptId: string }>(await admin.delete(`${path}/${id}`))
    assertFields(erased, { ...countFields, dryRun: oneOf(false), receiptId: uuid }, 'the deletion')
    assertError(await admin.get(`${path}/${id}`), 'external_user_not_found', 404)
    assertError(await admin.delete(`${path}/${id}`), 'external_user_not_found', 404)
    assert.equal(await stage.findUser(name), null)
    const receipt = assertSuccess<{ counts: object }>(
      await admin.get(`${path}/deletion-receipts/${erased.receiptId}`),
    )
    assertFields(
      receipt,
      {
        id: oneOf(erased.receiptId),
        projectId: oneOf(projectId),
        externalUserId: oneOf(id),
        nameHash: oneOf(createHash('sha256').update(name).digest('hex')),
        deletedAt: timestamp,
        signature: filledText,
      },
      'the receipt',
    )
    assertFields(receipt.counts, countFields, 'the receipt')
    assertError(
      await admin.get(`${path}/deletion-receipts/${randomUUID()}`),
      'deletion_receipt_not_found',
      404,
    )
  })

  it('gives the name of an erased user to a new one', async () => {
    const { id } = await stage.newUser('again', { profileSummary: 'old' })
    assertSuccess(await admin.delete(`${path}/${id}`))
    const next = await stage.newUser('again')
    assert.equal(next.created, true)
    assert.notEqual(next.id, id)
    assert.equal(next.profileSummary, null)
  })

  it('merges a user into another, who then goes by both names', async () => {
    const from = await stage.newUser('from')
    const into = await stage.newUser('into')
    const merged = await admin.post(`${path}/${from.id}/merge`, { intoId: into.id })
    assert.equal(assertSuccess<ExternalUser>(merged).id, into.id)
    assertError(await admin.get(`${path}/${from.id}`), 'external_user_not_found', 404)
    assert.equal((await stage.findUser(from.name))?.id, into.id)
    assertPage(await admin.as(from.name).get(path))
    assert.notEqual((await get(into.id)).lastSeenAt, null)
    assert.equal((await stage.newUser('from')).id, into.id)
  })

  it('merges a user who took the name of one merged into it', async () => {
    const [first, second, third] = [
      await stage.newUser('m1'),
      await stage.newUser('m2'),
      await stage.newUser('m3'),
    ]
    assertSuccess(await admin.post(`${path}/${first.id}/merge`, { intoId: second.id }))
    assertSuccess(await admin.patch(`${path}/${second.id}`, { name: first.name }))
    assertSuccess(await admin.post(`${path}/${second.id}/merge`, { intoId: third.id }))
    assert.equal((await stage.findUser(first.name))?.id, third.id)
  })

  it('refuses merges with an unknown user and with oneself', async () => {
    const { id } = await stage.newUser('lonely')
    assertError(await admin.post(`${path}/${id}/merge`, { intoId: id }), 'invalid_parameter', 400)
    assertError(await admin.post(`${path}/${id}/merge`, {}), 'missing_field', 400)
    const unknownUser = await admin.post(`${path}/${id}/merge`, { intoId: randomUUID() })
    assertError(unknownUser, 'external_user_not_found', 404)
    await get(id)
  })

  it('exports what a user owns as lines of JSON', async () => {
    const { id, name } = await stage.newUser('export')
    const response = await admin.get(`${path}/${id}/export`)
    assert.equal(response.status, 200)
    const lines = response.text.trimEnd().split('\n')
    const [first] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    assert.equal(first?.id, id)
    assert.equal(first?.name, name)
    assertError(await admin.get(`${path}/${randomUUID()}/export`), 'external_user_not_found', 404)
  })
})

describe('Tokens for end users (3.2)', () => {
  type Token = { token: string; expiresAt: string }
  const newToken = async (id: string, body?: object) =>
    assertSuccess<Token>(await admin.post(`${path}/${id}/tokens`, body))

  it('are short-lived and bound to their user', async () => {
    const { id, name } = await stage.newUser('token')
    const made = await newToken(id, { ttlSeconds: 300 })
    assertFields(made, { token: filledText, expiresAt: timestamp }, 'the token')
    const browser = stage.anonymous.with({ authorization: `Bearer ${made.token}` })
    assert.equal(assertSuccess<ExternalUser>(await browser.get(`${path}/${id}`)).name, name)
    const lifetime = Date.parse(made.expiresAt) - Date.now()
    assert.ok(lifetime > 0 && lifetime <= 3_600_000, String(lifetime))
  })

  it('live for 5 to 60 minutes', async () => {
    const { id } = await stage.newUser('ttl')
    for (const ttlSeconds of [300, 3600]) await newToken(id, { ttlSeconds })
    for (const ttlSeconds of [299, 3601, 0, -1, 600.5, '600']) {
      assertError(await admin.post(`${path}/${id}/tokens`, { ttlSeconds }), 'invalid_parameter', 400)
    }
  })

  it('end with their user', async () => {
    const { id } = await stage.newUser('ending')
    const { token } = await newToken(id)
    const browser = stage.anonymous.with({ 'x-api-key': token })
    assertSuccess(await browser.get(`${path}/${id}`))
    assertSuccess(await admin.put(`${path}/${id}/toggle-active`, { isActive: false }))
    assertError(await browser.get(`${path}/${id}`), 'external_user_inactive', 403)
    assertError(await admin.post(`${path}/${id}/tokens`), 'external_user_inactive', 403)
    assertSuccess(await admin.delete(`${path}/${id}`))
    assertError(await browser.get(`${path}/${id}`), 'invalid_api_key', 401)
  })

  it('open nothing that belongs to the project', async () => {
    const { id } = await stage.newUser('narrow')
    const { token } = await newToken(id)
    const browser = stage.anonymous.with({ 'x-api-key': token })
    const calls: [method: string, path: string, body?: object][] = [
      ['GET', path],
      ['GET', '/api/v1/api-keys'],
      ['POST', '/api/v1/api-keys', { name: 'x' }],
      ['DELETE', `${path}/${id}`],
      ['POST', `${path}/${id}/tokens`],
    ]
    for (const [method, where, body] of calls) {
      assertError(await browser.send(method, where, body), 'end_user_token_not_accepted', 403)
    }
    await get(id)
  })
})

describe('The picture of an external user (3.2)', () => {
  it('says that there is nowhere to fetch it from', async () => {
    const { id } = await stage.newUser('faceless')
    const response = assertSuccess<ExternalUser>(await admin.post(`${path}/${id}/refresh-avatar`))
    assertFields(response, { refreshed: flag, avatarUrl: orNull(filledText) }, 'the user')
    assert.equal(response.refreshed, false)
    assertError(await admin.get(`${path}/${id}/avatar`), 'avatar_not_found', 404)
  })

  it('is never fetched from an internal address', async () => {
    for (const avatarUrl of ['http://127.0.0.1:9/a.png', 'http://169.254.169.254/', 'http://[::1]:9/a.png']) {
      const { id } = await stage.newUser('ssrf')
      assertSuccess(await admin.patch(`${path}/${id}`, { avatarUrl }))
      assertError(await admin.post(`${path}/${id}/refresh-avatar`), 'address_not_allowed', 400)
    }
  })
})
