import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { DefaultChatTransport, readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai'
import { newAgent } from '../../../test/agents/api.ts'
import { threadsBase } from '../../../test/chat/api.ts'
import { startTestApp, type TestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'

/** The transport and the reader of the AI SDK, as its `useChat` uses them, against the product. */
let app: TestApp
let project: TestProject
let origin: string
let agent: string

before(async () => {
  app = await startTestApp({ hasPieces: false })
  app.app.runs.start()
  project = await app.newProject()
  origin = await app.listen()
  agent = await newAgent(project.admin, { tools: { pinnedSlugs: ['text_change_case'] } })
})
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
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
  const careful = await newAgent(project.admin, {
    tools: { pinnedSlugs: ['text_change_case'] },
    capabilities: { humanApproval: { enabled: true, sensitiveToolNames: ['text_change_case'] } },
  })
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
