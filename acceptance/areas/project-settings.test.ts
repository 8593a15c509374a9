import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertError, assertSuccess } from '../harness/client.ts'
import {
  amount,
  assertFields,
  filledText,
  flag,
  orNull,
  text,
  timestamp,
  uuid,
} from '../harness/field-checks.ts'
import type { Profile, Project } from '../harness/resources.ts'
import { createStage } from '../harness/stage.ts'

const stage = createStage()
const { admin } = stage
const path = '/api/v1/project'
const read = async () => {
  const response = await admin.get(path)
  return { project: assertSuccess<Project>(response), etag: response.headers.get('etag') ?? '' }
}
const change = (body: object, ifMatch?: string) =>
  admin.patch(path, body, ifMatch === undefined ? {} : { 'if-match': ifMatch })

let original: Project
before(async () => {
  original = (await read()).project
})
after(async () => {
  const { name, retentionDays, storePayloads, storePrompts, defaultModel, webhookBaseUrl } = original
  assertSuccess(
    await change({ name, retentionDays, storePayloads, storePrompts, defaultModel, webhookBaseUrl }),
  )
})

describe('The project (3.1)', () => {
  it('shows its settings to every key', async () => {
    const member = stage.callerWith((await stage.newKey()).key)
    const project = assertSuccess<Project>(await member.get(path))
    assertFields(
      project,
      {
        id: uuid,
        name: filledText,
        slug: filledText,
        retentionDays: orNull(amount),
        storePayloads: flag,
        storePrompts: flag,
        defaultModel: orNull(text),
        webhookBaseUrl: orNull(text),
        monthlyCreditCap: orNull(amount),
        createdAt: timestamp,
        updatedAt: timestamp,
      },
      'the project',
    )
    const profile = assertSuccess<Profile>(await member.get('/api/v1/users/profile'))
    assert.equal(profile.project.id, project.id)
  })

  it('changes only what is sent', async () => {
    const changes = {
      name: `${stage.tag} project`,
      retentionDays: 30,
      storePayloads: false,
      storePrompts: true,
      defaultModel: 'local/demo',
      webhookBaseUrl: 'https://hooks.example.com/in',
    }
    assertSuccess(await change(changes))
    const { project } = await read()
    assert.deepEqual({ ...project, ...changes }, project)
    assert.equal(project.slug, original.slug)
    const { retentionDays, storePayloads } = assertSuccess<Project>(await change({ retentionDays: null }))
    assert.deepEqual([retentionDays, storePayloads], [null, false])
  })

  it('refuses values that do not fit', async () => {
    for (const body of [
      { name: '' },
      { name: 'x'.repeat(101) },
      { retentionDays: 0 },
      { retentionDays: 1.5 },
      { retentionDays: '30' },
      { storePayloads: 'yes' },
      { storePrompts: 1 },
      { webhookBaseUrl: 'ftp://example.com' },
    ]) {
      assertError(await change(body), 'invalid_parameter', 400)
    }
  })

  it('is changed by admins only', async () => {
    const member = stage.callerWith((await stage.newKey()).key)
    assertError(await member.patch(path, { name: 'Mine' }), 'admin_only', 403)
  })
})

describe('ETag and If-Match (1.6)', () => {
  it('sends an ETag that changes with the project', async () => {
    const first = await read()
    assert.match(first.etag, /^(W\/)?".+"$/)
    assert.equal((await read()).etag, first.etag)
    const changed = await change({ retentionDays: 7 })
    assertSuccess(changed)
    assert.notEqual(changed.headers.get('etag'), first.etag)
    assert.equal(changed.headers.get('etag'), (await read()).etag)
  })

  it('returns 304 to If-None-Match until something changes', async () => {
    const { etag } = await read()
    const same = await admin.get(path, { 'if-none-match': etag })
    assert.deepEqual([same.status, same.text], [304, ''])
    assertSuccess(await change({ retentionDays: 8 }))
    assert.equal((await admin.get(path, { 'if-none-match': etag })).status, 200)
  })

  it('returns 412 to an If-Match that is out of date', async () => {
    const { etag } = await read()
    assertSuccess(await change({ retentionDays: 9 }, etag))
    const { error } = assertError(await change({ retentionDays: 10 }, etag), 'precondition_failed', 412)
    assert.equal(error.type, 'conflict')
    assert.equal((await read()).project.retentionDays, 9)
    assertError(await change({ retentionDays: 10 }, '"never"'), 'precondition_failed', 412)
    assertSuccess(await change({ retentionDays: 10 }, `"never", ${(await read()).etag}`))
    assertSuccess(await change({ retentionDays: 11 }, '*'))
  })

  it('lets one of many concurrent changes win', async () => {
    const { etag } = await read()
    const responses = await Promise.all(
      [21, 22, 23, 24].map((retentionDays) => change({ retentionDays }, etag)),
    )
    const statuses = responses.map(({ status }) => status).sort()
    assert.equal(statuses[0], 200)
    assert.ok(
      statuses.slice(1).every((status) => status === 412 || status === 409),
      statuses.join(),
    )
    const winner = responses.find(({ status }) => status === 200)!
    const { retentionDays } = assertSuccess<Project>(winner)
    assert.equal((await read()).project.retentionDays, retentionDays)
  })
})
