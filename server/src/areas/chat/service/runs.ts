import type { Db } from '../../../kernel/db/db.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ThreadRow, Threads } from '../../threads/index.ts'
import { bareStatus } from '../protocols/langgraph.ts'
import type { CancelQuery, Run, RunListQuery, RunStatus } from '../schema/run.ts'
import type { Cancel } from './cancel.ts'
import type { AgentRuns, Execution } from './ports.ts'
import { runNotFound } from './refusals.ts'

export type RunServiceDeps = { db: Db; threads: Threads; agentRuns: AgentRuns; cancel: Cancel }

const statuses: Record<Execution['status'], RunStatus> = {
  queued: 'pending',
  running: 'running',
  paused: 'interrupted',
  completed: 'success',
  failed: 'error',
  timeout: 'timeout',
  cancelled: 'cancelled',
}

const executionStatuses = Object.fromEntries(
  Object.entries(statuses).map(([execution, run]) => [run, execution]),
) as Record<RunStatus, Execution['status']>

export const statusOf = ({ status }: Pick<Execution, 'status'>): RunStatus => statuses[status]

export function toRun(run: Execution, isBare: boolean): Run {
  const { multitask_strategy: strategy, ...metadata } = run.metadata ?? {}
  const status = statusOf(run)
  return {
    run_id: run.id,
    thread_id: run.threadId,
    assistant_id: run.workflowId,
    status: isBare ? bareStatus(status) : status,
    multitask_strategy: typeof strategy === 'string' ? strategy : null,
    metadata,
    usage: run.usage && { credits: run.usage.credits, breakdown: run.usage.breakdown },
    error: run.error && { code: run.error.code, message: run.error.message },
    created_at: run.startedAt,
    updated_at: run.completedAt ?? run.startedAt,
    started_at: run.begunAt,
    ended_at: run.completedAt,
  }
}

/** The runs of threads. */
export function createRunViews({ db, threads, agentRuns, cancel }: RunServiceDeps) {
  /** A run is found in its own thread alone. */
  async function find(
    scope: Scope,
    threadId: string,
    runId: string,
  ): Promise<{ thread: ThreadRow; run: Execution }> {
    const thread = await threads.get(db, scope, threadId)
    const run = await agentRuns.find(scope, runId)
    if (run?.threadId !== threadId) throw runNotFound()
    return { thread, run }
  }

  return {
    find,
    async list(scope: Scope, threadId: string, query: RunListQuery, isBare: boolean): Promise<Page<Run>> {
      await threads.get(db, scope, threadId)
      const { limit, offset, status } = query
      const requested = status === undefined ? undefined : executionStatuses[status]
      const { items, ...page } = await agentRuns.list(scope, threadId, { limit, offset, status: requested })
      return { ...page, items: items.map((run) => toRun(run, isBare)) }
    },
    async get(scope: Scope, threadId: string, runId: string, isBare: boolean): Promise<Run> {
      return toRun((await find(scope, threadId, runId)).run, isBare)
    },
    async cancel(
      scope: Scope,
      threadId: string,
      runId: string,
      { wait, action }: CancelQuery,
      isBare: boolean,
    ) {
      const { thread, run } = await find(scope, threadId, runId)
      if (run.completedAt === null) {
        await cancel.one(scope, runId, action === 'rollback')
        if (wait) await cancel.untilEnded(thread, runId)
      }
      return toRun((await find(scope, threadId, runId)).run, isBare)
    },
  }
}

export type RunViews = ReturnType<typeof createRunViews>
