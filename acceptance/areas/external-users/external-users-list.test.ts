import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { assertError, assertPage, assertSuccess, type Page } from '../../harness/client.ts'
import {
  amount,
  assertFields,
  filledText,
  flag,
  listOf,
  oneOf,
  orAbsent,
  orNull,
  record,
  text,
  timestamp,
  uuid,
} from '../../harness/field-checks.ts'
import type { ExternalUser } from '../../harness/resources.ts'
import { createStage } from '../../harness/stage.ts'

const stage = createStage()
const { admin, tag } = stage
const path = '/api/v1/external-users'

type Query = [name: string, value: string][]

const search = (query: Query) => new URLSearchParams(query).toString()
const list = async (...query: Query): Promise<Page<ExternalUser>> =>
  assertPage<ExternalUser>(await admin.get(`${path}?${search(query)}`))
/** The list among this file's own users: others work in the same project. */
const listOwn = (...query: Query) => list(['q', tag], ...query)
const namesOf = ({ data }: Page<ExternalUser>) => data.map(({ name }) => name.slice(tag.length))
const refuse = async (...query: Query) =>
  assertError(await admin.get(`${path}?${search(query)}`), 'invalid_parameter', 400)

const chatChannel = `${tag}-chat`
const mailChannel = `${tag}-mail`

before(async () => {
  await stage.newUser('.anna', { metadata: { channel: chatChannel }, profileSummary: 'b' })
  await stage.newUser('.Bert', { metadata: { channel: mailChannel } })
  await stage.newUser('.carl_x', { metadata: { channel: chatChannel } })
  await stage.newUser('.carlax')
  await stage.newUser('.dora')
  const { id } = (await stage.findUser(stage.nameOf('.dora')))!
  assertSuccess(await admin.put(`${path}/${id}/toggle-active`, { isActive: false }))
})
const everybody = ['.anna', '.Bert', '.carl_x', '.carlax', '.dora']

describe('The external user (2.3)', () => {
  const stats = {
    agentCount: amount,
    workflowCount: amount,
    knowledgeStorageKb: amount,
    databaseStorageKb: amount,
    storageUsedKb: amount,
    connectionCount: amount,
  }

  it('has every field with its type', async () => {
    const { data } = await list(['limit', '100'])
    assert.ok(data.length > everybody.length)
    for (const user of data) {
      assertFields(
        user,
        {
          id: uuid,
          name: filledText,
          projectId: uuid,
          source: oneOf('project_default', 'username', 'embed_visitor', 'trigger_thread', 'project_runtime'),
          isActive: flag,
          channel: orNull(text),
          profileSummary: orNull(text),
          avatarUrl: orNull(text),
          creditsUsed: amount,
          createdAt: timestamp,
          lastSeenAt: orNull(timestamp),
          isOnline: flag,
          addedByWorkflowIds: listOf(text),
          addedByWorkflowId: orNull(text),
          metadata: record,
          verifiedEmail: orNull(text),
          verifiedPhone: orNull(text),
          identitySources: listOf(text),
        },
        user.name,
      )
      assertFields(user.resourceStats, stats, `${user.name} resourceStats`)
    }
  })

  it('has the metadata of its channel', async () => {
    const metadata = {
      channel: 'telegram',
      toolkitSlug: 'telegram',
      toolSlug: 'telegram-message',
      threadKey: '42:7',
      profile: { userId: 42, username: 'ada', firstName: 'Ada' },
    }
    const made = await stage.newUser('.meta', { metadata })
    const [user] = (await list(['q', made.name])).data
    const { updatedAt, ...rest } = user!.metadata
    assert.deepEqual(rest, metadata)
    assertFields({ updatedAt }, { updatedAt: orAbsent(timestamp) }, 'metadata')
    assert.equal(user!.channel, 'telegram')
    assertSuccess(await admin.delete(`${path}/${made.id}`))
  })

  it('comes first as the default user of the project', async () => {
    const { data } = await list(['source', 'project_default'])
    assert.deepEqual(
      data.map(({ name, id, projectId }) => [name, id === projectId]),
      [['project_default_user', true]],
    )
  })
})

