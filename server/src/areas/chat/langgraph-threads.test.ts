import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { newAgent } from '../../../test/agents/api.ts'
import { sensitive, startChatApp, upper } from '../../../test/chat/chat-app.ts'
import {
  type Chunk,
  decide,
  messagesOf,
  read,
  streamedText,
  textsOf,
} from '../../../test/chat/langgraph-chunks.ts'
import { sql } from '../../kernel/db/db.ts'

/** The official client of LangGraph against the product: what it is used for must work unchanged. */
const { app, project, agent, client } = await startChatApp()

const endsIn = (chunks: readonly Chunk[]) => chunks.filter(({ event }) => event === 'end').length

describe('threads', () => {
  test('create, get, patch, search, count, copy and delete', async () => {
    const threadId = randomUUID()
    const made = await client.threads.create({ threadId, metadata: { topic: 'orders', n: 1 } })
    assert.equal(made.thread_id, threadId)
    assert.equal(made.status, 'idle')
    const same = await client.threads.create({ threadId, ifExists: 'do_nothing' })
    assert.deepEqual(same.metadata, { topic: 'orders', n: 1 })
    await assert.rejects(client.threads.create({ threadId }), /409/)
    await client.threads.update(threadId, { metadata: { n: 2 } })
    const got = await client.threads.get(threadId)
    assert.deepEqual(got.metadata, { topic: 'orders', n: 2 })
    assert.deepEqual(got.interrupts, {})
    const found = await client.threads.search({
      metadata: { topic: 'orders' },
      limit: 5,
      sortBy: 'created_at',
    })
    assert.deepEqual(
      found.map(({ thread_id: id }) => id),
      [threadId],
    )
    assert.equal(await client.threads.count({ metadata: { topic: 'orders' } }), 1)
    const copied = (await client.threads.copy(threadId)) as unknown as { thread_id: string }
    assert.notEqual(copied.thread_id, threadId)
    await client.threads.delete(threadId)
    await assert.rejects(client.threads.get(threadId), /404/)
  })
})

describe('threads that are followed, copied in, and expire', () => {
  test('joinStream: every run of the thread, also behind the last id that was seen', async () => {
    const { thread_id: threadId } = await client.threads.create()
    const abort = new AbortController()
    const reading = read(
      client.threads.joinStream(threadId, { signal: abort.signal }),
      (chunks) => endsIn(chunks) === 2,
    )
    await client.runs.wait(threadId, agent, { input: messagesOf('/say one') })
    await client.runs.wait(threadId, agent, { input: messagesOf('/say two') })
    const chunks = await reading
    assert.equal(streamedText(chunks), 'onetwo')
    abort.abort()
    const at = chunks.findIndex(({ event, id }) => event === 'messages' && id !== undefined)
    const rest = await read(
      client.threads.joinStream(threadId, { lastEventId: chunks[at]!.id! }),
      (each) => endsIn(each) === 2,
    )
    assert.equal(streamedText([...chunks.slice(0, at + 1), ...rest]), 'onetwo')
    const lifecycle = client.threads.joinStream(threadId, {
      lastEventId: chunks[at]!.id!,
      streamMode: ['lifecycle', 'state_update'],
    })
    const shown = await read(lifecycle, (each) => endsIn(each) === 2)
    assert.deepEqual(
      new Set(shown.map(({ event }) => event)),
      new Set(['metadata', 'values', 'usage', 'end']),
    )
  })

  test('joinStream: an id with a number that no run reaches counts as none', async () => {
    for (const number of ['1e300', '-1', '0x10', '9'.repeat(20)]) {
      const { thread_id: threadId } = await client.threads.create()
      await client.runs.wait(threadId, agent, { input: messagesOf('/say one') })
      const [run] = await client.runs.list(threadId)
      const lastEventId = `${run!.run_id}-${number}`
      const reading = read(client.threads.joinStream(threadId, { lastEventId }), (each) => endsIn(each) === 1)
      await client.runs.wait(threadId, agent, { input: messagesOf('/say two') })
      assert.equal(streamedText(await reading), 'two')
    }
  })

  test('joinStream: a run that waits for a human continues in the same stream', async () => {
    const careful = await newAgent(project.admin, sensitive)
    // A reader that comes behind the decision sees one end, that of the continued run.
    const hasSucceeded = (chunks: readonly Chunk[]) =>
      (chunks.findLast(({ event }) => event === 'end')?.data as { status: string } | undefined)?.status ===
      'success'
    // Often enough that a run continues and ends between two looks at its thread.
    for (let round = 0; round < 5; round++) {
      const { thread_id: threadId } = await client.threads.create()
      const reading = read(client.threads.joinStream(threadId), hasSucceeded)
      await client.runs.wait(threadId, careful, { input: messagesOf(upper) })
      await client.runs.wait(threadId, careful, decide({ type: 'approve' }))
      const events = (await reading).map(({ event }) => event)
      assert.deepEqual(
        events.filter((event) => event === 'interrupt' || event === 'tool_result'),
        ['interrupt', 'tool_result'],
      )
    }
  })

  test('supersteps are the states of a new thread; patchState changes its metadata', async () => {
    const updates = (content: string, type = 'human') => ({
      updates: [{ values: { messages: [{ type, content, id: content }] }, asNode: 'agent' }],
    })
    const { thread_id: threadId } = await client.threads.create({
      supersteps: [updates('question'), updates('answer', 'ai')],
      ttl: 5,
    })
    assert.equal((await client.threads.getHistory(threadId)).length, 3)
    assert.deepEqual(textsOf((await client.threads.getState(threadId)).values), ['question', 'answer'])
    await client.threads.patchState(threadId, { topic: 'orders' })
    const { metadata, ttl } = (await client.threads.get(threadId)) as unknown as {
      metadata: object
      ttl: { ttl_minutes: number }
    }
    assert.deepEqual([metadata, ttl.ttl_minutes], [{ topic: 'orders' }, 5])
    await client.threads.update(threadId, { ttl: 1 })
    await app.db.rows(
      sql`update thread set updated_at = updated_at - interval '2 minutes' where id = ${threadId}`,
    )
    await app.app.sweep()
    await assert.rejects(client.threads.get(threadId), /404/)
  })
})

