import type { SchemaChecks } from '../../../../kernel/json-schema/schema-checks.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { maskNamed } from '../../../../kernel/secrets/mask-named.ts'
import type { Engine } from '../../engine/engine.ts'
import type { ExecutionOrigin, ExecutionRequest, StartedExecution } from '../../engine/request.ts'
import type { ExecuteBody } from '../../schema/execution.ts'
import type { WorkflowRow } from '../../schema/workflow.ts'
import type { ExecutableRow } from '../../store/workflow.ts'
import type { StartAgent } from '../agents/execute-agent.ts'
import { type Executables, versionFor, workflowInactive } from './executable.ts'
import { inputInvalid } from './input-invalid.ts'

export type StartExecutionDeps = {
  engine: Pick<Engine, 'start' | 'versions'>
  startAgent: StartAgent
  checks: SchemaChecks
  executables: Executables
}

type StartOrigin = ExecutionOrigin & Pick<ExecutionRequest, 'rows'>

/**
 * Starts executions. The way of a caller that waits: the workflow and its graph are known, the input is checked in memory,
 * and the database is written to once when the execution starts and once when it ends, or once altogether when it was over
 * before anything had to be written.
 */
export function createStartExecution({ engine, startAgent, checks, executables }: StartExecutionDeps) {
  /** The input as the schema completes it. */
  async function checked(
    scope: Scope,
    workflow: WorkflowRow,
    version: number,
    input: Record<string, unknown>,
  ) {
    const { graph } = await engine.versions.get(scope, workflow.id, version)
    if (graph.inputSchema === undefined) return input
    const { value, faults } = await checks.check(graph.inputSchema, input, { projectId: scope.projectId })
    if (faults.length > 0) throw inputInvalid(faults)
    return value as Record<string, unknown>
  }

  /** Null when the workflow is another than was read. */
  async function start(
    scope: Scope,
    workflow: ExecutableRow,
    body: ExecuteBody,
    origin: StartOrigin | undefined,
  ) {
    const version = versionFor(workflow, body)
    if (version === null) throw workflowInactive()
    if (workflow.type === 'agent') return startAgent(scope, { workflow, version }, body, origin)
    const input = await checked(scope, workflow, version, body.input ?? {})
    return engine.start(scope, {
      workflow,
      revision: workflow.revision,
      keepsPayloads: workflow.keepsPayloads,
      ...(body.wait ? { aheadMs: Math.min(body.wait, maxAheadMs) } : {}),
      version,
      mode: body.mode,
      input,
      storedInput: maskNamed(input).value,
      ...(body.threadId === undefined ? {} : { threadId: body.threadId }),
      ...(body.metadata === undefined ? {} : { metadata: body.metadata }),
      ...origin,
    })
  }

  return {
    current: (scope: Scope, id: string, body: ExecuteBody, origin?: StartOrigin): Promise<StartedExecution> =>
      executables.startCurrent(scope, id, (workflow) => start(scope, workflow, body, origin)),
    /**
     * One try, with rows of the caller that commit with the start. Null when anything prevents it. Agents are never
     * started so: what guards their input may call a model, which must not happen before the rows are accepted.
     */
    withRows: (
      scope: Scope,
      id: string,
      body: ExecuteBody,
      origin: ExecutionOrigin & Required<Pick<ExecutionRequest, 'rows'>>,
    ): Promise<StartedExecution | null> =>
      executables.tryOnce(scope, id, async (workflow) =>
        workflow.type === 'agent' ? null : start(scope, workflow, body, origin),
      ),
  }
}

export type StartExecution = ReturnType<typeof createStartExecution>

// A second commit costs more than the whole of a short execution, and other requests take their part of this time.
const maxAheadMs = 50
