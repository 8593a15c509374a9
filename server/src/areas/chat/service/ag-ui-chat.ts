import type { Db } from '../../../kernel/db/db.ts'
import type { ServerEvent } from '../../../kernel/http/endpoint.ts'
import { ClientDisconnected } from '../../../kernel/http/request/input.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ThreadRow, Threads } from '../../threads/index.ts'
import { createAgUiProtocol } from '../protocols/ag-ui.ts'
import { ofAgUiMessage } from '../protocols/ag-ui-messages.ts'
import type { AgUiBody, AgUiResume } from '../schema/ag-ui.ts'
import type { RunBody } from '../schema/run.ts'
import { isAgent } from '../store/assistant.ts'
import type { Cancel } from './cancel.ts'
import { createClientThreads, threadIdOf } from './client-threads.ts'
import type { AgentRuns, OpenPause } from './ports.ts'
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

type State = Record<string, unknown>

const isObject = (value: unknown): value is State =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const stateOf = (value: unknown): State => (isObject(value) ? value : {})

/** Chats of clients that speak AG-UI. */
export function createAgUiChat({ db, threads, agentRuns, start, streams, cancel }: AgUiChatDeps) {
  const clientThreads = createClientThreads({ db, threads })

  async function threadOf(scope: Scope, agentId: string, { threadId, state }: AgUiBody): Promise<ThreadRow> {
    const id = threadIdOf(scope, threadId)
    return db.tx(async (tx) => {
      const thread = await threads.create(tx, scope, { id, workflowId: agentId }, 'do_nothing')
      const newState = stateOf(state)
      const isSame = JSON.stringify(newState) === JSON.stringify(stateOf(thread.metadata.state))
      if (isSame || Object.keys(newState).length === 0) return thread
      return threads.update(tx, scope, id, { metadata: { state: newState } })
    })
  }

  async function runBodyOf(scope: Scope, thread: ThreadRow, body: AgUiBody): Promise<Partial<RunBody>> {
    if (body.resume && body.resume.length > 0) {
      const pauses = thread.currentExecutionId
        ? await agentRuns.openPauses(scope, thread.currentExecutionId)
        : []
      return { command: { resume: resumeOf(body.resume, pauses) } }
    }
    const last = body.messages.findLast(({ role }) => role === 'user')
    return last ? clientThreads.runBodyOf(thread, ofAgUiMessage(last)) : { input: null }
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
      const requested = await runBodyOf(scope, thread, body)
      const run = { workflowId: agentId, model, reasoningEffort, ...requested }
      const started = await start.run(scope, thread.id, run, caller)
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

const requestIdsOf = ({ request }: OpenPause): unknown[] =>
  Array.isArray(request.requests) ? request.requests.map((each: { id?: unknown }) => each.id) : []

/** Answers to interrupts by the pauses that they belong to. Each is to another interrupt, which is open. */
function resumeOf(answers: readonly AgUiResume[], pauses: readonly OpenPause[]): Record<string, unknown> {
  const resume: Record<string, unknown> = {}
  let read = 0
  for (const pause of pauses) {
    const own = answers.filter(({ interruptId }) => requestIdsOf(pause).includes(interruptId))
    const [whole] = answers.filter(({ interruptId }) => interruptId === pause.id)
    if (own.length > 0) resume[pause.id] = { decisions: own.map(decisionOf) }
    else if (whole) resume[pause.id] = whole.status === 'cancelled' ? false : whole.payload
    read += own.length || Number(whole !== undefined)
  }
  if (read === 0 || read < answers.length) throw notInterrupted()
  return resume
}

/** The payload is read where all decisions are; it cannot name another call. */
function decisionOf({ interruptId: id, status, payload }: AgUiResume): Record<string, unknown> {
  if (status === 'cancelled') return { id, type: 'reject' }
  if (!isObject(payload)) return { id, type: payload }
  if (payload.id !== undefined && payload.id !== id) throw notInterrupted()
  return { ...payload, id }
}
