import type { Db, Queryable, Statement, Tx } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { Page } from '../../../../kernel/page.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { maskNamed } from '../../../../kernel/secrets/mask-named.ts'
import { triggerTaint } from '../../../../kernel/text/taint.ts'
import type { Agents, StoredMessage, Turn } from '../../../agents/index.ts'
import type { TurnThread } from '../../engine/agents/start-turn.ts'
import type { Engine } from '../../engine/engine.ts'
import type { StartedExecution, TriggerContext } from '../../engine/request.ts'
import type { Agent } from '../../schema/agent.ts'
import type { Execution, ExecutionMode } from '../../schema/execution.ts'
import { versionLabel } from '../../schema/version-number.ts'
import { requestRollback } from '../../store/executions/end.ts'
import {
  blankExecutionsOf,
  detachExecution,
  executionsOfThread,
  listLogIdsOf,
} from '../../store/executions/forget.ts'
import { findExecution } from '../../store/executions/read.ts'
import { findUsage } from '../../store/executions/usage.ts'
import type { ExecutableRow } from '../../store/workflow.ts'
import type { ExecutionCounting } from '../executions/counts.ts'
import { mayDecide } from '../executions/deciders.ts'
import { type Executables, versionFor, workflowInactive } from '../executions/executable.ts'
import type { ExecutionService } from '../executions/executions.ts'
import type { DecideBody, PauseService } from '../executions/pauses.ts'
import { toExecution, usageOf } from '../executions/to-response.ts'

export type AgentRunsDeps = {
  db: Db
  newId: NewId
  runs: Pick<Runs, 'follow' | 'clearingPayloads'>
  engine: Pick<Engine, 'startTurn' | 'agentVersions'>
  executables: Executables
  counting: ExecutionCounting
  executions: ExecutionService
  pauses: PauseService
  agents: Pick<Agents, 'guardInput'>
}

export type AgentRunRequest = {
  id?: string | undefined
  workflowId: string
  version?: number | undefined
  /** The caller has made sure that the acting user may see a thread that is known. */
  thread: TurnThread
  messages: readonly StoredMessage[]
  /** What the execution shows as its input; the messages without it. */
  input?: Record<string, unknown> | undefined
  overrides?: Turn['overrides'] | undefined
  metadata?: Record<string, unknown> | undefined
  mode?: ExecutionMode | undefined
  allowWhenInactive?: boolean | undefined
  trigger?: TriggerContext | undefined
  retryOf?: string | undefined
  /** Not before this time. */
  runAt?: Date | undefined
  /** Called before each try to start it: throws, or limits what the run may use. Its statements commit with the start. */
  admit?: ((executionId: string) => Promise<Admitted | null>) | undefined
}

export type Admitted = { budgetMicro: number; statements: readonly Statement[] }

type ExecutableAgent = { workflow: ExecutableRow; version: number; agent: Agent }

