import type { Db } from '../../../kernel/db/db.ts'
import type { ServerEvent } from '../../../kernel/http/endpoint.ts'
import { ClientDisconnected } from '../../../kernel/http/request/input.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ThreadRow, Threads } from '../../threads/index.ts'
import { atPlaces } from '../protocols/places.ts'
import { ofUiMessage, toUiMessages } from '../protocols/ui-conversation.ts'
import { createUiProtocol } from '../protocols/ui-messages.ts'
import { uiDecisions, uiPlaces } from '../protocols/ui-responses.ts'
import type { RunBody } from '../schema/run.ts'
import type { UiBody, UiMessage } from '../schema/ui.ts'
import { isAgent } from '../store/assistant.ts'
import type { Cancel } from './cancel.ts'
import { createClientThreads, threadIdOf } from './client-threads.ts'
import type { AgentRuns, OpenPause } from './ports.ts'
import { agentNotFound } from './refusals.ts'
import type { Caller } from './run-streams.ts'
import { isStarted, type Start, type Started } from './start.ts'
import type { Streams } from './stream.ts'

export type UiChatDeps = {
  db: Db
  threads: Threads
  start: Start
  streams: Streams
  cancel: Cancel
  agentRuns: Pick<AgentRuns, 'openPauses' | 'mayDecide'>
}

type ChatRef = { agentId: string; chatId: string }

// As many as a client may send.
const maxMessages = 2000

/** Chats of the AI SDK: what its client has, and what the thread has, brought together. */
export function createUiChat({ db, threads, start, streams, cancel, agentRuns }: UiChatDeps) {
  const clientThreads = createClientThreads({ db, threads })

  async function* frames(
    { scope, signal }: Caller,
    { thread, runId, after }: Started,
    cancelsOnLeave: boolean,
  ): AsyncGenerator<ServerEvent> {
    const { userId } = thread
    const protocol = createUiProtocol({
      messageId: runId,
      threadId: thread.id,
      runId,
      mayDecide: (pause) => agentRuns.mayDecide(scope, { ...pause, userId }),
    })
    try {
      for await (const { frame } of streams.frames(scope, thread, runId, protocol, { after, signal }))
        yield frame
    } finally {
      if (cancelsOnLeave && signal.reason instanceof ClientDisconnected) await cancel.one(scope, runId, false)
    }
  }

  /** What is to be run: an answer to approvals, a message, or another reply to one that the thread has. */
  async function runBodyOf(thread: ThreadRow, body: UiBody): Promise<Partial<RunBody>> {
    const last = body.messages.at(-1)
    if (!last) return { input: null }
    if (last.role !== 'user') {
      const decisions = uiDecisions(last)
      return decisions ? { command: { resume: { decisions } } } : { input: null }
    }
    return clientThreads.runBodyOf(thread, ofUiMessage(last))
  }

  async function find(scope: Scope, { agentId, chatId }: ChatRef): Promise<ThreadRow | null> {
    if (!(await isAgent(db, scope, agentId))) throw agentNotFound()
    return threads.find(db, scope, threadIdOf(scope, chatId))
  }

  async function send(caller: Caller, agentId: string, body: UiBody): Promise<AsyncIterable<ServerEvent>> {
    const { scope } = caller
    if (!(await isAgent(db, scope, agentId))) throw agentNotFound()
    const id = threadIdOf(scope, body.id)
    const thread = await threads.create(db, scope, { id, workflowId: agentId }, 'do_nothing')
    const requested = await runBodyOf(thread, body)
    const { model, reasoningEffort } = body
    const run = { workflowId: agentId, model, reasoningEffort, ...requested }
    const started = await start.run(scope, id, run, caller)
    if (!isStarted(started)) return nothing(id)
    return frames(caller, started, body.on_disconnect === 'cancel')
  }

  return {
    send: (caller: Caller, agentId: string, body: UiBody): Promise<AsyncIterable<ServerEvent>> =>
      atPlaces(uiPlaces(body.messages), () => send(caller, agentId, body)),
    /** The run that is active or waits for a human, from its beginning; null when there is none. */
    async resume(caller: Caller, ref: ChatRef): Promise<AsyncIterable<ServerEvent> | null> {
      const thread = await find(caller.scope, ref)
      if (!thread?.currentExecutionId) return null
      return frames(caller, { thread, runId: thread.currentExecutionId, after: 0 }, false)
    },
    /** The messages that a client begins with; none of a chat that it has not begun. */
    async messages(scope: Scope, ref: ChatRef): Promise<UiMessage[]> {
      const thread = await find(scope, ref)
      if (!thread) return []
      const part = { limit: maxMessages, offset: 0, order: 'desc' } as const
      const { status, currentExecutionId: runId } = thread
      const [{ entries }, pauses] = await Promise.all([
        threads.entries.page(db, thread, part),
        status === 'interrupted' && runId !== null ? agentRuns.openPauses(scope, runId) : [],
      ])
      const awaited = new Set(pauses.flatMap(requestedCalls))
      return toUiMessages({ threadId: thread.id, entries: entries.toReversed(), awaited })
    },
  }
}

export type UiChat = ReturnType<typeof createUiChat>

/** The calls that the user of the client decides about. */
const requestedCalls = ({ kind, mayDecide, request: { requests } }: OpenPause): string[] =>
  kind === 'approval' && mayDecide && Array.isArray(requests)
    ? requests.map(({ id }: { id: string }) => id)
    : []

async function* nothing(threadId: string): AsyncGenerator<ServerEvent> {
  yield { data: { type: 'start' } }
  yield { data: { type: 'finish', messageMetadata: { threadId, replyMode: 'human' } } }
}
