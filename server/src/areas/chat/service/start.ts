import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError, type ErrorDetail, type IgnoreFields } from '../../../kernel/errors.ts'
import type { Events } from '../../../kernel/events/events.ts'
import { isUuid, type NewId } from '../../../kernel/ids.ts'
import { boundAgentOf, type Scope, withoutBoundAgent } from '../../../kernel/scope.ts'
import { taintOfMessage } from '../../../kernel/text/taint.ts'
import type { Message, ThreadRow, Threads } from '../../threads/index.ts'
import { roleOf, toMessage } from '../protocols/input.ts'
import type { MessageInput } from '../schema/message.ts'
import type { RunBody } from '../schema/run.ts'
import { findAssistant, findAssistantByName } from '../store/assistant.ts'
import { findLastEventNumber } from '../store/run-log.ts'
import type { Cancel } from './cancel.ts'
import { refuseDecisions, refuseOverrides } from './chat-tokens.ts'
import { decisionsOf } from './decisions.ts'
import type { Admission, AgentRuns, DefaultAgent } from './ports.ts'
import { agentNotFound, agentRequired, notInterrupted, runInProgress } from './refusals.ts'

export type StartDeps = {
  db: Db
  clock: Clock
  newId: NewId
  events: Events
  threads: Threads
  agentRuns: AgentRuns
  ensureDefaultAgent: DefaultAgent
  cancel: Cancel
  /** Refuses a caller who has used what it may. */
  admitRun: Admission
}

/** A run that was started, or continued behind an event of its log. */
export type Started = { thread: ThreadRow; runId: string; after: number }

/** Messages that were stored in a thread that a human answers. */
export type Stored = { thread: ThreadRow; messages: readonly Message[] }

export type StartOptions = { ignoreFields: IgnoreFields }

