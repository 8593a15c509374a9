import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { sizeOf } from '../../../test/size.ts'
import { until } from '../../../test/until.ts'
import { type Statement, sql } from '../../kernel/db/db.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Message, NewEntry, ThreadRow } from './index.ts'
import { maxQueuedRuns } from './service/queue.ts'

let app: Awaited<ReturnType<typeof startTestApp>>
let project: TestProject
let threads: Awaited<ReturnType<typeof startTestApp>>['app']['threads']
let scope: Scope

before(async () => {
  app = await startTestApp({ hasPieces: false })
  threads = app.app.threads
  project = await app.newProject()
  scope = project.scope
})
after(() => app.stop())

const newThread = (metadata: Record<string, unknown> = {}, as = scope): Promise<ThreadRow> =>
  app.db.tx((tx) => threads.create(tx, as, { metadata }))
const now = (thread: ThreadRow) => threads.get(app.db, scope, thread.id)
const human = (text: string, id: string = randomUUID()): NewEntry => ({
  message: { id, role: 'human', content: text },
  taint: null,
})
const append = (thread: ThreadRow, ...entries: NewEntry[]) =>
  app.db.tx((tx) => threads.entries.append(tx, thread, entries))
const textsOf = (messages: readonly Message[]) => messages.map(({ content }) => content)
const texts = async (thread: ThreadRow) => textsOf(await threads.entries.messages(app.db, await now(thread)))
const isCode = (code: string) => (error: unknown) => (error as { code?: string }).code === code
const actingAs = async (name: string): Promise<Scope> => {
  const { body } = await project.admin.post('/api/v1/external-users', { name })
  return { ...scope, acrossUsers: false, externalUser: { id: body.data.id, name } }
}

describe('entries', () => {
  test('messages are read in the order in which they were added, and ids grow within a millisecond', async () => {
    const thread = await newThread()
    const refs = []
    for (let i = 0; i < 5; i++) refs.push(...(await append(thread, human(`a${i}`), human(`b${i}`))))
    assert.deepEqual(
      refs.map(({ place }) => place),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    )
    const ids = [thread.rootId, ...refs.map(({ id }) => id)]
    assert.deepEqual(ids, ids.toSorted())
    assert.equal(new Set(ids).size, 11)
    assert.deepEqual(await texts(thread), ['a0', 'b0', 'a1', 'b1', 'a2', 'b2', 'a3', 'b3', 'a4', 'b4'])
    assert.equal((await now(thread)).messageCount, 10)
  })

  test('ids grow although the clock of a node is behind', async () => {
    const thread = await newThread()
    app.clock.advance(60_000)
    const [first] = await append(thread, human('first'))
    app.clock.advance(-60_000)
    const [second] = await append(thread, human('second'))
    assert.ok(second!.id > first!.id)
  })

  test('writers of the same thread follow one another', async () => {
    const thread = await newThread()
    const refs = await Promise.all(Array.from({ length: 12 }, (_, i) => append(thread, human(`m${i}`))))
    assert.deepEqual(
      refs
        .flat()
        .map(({ place }) => place)
        .sort((a, b) => a - b),
      Array.from({ length: 12 }, (_, i) => i + 1),
    )
    assert.equal((await texts(thread)).length, 12)
  })

  test('a message is replaced in its place, and removed', async () => {
    const thread = await newThread()
    await append(thread, human('one', '1'), human('two', '2'), human('three', '3'))
    await append(thread, {
      kind: 'replace',
      message: { id: '2', role: 'human', content: 'zwei' },
      taint: null,
    })
    await append(thread, { kind: 'remove', message: null, messageId: '1', taint: null })
    await append(thread, {
      kind: 'summary',
      message: { id: 's', role: 'system', content: 'so far' },
      taint: null,
    })
    assert.deepEqual(await texts(thread), ['zwei', 'three'])
    assert.equal((await now(thread)).messageCount, 2)
    const path = await threads.entries.path(app.db, await now(thread))
    assert.deepEqual(
      path.map(({ kind }) => kind),
      ['append', 'append', 'append', 'replace', 'remove', 'summary'],
    )
  })

  test('a message that the thread has is not added again', async () => {
    const thread = await newThread()
    await append(thread, human('one', 'same'))
    await app.db.tx(async (tx) =>
      threads.entries.appendNew(tx, await threads.lock(tx, scope, thread.id), [
        human('one', 'same'),
        human('two'),
      ]),
    )
    assert.deepEqual(await texts(thread), ['one', 'two'])
  })

  test('pages are read from either end', async () => {
    const thread = await newThread()
    await append(thread, ...Array.from({ length: 7 }, (_, i) => human(String(i))))
    const page = async (order: 'asc' | 'desc', offset: number) => {
      const { entries, total } = await threads.entries.page(app.db, await now(thread), {
        limit: 3,
        offset,
        order,
      })
      assert.equal(total, 7)
      return entries.map(({ message }) => message!.content)
    }
    assert.deepEqual(await page('asc', 0), ['0', '1', '2'])
    assert.deepEqual(await page('asc', 6), ['6'])
    assert.deepEqual(await page('desc', 0), ['6', '5', '4'])
  })

  test('texts that the database cannot store are stored as far as they can be', async () => {
    const thread = await newThread()
    await append(thread, human('a\u0000b'))
    assert.deepEqual(await texts(thread), ['a\ufffdb'])
  })
})

