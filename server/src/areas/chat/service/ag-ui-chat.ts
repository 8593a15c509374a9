import type { Db } from '../../../kernel/db/db.ts'
import type { ServerEvent } from '../../../kernel/http/endpoint.ts'
import { ClientDisconnected } from '../../../kernel/http/request/input.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ThreadRow, Threads } from '../../threads/index.ts'
import { createAgUiProtocol } from '../protocols/ag-ui.ts'
import { ofAgUiMessage } from '../protocols/ag-ui-messages.ts'
import { agUiPlaces, agUiResume } from '../protocols/ag-ui-responses.ts'
import { type Fields, isObject } from '../protocols/fields.ts'
import { atPlaces, type Place } from '../protocols/places.ts'
import type { AgUiBody } from '../schema/ag-ui.ts'
import type { RunBody } from '../schema/run.ts'
import { isAgent } from '../store/assistant.ts'
import type { Cancel } from './cancel.ts'
import { createClientThreads, threadIdOf } from './client-threads.ts'
import type { AgentRuns } from './ports.ts'
import { agentNotFound, notInterrupted } from './refusals.ts'
import type { Caller } from './run-streams.ts'
import { isStarted, type Start, type Started } from './start.ts'
import type { Streams } from './stream.ts'

export type AgUiChatDeps = {
  db: Db
  threads: Threads
  agentRuns: Pick<AgentRuns, 'openPauses'>
  start: Start
  streams: Streams
  cancel: Cancel
}

type Requested = { run: Partial<RunBody>; places: readonly Place[] }

const stateOf = (value: unknown): Fields => (isObject(value) ? value : {})

/** Chats of clients that speak AG-UI. */
export function createAgUiChat({ db, threads, agentRuns, start, streams, cancel }: AgUiChatDeps) {
  const clientThreads = createClientThreads({ db, threads })

  async function threadOf(scope: Scope, agentId: string, { threadId, state }: AgUiBody): Promise<ThreadRow> {
    const id = threadIdOf(scope, threadId)
    const request = { id, workflowId: agentId }
    const newState = stateOf(state)
    if (Object.keys(newState).length === 0) return threads.create(db, scope, request, 'do_nothing')
    return db.tx(async (tx) => {
      const thread = await threads.create(tx, scope, request, 'do_nothing')
      if (JSON.stringify(newState) === JSON.stringify(stateOf(thread.metadata.state))) return thread
      return threads.update(tx, scope, id, { metadata: { state: newState } })
    })
  }

  async function requestedBy(scope: Scope, thread: ThreadRow, body: AgUiBody): Promise<Requested> {
    if (body.resume && body.resume.length > 0) {
      const pauses = thread.currentExecutionId
        ? await agentRuns.openPauses(scope, thread.currentExecutionId)
        : []
      const read = agUiResume(body.resume, pauses)
      if (!read) throw notInterrupted()
      return { run: { command: { resume: read.resume } }, places: read.places }
    }
    const places = agUiPlaces(body.messages)
    const last = body.messages.findLast(({ role }) => role === 'user')
    if (!last) return { run: { input: null }, places }
    const run = await atPlaces(places, () => clientThreads.runBodyOf(thread, ofAgUiMessage(last)))
    return { run, places }
  }

  async function* frames(
    { scope, signal }: Caller,
    { thread, runId, after }: Started,
    { threadId: clientThreadId, runId: clientRunId, forwardedProps }: AgUiBody,
  ): AsyncGenerator<ServerEvent> {
    const state = stateOf(thread.metadata.state)
    const ids = { clientThreadId, clientRunId, threadId: thread.id, runId }
    const protocol = createAgUiProtocol({ ...ids, state })
    try {
      for await (const { frame } of streams.frames(scope, thread, runId, protocol, { after, signal }))
        yield frame
    } finally {
      // It has no call to come back, and none to stop: a client that leaves wants neither.
      const isLeft = signal.reason instanceof ClientDisconnected
      if (isLeft && forwardedProps?.on_disconnect !== 'continue') await cancel.one(scope, runId, false)
    }
  }

  return {
    async run(caller: Caller, agentId: string, body: AgUiBody): Promise<AsyncIterable<ServerEvent>> {
      const { scope } = caller
      if (!(await isAgent(db, scope, agentId))) throw agentNotFound()
      const thread = await threadOf(scope, agentId, body)
      const { model, reasoningEffort } = body.forwardedProps ?? {}
      const requested = await requestedBy(scope, thread, body)
      const run = { workflowId: agentId, model, reasoningEffort, ...requested.run }
      const started = await atPlaces(requested.places, () => start.run(scope, thread.id, run, caller))
      return isStarted(started) ? frames(caller, started, body) : storedOnly(body)
    },
  }
}

export type AgUiChat = ReturnType<typeof createAgUiChat>

/** In a thread that a human answers nothing runs. */
async function* storedOnly({ threadId, runId }: AgUiBody): AsyncGenerator<ServerEvent> {
  yield { data: { type: 'RUN_STARTED', threadId, runId, protocolVersion: '1.0' } }
  const metadata = { replyMode: 'human' }
  yield { data: { type: 'RUN_FINISHED', threadId, runId, outcome: { type: 'success' }, metadata } }
}
