import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { startTestApp } from '../../../test/harness.ts'
import { sizeOf } from '../../../test/size.ts'
import { type ModelEntry, ModelThread, type Seen } from '../../../test/threads/model-thread.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { Entry, Message, NewEntry, Position, ThreadRow } from './index.ts'
import type { EntryKind } from './schema/message.ts'

const steps = sizeOf({ short: 80, long: 3_000, variable: 'STOA_TEST_THREAD_STEPS' })
const seed = Number(process.env.STOA_TEST_SEED ?? 20261118)

const app = await startTestApp({ hasPieces: false })
after(() => app.stop())
const { threads } = app.app
const { scope } = await app.newProject()

/** Numbers that look random and are the same for the same seed. */
function createRandom(start: number): (below: number) => number {
  let state = start
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const random = createRandom(seed)
const oneOf = <T>(list: readonly T[]): T => list[random(list.length)]!

const toEntry = (kind: EntryKind, id: string, text: string): NewEntry =>
  kind === 'remove'
    ? { kind, message: null, messageId: id, taint: null }
    : { kind, message: { id, role: kind === 'summary' ? 'system' : 'human', content: text }, taint: null }

const ofEntries = (entries: readonly Entry[]) =>
  entries.map(({ messageId, message }) => [messageId, message!.content])
const ofMessages = (messages: readonly Message[]) => messages.map(({ id, content }) => [id, content])
const ofModel = (seen: readonly Seen[]) => seen.map(({ messageId, text }) => [messageId, text])

/** A thread of the product and the model of it, to which the same is done. */
async function startPair(length: number) {
  const { id } = await app.db.tx((tx) => threads.create(tx, scope, {}))
  const ref = { projectId: scope.projectId, id }
  const model = new ModelThread()
  const removed: string[] = []
  let texts = 0
  const now = () => threads.get(app.db, scope, id)
  const note = (made: readonly ModelEntry[], refs: readonly { id: string }[]) => {
    for (const [i, each] of refs.entries()) made[i]!.id = each.id
  }

  async function append(...entries: [EntryKind, string][]): Promise<void> {
    const all = entries.map(([kind, messageId]) => [kind, messageId, `text ${texts++}`] as const)
    const made = all.map(([kind, messageId, text]) => model.append(kind, messageId, text))
    const refs = await app.db.tx((tx) =>
      threads.entries.append(
        tx,
        ref,
        all.map((each) => toEntry(...each)),
      ),
    )
    note(made, refs)
  }

  async function appendNew(ids: readonly string[]): Promise<void> {
    const known = new Set(model.seen(model.head).map(({ messageId }) => messageId))
    const fresh: ModelEntry[] = []
    const entries = ids.map((messageId) => {
      const text = `text ${texts++}`
      if (!known.has(messageId)) fresh.push(model.append('append', messageId, text))
      known.add(messageId)
      return toEntry('append', messageId, text)
    })
    const refs = await app.db.tx(async (tx) =>
      threads.entries.appendNew(tx, await threads.lock(tx, scope, id), entries),
    )
    assert.equal(refs.length, fresh.length)
    note(fresh, refs)
  }

  async function fork(find: (tx: Tx, thread: ThreadRow) => Promise<Position>): Promise<void> {
    const at = await app.db.tx(async (tx) => {
      const thread = await threads.lock(tx, scope, id)
      const position = await find(tx, thread)
      await threads.entries.fork(tx, thread, position)
      return position
    })
    model.fork(at)
  }

  const seenIds = () => model.seen(model.head).map(({ messageId }) => messageId)
  const someId = () => (seenIds().length > 0 ? oneOf(seenIds()) : randomUUID())
  const forkAtState = () => {
    const entry = random(12) === 0 ? undefined : oneOf(model.all())
    return fork((tx, thread) => threads.entries.positionOf(tx, thread, entry?.id ?? thread.rootId))
  }
  const forkAtMessage = async () => {
    const messageId = someId()
    const entry = model.placeOf(messageId)
    const side = oneOf(['after', 'before'] as const)
    if (entry) await fork((tx, thread) => threads.entries.positionOfMessage(tx, thread, messageId, side))
  }
  /** A run that writes, and is then ended or rolled back. */
  const run = async () => {
    const executionId = randomUUID()
    const base = model.head
    await app.db.tx((tx) => threads.runs.add(tx, ref, executionId))
    await append(['append', randomUUID()], [oneOf(['append', 'replace', 'remove'] as const), someId()])
    const isRolledBack = random(2) === 0
    if (isRolledBack) model.rollBack(base)
    await app.db.tx(async (tx) => {
      if (isRolledBack) assert.ok(await threads.runs.rollBack(tx, ref, executionId))
      await threads.runs.end(tx, ref, executionId, { status: 'idle', creditsMicro: 0 })
    })
  }
  const remove = () => {
    const messageId = someId()
    removed.push(messageId)
    return append(['remove', messageId])
  }

  const changes: (() => Promise<void>)[] = [
    () => append(['append', randomUUID()]),
    () => append(['append', randomUUID()], ['append', randomUUID()]),
    // Known ones among them, and one twice.
    () => append(['append', someId()], ['append', randomUUID()]),
    () => appendNew([someId(), randomUUID(), someId()]),
    async () => {
      const twice = randomUUID()
      await append(['append', twice], ['append', twice])
    },
    () => append(['replace', someId()]),
    remove,
    // What was removed is removed again, or comes back.
    () => append([oneOf(['remove', 'append', 'replace'] as const), oneOf([...removed, randomUUID()])]),
    () => append(['summary', `summary:${someId()}`]),
    forkAtState,
    forkAtMessage,
    run,
  ]

  async function check(): Promise<void> {
    const thread = await now()
    assert.deepEqual({ branch: thread.headBranch, place: thread.headPlace }, model.head)
    const seen = ofModel(model.seen(model.head))
    assert.equal(thread.messageCount, seen.length, 'the count of messages')
    const at: Position = random(2) === 0 ? model.head : (oneOf(model.all()) ?? model.head)
    const seenAt = ofModel(model.seen(at))
    const [limit, offset] = [1 + random(8), random(seenAt.length + 2)]
    for (const order of ['asc', 'desc'] as const) {
      const page = await threads.entries.page(app.db, thread, { limit, offset, order, at })
      const listed = order === 'asc' ? seenAt : seenAt.toReversed()
      assert.equal(page.total, seenAt.length, 'the total of a page')
      assert.deepEqual(ofEntries(page.entries), listed.slice(offset, offset + limit), `a page, ${order}`)
    }
    assert.deepEqual(ofMessages(await threads.entries.messages(app.db, thread, at)), seenAt, 'a whole state')
    const forModel = ofEntries(await threads.entries.forModel(app.db, thread, at))
    assert.deepEqual(forModel, ofModel(model.forModel(at)), 'what a model is given')
    const newest = await threads.entries.newestForModel(app.db, scope, id)
    assert.deepEqual(ofEntries(newest.entries), ofModel(model.forModel(model.head)), 'the same at the head')
  }

  /** Links to single messages, and branches. */
  async function checkLinks(): Promise<void> {
    const thread = await now()
    const linked = oneOf([...removed, someId(), randomUUID()])
    const place = model.placeOf(linked)
    const found = threads.entries.positionOfMessage(app.db, thread, linked)
    if (place) assert.equal((await found).place, place.place, 'where a message is')
    else await assert.rejects(found, { code: 'message_not_found' })
    const isSeen = await threads.entries.seenAmong(app.db, thread, model.head, [linked])
    assert.equal(isSeen.has(linked), place !== null)
    const branches = await threads.entries.branchStates(app.db, thread)
    assert.deepEqual(
      branches.map(({ branch, stateId }) => [branch, stateId]),
      model.branches.map((_, branch) => {
        const last = model.path({ branch, place: model.lastPlace(branch) }).at(-1)
        return [branch, last?.id ?? thread.rootId]
      }),
    )
  }

  async function checkHistory(): Promise<void> {
    const states = threads.entries.states(app.db, await now(), { before: null, last: null })
    const ids = (await Array.fromAsync(states)).map((state) => state.id)
    const expected = model.all().map((entry) => entry.id)
    assert.deepEqual(ids.slice(0, -1), expected.toSorted().toReversed(), 'every state, the newest first')
  }

  if (length > 0)
    await append(...Array.from({ length }, () => ['append', randomUUID()] as [EntryKind, string]))
  return { change: () => oneOf(changes)(), check, checkLinks, checkHistory }
}

// The parts of a long one are read, a short one is read whole.
for (const length of [0, 210])
  test(`what is done to a thread that begins with ${length} messages is seen as if all of it were read`, async () => {
    const { change, check, checkLinks, checkHistory } = await startPair(length)
    for (let step = 0; step < steps / 2; step++) {
      try {
        await change()
        await check()
        if (step % 3 === 0) await checkLinks()
      } catch (error) {
        throw new Error(`step ${step} of STOA_TEST_SEED=${seed}`, { cause: error })
      }
    }
    await checkHistory()
  })
