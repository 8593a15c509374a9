import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import {
  type ChatInit,
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  readUIMessageStream,
  type UIMessage,
  type UIMessageChunk,
  validateUIMessages,
} from 'ai'
import { newAgent } from '../../../test/agents/api.ts'
import { startScriptedModel } from '../../../test/agents/scripted-model.ts'
import { Chat } from '../../../test/chat/ai-sdk-chat.ts'
import { threadsBase } from '../../../test/chat/api.ts'
import { type Caller, startTestApp, type TestApp, type TestProject } from '../../../test/harness.ts'
import { multipart } from '../../../test/multipart.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'

/** The AI SDK against the product: its transport and its reader, and the chat that its `useChat` is made of. */
const model = await startScriptedModel(({ last }) => ({ text: `Read: ${last}` }))
let app: TestApp
let project: TestProject
let origin: string
let agent: string
let careful: string

before(async () => {
  app = await startTestApp({ hasPieces: false, llm: model.llm })
  app.app.runs.start()
  project = await app.newProject()
  origin = await app.listen()
  const tools = { pinnedSlugs: ['text_change_case'] }
  agent = await newAgent(project.admin, { tools }, { isPublic: true })
  const capabilities = { humanApproval: { enabled: true, sensitiveToolNames: ['text_change_case'] } }
  careful = await newAgent(project.admin, { tools, capabilities }, { isPublic: true })
})
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
  await model.stop()
})

const upper = '/call text_change_case {"text":"ada","to":"upper"}'
const user = (text: string): UIMessage => ({
  id: randomUUID(),
  role: 'user',
  parts: [{ type: 'text', text }],
})
const transportFor = (agentId: string) =>
  new DefaultChatTransport<UIMessage>({
    api: `${origin}/api/v1/chat/${agentId}/ui`,
    headers: { 'x-api-key': project.adminKey },
  })

type Sent = { trigger?: 'submit-message' | 'regenerate-message'; agentId?: string; message?: UIMessage }

const send = (
  chatId: string,
  messages: UIMessage[],
  { trigger = 'submit-message', agentId = agent }: Sent = {},
) =>
  transportFor(agentId).sendMessages({
    chatId,
    messages,
    trigger,
    messageId: undefined,
    abortSignal: undefined,
  })

/** The message as the client has it at the end. */
async function read(stream: ReadableStream<UIMessageChunk>, message?: UIMessage): Promise<UIMessage> {
  let last: UIMessage | undefined = message
  const errors: unknown[] = []
  const source = readUIMessageStream({
    stream,
    ...(message ? { message } : {}),
    onError: (error) => errors.push(error),
  })
  for await (const each of source) last = each
  assert.deepEqual(errors, [])
  return last!
}

const textOf = ({ parts }: UIMessage) =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
const tool = ({ parts }: UIMessage) =>
  parts.find((part) => part.type === 'dynamic-tool') as unknown as Record<string, unknown> & { state: string }

test('a reply with tokens, in a thread that is found again by the id of the chat', async () => {
  const chatId = 'chat-of-my-own'
  const question = user('/say one two three')
  const reply = await read(await send(chatId, [question]))
  assert.equal(textOf(reply), 'one two three')
  const { threadId } = reply.metadata as { threadId: string }
  const second = await read(await send(chatId, [question, reply, user('/say four')]))
  assert.equal(textOf(second), 'four')
  assert.equal((second.metadata as { threadId: string }).threadId, threadId)
  const { body } = await project.admin.get(`${threadsBase}/${threadId}/messages`)
  assert.deepEqual(
    body.data.map(({ text }: { text: string }) => text),
    ['/say one two three', 'one two three', '/say four', 'four'],
  )
})

test('tool calls with input and output', async () => {
  const reply = await read(await send(randomUUID(), [user(upper)]))
  assert.deepEqual(
    [tool(reply).state, tool(reply).toolName, tool(reply).input, tool(reply).output],
    ['output-available', 'text_change_case', { text: 'ada', to: 'upper' }, { text: 'ADA' }],
  )
  assert.match(textOf(reply), /ADA/)
  assert.equal(reply.parts.filter(({ type }) => type === 'step-start').length, 2)
})

