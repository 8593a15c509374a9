import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { isUuid, type NewId } from '../../../../kernel/ids.ts'
import type { SchemaChecks } from '../../../../kernel/json-schema/schema-checks.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { maskNamed } from '../../../../kernel/secrets/mask-named.ts'
import { triggerTaint } from '../../../../kernel/text/taint.ts'
import type { Agents } from '../../../agents/index.ts'
import type { Threads } from '../../../threads/index.ts'
import type { TurnThread } from '../../engine/agents/start-turn.ts'
import type { Engine } from '../../engine/engine.ts'
import type { ExecutionOrigin, ExecutionRequest, StartedExecution } from '../../engine/request.ts'
import type { ExecuteBody } from '../../schema/execution.ts'
import type { ExecutableRow } from '../../store/workflow.ts'
import { inputInvalid } from '../executions/input-invalid.ts'
import { turnMessages } from './turn-messages.ts'

export type ExecuteAgentDeps = {
  db: Db
  newId: NewId
  checks: SchemaChecks
  engine: Pick<Engine, 'startTurn' | 'agentVersions'>
  threads: Pick<Threads, 'find' | 'refuseForeign'>
  agents: Pick<Agents, 'guardInput'>
}

/** Executes an agent like a workflow: a turn in the thread that the caller names, or in a new one. */
export function createExecuteAgent({ db, newId, checks, engine, threads, agents }: ExecuteAgentDeps) {
  async function threadOf(scope: Scope, { threadId, mode, metadata }: ExecuteBody): Promise<TurnThread> {
    const id = threadId?.toLowerCase() ?? newId()
    if (!isUuid(id))
      throw new AppError('workflow_input_invalid', 'The threadId of an agent must be a UUID', {
        hint: 'Omit it to create a thread.',
      })
    if (mode === 'test') return { kind: 'none', id }
    if (threadId === undefined) return { kind: 'new', id, metadata }
    const known = await threads.find(db, scope, id)
    if (known) return { kind: 'known', id, onBusy: 'enqueue' }
    await threads.refuseForeign(db, scope, id)
    return { kind: 'new', id, metadata }
  }

  return async (
    scope: Scope,
    { workflow, version }: { workflow: ExecutableRow; version: number },
    body: ExecuteBody,
    origin?: ExecutionOrigin & Pick<ExecutionRequest, 'rows'>,
  ): Promise<StartedExecution | null> => {
    const agent = await engine.agentVersions.get(scope, workflow.id, version)
    const { inputSchema } = agent
    const bodyInput = body.input ?? {}
    const { value, faults } = inputSchema
      ? await checks.check(inputSchema, bodyInput, { projectId: scope.projectId })
      : { value: bodyInput, faults: [] }
    if (faults.length > 0) throw inputInvalid(faults)
    const checked = value as Record<string, unknown>
    const { messages, input, guarded } = await agents.guardInput(agent, scope, {
      messages: turnMessages(newId, checked, inputSchema !== undefined || isEvent(checked, origin)),
      input: checked,
    })
    return engine.startTurn(scope, {
      workflow,
      revision: workflow.revision,
      keepsPayloads: workflow.keepsPayloads,
      version,
      mode: body.mode,
      input,
      storedInput: maskNamed(input).value,
      thread: await threadOf(scope, body),
      turn: { messages: [...messages], overrides: {}, taint: origin ? triggerTaint : null, guarded },
      ...(body.metadata === undefined ? {} : { metadata: body.metadata }),
      ...origin,
    })
  }
}

export type StartAgent = ReturnType<typeof createExecuteAgent>

/** What comes from outside says nothing to an agent by itself: the agent reads the event as it is. */
const isEvent = (input: Record<string, unknown>, origin: ExecutionOrigin | undefined): boolean =>
  origin !== undefined && typeof input.message !== 'string' && !Array.isArray(input.messages)