describe('Filters of the list (4.5)', () => {
  it('lists all users without a filter, oldest first', async () => {
    const page = await list(['limit', '100'])
    const times = page.data.map(({ createdAt }) => Date.parse(createdAt))
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    )
    assert.deepEqual(namesOf(await listOwn()), everybody)
  })

  it('finds a part of the user name in any case', async () => {
    assert.deepEqual(namesOf(await list(['q', `${tag}.ANN`])), ['.anna'])
    assert.deepEqual(namesOf(await list(['q', `${tag.toUpperCase()}.bert`])), ['.Bert'])
    assert.deepEqual(namesOf(await list(['q', `${tag.slice(3)}.carl`])), ['.carl_x', '.carlax'])
    assert.deepEqual(namesOf(await list(['q', `${tag}.zoe`])), [])
  })

  it('takes wildcard characters literally', async () => {
    assert.deepEqual(namesOf(await list(['q', `${tag}.carl_x`])), ['.carl_x'])
    assert.deepEqual(namesOf(await list(['q', `${tag}.carl%`])), [])
    assert.deepEqual(namesOf(await list(['q', `${tag}%`])), [])
    assert.deepEqual(namesOf(await list(['q', `${tag}\\`])), [])
    assert.deepEqual(namesOf(await list(['q', `${tag}*`])), [])
    assert.deepEqual(namesOf(await list(['q', `${tag}' or '1'='1`])), [])
  })

  it('takes user names of up to 255 characters', async () => {
    assert.equal((await list(['q', 'x'.repeat(255)])).total, 0)
    const { error } = await refuse(['q', 'x'.repeat(256)])
    assert.deepEqual([error.details[0]?.in, error.details[0]?.path], ['query', 'q'])
  })

  it('finds the users of a messaging channel', async () => {
    assert.deepEqual(namesOf(await list(['channel', chatChannel])), ['.anna', '.carl_x'])
    assert.deepEqual(namesOf(await list(['channel', mailChannel])), ['.Bert'])
    assert.deepEqual(namesOf(await list(['channel', `${tag}-none`])), [])
    assert.deepEqual(namesOf(await list(['channel', `${tag}-%`])), [])
  })

  it('takes channels of up to 64 characters', async () => {
    assert.equal((await list(['channel', 'x'.repeat(64)])).total, 0)
    await refuse(['channel', 'x'.repeat(65)])
  })

  it('filters by source, one value, comma-separated or repeated', async () => {
    assert.deepEqual(namesOf(await listOwn(['source', 'username'])), everybody)
    assert.deepEqual(namesOf(await listOwn(['source', 'embed_visitor'])), [])
    assert.deepEqual(namesOf(await listOwn(['source', 'embed_visitor,username'])), everybody)
    assert.deepEqual(namesOf(await listOwn(['source', 'trigger_thread, username'])), everybody)
    assert.deepEqual(namesOf(await listOwn(['source', 'project_runtime'], ['source', 'username'])), everybody)
    assert.deepEqual(
      namesOf(await listOwn(['source', 'project_runtime,embed_visitor'], ['source', 'trigger_thread'])),
      [],
    )
    const both = await list(['source', 'project_default,username'], ['limit', '100'])
    assert.ok(both.total > (await list(['source', 'project_default'])).total)
  })

  it('refuses an unknown source and passes over an empty one', async () => {
    await refuse(['source', 'telepathy'])
    await refuse(['source', 'username,telepathy'])
    await refuse(['source', 'username'], ['source', 'Username'])
    assert.deepEqual(namesOf(await listOwn(['source', ''])), everybody)
  })

  it('filters by active status and lists both without it', async () => {
    const active = everybody.filter((name) => name !== '.dora')
    for (const yes of ['true', '1', 'True']) {
      assert.deepEqual(namesOf(await listOwn(['isActive', yes])), active, yes)
    }
    for (const no of ['false', '0', 'False']) {
      assert.deepEqual(namesOf(await listOwn(['isActive', no])), ['.dora'], no)
    }
    assert.deepEqual(namesOf(await listOwn()), everybody)
    for (const bad of ['yes', '2', 'null']) await refuse(['isActive', bad])
  })

  it('joins filters with and', async () => {
    assert.deepEqual(namesOf(await listOwn(['channel', chatChannel], ['isActive', 'false'])), [])
    assert.deepEqual(namesOf(await list(['q', `${tag}.carl`], ['channel', chatChannel])), ['.carl_x'])
  })

  it('is the same list whichever user x-username names', async () => {
    const plain = await listOwn(['sortBy', 'name'])
    const asBert = await admin.as(stage.nameOf('.Bert')).get(`${path}?q=${tag}&sortBy=name`)
    assert.deepEqual(
      assertPage<ExternalUser>(asBert).data.map(({ id }) => id),
      plain.data.map(({ id }) => id),
    )
  })
})

