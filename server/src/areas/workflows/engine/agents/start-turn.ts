import type { Clock } from '../../../../kernel/clock.ts'
import { betweenPieces } from '../../../../kernel/compute/pace.ts'
import { type Db, isPreconditionFailed, type Statement, type Tx } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Events } from '../../../../kernel/events/events.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import { statementsOf, writeRows } from '../../../../kernel/runs/deferred-rows.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Threads } from '../../../threads/index.ts'
import { insertingExecutions } from '../../store/executions/insert.ts'
import { toEnded } from '../end-rows.ts'
import { type ExecutionRequest, newExecution, type StartedExecution } from '../request.ts'
import { type AgentExecutionInput, agentKind, type TurnInput } from './turn-input.ts'

export type TurnStarterDeps = {
  db: Db
  clock: Clock
  newId: NewId
  runs: Runs
  events: Pick<Events, 'publishing'>
  threads: Threads
}

/** In which thread a turn is made; none for what is not to be seen in one. */
export type TurnThread =
  | { kind: 'new'; id: string; metadata?: Record<string, unknown> | undefined }
  | {
      kind: 'known'
      id: string
      /** What to do while another run writes to it. */
      onBusy: 'refuse' | 'enqueue'
      /** Continues behind this state instead of the newest one. */
      checkpointId?: string | undefined
    }
  | { kind: 'none'; id: string }

export type TurnRequest = Omit<ExecutionRequest, 'threadId'> & {
  thread: TurnThread
  turn: Pick<TurnInput, 'messages' | 'overrides' | 'taint' | 'guarded'>
  /** Not before this time; the thread is busy until then. Only in one that is known. */
  runAt?: Date
  /** Commits with the start, in front of all else; the turn is not started where one demands what is not so. */
  statements?: readonly Statement[]
}

/** What a turn knows that waits for the runs before it. */
type QueuedTurn = Pick<TurnInput, 'checkpointId'>

/**
 * Starts turns of agents: the execution, its place in the thread and its run are committed together. In one round trip
 * where no other run is active in the thread.
 */
export function createTurnStarter({ db, clock, newId, runs, events, threads }: TurnStarterDeps) {
  function partsOf(scope: Scope, request: TurnRequest, queued: QueuedTurn | null) {
    const { workflow, version, mode, thread } = request
    const id = request.id ?? newId()
    const turn = {
      ...request.turn,
      ...queued,
      isQueued: queued !== null,
      hasThread: thread.kind !== 'none',
    }
    const input: AgentExecutionInput = {
      workflowId: workflow.id,
      concurrencyKey: workflow.id,
      version,
      mode,
      threadId: thread.id,
      input: request.input,
      turn,
      ...(request.keepsPayloads === undefined ? {} : { keepsPayloads: request.keepsPayloads }),
      ...(request.trigger ? { trigger: request.trigger } : {}),
    }
    const row = insertingExecutions([
      newExecution(scope, { ...request, id, threadId: thread.id }, clock.now()),
    ])
    const data = { executionId: id, workflowId: workflow.id, version, threadId: thread.id }
    const published =
      mode === 'production' ? [events.publishing(scope, { type: 'execution.started', data })] : []
    return { id, run: { kind: agentKind, input, id }, row, published }
  }

  /** Null when the workflow has changed, another run is active in the thread, or a statement of the caller's demands what is not so. */
  async function startHere(scope: Scope, request: TurnRequest): Promise<StartedExecution | null> {
    const { thread } = request
    const { id, run, row, published } = partsOf(scope, request, null)
    const ref = { projectId: scope.projectId, id: thread.id }
    const inThread: Statement[] = thread.kind === 'none' ? [] : [threads.runs.claiming(ref, id)]
    const created =
      thread.kind === 'new'
        ? [
            threads.inserting(scope, {
              id: thread.id,
              workflowId: request.workflow.id,
              metadata: thread.metadata,
            }),
          ]
        : []
    const concurrent = [
      ...(request.statements ?? []),
      ...created,
      ...inThread,
      row,
      ...statementsOf([...published, ...(request.rows ?? [])]),
    ]
    await betweenPieces(sizeOf(row))
    const started = await runs.startHere(scope, run, concurrent)
    if (!started) return null
    const outcome = started.outcome.then(
      (ended) => ended && toEnded({ projectId: scope.projectId, id }, ended, clock.now()),
    )
    return { executionId: id, threadId: thread.id, isHere: started.isHere, outcome }
  }

  /**
   * In a transaction that holds the thread: a fork, or a place behind the runs that are there. Null when the workflow has
   * changed.
   */
  async function enqueue(
    scope: Scope,
    request: TurnRequest,
    { id: threadId, onBusy, checkpointId }: Extract<TurnThread, { kind: 'known' }>,
  ): Promise<StartedExecution | null> {
    const start = async (tx: Tx): Promise<StartedExecution> => {
      for (const statement of request.statements ?? []) await tx.rows(statement)
      const thread = await threads.lock(tx, scope, threadId)
      if (thread.currentExecutionId !== null && onBusy === 'refuse')
        throw runInProgress(thread.currentExecutionId)
      const at = checkpointId && (await threads.entries.positionOf(tx, thread, checkpointId))
      const queued = thread.currentExecutionId === null ? null : checkpointId ? { checkpointId } : {}
      const { id, run, row, published } = partsOf(scope, request, queued)
      // The run before it writes at the head until it ends.
      if (at && !queued) await threads.entries.fork(tx, thread, at)
      await threads.runs.add(tx, thread, id)
      await tx.rows(row)
      writeRows(tx, [...published, ...(request.rows ?? [])])
      await runs.enqueue(tx, scope, { ...run, ...(request.runAt ? { runAt: request.runAt } : {}) })
      return { executionId: id, threadId, isHere: false, outcome: Promise.resolve(null) }
    }
    return db.tx(start).catch((error: unknown) => {
      if (isPreconditionFailed(error)) return null
      throw error
    })
  }

  return async (scope: Scope, request: TurnRequest): Promise<StartedExecution | null> => {
    const { thread } = request
    const isLater = request.runAt !== undefined
    const needsLock = thread.kind === 'known' && (thread.checkpointId !== undefined || isLater)
    const started = needsLock ? null : await startHere(scope, request)
    if (started || thread.kind !== 'known') return started
    return enqueue(scope, request, thread)
  }
}

const sizeOf = ({ values }: Statement): number =>
  values.flat().reduce((sum: number, value) => sum + (typeof value === 'string' ? value.length : 0), 0)

const runInProgress = (executionId: string) =>
  new AppError('run_in_progress', 'Another run is active in the thread', {
    facts: { runId: executionId },
    hint: 'Wait for it to end, cancel it, or use multitask_strategy enqueue.',
  })