test('approvals: the message that requested one is continued', async () => {
  for (const approved of [true, false]) {
    const chatId = randomUUID()
    const question = user(upper)
    const waiting = await read(await send(chatId, [question], { agentId: careful }))
    assert.equal(tool(waiting).state, 'approval-requested')
    const { approval } = tool(waiting) as unknown as { approval: { id: string } }
    const decided = structuredClone(waiting)
    Object.assign(tool(decided), { state: 'approval-responded', approval: { id: approval.id, approved } })
    const done = await read(await send(chatId, [question, decided], { agentId: careful }), decided)
    assert.equal(tool(done).state, approved ? 'output-available' : 'output-denied')
    assert.equal(done.id, waiting.id)
  }
})

test('a message is regenerated, or edited, in a branch', async () => {
  const chatId = randomUUID()
  const question = user('/say first')
  const reply = await read(await send(chatId, [question]))
  await read(await send(chatId, [question, reply, user('/say second')]))
  const again = await read(await send(chatId, [question], { trigger: 'regenerate-message' }))
  assert.equal(textOf(again), 'first')
  const edited = await read(
    await send(chatId, [{ ...question, parts: [{ type: 'text', text: '/say other' }] }]),
  )
  assert.equal(textOf(edited), 'other')
  const { body } = await project.admin.get(`${threadsBase}/${chatId}/branches`)
  assert.equal(body.data.length, 3)
  const { values } = (await project.admin.get(`${threadsBase}/${chatId}`)).body.data
  assert.deepEqual(
    values.messages.map(({ content }: { content: unknown }) =>
      typeof content === 'string' ? content : (content as { text: string }[])[0]!.text,
    ),
    ['/say other', 'other'],
  )
})

test('a failure is an error of the stream', async () => {
  const stream = await send(randomUUID(), [user('/fail')])
  const errors: unknown[] = []
  for await (const _ of readUIMessageStream({ stream, onError: (error) => errors.push(error) }));
  assert.equal(errors.length, 1)
  const refused = await send(randomUUID(), [user('/say x')], { agentId: randomUUID() }).catch(
    (error: Error) => error,
  )
  assert.match(String(refused), /Agent not found/)
  const theirs = await newAgent((await app.newProject()).admin)
  const path = `/api/v1/chat/${theirs}/ui/any/stream`
  assert.equal((await project.admin.get(path)).body.error.code, 'assistant_not_found')
})

test('a client that comes back reads the active run from its beginning; 204 when there is none', async () => {
  const chatId = randomUUID()
  const abort = new AbortController()
  const stream = await transportFor(agent).sendMessages({
    chatId,
    messages: [user('/slow 50 /say a b c d e f g h')],
    trigger: 'submit-message',
    messageId: undefined,
    abortSignal: abort.signal,
  })
  const reader = stream.getReader()
  await reader.read()
  abort.abort()
  const resumed = await until(() => transportFor(agent).reconnectToStream({ chatId }))
  assert.equal(textOf(await read(resumed!)), 'a b c d e f g h')
  assert.equal(await transportFor(agent).reconnectToStream({ chatId }), null)
  assert.equal(await transportFor(agent).reconnectToStream({ chatId: 'never seen' }), null)
})

type ChatOptions = ChatInit<UIMessage> & { agentId?: string; body?: object; fetch?: typeof fetch }

/** As `useChat` makes it. */
const chatOf = ({ agentId = agent, body, fetch: send, ...init }: ChatOptions = {}) =>
  new Chat({
    id: randomUUID(),
    generateId: randomUUID,
    transport: new DefaultChatTransport<UIMessage>({
      api: `${origin}/api/v1/chat/${agentId}/ui`,
      headers: { 'x-api-key': project.adminKey },
      ...(body ? { body } : {}),
      ...(send ? { fetch: send } : {}),
    }),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
    ...init,
  })

const storedMessages = async (chatId: string, agentId = agent): Promise<UIMessage[]> => {
  const { status, body, text } = await project.admin.get(`/api/v1/chat/${agentId}/ui/${chatId}/messages`)
  assert.equal(status, 200, text)
  return body.data.length === 0 ? [] : validateUIMessages({ messages: body.data })
}

type Approval = { approval: { id: string; requestReason?: string }; state: string }
const tools = (chat: Chat) =>
  (chat.lastMessage?.parts ?? []).filter(({ type }) => type === 'dynamic-tool') as unknown as Approval[]
