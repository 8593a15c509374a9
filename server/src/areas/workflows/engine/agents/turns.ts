import type { Db } from '../../../../kernel/db/db.ts'
import type { RunContext } from '../../../../kernel/runs/run.ts'
import type { Agents, Rights, Turn, TurnEnd } from '../../../agents/index.ts'
import type { Knowledge } from '../../../knowledge/index.ts'
import type { Llm } from '../../../llm/index.ts'
import { listDelegates } from '../../store/delegate.ts'
import { waitForAnswer } from '../interpreter/pause-wait.ts'
import { stoppedOf } from '../interpreter/stopped-parts.ts'
import type { Pauses } from '../pauses.ts'
import type { AgentVersions } from './agent-versions.ts'
import { ownConversation } from './conversation.ts'
import { createTurnEffects } from './effects.ts'
import { copyOf, generalPurpose, hasGeneralPurpose } from './general-purpose.ts'
import { searchKnowledgeOf } from './knowledge.ts'
import type { TurnPlace, TurnSetup } from './turn-place.ts'
import type { WorkflowRuns } from './workflow-runs.ts'

export type TurnsDeps = {
  db: Db
  llm: Pick<Llm, 'call' | 'prepare'>
  agents: Pick<Agents, 'run' | 'rightsOf' | 'approvalsOf' | 'restricted'>
  agentVersions: AgentVersions
  pauses: Pauses
  workflowRuns: WorkflowRuns
  knowledge: Pick<Knowledge, 'search'>
}

const maxDepth = 3

/** Turns of agents: of an execution, of a node, and those that agents pass on to others. */
export function createTurns(deps: TurnsDeps) {
  const { db, llm, agents, agentVersions, pauses, workflowRuns } = deps

  function turnOf(
    place: TurnPlace,
    { workflowId, rights, depth, onPartial, onInterruptedCall, ...input }: TurnSetup,
  ): Turn {
    const { context, waits, effects, isOffline, threadId, nodeId, signal, workedMs } = place
    const agent = rights ? agents.restricted(input.agent, rights) : input.agent
    const subAgentIds = depth < maxDepth ? (agent.subAgentIds ?? []) : []
    const copies = depth < maxDepth && hasGeneralPurpose(agent) ? [generalPurpose] : []
    return {
      ...input,
      agent,
      origin: { workflowId, executionId: context.run.id, threadId },
      effects: createTurnEffects({ db, llm, effects }, context, {
        workflowId,
        threadId,
        isOffline,
        tools: agent.tools,
      }),
      delegates:
        subAgentIds.length + copies.length === 0
          ? null
          : {
              list: async () => [
                ...(await listDelegates(db, context.scope, { ids: subAgentIds, type: 'agent' })),
                ...copies,
              ],
              run: (at, task) =>
                delegate(at, {
                  ...task,
                  place,
                  depth,
                  namespace: input.namespace,
                  rights: agents.rightsOf(agent),
                  caller: { agent, workflowId },
                }),
            },
      searchKnowledge: searchKnowledgeOf(deps, context.scope, { workflowId, agent }),
      workflows: workflowsOf(place, {
        ids: agent.workflowIds ?? [],
        depth,
        namespace: input.namespace,
        rights: agents.approvalsOf(agent),
      }),
      async pause(at, name, requested) {
        const state = { db, pauses, waits }
        const request = { ...requested, nodeId, isOfAgent: true }
        const { answer, answeredBy } = await waitForAnswer({ state, context: at, signal }, name, request)
        return { answer: answer as Record<string, unknown>, answeredBy }
      },
      ...(onPartial ? { onPartial } : {}),
      ...(onInterruptedCall ? { onInterruptedCall } : {}),
      workedMs,
      signal,
    }
  }

  /** The workflows that an agent can execute, each a part of the same run. */
  function workflowsOf(
    place: TurnPlace,
    { ids, depth, namespace, rights }: { ids: readonly string[] } & Inside,
  ): Turn['workflows'] {
    const { scope } = place.context
    if (ids.length === 0 || depth >= maxDepth) return null
    return {
      list: () => listDelegates(db, scope, { ids, type: 'static' }),
      contentsOf: (workflow) => workflowRuns.contentsOf(scope, workflow),
      run: (at, call) =>
        workflowRuns.run({ ...place, context: at }, call, {
          turns: { run },
          depth: depth + 1,
          namespace: [...namespace, `tools:${call.callId}`],
          rights,
        }),
    }
  }

  type Inside = { depth: number; namespace: readonly string[]; rights: Rights }
  type Task = Parameters<NonNullable<Turn['delegates']>['run']>[1] &
    Inside & {
      place: TurnPlace
      caller: { agent: Turn['agent']; workflowId: string }
    }

  /** The other agent sees the task alone, and its conversation is in the records of the run. */
  async function delegate(context: RunContext, input: Task): Promise<TurnEnd> {
    const { delegate: other, task, callId, step, taint, place, depth, namespace, rights, caller } = input
    const isCopy = other.id === generalPurpose.id
    const agent = isCopy
      ? copyOf(caller.agent)
      : await agentVersions.get(context.scope, other.id, other.version)
    const turn = turnOf(
      { ...place, context },
      {
        agent,
        workflowId: isCopy ? caller.workflowId : other.id,
        messages: [{ id: `${context.run.id}:${step}:task`, role: 'human', content: task }],
        inputTaint: taint,
        guarded: null,
        overrides: {},
        outputSchema: agent.outputSchema ?? null,
        conversation: ownConversation(),
        usage: null,
        usedBefore: null,
        calledBefore: null,
        handOff: null,
        prefix: `${step}/`,
        namespace: [...namespace, `tools:${callId}`],
        rights,
        depth: depth + 1,
      },
    )
    const end = await agents.run(context, turn)
    return { ...end, stopped: stoppedOf(end, { step, workflowId: turn.origin.workflowId }) }
  }

  const run = (place: TurnPlace, input: TurnSetup): Promise<TurnEnd> =>
    agents.run(place.context, turnOf(place, input))

  return { run }
}

export type Turns = ReturnType<typeof createTurns>
