import { createPace } from '../../../../kernel/compute/pace.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { hideSecrets, maskNamed } from '../../../../kernel/secrets/mask-named.ts'
import type { CompiledVersions } from '../../engine/compiled-versions.ts'
import type { ExecutionInput } from '../../engine/execution.ts'
import type { FlowValues } from '../../graph/node-input.ts'
import { parseStepName } from '../../graph/record.ts'
import type { DetailQuery, ExecutionDetail, ExecutionStep } from '../../schema/execution-detail.ts'
import { listPausesOf, type PauseRow } from '../../store/executions/pauses.ts'
import { type ExecutionRow, findExecution } from '../../store/executions/read.ts'
import { listStartedSteps, listSteps, type NodeStep, type StepRow } from '../../store/executions/steps.ts'
import { findUsage } from '../../store/executions/usage.ts'
import { agentSteps } from '../agents/agent-steps.ts'
import { toPauseStep } from './pause-steps.ts'
import { toPause } from './pauses.ts'
import { type RecordedGraphs, readRecordedGraphs } from './recorded-graphs.ts'
import { executionNotFound } from './refusals.ts'
import { nodeStepsOf, recordingOf, toOpenStep, toStep } from './steps.ts'
import { isEnded, toExecution, usageOf } from './to-response.ts'

export type DetailDeps = {
  db: Db
  runs: Pick<Runs, 'find'>
  versions: Pick<CompiledVersions, 'get'>
}

// As many as may be executed side by side, and some more that have ended meanwhile.
const maxStarted = 500
// Larger responses would hold the event loop while they are written.
const maxStepBytes = 4 * 1024 * 1024

type Facts = {
  row: ExecutionRow
  steps: StepRow[]
  pauses: PauseRow[]
  values: FlowValues
  /** What the input has under names of credentials: it may be in the outputs as well. */
  secrets: string[]
}

/** One execution with its steps. What a node was given is not stored: it is evaluated again. */
export function createDetail({ db, runs, versions }: DetailDeps) {
  async function read(scope: Scope, id: string): Promise<Facts> {
    const row = await findExecution(db, scope, id)
    if (!row) throw executionNotFound()
    const [steps, pauses, run] = await Promise.all([
      listSteps(db, scope, id),
      listPausesOf(db, scope, id),
      runs.find(db, scope, id),
    ])
    const user = run?.scope.externalUser ?? { id: row.userId, name: '' }
    const startedAt = run?.startedAt ?? row.createdAt
    const executionInput = run?.input as Partial<ExecutionInput> | undefined
    return {
      row,
      steps,
      pauses,
      secrets: maskNamed(executionInput?.input).secrets,
      values: {
        input: row.input,
        trigger: executionInput?.trigger ?? null,
        run: { id, startedAt, mode: row.mode },
        user: { id: user.id, name: user.name },
      },
    }
  }

  /** What has begun and has no record yet. */
  async function openSteps(
    scope: Scope,
    facts: Facts,
    { graphOf, inputOf }: RecordedGraphs,
  ): Promise<ExecutionStep[]> {
    const { row, steps, pauses } = facts
    if (isEnded(row.status)) return []
    const recorded = new Set(steps.map(({ name }) => name))
    const waiting = new Map(
      pauses.filter(({ answeredAt }) => answeredAt === null).map((pause) => [pause.step, pause]),
    )
    const started = await listStartedSteps(db, scope, row.id, maxStarted)
    const times = new Map(started.map(({ step, startedAt }) => [step, startedAt]))
    const names = [...new Set([...started.map(({ step }) => step).toReversed(), ...waiting.keys()])]
    return paced(
      names.filter((step) => !recorded.has(step)),
      (step) =>
        toOpenStep(step, graphOf, {
          input: inputOf(step),
          startedAt: times.get(step) ?? null,
          pause: waiting.get(step),
        }),
    )
  }

  /** An agent has no graph: its steps are what its models and tools were called for. */
  async function agentDetail(
    scope: Scope,
    { row, steps, pauses, secrets }: Facts,
    { stepsOffset: from, stepsLimit: limit }: DetailQuery,
    hasPayloads: boolean,
  ): Promise<ExecutionDetail> {
    const all = agentSteps(steps, pauses, isEnded(row.status))
    const shown = await paced(all.slice(from, from + limit), (step) =>
      hasPayloads ? step : withoutPayloads(step),
    )
    const usage = usageOf(row, (await findUsage(db, scope, [row.id])).get(row.id))
    return {
      ...withoutSecrets(toExecution(scope, row, usage), executionPayloads, secrets),
      steps: shown.map((step) => withoutSecrets(step, stepPayloads, secrets)),
      stepCount: all.length,
      state: stateOf(row, pauses, []),
      payloadsStored: row.keepsPayloads,
    }
  }

  return {
    read,
    /** Without payloads the steps have neither input nor output, and there are as many as the query demands. */
    async get(
      scope: Scope,
      id: string,
      query: DetailQuery,
      { hasPayloads = true } = {},
    ): Promise<ExecutionDetail> {
      const facts = await read(scope, id)
      const { row, steps, pauses, values } = facts
      if (row.type === 'agent') return agentDetail(scope, facts, query, hasPayloads)
      const recording = recordingOf(steps)
      const recorded = await readRecordedGraphs(versions, scope, { execution: row, values, recording })
      const secrets = [...facts.secrets, ...recorded.secrets]
      const graphs = hasPayloads ? recorded : { ...recorded, inputOf: () => null }
      const pauseOf = new Map(pauses.map((pause) => [pause.step, pause]))
      const nodeSteps = withAgentPauses(nodeStepsOf(steps), pauses)
      const open = await openSteps(scope, facts, graphs)
      const { stepsOffset: from, stepsLimit: limit } = query
      const shown = await paced(nodeSteps.slice(from, from + limit), (step) => {
        const shown =
          'record' in step
            ? toStep(step, graphs.graphOf, graphs.inputOf(step.name), pauseOf.get(step.name))
            : toPauseStep(step, isEnded(row.status))
        return hasPayloads ? shown : withoutPayloads(shown)
      })
      const isWhole = from + shown.length >= nodeSteps.length
      const usage = usageOf(row, (await findUsage(db, scope, [id])).get(id))
      return {
        ...withoutSecrets(toExecution(scope, row, usage), executionPayloads, secrets),
        currentNodeId: row.pausedNodeId ?? open.at(-1)?.nodeId ?? null,
        steps: [...shown, ...(isWhole ? open : [])]
          .slice(0, limit)
          .map((step) => withoutSecrets(step, stepPayloads, secrets)),
        stepCount: nodeSteps.length + open.length,
        state: stateOf(row, pauses, open),
        payloadsStored: row.keepsPayloads,
      }
    },
  }
}