const settled = (chat: Chat, states: string[]) =>
  until(
    () =>
      chat.status !== 'submitted' &&
      chat.status !== 'streaming' &&
      JSON.stringify(tools(chat).map(({ state }) => state)) === JSON.stringify(states),
    `${states}`,
  )

test('a chat: two approvals in one message, of which one is rejected, and the message that is continued', async () => {
  const chat = chatOf({ agentId: careful })
  await chat.sendMessage({ text: `${upper}\n/call text_change_case {"text":"bob","to":"upper"}` })
  const [first, second] = tools(chat)
  assert.deepEqual([first!.state, second!.state], ['approval-requested', 'approval-requested'])
  assert.equal(first!.approval.requestReason, 'sensitive')
  await chat.addToolApprovalResponse({ id: first!.approval.id, approved: true })
  assert.equal(chat.status, 'ready', 'one answer is missing')
  await chat.addToolApprovalResponse({ id: second!.approval.id, approved: false, reason: 'Not Bob' })
  await settled(chat, ['output-available', 'output-denied'])
  assert.equal(chat.messages.length, 2)
  assert.match(textOf(chat.lastMessage!), /ADA/)
  assert.match(textOf(chat.lastMessage!), /Not Bob/)
})

test('a chat that is opened elsewhere has its messages, and what its run waits for', async () => {
  const first = chatOf({ agentId: careful })
  await first.sendMessage({ text: '/say before' })
  await first.sendMessage({ text: upper })
  const messages = await storedMessages(first.id, careful)
  assert.deepEqual(
    messages.map(({ id }) => id),
    first.messages.map(({ id }) => id),
  )
  // With the messages and without: the run is replayed.
  for (const each of [messages, messages.slice(0, 3)]) {
    const resumed = chatOf({ id: first.id, agentId: careful, messages: each })
    await resumed.resumeStream()
    await settled(resumed, ['approval-requested'])
    assert.deepEqual(
      resumed.messages.map(({ parts }) => parts.length),
      first.messages.map(({ parts }) => parts.length),
    )
  }
  const elsewhere = chatOf({ id: first.id, agentId: careful, messages })
  await elsewhere.addToolApprovalResponse({ id: tools(elsewhere)[0]!.approval.id, approved: true })
  await settled(elsewhere, ['output-available'])
  assert.match(textOf(elsewhere.lastMessage!), /ADA/)
  const stored = await storedMessages(first.id, careful)
  assert.deepEqual(
    stored.map((message) => [message.id, message.role, textOf(message)]),
    elsewhere.messages.map((message) => [message.id, message.role, textOf(message)]),
  )
  assert.deepEqual(tool(stored.at(-1)!).output, { text: 'ADA' })
  assert.deepEqual(await storedMessages('never seen'), [])
})

test('neither another user nor the token of another agent gets anything of a chat', async () => {
  const [bob, eve] = [project.admin.as('bob'), project.admin.as('eve')]
  const chatId = randomUUID()
  await bob.post(`/api/v1/chat/${careful}/ui`, { id: chatId, messages: [user(upper)] })
  const read = async (caller: Caller, agentId: string, headers = {}) => {
    const path = `/api/v1/chat/${agentId}/ui/${chatId}`
    const messages = await caller.get(`${path}/messages`, headers)
    assert.equal(messages.status, 200, messages.text)
    const { status } = await caller.get(`${path}/stream`, headers)
    return [messages.body.data.length, status]
  }
  const withToken = async (agentId: string) => {
    const { body } = await bob.post(`/api/v1/chat/${agentId}/tokens`, {})
    return read(app.anonymous, agentId, { authorization: `Bearer ${body.data.token}` })
  }
  assert.deepEqual(await read(eve, careful), [0, 204])
  assert.deepEqual(await withToken(agent), [0, 204])
  assert.deepEqual(await withToken(careful), [2, 200])
})

