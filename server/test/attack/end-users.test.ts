import assert from 'node:assert/strict'
import { mkdir, readdir, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from '../../src/kernel/db/db.ts'
import { openPostgres } from '../../src/kernel/db/postgres.ts'
import { type ApiResponse, startTestApp, type TestProject } from '../harness.ts'
import { until } from '../until.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
let gate = Promise.withResolvers<void>()
let fetching = 0
let maxFetching = 0
const images = createServer(async (request, response) => {
  maxFetching = Math.max(maxFetching, ++fetching)
  if (request.url?.startsWith('/slow')) await gate.promise
  fetching--
  if (request.url?.startsWith('/to?'))
    response.writeHead(302, { location: decodeURIComponent(request.url.slice(4)) })
  response.end(png)
})
let insideRequests = 0
const inside = createServer((_request, response) => {
  insideRequests++
  response.end(png)
})
for (const server of [images, inside])
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const portOf = (server: typeof images) => (server.address() as AddressInfo).port
const origin = `http://127.0.0.1:${portOf(images)}`

const app = await startTestApp({ allowPrivate: `127.0.0.1/32:${portOf(images)}` })
const outside = openPostgres({
  settings: app.settings,
  applicationName: 'attack',
  poolSize: 2,
  onError: () => undefined,
})
after(async () => {
  await outside.close()
  await app.stop()
  for (const server of [images, inside]) server.close()
})

const users = '/api/v1/external-users'
let project: TestProject
before(async () => {
  project = await app.newProject()
})

type User = { id: string; name: string; avatarUrl: string }
const create = async (name: string, fields = {}): Promise<User> =>
  (await project.member.post(users, { name, ...fields })).body.data
const refresh = (id: string) => project.member.post(`${users}/${id}/refresh-avatar`)
const merge = (id: string, intoId: string) => project.member.post(`${users}/${id}/merge`, { intoId })
/** What the sweep leaves of a user's images. */
async function imagesOf(id: string): Promise<string[]> {
  await app.app.sweep()
  const left: string[] = []
  for await (const { key } of app.blobs.list(`avatars/${project.id}/`)) if (key.includes(id)) left.push(key)
  return left
}
const waiters = (n: number) =>
  until(async () => {
    const [row] = await outside.rows<{ waiting: number }>(sql`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    return row!.waiting >= n
  }, `${n} requests waiting for a lock`)

describe('names', () => {
  const whoIs = async (name: string) =>
    (await project.member.get(`${users}/username/${name}?nullable=true`)).body.data?.id ?? null

  test('of users that were merged one after the other lead to the last, and are free when it goes', async () => {
    const [a, b, c] = [await create('chain-a'), await create('chain-b'), await create('chain-c')]
    await merge(a.id, b.id)
    await merge(b.id, c.id)
    assert.deepEqual(
      [await whoIs('chain-a'), await whoIs('chain-b'), (await create('chain-a')).id],
      [c.id, c.id, c.id],
    )
    assert.equal((await project.member.patch(`${users}/${project.id}`, { name: 'chain-a' })).status, 409)
    await project.member.put(`${users}/${c.id}/toggle-active`, { isActive: false })
    assert.equal((await project.member.as('chain-a').get(users)).status, 403)
    await project.member.delete(`${users}/${c.id}`)
    assert.deepEqual([await whoIs('chain-a'), await whoIs('chain-b')], [null, null])
  })

  test('that were taken back from an alias do not stop the next merge', async () => {
    const [a, b, c] = [await create('back-a'), await create('back-b'), await create('back-c')]
    await merge(a.id, b.id)
    assert.equal((await project.member.patch(`${users}/${b.id}`, { name: 'back-a' })).status, 200)
    assert.equal((await merge(b.id, c.id)).status, 200)
    assert.equal(await whoIs('back-a'), c.id)
  })

  test('that two users want at the same moment go to one, and the other gets a conflict', async () => {
    const [first, second] = [await create('rival-1'), await create('rival-2')]
    let late: Promise<ApiResponse> | undefined
    await outside.begin(async (held) => {
      await held.rows(sql`update external_user set name = 'wanted' where id = ${first.id}`)
      late = project.member.patch(`${users}/${second.id}`, { name: 'wanted' })
      await waiters(1)
    })
    assert.equal((await late!).status, 409)
  })

  test('of erased users are nowhere in the database', async () => {
    const { id } = await create('erased.person@example.com')
    assert.equal((await project.member.delete(`${users}/${id}`)).status, 200)
    const tables = await app.db.rows<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    for (const { name } of tables) {
      const rows = await app.db.rows({ text: `select t::text from public.${name} t`, values: [] })
      assert.ok(!JSON.stringify(rows).includes('erased.person'), `${name} still has it`)
    }
  })
})

describe('images', () => {
  test('are fetched from nowhere inside, by whatever way', async () => {
    const port = portOf(inside)
    for (const address of [
      `http://127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://2130706433:${port}/`,
      `http://user:secret@127.0.0.1:${portOf(images)}/`,
      `${origin}/to?${encodeURIComponent(`http://127.0.0.1:${port}/`)}`,
      `${origin}/to?${encodeURIComponent('file:///etc/passwd')}`,
      'file:///etc/passwd',
    ]) {
      const { id } = await create(`lure-${Math.random().toString(36).slice(2)}`, {
        metadata: { profile: { photoUrl: address } },
      })
      assert.equal((await refresh(id)).status, 400, address)
    }
    assert.equal(insideRequests, 0)
  })

  test('go with the user who is merged into another', async () => {
    const [old, stored] = [await create('pic-old', { avatarUrl: `${origin}/p` }), await create('pic-kept')]
    await refresh(old.id)
    await merge(old.id, stored.id)
    assert.deepEqual(await imagesOf(old.id), [])
  })

  test('are not stored for a user who was erased while they were fetched', async () => {
    gate = Promise.withResolvers()
    const { id } = await create('pic-gone', { avatarUrl: `${origin}/slow` })
    const fetched = refresh(id)
    await until(() => fetching === 1)
    assert.equal((await project.member.delete(`${users}/${id}`)).status, 200)
    gate.resolve()
    assert.equal((await fetched).status, 404)
    assert.deepEqual(await imagesOf(id), [])
  })

  test('are deleted when the URL is removed', async () => {
    const { id } = await create('pic-removed', { avatarUrl: `${origin}/p` })
    await refresh(id)
    assert.equal((await project.member.patch(`${users}/${id}`, { avatarUrl: null })).status, 200)
    assert.equal((await project.member.get(`${users}/${id}/avatar`)).status, 404)
  })

  test('are not all fetched at the same time', async () => {
    gate = Promise.withResolvers()
    maxFetching = 0
    const many = await Promise.all(
      Array.from({ length: 40 }, (_, i) => create(`crowd-${i}`, { avatarUrl: `${origin}/slow?${i}` })),
    )
    const fetched = many.map(({ id }) => refresh(id))
    await until(() => fetching >= 1)
    // Reads take the same way as the fetches begin, so when a round of them sees no more fetches, no more will come.
    for (let seen = 0; seen !== fetching; ) {
      seen = fetching
      await Promise.all(many.map(({ id }) => project.member.get(`${users}/${id}`)))
    }
    gate.resolve()
    await Promise.all(fetched)
    assert.ok(maxFetching <= 20, `${maxFetching} concurrently`)
  })

  test('that cannot be removed now do not cost the receipt of an erased user', async () => {
    const fresh = await app.newProject()
    const { id } = (await fresh.member.post(users, { name: 'stuck', avatarUrl: `${origin}/p` })).body.data
    await fresh.member.post(`${users}/${id}/refresh-avatar`)
    const found = await Promise.all(
      (await readdir(tmpdir()))
        .filter((name) => name.startsWith('stoa-app-'))
        .map(async (name) => {
          const directory = join(tmpdir(), name, 'blobs', 'avatars')
          return (await readdir(directory).catch((): string[] => [])).includes(fresh.id) ? directory : null
        }),
    )
    const directory = join(found.find((each) => each !== null)!, fresh.id)
    // A directory that leads to itself can be neither read nor emptied, as a broken disk.
    await rm(directory, { recursive: true })
    await symlink(directory, directory)
    const response = await fresh.member.delete(`${users}/${id}`)
    await rm(directory)
    await mkdir(directory)
    assert.equal((await fresh.member.get(`${users}/${id}`)).status, 404)
    assert.equal(response.status, 200, response.text)
  })
})

