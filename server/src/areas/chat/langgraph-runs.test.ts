import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { connect, createServer } from 'node:net'
import { describe, test } from 'node:test'
import type { Message } from '@langchain/langgraph-sdk'
import { newAgent } from '../../../test/agents/api.ts'
import { langGraphClient, threadsBase } from '../../../test/chat/api.ts'
import { sensitive, startChatApp, upper } from '../../../test/chat/chat-app.ts'
import {
  type Chunk,
  decide,
  messagesOf,
  read,
  streamedText,
  textsOf,
} from '../../../test/chat/langgraph-chunks.ts'
import { inLongRun } from '../../../test/size.ts'
import { approve, chainOf, newWorkflow } from '../../../test/workflows/api.ts'
import { sql } from '../../kernel/db/db.ts'

/** The official client of LangGraph against the product: what it is used for must work unchanged. */
const { app, project, origin, agent, client } = await startChatApp()

describe('runs', () => {
  test('delete: the run is no longer found, what it said is; one that is active is refused', async () => {
    const { thread_id: threadId } = await client.threads.create()
    await client.runs.wait(threadId, agent, { input: messagesOf('/say kept') })
    const [{ run_id: runId } = { run_id: '' }] = await client.runs.list(threadId, { select: ['run_id'] })
    await client.runs.delete(threadId, runId)
    await assert.rejects(client.runs.get(threadId, runId), /404/)
    assert.deepEqual(await client.runs.list(threadId), [])
    assert.equal(textsOf((await client.threads.getState(threadId)).values).at(-1), 'kept')
    const [left] = await app.db.rows<{ count: number }>(
      sql`select count(*)::int as count from run_event where run_id = ${runId} and data::text like '%kept%'`,
    )
    assert.equal(left!.count, 0)
    const active = await client.runs.create(threadId, agent, {
      input: messagesOf('/slow 500 /say a b c d e f'),
    })
    await assert.rejects(client.runs.delete(threadId, active.run_id), /409/)
    await client.runs.cancel(threadId, active.run_id, true)
  })

  test('afterSeconds: pending until then, and cancelled before it starts', async () => {
    const { thread_id: threadId } = await client.threads.create()
    let created: { run_id: string; thread_id?: string | undefined } | undefined
    const run = await client.runs.create(threadId, agent, {
      input: messagesOf('/say later'),
      afterSeconds: 3600,
      onRunCreated: (each) => {
        created = each
      },
    })
    assert.deepEqual(created, { run_id: run.run_id, thread_id: threadId })
    assert.equal((await client.runs.get(threadId, run.run_id)).status, 'pending')
    await client.runs.cancel(threadId, run.run_id, true)
    assert.equal((await client.threads.get(threadId)).status, 'idle')
    const soon = await client.runs.wait(threadId, agent, {
      input: messagesOf('/say soon'),
      afterSeconds: 0.01,
    })
    assert.equal(textsOf(soon).at(-1), 'soon')
  })

  test('modes tasks, events and debug show how a run works; checkpoints are named as ignored', async () => {
    const { thread_id: threadId } = await client.threads.create()
    const streamMode = ['tasks', 'events', 'debug'] as const
    const chunks = await read(
      client.runs.stream(threadId, agent, { input: messagesOf(upper), streamMode: [...streamMode] }),
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
      input: messagesOf('/say x'),
      stream_mode: ['checkpoints', 'values'],
    })
    assert.equal(unserved.headers['x-ignored-fields'], 'stream_mode/checkpoints')
  })

  test('stream, with tokens, values and the run that was created', async () => {
    const { thread_id: threadId } = await client.threads.create()
    let created: { run_id: string } | undefined
    const chunks = await read(
      client.runs.stream(threadId, agent, {
        input: messagesOf('/say one two three'),
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

  test('stream the result of a tool as a message before the state that has it, so that no client shows it twice', async () => {
    const { thread_id: threadId } = await client.threads.create()
    const chunks = await read(
      client.runs.stream(threadId, agent, {
        input: messagesOf(upper),
        streamMode: ['values', 'messages-tuple', 'updates'],
      }),
    )
    const at = (event: string) =>
      chunks.findIndex(
        (chunk) => chunk.event === event && JSON.stringify(chunk.data).includes('"type":"tool"'),
      )
    assert.ok(at('messages') > 0)
    assert.ok(at('messages') < at('updates'))
    assert.ok(at('updates') < at('values'))
  })

  test('wait, create and join', async () => {
    const { thread_id: threadId } = await client.threads.create()
    const values = await client.runs.wait(threadId, 'Helper', { input: messagesOf(upper) })
    assert.deepEqual(
      (values as { messages: Message[] }).messages.map(({ type }) => type),
      ['human', 'ai', 'tool', 'ai'],
    )
    const run = await client.runs.create(threadId, agent, { input: messagesOf('/slow 20 /say a b c d') })
    assert.ok(['pending', 'running', 'success'].includes(run.status))
    const joined = await client.runs.join(threadId, run.run_id)
    assert.equal(textsOf(joined).at(-1), 'a b c d')
  })

  test('a failed run throws where it is waited for, and ends its stream with an error', async () => {
    const { thread_id: threadId } = await client.threads.create()
    await assert.rejects(client.runs.wait(threadId, agent, { input: messagesOf('/fail') }))
    const chunks = await read(client.runs.stream(threadId, agent, { input: messagesOf('/fail') }))
    const error = chunks.find(({ event }) => event === 'error')!.data as { error: string; message: string }
    assert.equal(typeof error.error, 'string')
    assert.notEqual(error.message, '')
    assert.equal((await client.threads.get(threadId)).status, 'error')
  })

  test('cancel', async () => {
    const { thread_id: threadId } = await client.threads.create()
    const run = await client.runs.create(threadId, agent, {
      input: messagesOf('/slow 500 /say a b c d e f g h'),
    })
    await client.runs.cancel(threadId, run.run_id, true)
    assert.equal((await client.runs.get(threadId, run.run_id)).status, 'interrupted')
    assert.equal((await client.threads.get(threadId)).status, 'idle')
  })

  test('join from every event on: nothing is lost and nothing is repeated', async () => {
    const { thread_id: threadId } = await client.threads.create()
    const streamMode = ['values', 'messages-tuple', 'updates'] as const
    const whole = await read(
      client.runs.stream(threadId, agent, { input: messagesOf(`${upper}`), streamMode: [...streamMode] }),
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

describe('human in the loop', () => {
  test('interrupt and resume, in the same run', async () => {
    const careful = await newAgent(project.admin, sensitive)
    const { thread_id: threadId } = await client.threads.create()
    const chunks = await read(
      client.runs.stream(threadId, careful, { input: messagesOf(upper), streamMode: ['values', 'updates'] }),
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

  test('edited arguments, a rejection, and an unknown id', inLongRun, async () => {
    const careful = await newAgent(project.admin, sensitive)
    const { thread_id: threadId } = await client.threads.create()
    await client.runs.wait(threadId, careful, { input: messagesOf(upper) })
    const edit = {
      type: 'edit',
      edited_action: { name: 'text_change_case', args: { text: 'bob', to: 'upper' } },
    }
    const edited = await client.runs.wait(threadId, careful, decide(edit))
    assert.match(String(textsOf(edited).at(-1)), /BOB/)
    await client.runs.wait(threadId, careful, { input: messagesOf(upper) })
    await assert.rejects(
      client.runs.wait(threadId, careful, decide({ id: 'no-such-call', type: 'approve' })),
      /409/,
    )
    const rejected = await client.runs.wait(threadId, careful, decide({ type: 'reject', message: 'not now' }))
    assert.doesNotMatch(JSON.stringify(textsOf(rejected).slice(-2)), /ADA/)
  })

  test('422, 409: an answer that is none, or to another question, approves no node', async () => {
    const { admin } = project
    const workflow = await newWorkflow(admin, chainOf([approve]), { name: 'ask' })
    const asking = await newAgent(admin, { workflowIds: [workflow] })
    const { thread_id: threadId } = await client.threads.create()
    const input = messagesOf('/call workflow_ask {"name":"Ada"}')
    await client.runs.wait(threadId, asking, { input })
    const { interrupts } = await client.threads.get(threadId)
    const [[interrupt]] = Object.values(interrupts) as [[{ id: string }]]
    const resume = (value: unknown) =>
      admin.post(`${threadsBase}/${threadId}/runs/wait`, { command: { resume: value } })
    const stale = { id: 'call_of_yesterday', type: 'reject' }
    for (const value of [null, {}, 'no', [], { decisions: [] }])
      assert.equal((await resume(value)).status, 422, JSON.stringify(value))
    for (const value of [
      stale,
      [stale],
      { decisions: [stale] },
      { [interrupt.id]: true, [randomUUID()]: false },
      { [interrupt.id]: true, approved: false },
    ])
      assert.equal((await resume(value)).status, 409, JSON.stringify(value))
    const approval = { id: stale.id, approved: false }
    const part = { type: 'dynamic-tool', toolName: 'x', state: 'approval-responded', input: {}, approval }
    for (const toolCallId of [stale.id, undefined]) {
      const messages = [{ id: randomUUID(), role: 'assistant', parts: [{ ...part, toolCallId }] }]
      const { status, text } = await admin.post(`/api/v1/chat/${asking}/ui`, { id: threadId, messages })
      assert.equal(status, 409, text)
    }
    assert.equal((await client.threads.get(threadId)).status, 'interrupted')
    const rejected = await resume([{ type: 'ignore' }])
    assert.match(rejected.text, /rejected/)
  })

  test('what the user says instead ends the run that waits', async () => {
    const careful = await newAgent(project.admin, sensitive)
    const { thread_id: threadId } = await client.threads.create()
    await client.runs.wait(threadId, careful, { input: messagesOf(upper) })
    const values = await client.runs.wait(threadId, careful, { input: messagesOf('/say never mind') })
    assert.equal(textsOf(values).at(-1), 'never mind')
    const runs = await client.runs.list(threadId)
    assert.deepEqual(runs.map(({ status }) => status).sort(), ['interrupted', 'success'])
  })
})

const words = Array.from({ length: 12 }, (_, i) => `word${i}`).join(' ')

test('the official client reconnects by itself when its connection is cut', async () => {
  // A proxy that cuts the first stream in the middle.
  let cuts = 0
  const proxy = createServer((incoming) => {
    const outgoing = connect(Number(new URL(origin).port), '127.0.0.1')
    let sent = 0
    incoming.pipe(outgoing)
    outgoing.on('data', (chunk) => {
      const isStream = chunk.includes('event: ')
      sent += chunk.length
      incoming.write(chunk)
      if (isStream && cuts === 0 && sent > 1500) {
        cuts++
        incoming.destroy()
      }
    })
    outgoing.on('end', () => incoming.end())
    for (const socket of [incoming, outgoing]) socket.on('error', () => undefined)
    incoming.on('close', () => outgoing.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as { port: number }
  const client = langGraphClient(`http://127.0.0.1:${port}`, project.adminKey)
  const { thread_id: threadId } = await client.threads.create()
  let text = ''
  const input = { messages: [{ type: 'human', content: `/slow 20 /say ${words}` }] }
  for await (const { event, data } of client.runs.stream(threadId, agent, {
    input,
    streamMode: ['messages-tuple'],
  }))
    if (event === 'messages') text += (data as unknown as [{ content: string }])[0].content
  assert.equal(text, words)
  assert.equal(cuts, 1)
  proxy.close()
})
