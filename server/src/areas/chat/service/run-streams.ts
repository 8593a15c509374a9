import type { Db } from '../../../kernel/db/db.ts'
import type { IgnoreFields } from '../../../kernel/errors.ts'
import type { ServerEvent } from '../../../kernel/http/endpoint.ts'
import { ClientDisconnected } from '../../../kernel/http/request/input.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Message, ThreadRow, Threads } from '../../threads/index.ts'
import { toChatMessages } from '../protocols/chat-messages.ts'
import { createLangGraphProtocol } from '../protocols/langgraph.ts'
import { largeIf } from '../protocols/large-frames.ts'
import type { ThreadValues } from '../schema/message.ts'
import { type JoinQuery, type Run, type RunBody, type StreamMode, streamModes } from '../schema/run.ts'
import type { Cancel } from './cancel.ts'
import { type RunViews, toRun } from './runs.ts'
import { isStarted, type Start, type Started, type Stored } from './start.ts'
import { eventIdOf, type Streams, seqOf } from './stream.ts'
import type { ThreadViews } from './threads.ts'

export type RunStreamDeps = {
  db: Db
  newId: NewId
  threads: Threads
  views: ThreadViews
  runs: RunViews
  start: Start
  streams: Streams
  cancel: Cancel
}

type Newest = { thread: ThreadRow; messages: readonly Message[] }

export type Caller = { scope: Scope; isBare: boolean; signal: AbortSignal; ignoreFields: IgnoreFields }

/** A stream of a run, and where a client finds it again. */
export type RunStream = {
  source: AsyncIterable<ServerEvent>
  location: string | null
  contentLocation: string | null
}

type StreamOptions = {
  modes: readonly StreamMode[]
  hasSubgraphs: boolean
  after: number
  cancelsOnLeave: boolean
}

/** Our protocol streams what is new. The state repeats the whole thread after every step, and is sent on request. */
export const deltaModes: readonly StreamMode[] = ['messages-tuple', 'updates', 'custom']

