import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Log } from '../../../kernel/log.ts'
import type { RunContext } from '../../../kernel/runs/run.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Agents } from '../../agents/index.ts'
import type { Audit } from '../../audit/index.ts'
import type { Connections } from '../../connections/index.ts'
import type { Files } from '../../files/index.ts'
import type { Knowledge } from '../../knowledge/index.ts'
import type { Llm } from '../../llm/index.ts'
import type { Sandboxes } from '../../sandboxes/index.ts'
import type { Threads } from '../../threads/index.ts'
import type { Toolkits } from '../../toolkits/index.ts'
import type { Tools } from '../../tools/index.ts'
import { createAgentKind } from './agents/agent-kind.ts'
import { createAgentVersions } from './agents/agent-versions.ts'
import type { McpServers } from './agents/mcp-servers.ts'
import { createTurnStarter } from './agents/start-turn.ts'
import { createTurns } from './agents/turns.ts'
import { createWorkflowRuns } from './agents/workflow-runs.ts'
import { createCompiledVersions } from './compiled-versions.ts'
import { createEffectsFor } from './effects/choose.ts'
import { createEndRows, toEnded } from './end-rows.ts'
import { type ExecutionInput, type ExecutionOutput, executionKind } from './execution.ts'
import { createOutputs, inMemory } from './outputs.ts'
import { createPauses } from './pauses.ts'
import { type Recording, replayedRecording, resumedRecording } from './recording.ts'
import { type ExecutionRequest, newExecution, type StartedExecution } from './request.ts'
import { createRunKind } from './run-kind.ts'
import { createStartRows } from './start-rows.ts'
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
  toolkits: Toolkits
  connections: Connections
  tools: Tools
  llm: Llm
  knowledge: Pick<Knowledge, 'search'>
  threads: Threads
  agents: Agents
  audit: Audit
  mcpServers: Pick<McpServers, 'findApproved'>
  creditsPerUsd: number
  runLogHours?: number | undefined
}

/** Executes workflows: each execution is one durable run, of which every node is a recorded step. */
export function createEngine(deps: EngineDeps) {
  const { db, clock, newId, runs } = deps
  const versions = createCompiledVersions(db)
  const agentVersions = createAgentVersions(db, deps.mcpServers)
  const pauses = createPauses(deps)
  const endRows = createEndRows(deps)
  const startRows = createStartRows({ ...deps, endRows })
  const subflows = createSubflows(db, versions)
  const outputs = createOutputs({ files: deps.files, now: clock.now })
  const workflowRuns = createWorkflowRuns({ ...deps, subflows, pauses, outputs, agentVersions })
  const parts = {
    ...deps,
    versions,
    agentVersions,
    turns: createTurns({ ...deps, agentVersions, pauses, workflowRuns }),
    subflows,
    pauses,
    outputs,
    endRows,
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
  runs.register(createAgentKind(parts))

  return {
    /** Compiled graphs by version: throws `graph_invalid` with all problems. */
    versions,
    /**
     * Starts an execution, on this node where it has capacity. It is committed when this resolves; `outcome` resolves when it
     * has ended here. The caller has checked that the actor may execute the workflow, and its input. Null when the
     * workflow has changed since, or the rows of the caller demand what is not so.
     */
    async start(scope: Scope, request: ExecutionRequest): Promise<StartedExecution | null> {
      const id = request.id ?? newId()
      const threadId = request.threadId ?? newId()
      const { workflow, version, mode, input } = request
      const executionInput: ExecutionInput = {
        workflowId: workflow.id,
        concurrencyKey: workflow.id,
        version,
        mode,
        threadId,
        input,
        ...(request.trigger ? { trigger: request.trigger } : {}),
        ...(request.replayOf ? { replayOf: request.replayOf } : {}),
        ...(request.resumeOf ? { resumeOf: request.resumeOf } : {}),
        ...(request.keepsPayloads === undefined ? {} : { keepsPayloads: request.keepsPayloads }),
      }
      const row = newExecution(scope, { ...request, id, threadId }, clock.now())
      const run = { kind: executionKind, input: executionInput, id }
      // The one place to decide how an execution is started.
      const own = startRows(scope, row, executionInput)
      const started = request.rows
        ? await runs.startHere(scope, run, [], { rows: [...own.rows, ...request.rows] })
        : await runs.runAhead(scope, run, {
            ...own,
            ...(request.aheadMs === undefined ? {} : { budgetMs: request.aheadMs }),
          })
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
    /** Agents by version. */
    agentVersions,
    /** What a workflow that an agent executes as a tool can do. */
    workflowContents: workflowRuns.contentsOf,
    /** Starts a turn of an agent in a thread. */
    startTurn: createTurnStarter(deps),
    /** See `Pauses.answer`. */
    answerPause: (tx: Tx, scope: Scope, params: { pauseId: string; answer: unknown; answeredBy: unknown }) =>
      pauses.answer(tx, scope, params),
    /** Sends an event to an execution: to the nodes that wait for it, else to the first that will. */
    sendEvent: (tx: Tx, scope: Scope, executionId: string, name: string, payload: unknown) =>
      pauses.sendEvent(tx, scope, executionId, name, payload),
  }
}

export type Engine = ReturnType<typeof createEngine>