/** Turns of agents in threads, for the areas that have conversations. */
export function createAgentRuns(deps: AgentRunsDeps) {
  const { db, newId, runs, engine, executables, counting, executions, pauses, agents } = deps

  /** The version of an agent that is meant. */
  async function versionOf(
    scope: Scope,
    workflow: ExecutableRow,
    { version, mode = 'production', allowWhenInactive = false }: AgentRunRequest,
  ): Promise<ExecutableAgent> {
    if (workflow.type !== 'agent')
      throw new AppError('graph_invalid', 'The workflow is a graph and not an agent', {
        hint: 'Execute it with POST /api/v1/workflow/manager/execute/{id}.',
      })
    const chosen = versionFor(workflow, { mode, version, allowWhenInactive })
    if (chosen === null) throw workflowInactive()
    return { workflow, version: chosen, agent: await engine.agentVersions.get(scope, workflow.id, chosen) }
  }

  /** Null when the workflow is another than was read. */
  async function startOf(
    scope: Scope,
    { workflow, version, agent }: ExecutableAgent,
    request: AgentRunRequest,
  ): Promise<StartedExecution | null> {
    const { mode = 'production', trigger, metadata, retryOf, runAt, id = newId() } = request
    const admitted = await request.admit?.(id)
    const overrides = {
      ...request.overrides,
      ...(admitted ? { budgetMicro: admitted.budgetMicro } : {}),
    }
    const { messages, input, guarded } = await agents.guardInput(agent, scope, {
      messages: request.messages,
      input: request.input ?? { messages: request.messages },
    })
    return engine.startTurn(scope, {
      id,
      workflow,
      revision: workflow.revision,
      keepsPayloads: workflow.keepsPayloads,
      version,
      mode,
      input,
      storedInput: maskNamed(input).value,
      thread: request.thread,
      turn: { messages: [...messages], overrides, taint: trigger ? triggerTaint : null, guarded },
      ...(trigger ? { trigger } : {}),
      ...(metadata ? { metadata } : {}),
      ...(retryOf ? { retryOf } : {}),
      ...(runAt ? { runAt } : {}),
      ...(admitted ? { statements: admitted.statements } : {}),
    })
  }

  return {
    versionLabel,
    /** Resolves when it is committed. Throws `run_in_progress` where the thread is busy and the run may not wait. */
    async start(scope: Scope, request: AgentRunRequest): Promise<StartedExecution> {
      const started = await executables.startCurrent(scope, request.workflowId, async (workflow) =>
        startOf(scope, await versionOf(scope, workflow, request), request),
      )
      counting.onStarted()
      return started
    },
    /** With `rollback`, what the run has written to its thread is removed when it has ended. */
    async cancel(scope: Scope, id: string, { rollback = false }: { rollback?: boolean } = {}) {
      if (rollback) await requestRollback(db, scope, id)
      return executions.cancel(scope, id)
    },
    /** Answers open pauses of the run: all of them, or none where one answer is refused. */
    decide: (scope: Scope, id: string, bodies: readonly DecideBody[]) => pauses.decideAll(scope, id, bodies),
    /** The log of the run behind an event, as it grows; it ends with the run. */
    follow: runs.follow,
    async find(
      scope: Scope,
      id: string,
      { reads = db.batched(), readsLedger = true }: { reads?: Queryable; readsLedger?: boolean } = {},
    ): Promise<Execution | null> {
      const [row, usage] = await Promise.all([
        findExecution(reads, scope, id),
        findUsage(reads, scope, readsLedger ? [id] : []),
      ])
      return row && toExecution(scope, row, usageOf(row, usage.get(id)))
    },
    /**
     * Deletes what the runs of a thread were given, recorded and returned, in the transaction that deletes the thread, or what
     * one of them was, which then belongs to it no longer. Returns the ids of their model calls and tool executions, whose logs are those of other areas.
     */
    async forget(tx: Tx, { projectId }: Scope, threadId: string, executionId?: string): Promise<string[]> {
      const ref = { projectId, threadId, executionId }
      const logIds = await listLogIdsOf(tx, ref)
      await tx.rows(runs.clearingPayloads(executionsOfThread(ref), ['c', 'x', 'at']))
      await blankExecutionsOf(tx, ref)
      if (executionId !== undefined) await detachExecution(tx, { projectId, id: executionId })
      return logIds
    },
    /** Whether the caller is one of those who may answer. */
    mayDecide,
    /** What an open run waits for. */
    openPauses: (scope: Scope, id: string) => pauses.listOpen(scope, id),
    /** Newest first. */
    list(
      scope: Scope,
      threadId: string,
      { limit, offset, status }: { limit: number; offset: number; status?: Execution['status'] | undefined },
    ): Promise<Page<Execution>> {
      return executions.list(scope, {
        threadId,
        status,
        mode: 'production',
        sortBy: 'startedAt',
        sortOrder: 'DESC',
        limit,
        page: 1,
        offset,
      })
    },
  }
}