/** Runs of threads for clients of LangGraph's protocol: streamed, waited for, in the background, joined. */
export function createRunStreams(deps: RunStreamDeps) {
  const { db, newId, threads, views, runs, start, streams, cancel } = deps

  async function* framesOf(
    { scope, isBare, signal }: Caller,
    thread: ThreadRow,
    runId: string,
    { modes, hasSubgraphs, after, cancelsOnLeave }: StreamOptions,
  ): AsyncGenerator<ServerEvent> {
    const { requestId } = scope
    const protocol = createLangGraphProtocol({
      runId,
      threadId: thread.id,
      modes,
      hasSubgraphs,
      isBare,
      requestId,
    })
    try {
      for await (const { frame, seq } of streams.frames(scope, thread, runId, protocol, { after, signal }))
        yield seq === null ? frame : { id: eventIdOf(runId, seq), ...frame }
    } finally {
      if (cancelsOnLeave && signal.reason instanceof ClientDisconnected) await cancel.one(scope, runId, false)
    }
  }

  function streamOf(
    caller: Caller,
    { thread, runId }: Pick<Started, 'thread' | 'runId'>,
    options: StreamOptions,
  ): RunStream {
    const path = `/threads/${thread.id}/runs/${runId}`
    const query = new URLSearchParams({
      stream_mode: options.modes.join(','),
      stream_subgraphs: String(options.hasSubgraphs),
    })
    return {
      source: framesOf(caller, thread, runId, options),
      contentLocation: path,
      // A client that reconnects calls this and nothing else, so it has what the stream is made by.
      location: `${path}/stream?${query}`,
    }
  }

  async function valuesOf(scope: Scope, threadId: string): Promise<ThreadValues> {
    return toValues(scope, await threads.entries.newest(db, scope, threadId))
  }

  async function toValues(scope: Scope, { thread, messages }: Newest): Promise<ThreadValues> {
    const interrupts = await views.interruptsOf(scope, thread)
    return {
      messages: await toChatMessages(messages),
      ...(interrupts.length > 0 ? { __interrupt__: interrupts } : {}),
    }
  }

  /** In a thread that a human answers nothing runs: the messages were stored. */
  async function* storedFrames(
    { scope, isBare }: Caller,
    { thread, messages }: Stored,
    modes: readonly StreamMode[],
  ): AsyncGenerator<ServerEvent> {
    yield { event: 'metadata', data: { run_id: null, thread_id: thread.id, reply_mode: 'human' } }
    if (!isBare && modes.includes('updates'))
      yield { event: 'updates', data: { input: { messages: await toChatMessages(messages) } } }
    if (isBare || modes.includes('values')) {
      const values = await valuesOf(scope, thread.id)
      yield { event: 'values', ...largeIf(values.messages.length), data: values }
    }
    yield { event: 'end', data: { status: 'success' } }
  }

  async function waitFor(caller: Caller, threadId: string, runId: string, cancelsOnLeave: boolean) {
    const { scope, signal } = caller
    const findFailure = await streams.untilStopped(scope, runId, signal)
    if (cancelsOnLeave && signal.reason instanceof ClientDisconnected) await cancel.one(scope, runId, false)
    const reads = db.batched()
    const [failure, newest] = await Promise.all([
      findFailure(reads),
      threads.entries.newest(reads, scope, threadId),
    ])
    if (failure) return { __error__: { error: failure.code, message: failure.message } }
    return toValues(scope, newest)
  }

  return {
    frames: framesOf,
    async stream(caller: Caller, threadId: string, body: RunBody): Promise<RunStream> {
      const modes = modesOf(body.stream_mode, caller)
      const started = await start.run(caller.scope, threadId, body, caller)
      if (!isStarted(started))
        return { source: storedFrames(caller, started, modes), location: null, contentLocation: null }
      return streamOf(caller, started, {
        modes,
        hasSubgraphs: body.stream_subgraphs ?? !caller.isBare,
        after: started.after,
        cancelsOnLeave: body.on_disconnect === 'cancel',
      })
    },
    async create(caller: Caller, threadId: string, body: RunBody): Promise<Run> {
      const started = await start.run(caller.scope, threadId, body, caller)
      if (isStarted(started)) return runs.get(caller.scope, threadId, started.runId, caller.isBare)
      return toRun(nothingRun(newId(), started.thread), caller.isBare)
    },
    async wait(caller: Caller, threadId: string, body: RunBody) {
      const started = await start.run(caller.scope, threadId, body, caller)
      if (!isStarted(started)) return { values: await valuesOf(caller.scope, threadId), runId: null }
      const { runId } = started
      return { values: await waitFor(caller, threadId, runId, body.on_disconnect === 'cancel'), runId }
    },
    async join(caller: Caller, threadId: string, runId: string) {
      await runs.find(caller.scope, threadId, runId)
      return waitFor(caller, threadId, runId, false)
    },
    /** Continues behind the last event that a client has seen, on whichever node it was. */
    async joinStream(
      caller: Caller,
      { threadId, runId }: { threadId: string; runId: string },
      query: JoinQuery,
      lastEventId: string | null,
    ): Promise<RunStream> {
      const { thread } = await runs.find(caller.scope, threadId, runId)
      return streamOf(
        caller,
        { thread, runId },
        {
          modes: modesOf(query.stream_mode, caller),
          hasSubgraphs: query.stream_subgraphs ?? !caller.isBare,
          after: seqOf(runId, lastEventId),
          cancelsOnLeave: query.cancel_on_disconnect ?? false,
        },
      )
    },
  }
}

export type RunStreams = ReturnType<typeof createRunStreams>

/**
 * One, several, a JSON list as a text: clients of different versions differ. What is not served is named. A server of
 * LangGraph streams the state to a client that names none.
 */
function modesOf(
  input: string | readonly string[] | null | undefined,
  { isBare, ignoreFields }: Caller,
): StreamMode[] {
  const names = [input ?? []].flat().flatMap((each) => each.split(/[\s,[\]"]+/).filter(Boolean))
  if (names.length === 0) return isBare ? ['values'] : [...deltaModes]
  const isServed = (name: string): name is StreamMode => (streamModes as readonly string[]).includes(name)
  const unknown = names.filter((name) => !isServed(name))
  if (unknown.length > 0)
    ignoreFields(
      unknown.map((name) => ({
        in: 'body',
        path: `/stream_mode/${name.slice(0, 40)}`,
        rule: 'enum',
        message: 'is not served',
      })),
      `Use ${streamModes.join(', ')}.`,
    )
  return names.filter(isServed)
}

const nothingRun = (
  id: string,
  { id: threadId, workflowId, updatedAt }: ThreadRow,
): Parameters<typeof toRun>[0] => ({
  id,
  workflowId: workflowId ?? id,
  threadId,
  status: 'completed',
  error: null,
  stoppedBy: null,
  metadata: { replyMode: 'human' },
  usage: null,
  startedAt: updatedAt,
  begunAt: updatedAt,
  completedAt: updatedAt,
})