describe('branches', () => {
  test('a branch has what came before it, and the other one is unchanged', async () => {
    const thread = await newThread()
    const [one, two] = await append(thread, human('one'), human('two'), human('three'))
    const fork = async (at: { branch: number; place: number }) =>
      app.db.tx(async (tx) => threads.entries.fork(tx, await threads.lock(tx, scope, thread.id), at))
    assert.equal(await fork(two!), 1)
    assert.deepEqual(await texts(thread), ['one', 'two'])
    await append(thread, human('drei'))
    const [vier] = await append(thread, human('vier'))
    assert.deepEqual(await texts(thread), ['one', 'two', 'drei', 'vier'])
    assert.equal(await fork(one!), 2)
    await append(thread, human('deux'))
    assert.deepEqual(await texts(thread), ['one', 'deux'])
    // The last entry of a branch: that branch is continued.
    assert.equal(await fork(vier!), 1)
    assert.deepEqual(await texts(thread), ['one', 'two', 'drei', 'vier'])
    assert.equal((await now(thread)).messageCount, 4)
    const old = await threads.entries.messages(app.db, await now(thread), { branch: 0, place: 3 })
    assert.deepEqual(textsOf(old), ['one', 'two', 'three'])
    assert.deepEqual(
      (await threads.entries.branches(app.db, thread)).map(({ lastPlace }) => lastPlace),
      [3, 4, 2],
    )
    await append(thread, human('fünf'))
    assert.deepEqual(await texts(thread), ['one', 'two', 'drei', 'vier', 'fünf'])
  })

  test('a message at which the thread continues in several ways has all of them', async () => {
    const thread = await newThread()
    const [, two] = await append(thread, human('one', 'm1'), human('two', 'm2'), human('three', 'm3'))
    const at = async (position: { branch: number; place: number }) =>
      app.db.tx(async (tx) => threads.entries.fork(tx, await threads.lock(tx, scope, thread.id), position))
    const choices = async () => {
      const query = { limit: 20, offset: 0, order: 'asc' } as const
      const { choices: found } = await threads.entries.page(app.db, await now(thread), query)
      return found
    }
    const switchTo = async (id: string) => at(await threads.entries.positionOf(app.db, thread, id))
    const current = (list: { isCurrent: boolean }[] = []) => list.findIndex((each) => each.isCurrent)
    assert.equal((await choices()).size, 0)
    await at(two!)
    await append(thread, human('drei', 'm4'), human('vier', 'm5'))
    await at(two!)
    await append(thread, human('trois', 'm6'))
    await at({ branch: 0, place: 0 })
    await append(thread, human('uno', 'm7'))
    assert.deepEqual([...(await choices()).keys()], ['m7'])
    const [whole, uno] = (await choices()).get('m7')!
    assert.equal(current((await choices()).get('m7')), 1)
    // The newest state of what was there before.
    assert.equal(await switchTo(whole!.checkpointId), 2)
    assert.deepEqual(await texts(thread), ['one', 'two', 'trois'])
    assert.deepEqual([...(await choices()).keys()].sort(), ['m1', 'm6'])
    const three = (await choices()).get('m6')!
    assert.deepEqual([three.length, current(three)], [3, 2])
    await switchTo(three[1]!.checkpointId)
    assert.deepEqual(await texts(thread), ['one', 'two', 'drei', 'vier'])
    assert.equal(current((await choices()).get('m4')), 1)
    assert.equal((await choices()).get('m1')![1]!.checkpointId, uno!.checkpointId)
    await switchTo(three[0]!.checkpointId)
    assert.deepEqual(await texts(thread), ['one', 'two', 'three'])
    assert.equal(current((await choices()).get('m3')), 0)
    // A branch in which nothing was said is no choice.
    await at(two!)
    assert.deepEqual([...(await choices()).keys()], ['m1'])
    await switchTo(three[0]!.checkpointId)
    assert.equal((await choices()).get('m3')!.length, 3)
  })

  test('parts of random conversations are those of the whole ones, on every branch', async () => {
    let seed = 3
    const random = (below: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    const randomEntry = (): NewEntry => {
      const id = `m${random(12)}`
      if (random(5) === 0) return { kind: 'remove', message: null, messageId: id, taint: null }
      if (random(8) === 0)
        return {
          kind: 'summary',
          message: { id: `summary:${id}`, role: 'system', content: 'so far' },
          taint: null,
        }
      return human(`${id} ${random(1000)}`, id)
    }
    const thread = await newThread()
    for (let i = 0; i < sizeOf({ short: 25, long: 300 }); i++) {
      const refs = await append(thread, ...Array.from({ length: 1 + random(5) }, randomEntry))
      if (random(3) === 0)
        await app.db.tx(async (tx) =>
          threads.entries.fork(tx, await threads.lock(tx, scope, thread.id), refs[random(refs.length)]!),
        )
      const row = await now(thread)
      const whole = await texts(thread)
      const [offset, limit] = [random(8), 1 + random(8)]
      const page = async (order: 'asc' | 'desc') => {
        const { entries, total } = await threads.entries.page(app.db, row, { limit, offset, order })
        assert.equal(total, whole.length)
        return entries.map(({ message }) => message!.content)
      }
      assert.deepEqual(await page('asc'), whole.slice(offset, offset + limit))
      assert.deepEqual(await page('desc'), whole.toReversed().slice(offset, offset + limit))
    }
  })

  test('the empty state before the first message can be forked; the head is no fork', async () => {
    const thread = await newThread()
    await append(thread, human('one'))
    const root = await threads.entries.positionOf(app.db, thread, thread.rootId)
    const branch = await app.db.tx(async (tx) =>
      threads.entries.fork(tx, await threads.lock(tx, scope, thread.id), root),
    )
    assert.equal(branch, 1)
    assert.deepEqual(await texts(thread), [])
    const again = await app.db.tx(async (tx) =>
      threads.entries.fork(tx, await threads.lock(tx, scope, thread.id), { branch: 1, place: 0 }),
    )
    assert.equal(again, 1)
  })

  test('checkpoint_not_found and message_not_found', async () => {
    const thread = await newThread()
    const other = await newThread()
    const [entry] = await append(other, human('one', 'm1'))
    await assert.rejects(
      threads.entries.positionOf(app.db, thread, entry!.id),
      isCode('checkpoint_not_found'),
    )
    await assert.rejects(threads.entries.positionOfMessage(app.db, thread, 'm1'), isCode('message_not_found'))
    assert.deepEqual(await threads.entries.positionOfMessage(app.db, await now(other), 'm1', 'before'), {
      branch: 0,
      place: 0,
    })
  })
})

const waitingForLocks = sql`
  select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

describe('runs of a thread', () => {
  const add = (thread: ThreadRow, id: string) =>
    app.db.tx(async (tx) => {
      await threads.lock(tx, scope, thread.id)
      return threads.runs.add(tx, thread, id)
    })
  const end = (thread: ThreadRow, id: string, status: 'idle' | 'error' = 'idle') =>
    app.db.tx((tx) => threads.runs.end(tx, thread, id, { status, creditsMicro: 5 }))

  test('one is active, the others follow in their order', async () => {
    const thread = await newThread()
    const ids = Array.from({ length: 3 }, () => randomUUID())
    assert.equal(await add(thread, ids[0]!), 'active')
    assert.equal(await add(thread, ids[1]!), 'queued')
    assert.equal(await add(thread, ids[2]!), 'queued')
    assert.equal(await end(thread, ids[1]!), null)
    assert.equal((await now(thread)).currentExecutionId, ids[0])
    assert.equal(await end(thread, ids[0]!, 'error'), ids[2])
    assert.equal((await now(thread)).status, 'busy')
    assert.ok(await threads.runs.isActive(app.db, thread, ids[2]!))
    assert.equal(await end(thread, ids[2]!, 'error'), null)
    assert.equal(await end(thread, ids[2]!), null)
    const { status, currentExecutionId, creditsMicro } = await now(thread)
    assert.deepEqual(
      { status, currentExecutionId, creditsMicro },
      { status: 'error', currentExecutionId: null, creditsMicro: 15 },
    )
  })

  test('a run that is added while the active one ends follows it', async () => {
    const thread = await newThread()
    const [first, second] = [randomUUID(), randomUUID()]
    await add(thread, first)
    const isLocked = Promise.withResolvers<void>()
    const ending = isLocked.promise.then(() => end(thread, first))
    await app.db.tx(async (tx) => {
      await threads.lock(tx, scope, thread.id)
      isLocked.resolve()
      await until(async () => (await tx.rows(waitingForLocks)).length > 0)
      await threads.runs.add(tx, thread, second)
    })
    assert.equal(await ending, second)
  })

  test('a claim in one round trip is refused while another run is active', async () => {
    const thread = await newThread()
    const [first, second] = [randomUUID(), randomUUID()]
    assert.notEqual(await app.db.tryInOneRoundTrip([threads.runs.claiming(thread, first)]), null)
    assert.equal(await app.db.tryInOneRoundTrip([threads.runs.claiming(thread, second)]), null)
    assert.equal((await now(thread)).currentExecutionId, first)
  })

  test(`run_queue_full behind ${maxQueuedRuns} that wait`, async () => {
    const thread = await newThread()
    for (let i = 0; i <= maxQueuedRuns; i++) await add(thread, randomUUID())
    await assert.rejects(add(thread, randomUUID()), isCode('run_queue_full'))
  })

  test('a rollback takes back what the active run has written, and nothing else', async () => {
    const thread = await newThread()
    await append(thread, human('before'))
    const [first, second] = [randomUUID(), randomUUID()]
    await add(thread, first)
    await add(thread, second)
    await append(thread, human('question'), human('answer'))
    await app.db.tx((tx) => threads.runs.interrupt(tx, thread, first))
    assert.equal((await now(thread)).status, 'interrupted')
    const next = await app.db.tx(async (tx) => {
      assert.equal(await threads.runs.rollBack(tx, thread, second), false)
      assert.equal(await threads.runs.rollBack(tx, thread, first), true)
      return threads.runs.end(tx, thread, first, { status: 'idle', creditsMicro: 0 })
    })
    assert.equal(next, second)
    assert.deepEqual(await texts(thread), ['before'])
    assert.equal((await now(thread)).messageCount, 1)
    await append(thread, human('again'))
    assert.deepEqual(await texts(thread), ['before', 'again'])
  })
})

describe('threads', () => {
  test('found by metadata, status and title, by their user alone', async () => {
    const own = await app.newProject()
    const acting = { ...own.scope, acrossUsers: false }
    const made = await app.db.tx((tx) =>
      threads.create(tx, acting, { metadata: { title: 'Order 100%', tags: { team: 'red' } } }),
    )
    await app.db.tx((tx) => threads.create(tx, acting, { metadata: { title: 'Other' } }))
    const search = { limit: 10, offset: 0, sortBy: 'updatedAt', sortOrder: 'desc' } as const
    const found = async (more: object, as = acting) =>
      (await threads.search(app.db, as, { ...search, ...more })).map(({ id }) => id)
    assert.deepEqual(await found({ metadata: { tags: { team: 'red' } } }), [made.id])
    assert.deepEqual(await found({ q: '100%' }), [made.id])
    assert.deepEqual(await found({ status: 'busy' }), [])
    assert.equal((await found({})).length, 2)
    assert.deepEqual(await found({}, { ...acting, externalUser: { id: randomUUID(), name: 'other' } }), [])
    assert.ok(!(await found({ limit: 1000 }, scope)).includes(made.id))
    assert.equal(await threads.count(app.db, acting, { q: 'o' }), 2)
  })

  test('an id is used once in a project; a caller gets its own thread back', async () => {
    const thread = await newThread()
    const again = (ifExists: 'raise' | 'do_nothing', as = scope) =>
      app.db.tx((tx) => threads.create(tx, as, { id: thread.id }, ifExists))
    assert.equal((await again('do_nothing')).rootId, thread.rootId)
    await assert.rejects(again('raise'), isCode('thread_exists'))
    const otherUser = await actingAs('stranger')
    await assert.rejects(again('raise', otherUser), isCode('thread_exists'))
    await assert.rejects(again('do_nothing', otherUser), isCode('thread_not_found'))
  })

  test('a thread is created by one statement, without opening a transaction', async () => {
    const sent: string[] = []
    const counting = {
      rows: <Row>(statement: Statement) => {
        sent.push(statement.text)
        return app.db.rows<Row>(statement)
      },
    }
    const thread = await threads.create(counting, scope, { metadata: { a: 1 } })
    assert.equal(sent.length, 1)
    assert.deepEqual(thread, await threads.get(app.db, scope, thread.id))
  })

  test('a thread is read with its messages in one statement, as it is read without them', async () => {
    const thread = await newThread({ title: 'Ähnlich', nested: { at: '2026-01-01 00:00:00+00' } })
    const sent: string[] = []
    const counting = {
      rows: <Row>(statement: Statement) => {
        sent.push(statement.text)
        return app.db.rows<Row>(statement)
      },
    }
    const newest = async () => {
      const { thread: row, messages } = await threads.entries.newest(counting, scope, thread.id)
      assert.deepEqual(row, await now(thread))
      assert.deepEqual(messages, await threads.entries.messages(app.db, row))
      return messages.length
    }
    assert.equal(await newest(), 0)
    await append(thread, human('one'))
    const [second] = await append(thread, human('two'))
    await append(thread, human('three'))
    assert.equal(await newest(), 3)
    await app.db.tx(async (tx) => threads.entries.fork(tx, await threads.lock(tx, scope, thread.id), second!))
    await append(thread, human('other'))
    assert.equal(await newest(), 3)
    assert.equal(sent.length, 3)
    const otherUser = { ...scope, acrossUsers: false, externalUser: { id: randomUUID(), name: 'other' } }
    await assert.rejects(threads.entries.newest(app.db, otherUser, thread.id), isCode('thread_not_found'))
  })

  test('a caller that waits for another one with the same id gets the thread of that', async () => {
    const id = randomUUID()
    const created = Promise.withResolvers<void>()
    const committing = Promise.withResolvers<void>()
    const first = app.db.tx(async (tx) => {
      const thread = await threads.create(tx, scope, { id, metadata: { of: 'first' } })
      created.resolve()
      await committing.promise
      return thread
    })
    await created.promise
    const second = threads.create(app.db, scope, { id, metadata: { of: 'second' } }, 'do_nothing')
    const isWaiting = async () => {
      const rows = await app.db.rows(sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into thread as t%'`)
      return rows.length > 0
    }
    await until(isWaiting, 'the second one waits')
    committing.resolve()
    assert.deepEqual(await second, await first)
  })

  test('metadata is merged, null removes', async () => {
    const thread = await newThread({ a: 1, b: 2 })
    const changed = await app.db.tx((tx) =>
      threads.update(tx, scope, thread.id, { metadata: { b: null, c: { d: 3 } } }),
    )
    assert.deepEqual(changed.metadata, { a: 1, c: { d: 3 } })
  })

  test('kept for as long as the project has chosen, and without end where it has not', async () => {
    const own = await app.newProject()
    const thread = await app.db.tx((tx) => threads.create(tx, own.scope, {}))
    const other = await newThread()
    await own.admin.patch('/api/v1/project', { retentionDays: 30 })
    app.clock.advance(31 * 24 * 3_600_000)
    await threads.sweep()
    assert.equal(await threads.find(app.db, own.scope, thread.id), null)
    assert.ok(await threads.find(app.db, scope, other.id))
  })
})

