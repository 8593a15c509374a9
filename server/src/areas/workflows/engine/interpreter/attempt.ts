import type { RunContext } from '../../../../kernel/runs/run.ts'
import { stepKeyOf } from '../../../../kernel/runs/step-key.ts'
import { nodeInput, type Roots } from '../../graph/node-input.ts'
import { type NodeRecord, stepNameOf } from '../../graph/record.ts'
import type { Node } from '../../schema/graph.ts'
import type { EffectCall, EffectResult } from '../effects/effects.ts'
import { NodeFailure, toEffectFailure, toNodeFailure } from '../failure.ts'
import type { Attempt, Done, EffectPlan, NodeKind } from '../nodes/kind.ts'
import { maxCapacityWaitMs, whenCapacity } from './capacity.ts'
import { emitEnded, emitStarted, failed, succeeded, type Tried } from './recording.ts'
import type { ExecutionState, NodeRun } from './state.ts'
import { taintBefore } from './taint-before.ts'
import { lostReason, resolveUncertain } from './uncertain.ts'
import { NodeTimeout, within } from './within.ts'

export type AttemptEnd = Tried & {
  step: string
  context: NodeRun['context']
  now: number
  isNew: boolean
}

export type Try = { run: NodeRun; node: Node; labels: readonly string[]; attempt: number; roots: Roots }

// The engine ends a step by itself before the run would.
const graceMs = 60_000

/** One try of a node: what an earlier attempt of the run recorded, else it is executed and recorded. */
export async function attemptNode({ run, ...options }: Try, kind: NodeKind): Promise<AttemptEnd> {
  const { state, pass, context } = run
  const step = stepNameOf(pass.flow.prefix, options.node.id, options.labels, options.attempt)
  state.counters.step(step)
  const recorded = context.recordOf<NodeRecord>(step)
  if (recorded) return recall(run, step, recorded.output)
  const taint = taintBefore(pass, options.node.id)
  const attempt = { ...run, ...options, step, taint, input: {} } as Attempt
  const startedMs = performance.now()
  const planned = await prepared(attempt, kind)
  if ('effect' in planned) return performEffect(planned.attempt, planned.effect)
  const { tried, done } = planned
  const at = done?.now !== undefined && done.now > run.now ? { at: done.now } : {}
  const record = { ...tried.record, ...at }
  const behind = done?.context ?? context
  // Which branch was first is decided once and for all; everything else would come out the same again.
  const isDecision = record.j !== undefined
  await behind.step(
    step,
    async () => {
      emitEnded(attempt, record, startedMs)
      return record
    },
    isDecision ? {} : { class: 'pure' },
  )
  return { step, record, output: tried.output, context: behind, now: done?.now ?? run.now, isNew: true }
}

async function recall(
  { state, context, now }: NodeRun,
  step: string,
  record: NodeRecord,
): Promise<AttemptEnd> {
  // Also said to the run, in which no other step can have its name.
  await context.step(step, async () => record)
  const output = await outputOf(state, context, record)
  return { step, record, output, context, now: Math.max(now, record.at ?? 0), isNew: false }
}

const outputOf = async (
  { outputs }: ExecutionState,
  { scope }: RunContext,
  { o = null, f }: NodeRecord,
): Promise<unknown> => (f === undefined ? o : outputs.load(scope, f))

type Prepared = { tried: Tried; done: Done | null } | { attempt: Attempt; effect: EffectPlan }

/** The result of a node without a separate step; otherwise the external effect it requests. */
async function prepared(initial: Attempt, kind: NodeKind): Promise<Prepared> {
  const { pass, node, roots, now, signal } = initial
  try {
    const isAround = 'takesNoInput' in kind
    const input = isAround ? {} : nodeInput(pass.flow.compiled, node.id, roots, now)
    const attempt = { ...initial, input }
    if ('plan' in kind) return { attempt, effect: await kind.plan(attempt) }
    if ('run' in kind) emitStarted(attempt)
    const done = 'compute' in kind ? { ...kind.compute(attempt), taint: null } : await kind.run(attempt)
    return { tried: await succeeded(attempt, done), done }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    const failure = toNodeFailure(error)
    if (!failure) throw error
    return { tried: failed(initial, failure), done: null }
  }
}

