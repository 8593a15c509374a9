import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../../kernel/errors.ts'
import { PermanentFailure, type RunContext } from '../../../kernel/runs/run.ts'
import { stepKeyOf } from '../../../kernel/runs/step-key.ts'
import type { PlannedCall, PlannedScope, PlannedStep } from '../offered/tool.ts'
import type { ToolCall } from '../schema/message.ts'
import type { ToolOutcome } from '../schema/turn.ts'
import { askForApproval, type Decision, needingApproval } from './approvals.ts'
import { connectAccount } from './connect.ts'
import { addEntry, type Loop } from './loop.ts'
import type { ToolRecord } from './records.ts'
import { failureRecord, type Refused, refusal, toolRecord } from './tool-result.ts'
import { settleUncertain } from './uncertain.ts'

const maxParallel = 8
const graceMs = 660_000
const maxConnects = 3

/** A call with what came of planning it. */
type Prepared = { call: ToolCall; at: number } & ({ planned: PlannedCall } | { refused: Refused })
type Ready = Prepared & { planned: PlannedCall }

/** Executes what the model called, and adds the results in the order of the calls. */
export async function toolSteps(loop: Loop, place: number, calls: readonly ToolCall[]): Promise<void> {
  const prepared = await Promise.all(calls.map((call, at) => prepare(loop, call, at)))
  const ready = prepared.filter(isReady)
  const decisions = await askForApproval(loop, place, needingApproval(loop, ready))
  const decided = await Promise.all(prepared.map((each) => afterDecision(loop, each, decisions)))
  const records = new Map<number, ToolRecord>()
  for (const group of groupsOf(decided)) {
    const before = loop.context
    const contexts = group.map(() => (group.length === 1 ? before : before.branch()))
    const ended = await Promise.all(group.map((each, at) => performCall(loop, contexts[at]!, place, each)))
    loop.context = group.length === 1 ? before : before.branch(contexts)
    for (const [at, { at: index }] of group.entries()) records.set(index, ended[at]!)
  }
  for (const { call, at } of decided) addResult(loop, call, records.get(at)!)
}

const isReady = (prepared: Prepared): prepared is Ready => 'planned' in prepared

async function prepare(loop: Loop, call: ToolCall, at: number): Promise<Prepared> {
  if (loop.toolCalls + at >= loop.limits.toolCalls)
    return { call, at, refused: refusal('tool_call_limit', 'The run has reached its limit of tool calls.') }
  return planned(loop, call, at)
}

/** A tool that was not offered is refused, whatever its name. */
async function planned(loop: Loop, call: ToolCall, at: number): Promise<Prepared> {
  const tool = loop.offered.get(call.name)
  if (!tool) return { call, at, refused: refusal('tool_not_offered', `There is no tool named ${call.name}.`) }
  try {
    return { call, at, planned: await tool.plan(call) }
  } catch (error) {
    if (error instanceof AppError && error.status < 500)
      return { call, at, refused: refusal(error.code, error.message) }
    throw error
  }
}

async function afterDecision(
  loop: Loop,
  prepared: Prepared,
  decisions: ReadonlyMap<string, Decision>,
): Promise<Prepared> {
  const decision = decisions.get(prepared.call.id)
  if (!decision || decision.type === 'approve') return prepared
  const { call, at } = prepared
  if (decision.type === 'edit') return planned(loop, { ...call, arguments: decision.arguments }, at)
  const why = decision.message === null ? '' : ` ${decision.message}`
  return { call, at, refused: refusal('rejected', `A human rejected this call.${why}`, 'rejected') }
}

/** What may be repeated runs side by side; what has effects follows one after the other, in the order of the calls. */
function groupsOf(calls: readonly Prepared[]): Prepared[][] {
  const groups: Prepared[][] = []
  for (const call of calls) {
    const last = groups.at(-1)
    if (last && last.length < maxParallel && isRepeatable(call) && isRepeatable(last[0]!)) last.push(call)
    else groups.push([call])
  }
  return groups
}

const isRepeatable = (call: Prepared): boolean =>
  !isReady(call) || (call.planned.kind === 'step' && call.planned.class !== 'once')

function performCall(loop: Loop, context: RunContext, place: number, each: Prepared): Promise<ToolRecord> {
  const step = `${loop.turn.prefix}tool:${place}:${each.at}`
  if (!isReady(each)) return recordRefusal(loop, context, step, each.call, each.refused)
  const { call, planned } = each
  return planned.kind === 'step'
    ? performStep(loop, context, { step, call, planned })
    : performScope(loop, context, { step, call, planned })
}

