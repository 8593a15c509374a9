import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertError, assertSuccess } from '../harness/client.ts'
import {
  assertFields,
  filledText,
  listOf,
  oneOf,
  orNull,
  text,
  timestamp,
  uuid,
} from '../harness/field-checks.ts'
import type { Profile } from '../harness/resources.ts'
import { createStage } from '../harness/stage.ts'

const stage = createStage()
const { admin } = stage
const path = '/api/v1/users/profile'
const read = async () => assertSuccess<Profile>(await admin.get(path))
const change = async (body: object) => assertSuccess<Profile>(await admin.patch(path, body))

let original: Profile
before(async () => {
  original = await read()
})
after(async () => {
  await change({ name: original.name, avatarUrl: original.avatarUrl, locale: original.locale })
})

describe('The user profile (4.13)', () => {
  it('shows the person, the project, the key and the end user', async () => {
    const profile = await read()
    assertFields(
      profile,
      {
        id: uuid,
        email: orNull(text),
        name: filledText,
        role: oneOf('admin'),
        avatarUrl: orNull(text),
        createdAt: timestamp,
      },
      'the profile',
    )
    assertFields(profile.project, { id: uuid, name: filledText, slug: filledText }, 'project')
    assertFields(
      profile.apiKey,
      {
        id: uuid,
        name: filledText,
        prefix: (value) => text(value) && stage.adminKey.startsWith(String(value)),
        scopes: listOf(text),
        role: oneOf('admin'),
        expiresAt: orNull(timestamp),
        lastUsedAt: orNull(timestamp),
      },
      'apiKey',
    )
    assertFields(profile.externalUser, { id: uuid, name: filledText }, 'externalUser')
  })

  it('shows the key of the caller', async () => {
    const { key, id } = await stage.newKey({ scopes: ['users:read'] })
    const profile = assertSuccess<Profile>(await stage.callerWith(key).get(path))
    assert.equal(profile.role, 'member')
    assert.deepEqual([profile.apiKey.id, profile.apiKey.scopes], [id, ['users:read']])
    assert.equal(profile.project.id, original.project.id)
  })

  it('takes a name, an image and a language', async () => {
    const changes = { name: `${stage.tag} Ada`, avatarUrl: 'https://example.com/ada.png', locale: 'en-GB' }
    const { name, avatarUrl, locale } = await change(changes)
    assert.deepEqual({ name, avatarUrl, locale }, changes)
    const cleared = await change({ avatarUrl: null, locale: null })
    assert.deepEqual([cleared.name, cleared.avatarUrl, cleared.locale], [changes.name, null, null])
    assert.equal((await read()).name, changes.name)
  })

  it('refuses values that do not fit', async () => {
    for (const body of [
      { name: '' },
      { name: 'x'.repeat(101) },
      { avatarUrl: 'javascript:alert(1)' },
      { locale: 'not a language' },
    ]) {
      assertError(await admin.patch(path, body), 'invalid_parameter', 400)
    }
  })

  it('is not changed by the key of a member', async () => {
    const member = stage.callerWith((await stage.newKey()).key)
    const { name } = await read()
    assertError(await member.patch(path, { name: 'Mallory' }), 'admin_only', 403)
    assert.equal((await read()).name, name)
  })
})
