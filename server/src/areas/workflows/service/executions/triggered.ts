import type { Clock } from '../../../../kernel/clock.ts'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { RowBatch } from '../../../../kernel/runs/deferred-rows.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { ExecutionOrigin, StartedExecution } from '../../engine/request.ts'
import type { ExecuteBody, ExecutionMode } from '../../schema/execution.ts'
import { versionLabel, versionNumber } from '../../schema/version-number.ts'
import { maxTriggers, type Trigger } from '../../schema/workflow.ts'
import { executionExists } from '../../store/executions/read.ts'
import { lockWorkflow, setTriggers } from '../../store/workflow.ts'
import type { ExecutionCounting } from './counts.ts'
import type { Executables } from './executable.ts'
import type { Ended, Outcomes, StillOpen } from './outcomes.ts'
import type { StartExecution } from './start-execution.ts'

export type TriggeredDeps = {
  db: Db
  clock: Clock
  executables: Executables
  startExecution: StartExecution
  counting: ExecutionCounting
  outcomes: Outcomes
}

export type TriggeredRequest = ExecutionOrigin & {
  workflowId: string
  version?: number | undefined
  mode: ExecutionMode
  input: Record<string, unknown>
  threadId?: string | undefined
}

/** With its outcome where it was started on this node. */
export type WaitedFor = { executionId: string; outcome?: StartedExecution['outcome'] | undefined }

/** What triggers need of workflows and agents: the area of triggers is above this one. */
export function createTriggered(deps: TriggeredDeps) {
  const { db, clock, executables, startExecution, counting, outcomes } = deps
  return {
    /** The workflow as its executor sees it; throws `workflow_not_found`. */
    async find(scope: Scope, id: string) {
      const { type, name, userId, triggers } = await executables.read(scope, id)
      return { id, type, name, userId, triggers }
    },
    /**
     * Starts the execution of that id; one that exists was started by an earlier attempt. The rows commit with it, and may demand
     * what must be so: `version_conflict` where it is not.
     */
    async start(scope: Scope, request: TriggeredRequest, rows: readonly RowBatch[]): Promise<void> {
      const { id, triggerId, trigger, workflowId } = request
      if (await executionExists(db, scope, id)) return
      const origin = { id, triggerId, trigger, rows }
      await startExecution.current(scope, workflowId, bodyOf(request), origin)
      counting.onStarted()
    },
    /**
     * The same in one commit with rows of the caller, before anything of the execution is done. Null, and nothing was
     * written, when that does not succeed immediately: for the caller to do it step by step.
     */
    async startWith(
      scope: Scope,
      request: TriggeredRequest,
      rows: readonly RowBatch[],
    ): Promise<StartedExecution | null> {
      const { id, triggerId, trigger, workflowId } = request
      const origin = { id, triggerId, trigger, rows }
      const started = await startExecution.withRows(scope, workflowId, bodyOf(request), origin)
      if (started) counting.onStarted()
      return started
    },
    /** How the execution ended, or how far it is when the time is over. */
    wait: (
      scope: Scope,
      { executionId, outcome = Promise.resolve(null) }: WaitedFor,
      ms: number,
      signal: AbortSignal,
    ): Promise<Ended | StillOpen> => outcomes.within(scope, { executionId, outcome }, ms, signal),
    /**
     * Lists a trigger with the workflow of its owner, in place of an entry with the same id; null removes it. Workflows of
     * others do not list it.
     */
    async list(tx: Tx, scope: Scope, workflowId: string, triggerId: string, entry: Trigger | null) {
      const workflow = await lockWorkflow(tx, scope, workflowId)
      if (!workflow || workflow.userId !== scope.externalUser.id) return
      const others = workflow.triggers.filter((each) => each.triggerId !== triggerId)
      const triggers = entry ? [...others, { ...entry, triggerId }] : others
      if (triggers.length > maxTriggers)
        throw new AppError('invalid_state', `A workflow has at most ${maxTriggers} triggers`, {
          hint: 'Delete one of its triggers.',
        })
      if (!entry && others.length === workflow.triggers.length) return
      await setTriggers(tx, workflow, triggers, clock.now())
    },
    versionLabel,
    /** Null for what names no version. */
    versionNumber,
  }
}

const bodyOf = ({ mode, input, version, threadId }: TriggeredRequest): ExecuteBody => ({
  mode,
  input,
  allowWhenInactive: false,
  ...(version === undefined ? {} : { version }),
  ...(threadId === undefined ? {} : { threadId }),
})