/** Starts runs in threads: which agent, what to do while another run is active, and from which state. */
export function createStart(deps: StartDeps) {
  const { db, clock, newId, events, threads, agentRuns, cancel, admitRun, ensureDefaultAgent } = deps

  async function threadOf(scope: Scope, id: string, body: RunBody): Promise<ThreadRow> {
    if (body.if_not_exists !== 'create') return threads.get(db, scope, id)
    return threads.create(db, scope, { id }, 'do_nothing')
  }

  /** By id, by name, that of the thread, or the default one. Clients that need some name send any. */
  async function agentOf(
    scope: Scope,
    thread: ThreadRow,
    { workflowId, assistant_id: name }: RunBody,
  ): Promise<string> {
    const id = workflowId ?? (name && isUuid(name) ? name.toLowerCase() : null)
    if (id) {
      const found = await findAssistant(db, scope, id)
      if (found) return found.id
      if (workflowId || thread.workflowId === null) throw agentNotFound()
    }
    const named = name && !id ? await findAssistantByName(db, scope, name) : null
    const chosen = named?.id ?? thread.workflowId
    if (chosen) return chosen
    if (name) throw agentNotFound()
    const byDefault = await ensureDefaultAgent(scope)
    if (byDefault.kind === 'unusable') throw agentRequired(byDefault.id)
    return byDefault.id
  }

  /** What the user says. Messages of others that clients send along are those that the thread has. */
  function messagesOf(body: RunBody, ignoreFields: IgnoreFields): Message[] {
    const requested = [body.input?.messages ?? []].flat()
    const ignored: ErrorDetail[] = []
    const messages = requested.flatMap((message: MessageInput, at) => {
      const path = `/input/messages/${at}`
      if (roleOf(message) === 'human') return [toMessage(message, message.id ?? newId(), path)]
      ignored.push({
        in: 'body',
        path,
        rule: 'role',
        message: 'is not of the user',
      })
      return []
    })
    if (ignored.length > 0) ignoreFields(ignored, 'Only messages of the type human are taken.')
    return messages
  }

  async function resume(scope: Scope, thread: ThreadRow, body: RunBody): Promise<Started> {
    const runId = thread.currentExecutionId
    if (runId === null || thread.status !== 'interrupted') throw notInterrupted()
    const pauses = await agentRuns.openPauses(scope, runId)
    const after = await findLastEventNumber(db, scope, runId)
    const decisions = decisionsOf(body.command?.resume, pauses)
    refuseDecisions(scope, pauses, decisions)
    const mayEdit = boundAgentOf(scope.actor) === null
    const responses = decisions.map((decision) => ({ ...decision, mayEdit }))
    await agentRuns.decide(withoutBoundAgent(scope), runId, responses)
    return { thread, runId, after }
  }

  /** Applies the multitask strategy to the run in flight. A run that waits for a human ends when the user says something else. */
  async function applyMultitaskStrategy(
    scope: Scope,
    thread: ThreadRow,
    { multitask_strategy: strategy }: RunBody,
  ): Promise<void> {
    if (thread.currentExecutionId === null) return
    if (strategy === 'reject') throw runInProgress(thread.currentExecutionId)
    if (strategy === 'interrupt' || strategy === 'rollback')
      await cancel.all(scope, thread, { rollback: strategy === 'rollback' })
    else if (thread.status === 'interrupted') {
      await cancel.one(scope, thread.currentExecutionId, false)
      await cancel.untilEnded(thread, thread.currentExecutionId)
    }
  }

  /** A body that lost its input or its decision, or comes once more, must not drop the question to a human. */
  async function refuseToEndQuestion(
    thread: ThreadRow,
    { multitask_strategy: strategy, checkpoint_id: id, checkpoint }: RunBody,
    messages: readonly Message[],
  ): Promise<void> {
    const { status, currentExecutionId } = thread
    if (status !== 'interrupted' || currentExecutionId === null) return
    if (strategy === 'interrupt' || strategy === 'rollback' || (id ?? checkpoint)) return
    const head = await threads.entries.positionOf(db, thread, null)
    const ids = messages.map((message) => message.id)
    const seen = await threads.entries.seenAmong(db, thread, head, ids)
    if (ids.every((each) => seen.has(each))) throw runInProgress(currentExecutionId)
  }

  return {
    threadOf,
    /** In a thread that a human answers, messages are only stored. */
    async run(
      scope: Scope,
      threadId: string,
      body: RunBody,
      { ignoreFields }: StartOptions,
    ): Promise<Started | Stored> {
      refuseOverrides(scope, body)
      const thread = await threadOf(scope, threadId, body)
      if (body.command?.resume !== undefined) return resume(scope, thread, body)
      // Nothing is ended or stored for a caller who has used what it may; the start itself admits it once more.
      await admitRun(scope, newId())
      const messages = messagesOf(body, ignoreFields)
      if (thread.replyMode === 'human') return storeOnly(scope, thread, messages)
      if (messages.length === 0 && thread.messageCount === 0 && thread.headPlace === 0)
        throw nothingToReplyTo()
      await refuseToEndQuestion(thread, body, messages)
      const workflowId = await agentOf(scope, thread, body)
      await applyMultitaskStrategy(scope, thread, body)
      const checkpointId = body.checkpoint_id ?? body.checkpoint?.checkpoint_id ?? undefined
      const strategy = body.multitask_strategy ?? 'enqueue'
      const { executionId } = await agentRuns.start(withoutBoundAgent(scope), {
        workflowId,
        version: body.version ?? undefined,
        thread: {
          kind: 'known',
          id: thread.id,
          onBusy: strategy === 'reject' ? 'refuse' : 'enqueue',
          checkpointId,
        },
        messages,
        overrides: {
          model: body.model ?? undefined,
          reasoningEffort: body.reasoningEffort ?? undefined,
        },
        admit: (executionId) => admitRun(scope, executionId),
        metadata: { ...body.metadata, multitask_strategy: strategy },
        ...(body.after_seconds ? { runAt: new Date(clock.now().getTime() + body.after_seconds * 1000) } : {}),
      })
      if (thread.workflowId === null)
        await db.tx((tx) => threads.update(tx, scope, thread.id, { workflowId }))
      return { thread, runId: executionId, after: 0 }
    },
  }

  async function storeOnly(scope: Scope, thread: ThreadRow, messages: readonly Message[]): Promise<Stored> {
    if (messages.length === 0)
      throw new AppError('invalid_state', 'A human answers in this thread: there is nothing to run', {
        hint: 'PATCH /threads/{thread_id}/reply-mode hands it back to the agent.',
      })
    await db.tx(async (tx) => {
      const locked = await threads.lock(tx, scope, thread.id)
      const added = await threads.entries.appendNew(
        tx,
        locked,
        messages.map((message) => ({ message, taint: taintOfMessage(message) })),
      )
      const data = { threadId: thread.id, messageIds: messages.map(({ id }) => id) }
      // Messages that the thread has already are sent along by some clients.
      if (added.length > 0) await events.publish(tx, scope, { type: 'thread.message_received', data })
    })
    return { thread: await threads.get(db, scope, thread.id), messages }
  }
}

const nothingToReplyTo = () =>
  new AppError('message_invalid', 'The thread is empty: there is nothing to reply to', {
    details: [{ in: 'body', path: '/input/messages', rule: 'required', message: 'is required' }],
  })

export type Start = ReturnType<typeof createStart>

export const isStarted = (result: Started | Stored): result is Started => 'runId' in result