describe('versions', () => {
  test('a known ETag is not confirmed for what has changed since', async () => {
    const { id } = await create('seen')
    const { headers } = await project.member.get(`${users}/${id}`)
    await project.member.as('seen').get(users)
    const again = await project.member.get(`${users}/${id}`, { 'if-none-match': String(headers.etag) })
    assert.equal(again.status, 200)
  })

  test('If-None-Match does not affect the response to a change', async () => {
    const { id } = await create('changed')
    const change = { profileSummary: 'x' }
    const response = await project.member.patch(`${users}/${id}`, change, { 'if-none-match': '"2"' })
    assert.equal(response.status, 200)
  })
})

test('two who change each other at the same moment do not end in a deadlock', async () => {
  const [a, b] = [await create('cross-1'), await create('cross-2')]
  const change = (as: User, of: User) =>
    project.member
      .as(as.name)
      .patch(`${users}/${of.id}`, { profileSummary: 'x' }, { 'idempotency-key': as.name })
  let responses: Promise<ApiResponse>[] = []
  await outside.begin(async (held) => {
    await held.rows(sql`select 1 from external_user where id in (${a.id}, ${b.id}) for update`)
    responses = [change(a, b), change(b, a)]
    await waiters(2)
  })
  assert.deepEqual(
    (await Promise.all(responses)).map(({ status }) => status),
    [200, 200],
  )
})