describe('states', () => {
  test('state, history, update, and a fork at a checkpoint', async () => {
    const { thread_id: threadId } = await client.threads.create()
    await client.runs.wait(threadId, agent, { input: messagesOf('/say first') })
    await client.runs.wait(threadId, agent, { input: messagesOf('/say second') })
    const state = await client.threads.getState(threadId)
    assert.deepEqual(textsOf(state.values), ['/say first', 'first', '/say second', 'second'])
    assert.deepEqual(state.next, [])
    const history = await client.threads.getHistory(threadId, { limit: 20 })
    assert.equal(history.length, 5)
    const ids = history.map(({ checkpoint }) => checkpoint.checkpoint_id!)
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => b.localeCompare(a)),
    )
    assert.deepEqual(history.at(-1)!.parent_checkpoint, null)
    assert.deepEqual(textsOf(history.at(-1)!.values), [])
    const afterFirst = history[2]!
    assert.deepEqual(textsOf(afterFirst.values), ['/say first', 'first'])
    const past = await client.threads.getState(threadId, afterFirst.checkpoint)
    assert.deepEqual(textsOf(past.values), ['/say first', 'first'])
    const forked = await client.runs.wait(threadId, agent, {
      input: messagesOf('/say other'),
      checkpointId: afterFirst.checkpoint.checkpoint_id!,
    })
    assert.deepEqual(textsOf(forked), ['/say first', 'first', '/say other', 'other'])
    const later = await client.threads.getHistory(threadId, {
      limit: 20,
      before: history[0]!.checkpoint as never,
    })
    assert.ok(later.every(({ checkpoint }) => checkpoint.checkpoint_id! < ids[0]!))
    const children = (await client.threads.getHistory(threadId, { limit: 20 })).filter(
      ({ parent_checkpoint: parent }) => parent?.checkpoint_id === afterFirst.checkpoint.checkpoint_id,
    )
    assert.equal(children.length, 2, 'two branches begin at the checkpoint')
    const updated = await client.threads.updateState(threadId, {
      values: { messages: [{ type: 'ai', content: 'corrected', id: 'fixed' }] },
    })
    assert.ok(updated)
    assert.equal(textsOf((await client.threads.getState(threadId)).values).at(-1), 'corrected')
  })
})

