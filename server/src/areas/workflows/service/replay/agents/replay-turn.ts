import type { Scope } from '../../../../../kernel/scope.ts'
import type { Taint } from '../../../../../kernel/text/taint.ts'
import type { Agents, Turn } from '../../../../agents/index.ts'
import { generalPurpose, hasGeneralPurpose } from '../../../engine/agents/general-purpose.ts'
import type { Engine } from '../../../engine/engine.ts'
import type { Agent } from '../../../schema/agent.ts'
import type { ReplayOutcome } from '../../../schema/replay.ts'
import type { RecordedCase } from '../case.ts'
import { createMemoryRun, currentStep } from '../memory-run.ts'
import { outcomeOf, toRun } from '../run-case.ts'
import { createRecordedCalls, type RecordedCalls } from './recorded-calls.ts'
import { type PreparedTurn, preparedOf, type RecordedTurn, type TurnStep } from './recorded-turn.ts'

export type ReplayTurnDeps = {
  agents: Pick<Agents, 'run'>
  engine: Pick<Engine, 'workflowContents'>
}

export type ReplayedTurn = {
  steps: TurnStep[]
  outcome: ReplayOutcome
  calls: RecordedCalls
  /** Steps that wait for an approval which was not needed then. */
  newApprovals: string[]
}

type Replayed = {
  recorded: RecordedCase & { agentTurn: RecordedTurn }
  agent: Agent
  target: { workflowId: string; version: number }
}

/**
 * Runs a recorded turn through another version of its agent, in memory: models and tools return what they returned then.
 * Requests to them are those of the version, so that its prompt, tools, limits, approvals and rules show their effect.
 */
export const createReplayTurn =
  ({ agents, engine }: ReplayTurnDeps) =>
  async (scope: Scope, { recorded, agent, target }: Replayed, signal: AbortSignal): Promise<ReplayedTurn> => {
    const acting = { ...scope, externalUser: recorded.user }
    const calls = createRecordedCalls(recorded.agentTurn)
    const newApprovals: string[] = []
    const memory = createMemoryRun(toRun(acting, recorded, target), acting, signal, {
      outputOf: (name, stepClass) =>
        isOutside(name, stepClass) ? { output: recordedOutput(calls, name) } : null,
      // That the provider refused the conversation is known from the summary that followed alone.
      recordOf: (name) => (name.includes('compact:forced:') && calls.has(name) ? { output: null } : null),
    })
    const turn = {
      ...turnOf({ recorded, agent, target }, calls),
      pause: pauseOf(calls, newApprovals),
      workflows: workflowsOf(engine, acting, agent, preparedOf(recorded.agentTurn), calls),
      signal,
    }
    const outcome = await outcomeOf(async () => (await agents.run(memory.context, turn)).output)
    return { steps: memory.steps(), outcome, calls, newApprovals }
  }

/** Calls of tools that the loop has by itself and that read or write something. */
const isOutside = (name: string, stepClass: string | undefined): boolean =>
  /(?:^|\/)tool:\d+:\d+/.test(name) && (stepClass === 'repeatable' || stepClass === 'once')

function recordedOutput(calls: RecordedCalls, name: string): unknown {
  const found = calls.resultOf(name)
  if (found?.wasExecuted) return found.record
  calls.unmatched.add(name)
  const content = JSON.stringify({
    error: 'not_recorded',
    message: 'The recording has no result of this call.',
  })
  return { m: { id: name, role: 'tool', content, status: 'error' }, c: 0, x: null, t: null, at: 0 }
}