describe('Pin, pages and credits of the list (4.5)', () => {
  const ids = async () => new Map((await listOwn()).data.map(({ name, id }) => [name.slice(tag.length), id]))

  it('ranks the pinned user first, before the sort', async () => {
    const dora = (await ids()).get('.dora')!
    for (const sortOrder of ['ASC', 'DESC']) {
      const rest = everybody.filter((name) => name !== '.dora')
      const sorted = sortOrder === 'ASC' ? rest : rest.toReversed()
      const page = await listOwn(['activeEuid', dora], ['sortOrder', sortOrder])
      assert.deepEqual(namesOf(page), ['.dora', ...sorted])
      assert.equal(page.total, everybody.length)
    }
  })

  it('returns full pages when a user is pinned', async () => {
    const carl = (await ids()).get('.carl_x')!
    const walked: string[] = []
    for (const page of ['1', '2', '3']) {
      walked.push(...namesOf(await listOwn(['activeEuid', carl], ['limit', '2'], ['page', page])))
    }
    assert.deepEqual(walked, ['.carl_x', '.anna', '.Bert', '.carlax', '.dora'])
    const single = await listOwn(['activeEuid', carl], ['limit', '1'])
    assert.deepEqual(namesOf(single), ['.carl_x'])
  })

  it('pins no user whom the filters leave out or who does not exist', async () => {
    const dora = (await ids()).get('.dora')!
    const active = everybody.filter((name) => name !== '.dora')
    assert.deepEqual(namesOf(await listOwn(['activeEuid', dora], ['isActive', 'true'])), active)
    assert.deepEqual(namesOf(await listOwn(['activeEuid', randomUUID()])), everybody)
    assert.deepEqual(namesOf(await listOwn(['activeEuid', ''])), everybody)
    await refuse(['activeEuid', 'dora'])
  })

  it('has pages from 1 and pages of 1 to 100 users, 20 by default', async () => {
    assert.equal((await listOwn()).limit, 20)
    assert.equal((await listOwn(['limit', '100'])).limit, 100)
    const single = await listOwn(['limit', '1'])
    assert.deepEqual(namesOf(single), ['.anna'])
    for (const bad of ['0', '101', '-1', '1.5', 'ten', '1e1']) await refuse(['limit', bad])
    for (const bad of ['0', '-1', '1.5', 'one']) await refuse(['page', bad])
    const { error } = await refuse(['limit', '500'])
    assert.deepEqual(
      error.details.map((detail) => [detail.in, detail.path, detail.rule]),
      [['query', 'limit', 'maximum']],
    )
  })

  it('returns the position of a page among all', async () => {
    const totals = async (page: string) => {
      const found = await listOwn(['limit', '2'], ['page', page])
      const { total, totalPages, hasNextPage, hasPreviousPage } = found
      assert.equal(found.page, Number(page))
      return [namesOf(found), total, totalPages, hasNextPage, hasPreviousPage]
    }
    assert.deepEqual(await totals('1'), [['.anna', '.Bert'], 5, 3, true, false])
    assert.deepEqual(await totals('2'), [['.carl_x', '.carlax'], 5, 3, true, true])
    assert.deepEqual(await totals('3'), [['.dora'], 5, 3, false, true])
  })

  it('returns no users and the true total past the last page', async () => {
    const past = await listOwn(['limit', '2'], ['page', '9'])
    assert.deepEqual([past.data, past.total, past.page, past.hasNextPage], [[], 5, 9, false])
    const none = await list(['q', `${tag}.unknown`])
    assert.deepEqual([none.total, none.totalPages, none.hasNextPage], [0, 0, false])
  })

  it('takes an offset instead of a page', async () => {
    assert.deepEqual(namesOf(await listOwn(['offset', '3'])), ['.carlax', '.dora'])
    assert.deepEqual(namesOf(await listOwn(['offset', '1'], ['page', '3'], ['limit', '2'])), [
      '.Bert',
      '.carl_x',
    ])
  })

  it('takes a range of time for the credits', async () => {
    const ranges: Query[] = [
      [['from', '2026-01-01T00:00:00Z']],
      [['to', '2026-01-01T00:00:00.000+02:00']],
      [
        ['from', '2026-01-01'],
        ['to', '2026-02-01'],
      ],
      [
        ['from', '2026-01-01T00:00:00Z'],
        ['to', '2026-01-01T00:00:00Z'],
      ],
    ]
    for (const range of ranges) {
      const { data } = await listOwn(...range)
      assert.deepEqual(
        data.map(({ creditsUsed }) => creditsUsed),
        everybody.map(() => 0),
      )
    }
  })

  it('refuses times that are no times, lack an offset or run backwards', async () => {
    for (const bad of ['yesterday', '2026-13-01', '2026-01-01T00:00:00', '1767225600']) {
      await refuse(['from', bad])
      await refuse(['to', bad])
    }
    await refuse(['from', '2026-02-01'], ['to', '2026-01-01'])
  })

  it('names parameters that it does not know', async () => {
    const response = await admin.get(`${path}?q=${tag}&shoesize=42&colour=red`)
    assert.equal(assertPage<ExternalUser>(response).total, everybody.length)
    const ignored = (response.headers.get('x-ignored-params') ?? '').split(/\s*,\s*/)
    assert.deepEqual(ignored.sort(), ['colour', 'shoesize'])
  })
})
