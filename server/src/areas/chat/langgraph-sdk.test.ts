import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Client, Message } from '@langchain/langgraph-sdk'
import { newAgent } from '../../../test/agents/api.ts'
import { langGraphClient, threadsBase } from '../../../test/chat/api.ts'
import { startTestApp, type TestApp, type TestProject } from '../../../test/harness.ts'
import { sql } from '../../kernel/db/db.ts'

/** The official client of LangGraph against the product: what it is used for must work unchanged. */
let app: TestApp
let project: TestProject
let client: Client
let agent: string

before(async () => {
  app = await startTestApp({ hasPieces: false })
  app.app.runs.start()
  project = await app.newProject()
  client = langGraphClient(await app.listen(), project.adminKey)
  agent = await newAgent(project.admin, { tools: { pinnedSlugs: ['text_change_case'] } }, { name: 'Helper' })
})
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
})

const ask = (text: string) => ({ messages: [{ type: 'human', content: text }] })
const upper = '/call text_change_case {"text":"ada","to":"upper"}'
const textsOf = (values: unknown) =>
  (values as { messages: Message[] }).messages.map(({ content }) => content)
type Chunk = { event: string; data: unknown; id?: string }

async function read(stream: AsyncIterable<Chunk>): Promise<Chunk[]> {
  const chunks: Chunk[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return chunks
}

/** The text of tuples, put together as the clients do. */
const streamedText = (chunks: readonly Chunk[]) =>
  chunks
    .filter(({ event }) => event === 'messages')
    .map(({ data }) => (data as [Message])[0])
    .filter(({ type }) => (type as string) === 'AIMessageChunk')
    .map(({ content }) => content)
    .join('')

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

/** Streams whose reader leaves when it has seen enough. */
async function readUntil(stream: AsyncIterable<Chunk>, isEnough: (chunks: readonly Chunk[]) => boolean) {
  const chunks: Chunk[] = []
  for await (const chunk of stream) {
    chunks.push(chunk)
    if (isEnough(chunks)) break
  }
  return chunks
}
const endsIn = (chunks: readonly Chunk[]) => chunks.filter(({ event }) => event === 'end').length

describe('threads that are followed, copied in, and expire', () => {
  test('joinStream: every run of the thread, also behind the last id that was seen', async () => {
    const { thread_id: threadId } = await client.threads.create()
    const abort = new AbortController()
    const reading = readUntil(
      client.threads.joinStream(threadId, { signal: abort.signal }),
      (chunks) => endsIn(chunks) === 2,
    )
    await client.runs.wait(threadId, agent, { input: ask('/say one') })
    await client.runs.wait(threadId, agent, { input: ask('/say two') })
    const chunks = await reading
    assert.equal(streamedText(chunks), 'onetwo')
    abort.abort()
    const at = chunks.findIndex(({ event, id }) => event === 'messages' && id !== undefined)
    const rest = await readUntil(
      client.threads.joinStream(threadId, { lastEventId: chunks[at]!.id! }),
      (each) => endsIn(each) === 2,
    )
    assert.equal(streamedText([...chunks.slice(0, at + 1), ...rest]), 'onetwo')
    const lifecycle = client.threads.joinStream(threadId, {
      lastEventId: chunks[at]!.id!,
      streamMode: ['lifecycle', 'state_update'],
    })
    const shown = await readUntil(lifecycle, (each) => endsIn(each) === 2)
    assert.deepEqual(
      new Set(shown.map(({ event }) => event)),
      new Set(['metadata', 'values', 'usage', 'end']),
    )
  })

  test('joinStream: a run that waits for a human continues in the same stream', async () => {
    const careful = await newAgent(project.admin, sensitive)
    const { thread_id: threadId } = await client.threads.create()
    // A reader that comes behind the decision sees one end, that of the continued run.
    const hasSucceeded = (chunks: readonly Chunk[]) =>
      (chunks.findLast(({ event }) => event === 'end')?.data as { status: string } | undefined)?.status ===
      'success'
    const reading = readUntil(client.threads.joinStream(threadId), hasSucceeded)
    await client.runs.wait(threadId, careful, { input: ask(upper) })
    await client.runs.wait(threadId, careful, decide({ type: 'approve' }))
    const events = (await reading).map(({ event }) => event)
    assert.deepEqual(
      events.filter((event) => event === 'interrupt' || event === 'tool_result'),
      ['interrupt', 'tool_result'],
    )
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

describe('runs', () => {
  test('delete: the run is no longer found, what it said is; one that is active is refused', async () => {
    const { thread_id: threadId } = await client.threads.create()
    await client.runs.wait(threadId, agent, { input: ask('/say kept') })
    const [{ run_id: runId } = { run_id: '' }] = await client.runs.list(threadId, { select: ['run_id'] })
    await client.runs.delete(threadId, runId)
    await assert.rejects(client.runs.get(threadId, runId), /404/)
    assert.deepEqual(await client.runs.list(threadId), [])
    assert.equal(textsOf((await client.threads.getState(threadId)).values).at(-1), 'kept')
    const [left] = await app.db.rows<{ count: number }>(
      sql`select count(*)::int as count from run_event where run_id = ${runId} and data::text like '%kept%'`,
    )
    assert.equal(left!.count, 0)
    const active = await client.runs.create(threadId, agent, { input: ask('/slow 500 /say a b c d e f') })
    await assert.rejects(client.runs.delete(threadId, active.run_id), /409/)
    await client.runs.cancel(threadId, active.run_id, true)
  })

  test('afterSeconds: pending until then, and cancelled before it starts', async () => {
    const { thread_id: threadId } = await client.threads.create()
    let created: { run_id: string; thread_id?: string | undefined } | undefined
    const run = await client.runs.create(threadId, agent, {
      input: ask('/say later'),
      afterSeconds: 3600,
      onRunCreated: (each) => {
        created = each
      },
    })
    assert.deepEqual(created, { run_id: run.run_id, thread_id: threadId })
    assert.equal((await client.runs.get(threadId, run.run_id)).status, 'pending')
    await client.runs.cancel(threadId, run.run_id, true)
    assert.equal((await client.threads.get(threadId)).status, 'idle')
    const soon = await client.runs.wait(threadId, agent, { input: ask('/say soon'), afterSeconds: 0.01 })
    assert.equal(textsOf(soon).at(-1), 'soon')
  })

  test('modes tasks, events and debug show how a run works; checkpoints are named as ignored', async () => {
    const { thread_id: threadId } = await client.threads.create()
    const streamMode = ['tasks', 'events', 'debug'] as const
    const chunks = await read(
      client.runs.stream(threadId, agent, { input: ask(upper), streamMode: [...streamMode] }),
    )
    const of = <T>(name: string) => chunks.filter(({ event }) => event === name).map(({ data }) => data as T)
    assert.deepEqual(
      of<{ name: string; input?: unknown }>('tasks').map(({ name, input }) => [name, input !== undefined]),
      [
        ['agent', true],
        ['agent', false],
        ['tools', true],
        ['tools', false],
        ['agent', true],
        ['agent', false],
      ],
    )
    assert.deepEqual(
      of<{ type: string }>('debug').map(({ type }) => type),
      ['task', 'task_result', 'task', 'task_result', 'task', 'task_result'],
    )
    const seen = of<{ event: string; data: { chunk?: { content: string } } }>('events')
    assert.deepEqual([...new Set(seen.map(({ event }) => event))].sort(), [
      'on_chat_model_end',
      'on_chat_model_start',
      'on_chat_model_stream',
      'on_tool_end',
      'on_tool_start',
    ])
    assert.match(seen.map(({ data }) => data.chunk?.content ?? '').join(''), /ADA/)
    const unserved = await project.admin.post(`${threadsBase}/${threadId}/runs/stream`, {
      input: ask('/say x'),
      stream_mode: ['checkpoints', 'values'],
    })
    assert.equal(unserved.headers['x-ignored-fields'], 'stream_mode/checkpoints')
  })

  test('stream, with tokens, values and the run that was created', async () => {
    const { thread_id: threadId } = await client.threads.create()
    let created: { run_id: string } | undefined
    const chunks = await read(
      client.runs.stream(threadId, agent, {
        input: ask('/say one two three'),
        streamMode: ['values', 'messages-tuple', 'updates', 'custom'],
        onRunCreated: (run) => {
          created = run
        },
      }),
    )
    const { run_id: runId } = chunks[0]!.data as { run_id: string }
    assert.equal(chunks[0]!.event, 'metadata')
    assert.equal(created?.run_id, runId)
    assert.equal(streamedText(chunks), 'one two three')
    const values = chunks.filter(({ event }) => event === 'values')
    assert.deepEqual(textsOf(values.at(-1)!.data), ['/say one two three', 'one two three'])
    const updates = chunks.filter(({ event }) => event === 'updates')
    assert.deepEqual(textsOf((updates[0]!.data as { agent: object }).agent), ['one two three'])
    assert.ok(
      chunks.every(({ event }) => event !== ''),
      'no empty event',
    )
    assert.deepEqual((chunks.at(-1)!.data as { status: string }).status, 'success')
    const run = await client.runs.get(threadId, runId)
    assert.equal(run.status, 'success')
    assert.equal(run.assistant_id, agent)
    assert.deepEqual(
      (await client.runs.list(threadId)).map(({ run_id: id }) => id),
      [runId],
    )
  })

  test('wait, create and join', async () => {
    const { thread_id: threadId } = await client.threads.create()
    const values = await client.runs.wait(threadId, 'Helper', { input: ask(upper) })
    assert.deepEqual(
      (values as { messages: Message[] }).messages.map(({ type }) => type),
      ['human', 'ai', 'tool', 'ai'],
    )
    const run = await client.runs.create(threadId, agent, { input: ask('/slow 20 /say a b c d') })
    assert.ok(['pending', 'running', 'success'].includes(run.status))
    const joined = await client.runs.join(threadId, run.run_id)
    assert.equal(textsOf(joined).at(-1), 'a b c d')
  })

  test('a failed run throws where it is waited for, and ends its stream with an error', async () => {
    const { thread_id: threadId } = await client.threads.create()
    await assert.rejects(client.runs.wait(threadId, agent, { input: ask('/fail') }))
    const chunks = await read(client.runs.stream(threadId, agent, { input: ask('/fail') }))
    const error = chunks.find(({ event }) => event === 'error')!.data as { error: string; message: string }
    assert.equal(typeof error.error, 'string')
    assert.notEqual(error.message, '')
    assert.equal((await client.threads.get(threadId)).status, 'error')
  })

  test('cancel', async () => {
    const { thread_id: threadId } = await client.threads.create()
    const run = await client.runs.create(threadId, agent, { input: ask('/slow 500 /say a b c d e f g h') })
    await client.runs.cancel(threadId, run.run_id, true)
    assert.equal((await client.runs.get(threadId, run.run_id)).status, 'interrupted')
    assert.equal((await client.threads.get(threadId)).status, 'idle')
  })

  test('join from every event on: nothing is lost and nothing is repeated', async () => {
    const { thread_id: threadId } = await client.threads.create()
    const streamMode = ['values', 'messages-tuple', 'updates'] as const
    const whole = await read(
      client.runs.stream(threadId, agent, { input: ask(`${upper}`), streamMode: [...streamMode] }),
    )
    const { run_id: runId } = whole[0]!.data as { run_id: string }
    const tuples = (chunks: readonly Chunk[]) =>
      chunks.filter(({ event }) => event === 'messages').map(({ data }) => data)
    const shown = (chunks: readonly Chunk[]) => chunks.map(({ event, data }) => ({ event, data }))
    // The connection is cut behind every frame, and the client continues with the last id that it has seen.
    for (const [at, { id }] of whole.entries()) {
      const rest = await read(
        client.runs.joinStream(threadId, runId, { lastEventId: id ?? '-1', streamMode: [...streamMode] }),
      )
      const numbered = whole.findIndex((chunk) => chunk.id === id)
      // Every stream ends with usage and end, also for a reader that has seen them.
      const expected = whole.slice(Math.min(numbered + 1, whole.length - 2))
      if (id !== undefined) assert.deepEqual(shown(rest.slice(1)), shown(expected))
      assert.deepEqual(
        [...tuples(whole.slice(0, at + 1)), ...tuples(rest)],
        tuples(whole),
        `cut behind ${at}`,
      )
    }
    const replayed = await read(
      client.runs.joinStream(threadId, runId, { lastEventId: '-1', streamMode: [...streamMode] }),
    )
    assert.deepEqual(
      replayed.map(({ data }) => data),
      whole.map(({ data }) => data),
    )
  })
})

describe('states', () => {
  test('state, history, update, and a fork at a checkpoint', async () => {
    const { thread_id: threadId } = await client.threads.create()
    await client.runs.wait(threadId, agent, { input: ask('/say first') })
    await client.runs.wait(threadId, agent, { input: ask('/say second') })
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
      input: ask('/say other'),
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
    assert.deepEqual(textsOf(await client.runs.wait(null, agent, { input: ask('/say alone') })), [
      '/say alone',
      'alone',
    ])
    let created: { run_id: string; thread_id?: string | undefined } | undefined
    const chunks = await read(
      client.runs.stream(null, agent, {
        input: ask('/say again'),
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
    await assert.rejects(client.runs.wait(null, agent, { input: ask('/fail') }))
    await assert.rejects(client.runs.wait(null, randomUUID(), { input: ask('/say x') }), /404/)
    assert.equal(await threadCount(), before)
  })

  test('create and createBatch: joined by the id of the run, and deleted later; onCompletion keep', async () => {
    const [first, second] = await client.runs.createBatch([
      { assistantId: agent, input: ask('/say first') },
      { assistantId: agent, input: ask('/say second') },
    ])
    assert.equal(
      streamedText(
        await read(client.runs.joinStream(null, first!.run_id, { streamMode: ['messages-tuple'] })),
      ),
      'first',
    )
    await client.runs.join(second!.thread_id, second!.run_id)
    const run = await client.runs.create(null, agent, { input: ask('/say third') })
    assert.equal(textsOf(await client.runs.join(run.thread_id, run.run_id)).at(-1), 'third')
    await app.db.rows(sql`
      update thread set updated_at = updated_at - interval '61 minutes' where ttl_minutes = 60 and current_execution_id is null`)
    await app.app.sweep()
    await assert.rejects(client.threads.get(run.thread_id), /404/)
    const kept = await project.admin.post('/api/v1/langgraph/runs/wait', {
      assistant_id: agent,
      input: ask('/say kept'),
      on_completion: 'keep',
    })
    assert.equal(kept.status, 200)
    const [newest] = await client.threads.search({ limit: 1 })
    assert.deepEqual(textsOf(newest!.values), ['/say kept', 'kept'])
  })
})

const sensitive = {
  tools: { pinnedSlugs: ['text_change_case'] },
  capabilities: { humanApproval: { enabled: true, sensitiveToolNames: ['text_change_case'] } },
}
const decide = (...decisions: object[]) => ({ command: { resume: { decisions } } })

describe('human in the loop', () => {
  test('interrupt and resume, in the same run', async () => {
    const careful = await newAgent(project.admin, sensitive)
    const { thread_id: threadId } = await client.threads.create()
    const chunks = await read(
      client.runs.stream(threadId, careful, { input: ask(upper), streamMode: ['values', 'updates'] }),
    )
    const last = chunks.filter(({ event }) => event === 'values').at(-1)!.data as {
      __interrupt__: { id: string; value: { action_requests: { name: string; args: object }[] } }[]
    }
    assert.equal(last.__interrupt__[0]!.value.action_requests[0]!.name, 'text_change_case')
    assert.deepEqual((chunks.at(-1)!.data as { status: string }).status, 'interrupted')
    const thread = await client.threads.get(threadId)
    assert.equal(thread.status, 'interrupted')
    assert.equal(Object.values(thread.interrupts)[0]![0]!.id, last.__interrupt__[0]!.id)
    const state = await client.threads.getState(threadId)
    assert.equal(state.tasks[0]!.interrupts.length, 1)
    const resumed = await read(
      client.runs.stream(threadId, careful, { ...decide({ type: 'approve' }), streamMode: ['values'] }),
    )
    assert.equal(
      (resumed[0]!.data as { run_id: string }).run_id,
      (chunks[0]!.data as { run_id: string }).run_id,
    )
    assert.match(
      String(textsOf(resumed.filter(({ event }) => event === 'values').at(-1)!.data).at(-1)),
      /ADA/,
    )
    assert.equal((await client.threads.get(threadId)).status, 'idle')
    await assert.rejects(client.runs.wait(threadId, careful, decide({ type: 'approve' })), /409/)
  })

  test('edited arguments, a rejection, and an unknown id', async () => {
    const careful = await newAgent(project.admin, sensitive)
    const { thread_id: threadId } = await client.threads.create()
    await client.runs.wait(threadId, careful, { input: ask(upper) })
    const edit = {
      type: 'edit',
      edited_action: { name: 'text_change_case', args: { text: 'bob', to: 'upper' } },
    }
    const edited = await client.runs.wait(threadId, careful, decide(edit))
    assert.match(String(textsOf(edited).at(-1)), /BOB/)
    await client.runs.wait(threadId, careful, { input: ask(upper) })
    await assert.rejects(
      client.runs.wait(threadId, careful, decide({ id: 'no-such-call', type: 'approve' })),
      /409/,
    )
    const rejected = await client.runs.wait(threadId, careful, decide({ type: 'reject', message: 'not now' }))
    assert.doesNotMatch(JSON.stringify(textsOf(rejected).slice(-2)), /ADA/)
  })

  test('what the user says instead ends the run that waits', async () => {
    const careful = await newAgent(project.admin, sensitive)
    const { thread_id: threadId } = await client.threads.create()
    await client.runs.wait(threadId, careful, { input: ask(upper) })
    const values = await client.runs.wait(threadId, careful, { input: ask('/say never mind') })
    assert.equal(textsOf(values).at(-1), 'never mind')
    const runs = await client.runs.list(threadId)
    assert.deepEqual(runs.map(({ status }) => status).sort(), ['interrupted', 'success'])
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