/** One step of the run, of the class of what it does. Its failure is recorded like its result. */
async function performEffect(attempt: Attempt, planned: EffectPlan): Promise<AttemptEnd> {
  const { state, context, step } = attempt
  const key = stepKeyOf(planned.identity)
  const known = state.recording?.find(step, key)
  const plan = known ? recordedPlan(attempt, planned, known) : planned
  let last: Tried | null = null
  const keep = (tried: Tried): NodeRecord => {
    last = { ...tried, record: { ...tried.record, at: known?.at ?? state.clock.now().getTime() } }
    return last.record
  }
  const record = await context.step<NodeRecord>(
    step,
    async (input) => {
      const startedMs = performance.now()
      emitStarted(attempt)
      const tried = await executed(attempt, plan, { key, signal: input.signal })
      emitEnded(attempt, tried.record, startedMs)
      return keep(tried)
    },
    {
      ...(plan.class === undefined ? {} : { class: plan.class }),
      key,
      timeoutMs: plan.timeoutMs + maxCapacityWaitMs + graceMs,
      ...(plan.rows ? { deferredRows: () => plan.rows! } : {}),
      onUncertain: async (lost) => {
        const answer = await resolveUncertain(attempt, `${step}:uncertain:${lost.attempt}`, lostReason)
        return answer === 'again' ? 'again' : { output: keep(answer) }
      },
    },
  )
  if (plan.rows && record.c) state.counters.spendOnTool(record.c)
  const { output } = last!
  return { step, record, output, context, now: Math.max(attempt.now, record.at ?? 0), isNew: true }
}

/** What another execution recorded takes the place of what would be done outside; it was charged and logged there. */
const recordedPlan = (
  { state, context }: Attempt,
  { identity, timeoutMs, taint }: EffectPlan,
  record: NodeRecord,
): EffectPlan => ({
  class: 'pure',
  identity,
  timeoutMs,
  taint: record.from ?? taint,
  async execute() {
    if (record.e) throw NodeFailure.of(record.e)
    return { output: await outputOf(state, context, record), mark: 'recorded' }
  },
})

async function executed(
  attempt: Attempt,
  plan: EffectPlan,
  { key, signal: ofStep }: { key: string; signal: AbortSignal },
): Promise<Tried> {
  const { state, context, pass, step, signal: ofBranch } = attempt
  const call: Omit<EffectCall, 'signal'> = {
    scope: context.scope,
    runId: context.run.id,
    workflowId: pass.flow.workflowId,
    threadId: state.threadId,
    stepKey: step,
    key,
    timeoutMs: plan.timeoutMs,
  }
  let result: EffectResult
  try {
    const signals = [ofStep, ofBranch]
    result = await whenCapacity(signals, () =>
      within(plan.timeoutMs, signals, (signal) => plan.execute({ ...call, signal })),
    )
  } catch (error) {
    if (ofStep.aborted) throw ofStep.reason
    if (ofBranch.aborted) throw ofBranch.reason
    const failure =
      error instanceof NodeTimeout
        ? new NodeFailure('node_timeout', error.message, { isRetryable: true })
        : toEffectFailure(error)
    if (!failure) throw error
    if (failure.code === 'internal_error')
      state.log.error({ err: error, step }, 'a node of a workflow failed')
    return failed(attempt, failure, plan)
  }
  return succeeded(attempt, { ...result, taint: result.taint ?? plan.taint }).catch((error) => {
    const failure = toEffectFailure(error)
    if (!failure) throw error
    // It was done: no other try would be without harm.
    const { creditsMicro = 0, logId = null } = result
    return failed(attempt, new NodeFailure(failure.code, failure.message, { creditsMicro, logId }))
  })
}