function turnOf(
  { recorded, agent, target }: Replayed,
  calls: RecordedCalls,
): Omit<Turn, 'pause' | 'workflows' | 'signal'> {
  const { turn, threadId, before } = recorded.agentTurn
  const prepared = preparedOf(recorded.agentTurn)
  const { toolName = '' } = agent.capabilities?.toolCallLimit ?? {}
  const called = prepared?.before ?? { models: 0, tools: 0 }
  const conversation = { head: '', entries: before, isHuman: prepared?.isHuman ?? false }
  return {
    agent,
    messages: turn.messages,
    inputTaint: turn.taint,
    guarded: turn.guarded ?? null,
    overrides: turn.overrides,
    outputSchema: agent.outputSchema ?? null,
    origin: { workflowId: target.workflowId, executionId: recorded.executionId, threadId },
    conversation: { load: async () => conversation, loadAt: async () => before, commit: null, rows: null },
    effects: effectsOf(calls),
    delegates: delegatesOf(agent, prepared, calls),
    // Offered as it was; what it found then is in the recording.
    searchKnowledge: agent.knowledgeCollectionIds?.length ? async () => [] : null,
    usedBefore: null,
    calledBefore: async () => ({
      modelCalls: called.models,
      tools: [{ name: toolName, slug: null, calls: called.tools }],
    }),
    handOff: turn.hasThread ? async () => undefined : null,
    usage: null,
    prefix: '',
    namespace: [],
    workedMs: () => 0,
  }
}

const effectsOf = (calls: RecordedCalls): Turn['effects'] => ({
  skipsPauses: false,
  planTool: async ({ toolSlug, toolVersion }) => ({
    // Nothing is called, so that it is done again without a word.
    class: 'pure',
    identity: { slug: toolSlug, version: toolVersion },
    execute: async ({ stepKey }) => calls.outcomeOf(stepKey),
  }),
  callModel: () => calls.respond(currentStep() ?? ''),
  prepareCall: async () => null,
})

/** The decisions of humans then; what was not decided then is approved, and noted. */
const pauseOf =
  (calls: RecordedCalls, newApprovals: string[]): Turn['pause'] =>
  async (_context, _name, { kind, step }) => {
    if (kind !== 'approval') return { answer: { approved: false, choice: 'stop' }, answeredBy: null }
    const decided = calls.outputOf(step) as [string, Record<string, unknown>][] | undefined
    if (decided)
      return { answer: { decisions: decided.map(([id, each]) => ({ id, ...each })) }, answeredBy: null }
    newApprovals.push(step)
    return { answer: { approved: true }, answeredBy: null }
  }

const taintAt = (calls: RecordedCalls, step: string): Taint => calls.resultOf(step)?.record.t ?? null

/** What other agents returned then. */
function delegatesOf(agent: Agent, prepared: PreparedTurn | null, calls: RecordedCalls): Turn['delegates'] {
  const ids = [...(agent.subAgentIds ?? []), ...(hasGeneralPurpose(agent) ? [generalPurpose.id] : [])]
  if (ids.length === 0) return null
  return {
    list: async () => (prepared?.delegates ?? []).filter(({ id }) => ids.includes(id)),
    async run(_context, { step }) {
      const outcome = calls.outcomeOf(step, { isOfScope: true })
      const { result, finishReason } = (outcome.isOk ? outcome.output : {}) as {
        result?: unknown
        finishReason?: 'stop'
      }
      return {
        output: result ?? null,
        text: '',
        messageId: null,
        finishReason: finishReason ?? 'stop',
        creditsMicro: 0,
        taint: taintAt(calls, step),
        stopped: [],
      }
    },
  }
}

/** What other workflows returned then. */
function workflowsOf(
  engine: ReplayTurnDeps['engine'],
  scope: Scope,
  agent: Agent,
  prepared: PreparedTurn | null,
  calls: RecordedCalls,
): Turn['workflows'] {
  const ids = agent.workflowIds ?? []
  if (ids.length === 0) return null
  return {
    list: async () => (prepared?.workflows ?? []).filter(({ id }) => ids.includes(id)),
    contentsOf: (workflow) => engine.workflowContents(scope, workflow),
    run: async (context, { step }) => ({
      outcome: calls.outcomeOf(step, { isOfScope: true }),
      creditsMicro: 0,
      taint: taintAt(calls, step),
      context,
    }),
  }
}