const committing = ({ turn: { conversation } }: Loop) => {
  const { commit } = conversation
  if (!commit) return {}
  return {
    commit: async (tx: Parameters<typeof commit>[0], { m, t, k }: ToolRecord) => {
      if (k === undefined) await commit(tx, [{ message: m, taint: t }])
    },
  }
}

function recordRefusal(
  loop: Loop,
  context: RunContext,
  step: string,
  call: ToolCall,
  refused: Refused,
): Promise<ToolRecord> {
  return context.step(
    step,
    async () => {
      const record = failureRecord(loop, call, step, refused)
      loop.emitter.emit('tool', { call: call.id, message: record.m })
      return record
    },
    { class: 'pure', ...committing(loop) },
  )
}

type Performed<Planned> = { step: string; call: ToolCall; planned: Planned }

/** As often as an account has to be connected, or the retries of the agent say; each try is a separate step. */
async function performStep(
  loop: Loop,
  context: RunContext,
  { step, call, planned }: Performed<PlannedStep>,
): Promise<ToolRecord> {
  let connects = 0
  for (let tries = 0; ; tries++) {
    const name = tries === 0 ? step : `${step}~${tries}`
    const record = await tryStep(loop, context, { step: name, call, planned }, tries)
    if (record.k === 'connection') {
      const isConnected = connects++ < maxConnects && (await connectAccount(loop, context, name, record))
      if (isConnected) continue
      return recordRefusal(
        loop,
        context,
        `${step}~end`,
        call,
        refusal(
          'connection_required',
          String(record.connection?.message ?? 'The account was not connected.'),
        ),
      )
    }
    if (record.k !== 'retry') return record
    await delay(record.w, undefined, { signal: loop.turn.signal })
  }
}

function tryStep(
  loop: Loop,
  context: RunContext,
  { step, call, planned }: Performed<PlannedStep>,
  tries: number,
): Promise<ToolRecord> {
  const { turn, emitter } = loop
  const finished = (outcome: ToolOutcome): ToolRecord => {
    const record = toolRecord(loop, { call, step, planned, outcome, tries })
    if (record.k === undefined) emitter.emit('tool', { call: call.id, message: record.m })
    return record
  }
  return context.step<ToolRecord>(
    step,
    async ({ signal }) => {
      emitter.emit('tool.start', { call: call.id, slug: planned.slug, args: planned.arguments })
      const stopped = AbortSignal.any([signal, turn.signal])
      const { timeoutMs } = planned
      const outcome = await planned.execute({ stepKey: step, signal: stopped, timeoutMs })
      turn.signal.throwIfAborted()
      return finished(outcome)
    },
    {
      class: planned.class,
      key: stepKeyOf(planned.identity),
      timeoutMs: planned.timeoutMs + graceMs,
      onUncertain: async ({ attempt }) => {
        const outcome = await settleUncertain(loop, context, { step, attempt, planned })
        return outcome === 'again' ? 'again' : { output: finished(outcome) }
      },
      ...committing(loop),
    },
  )
}

async function performScope(
  loop: Loop,
  context: RunContext,
  { step, call, planned }: Performed<PlannedScope>,
): Promise<ToolRecord> {
  const { emitter } = loop
  emitter.emit('tool.start', { call: call.id, slug: planned.slug, args: planned.arguments })
  const end = await planned.run({ context, step, callId: call.id, taint: loop.taint })
  return context.step(
    step,
    async () => {
      const outcome = { ...end.outcome, creditsMicro: 0 }
      const facts = { ...planned, taint: end.taint }
      const record = toolRecord(loop, { call, step, planned: facts, outcome, tries: 0 })
      emitter.emit('tool', { call: call.id, message: record.m })
      return record
    },
    { class: 'pure', ...committing(loop) },
  )
}

function addResult(loop: Loop, call: ToolCall, record: ToolRecord): void {
  loop.toolCalls++
  loop.creditsMicro += record.c
  addEntry(loop, { message: record.m, taint: record.t })
  const same = stepKeyOf([call.name, call.arguments, record.m.content])
  loop.repeats.set(same, (loop.repeats.get(same) ?? 0) + 1)
  const { toolRetry } = loop.turn.agent.capabilities ?? {}
  if (record.m.status === 'error' && toolRetry?.enabled && toolRetry.onFailure === 'error')
    throw new PermanentFailure('tool_failed', `The tool ${call.name} failed.`, `${loop.turn.prefix}tool`)
}