describe('runs without a thread', () => {
  const threadCount = () => client.threads.count()

  test('wait and stream: the thread is deleted when the run has ended', async () => {
    const before = await threadCount()
    assert.deepEqual(textsOf(await client.runs.wait(null, agent, { input: messagesOf('/say alone') })), [
      '/say alone',
      'alone',
    ])
    let created: { run_id: string; thread_id?: string | undefined } | undefined
    const chunks = await read(
      client.runs.stream(null, agent, {
        input: messagesOf('/say again'),
        streamMode: ['messages-tuple'],
        onRunCreated: (run) => {
          created = run
        },
      }),
    )
    assert.equal(streamedText(chunks), 'again')
    assert.equal(created!.thread_id, undefined)
    assert.equal(await threadCount(), before)
    await assert.rejects(read(client.runs.joinStream(null, created!.run_id)), /404/)
    await assert.rejects(client.runs.wait(null, agent, { input: messagesOf('/fail') }))
    await assert.rejects(client.runs.wait(null, randomUUID(), { input: messagesOf('/say x') }), /404/)
    assert.equal(await threadCount(), before)
  })

  test('create and createBatch: joined by the id of the run, and deleted later; onCompletion keep', async () => {
    const [first, second] = await client.runs.createBatch([
      { assistantId: agent, input: messagesOf('/say first') },
      { assistantId: agent, input: messagesOf('/say second') },
    ])
    assert.equal(
      streamedText(
        await read(client.runs.joinStream(null, first!.run_id, { streamMode: ['messages-tuple'] })),
      ),
      'first',
    )
    await client.runs.join(second!.thread_id, second!.run_id)
    const run = await client.runs.create(null, agent, { input: messagesOf('/say third') })
    assert.equal(textsOf(await client.runs.join(run.thread_id, run.run_id)).at(-1), 'third')
    await app.db.rows(sql`
      update thread set updated_at = updated_at - interval '61 minutes' where ttl_minutes = 60 and current_execution_id is null`)
    await app.app.sweep()
    await assert.rejects(client.threads.get(run.thread_id), /404/)
    const kept = await project.admin.post('/api/v1/langgraph/runs/wait', {
      assistant_id: agent,
      input: messagesOf('/say kept'),
      on_completion: 'keep',
    })
    assert.equal(kept.status, 200)
    const [newest] = await client.threads.search({ limit: 1 })
    assert.deepEqual(textsOf(newest!.values), ['/say kept', 'kept'])
  })
})

test('assistants are the agents', async () => {
  assert.equal((await client.assistants.get(agent)).name, 'Helper')
  assert.ok((await client.assistants.search({ limit: 100 })).some(({ assistant_id: id }) => id === agent))
  assert.ok((await client.assistants.getGraph(agent)).nodes.length > 0)
  assert.ok(await client.assistants.getSchemas(agent))
  await assert.rejects(client.assistants.get(randomUUID()), /404/)
  assert.ok((await client.assistants.count()) >= 1)
  assert.deepEqual(
    ((await client.assistants.getVersions(agent)) as { version: number }[]).map(({ version }) => version),
    [1],
  )
  assert.deepEqual(await client.assistants.getSubgraphs(agent), {})
})

test('of agents with the same name the one that is active runs, then the oldest', async () => {
  const named = { name: 'Twin' }
  const [inactive, active] = [
    await newAgent(project.admin, {}, named),
    await newAgent(project.admin, {}, named),
  ]
  await newAgent(project.admin, {}, named)
  assert.equal((await client.assistants.get('Twin')).assistant_id, inactive)
  const off = await project.admin.patch(`/api/v1/workflow/manager/activeStatus/${inactive}`, {
    activeStatus: false,
  })
  assert.equal(off.status, 200, off.text)
  assert.equal((await client.assistants.get('Twin')).assistant_id, active)
  const { thread_id: threadId } = await client.threads.create()
  const values = await client.runs.wait(threadId, 'Twin', { input: messagesOf('/say from the active one') })
  assert.equal(textsOf(values).at(-1), 'from the active one')
})

test('what is not served is refused, and says what to use', async () => {
  const refused: [() => Promise<unknown>, RegExp][] = [
    [() => client.crons.create(agent, { schedule: '* * * * *' }), /404.*Crons of LangGraph are not served/],
    [() => client.crons.createForThread(randomUUID(), agent, { schedule: '* * * * *' }), /404.*Crons/],
    [() => client.crons.search(), /404.*Crons/],
    [() => client.crons.delete(randomUUID()), /404.*Crons/],
    [() => client.store.putItem(['a'], 'k', {}), /404.*store of LangGraph/],
    [() => client.store.getItem(['a'], 'k'), /404.*store/],
    [() => client.store.searchItems(['a']), /404.*store/],
    [() => client.assistants.create({ graphId: 'agent' }), /404.*read-only/],
    [() => client.assistants.update(agent, { name: 'x' }), /404.*read-only/],
    [() => client.assistants.delete(agent), /404.*read-only/],
    [() => client.assistants.setLatest(agent, 1), /404.*read-only/],
  ]
  for (const [call, expected] of refused) await assert.rejects(call(), expected)
})