export type Detail = ReturnType<typeof createDetail>

const executionPayloads = ['inputData', 'outputData', 'error', 'executionSummary', 'metadata'] as const
const stepPayloads = ['input', 'output', 'error', 'logs', 'decisions'] as const

/** Only in what users and services gave: a secret may be a word that is also a status. */
const withoutSecrets = <T extends object, K extends keyof T>(
  shown: T,
  payloads: readonly K[],
  secrets: readonly string[],
): T => ({
  ...shown,
  ...Object.fromEntries(payloads.map((name) => [name, hideSecrets(shown[name], secrets)])),
})

const withoutPayloads = (step: ExecutionStep): ExecutionStep => ({
  ...step,
  input: null,
  output: null,
  decisions: step.decisions.map((decision) => ({ ...decision, requested: null, args: null })),
})

const compare = (left: string, right: string): number => (left === right ? 0 : left < right ? -1 : 1)

/** The steps of nodes, and the answered pauses of agents in them: those are steps of no node. */
function withAgentPauses(steps: readonly NodeStep[], pauses: readonly PauseRow[]): (NodeStep | PauseRow)[] {
  const ofAgents = pauses.filter(({ step, answeredAt }) => answeredAt !== null && !parseStepName(step).isNode)
  const startOf = (step: NodeStep | PauseRow) => ('record' in step ? step.startedAt : step.createdAt)
  return [...steps, ...ofAgents].sort((left, right) => compare(startOf(left), startOf(right)))
}

/** What nodes were given is evaluated, which takes as long as the graph makes it: other requests are let in between. */
async function paced<T>(steps: readonly T[], toShown: (step: T) => ExecutionStep): Promise<ExecutionStep[]> {
  const pace = createPace()
  const shown: ExecutionStep[] = []
  let bytes = 0
  for (const step of steps) {
    const next = toShown(step)
    bytes += Buffer.byteLength(JSON.stringify(next))
    if (bytes > maxStepBytes && shown.length > 0) break
    shown.push(next)
    await pace()
  }
  return shown
}

export const stateOf = (
  row: ExecutionRow,
  pauses: readonly PauseRow[],
  open: readonly Pick<ExecutionStep, 'step'>[],
) => {
  const waiting = pauses.filter(({ answeredAt }) => answeredAt === null)
  const steps = [...open.map(({ step }) => step), ...waiting.map(({ step }) => step)]
  return {
    currentNodeIds: isEnded(row.status) ? [] : [...new Set(steps.map((step) => parseStepName(step).nodeId))],
    pauses: isEnded(row.status) ? [] : waiting.map(toPause),
    resumesAt: row.resumesAt,
  }
}