test('a chat whose connection breaks resumes without a word twice', async () => {
  let isCut = false
  const cut: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (isCut || !response.body) return response
    isCut = true
    const reader = response.body.getReader()
    let text = ''
    const body = new ReadableStream({
      async pull(controller) {
        const { value, done } = await reader.read()
        text += Buffer.from(value ?? []).toString()
        if (done || text.includes('three')) {
          await reader.cancel()
          return controller.error(new TypeError('network error'))
        }
        controller.enqueue(value)
      },
    })
    return new Response(body, { status: response.status, headers: response.headers })
  }
  const chat = chatOf({ fetch: cut })
  await chat.sendMessage({ text: '/slow 40 /say one two three four five six seven eight' })
  assert.equal(chat.status, 'error')
  assert.match(textOf(chat.lastMessage!), /^one two/)
  await chat.resumeStream()
  assert.equal(chat.status, 'ready')
  assert.equal(textOf(chat.lastMessage!), 'one two three four five six seven eight')
  assert.equal(chat.messages.length, 2)
})

test('stop leaves the run alone, and cancels it where the client says so', async () => {
  for (const body of [{ on_disconnect: 'cancel' }, {}]) {
    const chat = chatOf({ body })
    const sent = chat.sendMessage({ text: `/slow 30 /say ${'word '.repeat(40)}` })
    await until(() => chat.lastMessage?.role === 'assistant' && textOf(chat.lastMessage).startsWith('word'))
    await chat.stop()
    await sent
    assert.equal(chat.status, 'ready')
    const { runId, threadId } = chat.lastMessage!.metadata as { runId: string; threadId: string }
    const status = async () =>
      (await project.admin.get(`${threadsBase}/${threadId}/runs/${runId}`)).body.data.status
    const expected = 'on_disconnect' in body ? 'cancelled' : 'success'
    await until(async () => (await status()) === expected, expected)
    // The chat continues in either case.
    await chat.sendMessage({ text: '/say and on' })
    assert.equal(textOf(chat.lastMessage!), 'and on')
  }
})

test('attachments reach the model with their names, and come back with the messages', async () => {
  const reader = await newAgent(project.admin, { modelSettings: { model: 'openai/gpt-4o' } })
  const chat = chatOf({ agentId: reader })
  const url = `data:text/plain;base64,${Buffer.from('Order 1042').toString('base64')}`
  const pixel =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await chat.sendMessage({
    text: 'Read them',
    files: [
      { type: 'file', mediaType: 'text/plain', filename: 'order.txt', url },
      { type: 'file', mediaType: 'image/png', filename: 'dot.png', url: pixel },
    ],
  })
  assert.equal(chat.error, undefined)
  assert.match(textOf(chat.lastMessage!), /order\.txt.*Order 1042/)
  assert.match(textOf(chat.lastMessage!), /image\/png/)
  const [question] = await storedMessages(chat.id, reader)
  assert.deepEqual(question!.parts, chat.messages[0]!.parts)
  const { body, headers } = multipart('receipt.txt', 'Paid 12 Euro')
  const { body: uploaded } = await project.admin.post('/api/v1/file/upload/single/document', body, headers)
  const file = { type: 'file', mediaType: 'text/plain', url: `file:${uploaded.data.id}` } as const
  await chat.sendMessage({ text: 'And this one', files: [file] })
  assert.match(textOf(chat.lastMessage!), /receipt\.txt.*Paid 12 Euro/)
})

test('usage and cost are metadata of the message, also of one that failed', async () => {
  const priced = await newAgent(project.admin, { modelSettings: { model: 'openai/gpt-4o' } })
  const chat = chatOf({ agentId: priced })
  await chat.sendMessage({ text: 'Hello' })
  const { usage, status, runId } = chat.lastMessage!.metadata as {
    usage: Record<string, number>
    status: string
    runId: string
  }
  assert.equal(status, 'success')
  assert.deepEqual([usage.inputTokens, usage.outputTokens, usage.totalTokens], [100, 10, 110])
  const [ledger] = await app.db.rows<{ micro: string }>(sql`
    select sum(used_micro)::text as micro from usage_entry where project_id = ${project.id} and execution_id = ${runId}`)
  assert.equal(usage.runCredits, Number(ledger!.micro) / 1e6)
  const failed = chatOf()
  await failed.sendMessage({ text: '/fail' })
  assert.equal(failed.status, 'error')
  assert.match(failed.error!.message, /failed/)
  assert.equal((failed.lastMessage!.metadata as { status: string }).status, 'error')
  await failed.sendMessage({ text: '/say again' })
  assert.equal(failed.status, 'ready')
  assert.equal(textOf(failed.lastMessage!), 'again')
})
