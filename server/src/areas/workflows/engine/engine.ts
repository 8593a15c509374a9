import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Log } from '../../../kernel/log.ts'
import { deferStatements } from '../../../kernel/runs/deferred-rows.ts'
import type { RunContext } from '../../../kernel/runs/run.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Files } from '../../files/index.ts'
import type { Llm } from '../../llm/index.ts'
import type { Sandboxes } from '../../sandboxes/index.ts'
import type { Tools } from '../../tools/index.ts'
import { insertingExecutions } from '../store/executions/insert.ts'
import { createCompiledVersions } from './compiled-versions.ts'
import { createEffectsFor } from './effects/choose.ts'
import { createEndRows, toEnded } from './end-rows.ts'
import { type ExecutionInput, type ExecutionOutput, executionKind } from './execution.ts'
import { createOutputs, inMemory } from './outputs.ts'
import { createPauses } from './pauses.ts'
import { type Recording, replayedRecording, resumedRecording } from './recording.ts'
import { createRunKind } from './run-kind.ts'
import { createSubflows } from './subflows.ts'

export type EngineDeps = {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  runs: Runs
  events: Events
  files: Files
  sandboxes: Sandboxes
  tools: Tools
  llm: Llm
}

export type ExecutionRequest = {
  id?: string
  workflow: { id: string; name: string; type: 'static' | 'agent' }
  /** Of the workflow, as it was read: it is not executed when it has changed. */
  revision?: number
  /** Of the stored definition that is executed. */
  version: number
  input: unknown
  /** The same without secrets, for those who look at the execution later. */
  storedInput?: unknown
  mode: 'test' | 'production'
  threadId?: string
  trigger?: { kind: string; id?: string; at: string; payload?: unknown }
  triggerId?: string
  parentId?: string
  retryOf?: string
  replayOf?: string
  metadata?: Record<string, unknown>
  /** The execution that this one resumes: what succeeded there is not repeated. */
  resumeOf?: string
}

export type EndedSummary = ReturnType<typeof toEnded>

export type StartedExecution = {
  executionId: string
  threadId: string
  /** Whether this node executes it; else it was queued. */
  isHere: boolean
  /** How it ended; null when it did not end on this node: it was queued, waits, or was lost. */
  outcome: Promise<EndedSummary | null>
}

/** Executes workflows: each execution is one durable run, of which every node is a recorded step. */
export function createEngine(deps: EngineDeps) {
  const { db, clock, newId, runs, events } = deps
  const versions = createCompiledVersions(db)
  const pauses = createPauses(deps)
  const parts = {
    ...deps,
    versions,
    subflows: createSubflows(db, versions),
    pauses,
    outputs: createOutputs({ files: deps.files, now: clock.now }),
    endRows: createEndRows(deps),
    effectsFor: createEffectsFor(deps),
  }
  runs.register(
    createRunKind({
      ...parts,
      recordingFor: async (projectId, { replayOf, resumeOf }) => {
        if (replayOf) return replayedRecording({ db, projectId, executionId: replayOf })
        return resumeOf ? resumedRecording({ db, projectId, executionId: resumeOf }) : null
      },
    }),
  )

  return {
    /** Compiled graphs by version: throws `graph_invalid` with all problems. */
    versions,
    /**
     * Starts an execution, on this node where it has capacity. It is committed when this resolves; `outcome` resolves when it
     * has ended here. The caller has checked that the actor may execute the workflow, and its input. Null when the
     * workflow has changed since.
     */
    async start(scope: Scope, request: ExecutionRequest): Promise<StartedExecution | null> {
      const id = request.id ?? newId()
      const threadId = request.threadId ?? newId()
      const { workflow, version, mode, input } = request
      const given: ExecutionInput = {
        workflowId: workflow.id,
        concurrencyKey: workflow.id,
        version,
        mode,
        threadId,
        input,
        ...(request.trigger ? { trigger: request.trigger } : {}),
        ...(request.replayOf ? { replayOf: request.replayOf } : {}),
        ...(request.resumeOf ? { resumeOf: request.resumeOf } : {}),
      }
      const row = insertingExecutions([
        {
          projectId: scope.projectId,
          id,
          externalUserId: scope.externalUser.id,
          workflowId: workflow.id,
          workflowName: workflow.name,
          revision: request.revision ?? null,
          version,
          type: workflow.type,
          mode,
          threadId,
          triggerId: request.triggerId ?? null,
          parentId: request.parentId ?? null,
          retryOf: request.retryOf ?? null,
          replayOf: request.replayOf ?? null,
          input: request.storedInput ?? input,
          metadata: request.metadata ?? null,
          at: clock.now(),
        },
      ])
      const run = { kind: executionKind, input: given, id }
      const data = { executionId: id, workflowId: workflow.id, version, threadId }
      const isTold = mode === 'production' && request.replayOf === undefined
      const told = isTold ? [events.publishing(scope, { type: 'execution.started', data })] : []
      // The one place to decide how an execution is started.
      const started = await runs.runAhead(scope, run, { rows: [deferStatements(row), ...told] })
      if (!started) return null
      const outcome = started.outcome.then(
        (ended) => ended && toEnded({ projectId: scope.projectId, id }, ended, clock.now()),
      )
      return { executionId: id, threadId, isHere: started.isHere, outcome }
    },
    /**
     * Executes a graph on what was recorded, in memory: nothing is called and nothing stored. The
     * input of its run names the execution that it replays.
     */
    async replay(context: RunContext, recording: Recording): Promise<unknown> {
      const { handle } = createRunKind({
        ...parts,
        outputs: inMemory(parts.outputs),
        recordingFor: async () => recording,
      })
      return ((await handle(context)) as ExecutionOutput).o
    },
    /** See `Pauses.answer`. */
    answerPause: (tx: Tx, scope: Scope, given: { pauseId: string; answer: unknown; answeredBy: unknown }) =>
      pauses.answer(tx, scope, given),
    /** Sends an event to an execution: to the nodes that wait for it, else to the first that will. */
    sendEvent: (tx: Tx, scope: Scope, executionId: string, name: string, payload: unknown) =>
      pauses.sendEvent(tx, scope, executionId, name, payload),
  }
}

export type Engine = ReturnType<typeof createEngine>
