import type { Clock } from '../../../kernel/clock.ts'
import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Events } from '../../../kernel/events/events.ts'
import { isUuid, type NewId } from '../../../kernel/ids.ts'
import type { RunContext } from '../../../kernel/runs/run.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Threads } from '../../threads/index.ts'
import {
  type AnsweredPause,
  answerPause,
  claimSentEvent,
  countSentEvents,
  findAnsweredPauses,
  insertPause,
  insertSentEvent,
  lockEvents,
  type NewPause,
  openEventPauses,
  type PauseKind,
  withdrawPause,
} from '../store/pause.ts'
import { type AgentExecutionInput, agentKind } from './agents/turn-input.ts'
import { executionLimits } from './limits.ts'

/** A thread shows that its run waits for a human. */
export type ThreadStates = Pick<Threads['runs'], 'interrupt' | 'resume'>

export type PausesDeps = {
  clock: Clock
  newId: NewId
  events: Events
  runs: Pick<Runs, 'signal'>
  threads: { runs: ThreadStates }
}

/** The key by which an execution is woken, whatever it waits for. */
export const wakeKeyOf = (executionId: string): string => `execution:${executionId}`

export type PauseRequest = {
  kind: PauseKind
  nodeId: string
  step: string
  request: Record<string, unknown>
  assignee?: string | null
  timeoutMs?: number | null
  onTimeout?: string | null
  /** Whether an agent waits: its log has the question for those who follow it. */
  isOfAgent?: boolean
}

export type OpenedPause = { id: string; expiresAt: string | null }

/** Where executions wait for a human or for an event. The row is what counts; a signal only wakes the execution. */
export function createPauses({ clock, newId, events, runs, threads }: PausesDeps) {
  const wake = (tx: Tx, scope: Scope, executionId: string) =>
    runs.signal(tx, scope, wakeKeyOf(executionId), null)

  async function resumeThread(tx: Tx, { projectId }: Scope, pause: AnsweredPause): Promise<void> {
    if (pause.type === 'agent' && isUuid(pause.threadId))
      await threads.runs.resume(tx, { projectId, id: pause.threadId }, pause.executionId)
  }

  async function insert(tx: Tx, context: RunContext, opened: OpenedPause, request: PauseRequest) {
    const { run, scope } = context
    const row: NewPause = {
      ...opened,
      executionId: run.id,
      externalUserId: run.externalUserId,
      kind: request.kind,
      nodeId: request.nodeId,
      step: request.step,
      request: request.request,
      assignee: request.assignee ?? null,
      onTimeout: request.onTimeout ?? null,
      at: clock.now(),
    }
    if (request.kind === 'event') {
      await lockEvents(tx, scope, run.id)
      if (await claimSentEvent(tx, scope, row)) return
    }
    await insertPause(tx, scope, row)
    if (request.kind === 'event') return
    const threadId = threadOf(run)
    if (threadId !== null)
      await threads.runs.interrupt(tx, { projectId: scope.projectId, id: threadId }, run.id)
    const data = { executionId: run.id, pauseId: opened.id, nodeId: request.nodeId, kind: request.kind }
    await events.publish(tx, scope, { type: 'execution.paused', data })
  }

  return {
    /** Recorded together with its row, so that a later attempt waits for the same one. */
    open: (context: RunContext, name: string, request: PauseRequest): Promise<OpenedPause> =>
      context.step<OpenedPause>(
        name,
        async () => {
          const { timeoutMs = null } = request
          const expiresAt =
            timeoutMs === null ? null : new Date(clock.now().getTime() + timeoutMs).toISOString()
          const opened = { id: newId(), expiresAt }
          context.emit('execution.paused', {
            pauseId: opened.id,
            nodeId: request.nodeId,
            step: request.step,
            kind: request.kind,
            expiresAt,
          })
          if (request.isOfAgent || context.run.kind === agentKind)
            context.emit('pause', {
              id: opened.id,
              kind: request.kind,
              step: request.step,
              request: request.request,
              expiresAt,
            })
          return opened
        },
        { commit: (tx, opened) => insert(tx, context, opened, request) },
      ),
    findAnswered: (q: Queryable, scope: Scope, ids: readonly string[]) => findAnsweredPauses(q, scope, ids),
    /**
     * Answers a pause in the caller's transaction and wakes the execution. False when it was answered already, or has
     * ended by its timeout. The caller has made sure that the actor may see the execution.
     */
    async answer(
      tx: Tx,
      scope: Scope,
      { pauseId, answer, answeredBy }: { pauseId: string; answer: unknown; answeredBy: unknown },
    ): Promise<boolean> {
      const pause = await answerPause(tx, scope, { id: pauseId, answer, answeredBy, at: clock.now() })
      if (!pause) return false
      await resumeThread(tx, scope, pause)
      await wake(tx, scope, pause.executionId)
      return true
    },
    /** Ends it by its timeout; false when an answer was faster. */
    async expire(tx: Tx, scope: Scope, id: string): Promise<boolean> {
      const answer = { timedOut: true }
      const pause = await answerPause(tx, scope, { id, answer, answeredBy: null, at: clock.now() })
      if (pause) await resumeThread(tx, scope, pause)
      return pause !== null
    },
    /** Ends it without an answer, because nothing waits for it any more. */
    async withdraw(tx: Tx, scope: Scope, id: string): Promise<void> {
      const answer = { withdrawn: true }
      const pause = await answerPause(tx, scope, { id, answer, answeredBy: null, at: clock.now() })
      if (pause) await resumeThread(tx, scope, pause)
      // The execution may have ended before: then nothing but the row is left to close.
      else await withdrawPause(tx, scope, { id, at: clock.now() })
    },
    /** To the nodes of an execution that wait for it now, else to the first that will. */
    async sendEvent(
      tx: Tx,
      scope: Scope,
      executionId: string,
      name: string,
      payload: unknown,
    ): Promise<void> {
      const answer = { payload }
      await lockEvents(tx, scope, executionId)
      const waiting = await openEventPauses(tx, scope, executionId, name)
      for (const id of waiting)
        await answerPause(tx, scope, { id, answer, answeredBy: null, at: clock.now() })
      if (waiting.length === 0) {
        if ((await countSentEvents(tx, scope, executionId)) >= executionLimits.sentEvents)
          throw new AppError(
            'invalid_state',
            `The execution has ${executionLimits.sentEvents} events that no node has waited for`,
            { hint: 'Send events that its wait nodes name.' },
          )
        const isKnown = await insertSentEvent(tx, scope, {
          id: newId(),
          executionId,
          name,
          answer,
          at: clock.now(),
        })
        if (!isKnown) throw new AppError('execution_not_found', 'Execution not found')
      }
      await wake(tx, scope, executionId)
    },
  }
}

/** The thread whose active run waits; null for executions of graphs. */
function threadOf({ kind, input }: RunContext['run']): string | null {
  const { turn, threadId } = input as Partial<AgentExecutionInput>
  return kind === agentKind && turn?.hasThread ? threadId! : null
}

export type Pauses = ReturnType<typeof createPauses>