describe('data of end users', () => {
  test('exported with messages and feedback, moved with a merge, erased', async () => {
    const ann = await actingAs('ann')
    const bob = await actingAs('bob')
    const thread = await newThread({ title: 'Hello' }, ann)
    const [entry] = await append(thread, human('my words', 'm1'))
    assert.ok(entry)
    for (const userId of [ann.externalUser.id, bob.externalUser.id])
      await app.db.tx((tx) =>
        threads.feedback.give(tx, thread, { messageId: 'm1', userId, score: 1, comment: 'good' }),
      )
    const [data] = threads.userData
    const lines = await Array.fromAsync(data!.export(app.db, scope, ann.externalUser.id))
    assert.deepEqual(
      lines.map(({ type }) => type),
      ['thread', 'thread_message', 'thread_feedback'],
    )
    assert.equal(lines[1]!.content, 'my words')
    assert.equal(await data!.count(app.db, scope, ann.externalUser.id), 1)
    await app.db.tx((tx) => data!.move(tx, scope, ann.externalUser.id, bob.externalUser.id))
    assert.equal(await data!.count(app.db, scope, bob.externalUser.id), 1)
    assert.equal((await threads.feedback.list(app.db, thread, ['m1'])).length, 1)
    const { status } = await project.admin.delete(`/api/v1/external-users/${bob.externalUser.id}`)
    assert.equal(status, 200)
    assert.equal(await threads.find(app.db, scope, thread.id), null)
  })
})
