import { setTimeout as delay } from 'node:timers/promises'
import type { RowBatch } from '../../../kernel/runs/deferred-rows.ts'
import { PermanentFailure, type RunContext, type StepClass } from '../../../kernel/runs/run.ts'
import { stepKeyOf } from '../../../kernel/runs/step-key.ts'
import type { PlannedScope, PlannedStep } from '../offered/tool.ts'
import type { DecidedCall, ToolCall } from '../schema/message.ts'
import type { ToolOutcome } from '../schema/turn.ts'
import { decideCalls } from './approvals.ts'
import { calledTool, isCallOf } from './calls/counted-calls.ts'
import { isReady, type Prepared, prepareCall, type Ready } from './calls/plan-calls.ts'
import { connectAccount } from './connect.ts'
import { guardEntries } from './guarded.ts'
import { addEntry, type Loop, modelEntry, spendOnTool, spendUnknown } from './loop.ts'
import type { ToolRecord } from './records.ts'
import { storing } from './storing.ts'
import { cutOffMessage, failureRecord, type Refused, refusal, toolRecord } from './tool-result.ts'
import { settleUncertain } from './uncertain.ts'

const maxParallel = 8
const graceMs = 660_000
const maxConnects = 3

/** Executes what the model called, and adds the results in the order of the calls. */
export async function toolSteps(loop: Loop, place: number, calls: readonly ToolCall[]): Promise<void> {
  const prepared = await Promise.all(calls.map((call, at) => prepareCall(loop, call, at, calls.slice(0, at))))
  const decided = await decideCalls(loop, place, prepared)
  const records = new Map<number, ToolRecord>()
  for (const group of groupsOf(decided)) await performGroup(loop, place, group, records)
  for (const { call, at } of decided) await addResult(loop, call, records.get(at)!)
}

/**
 * Calls side by side, recorded in their order: the transcript is the same whichever was faster. What has to be tried again
 * follows when all of them have ended, because a run is suspended as a whole.
 */
async function performGroup(
  loop: Loop,
  place: number,
  group: readonly Prepared[],
  records: Map<number, ToolRecord>,
): Promise<void> {
  const { context } = loop
  let previous: Promise<unknown> = Promise.resolve()
  const work = group.map((each) => {
    const done = performCall(loop, context, { place, each, previous })
    previous = done.catch(() => undefined)
    return done
  })
  const ended = await Promise.all(work)
  for (const [at, each] of group.entries()) {
    const record = ended[at]!
    records.set(each.at, record.k && isReady(each) ? await tryAgain(loop, place, each, record) : record)
  }
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
  !isReady(call) || (call.planned.kind === 'step' && call.planned.class !== 'once' && !call.planned.isOrdered)

type Placed = { place: number; each: Prepared; previous: Promise<unknown> }

const stepOf = ({ turn }: Loop, place: number, { at }: Prepared): string =>
  `${turn.prefix}tool:${place}:${at}`

function performCall(
  loop: Loop,
  context: RunContext,
  { place, each, previous }: Placed,
): Promise<ToolRecord> {
  const step = stepOf(loop, place, each)
  if (!isReady(each)) return recordRefusal(loop, context, { step, previous }, each.call, each.refused)
  const { call, planned } = each
  return planned.kind === 'step'
    ? tryStep(loop, context, { step, call, planned, tries: 0, previous })
    : performScope(loop, context, { step, call, planned })
}

const storingResult = (
  { turn: { conversation }, context }: Loop,
  stepClass: StepClass,
  extraRows?: () => readonly RowBatch[],
) =>
  storing<ToolRecord>(
    conversation,
    context,
    ({ m, t, k }) => (k === undefined ? [{ message: m, taint: t }] : []),
    { class: stepClass, extraRows },
  )

function recordRefusal(
  loop: Loop,
  context: RunContext,
  { step, previous }: { step: string; previous: Promise<unknown> },
  call: DecidedCall,
  refused: Refused,
): Promise<ToolRecord> {
  return context.step(
    step,
    async () => {
      await previous
      const record = failureRecord(loop, call, step, refused)
      loop.emitter.emit('tool', { call: call.id, message: record.m })
      return record
    },
    { class: 'pure', ...storingResult(loop, 'pure') },
  )
}

type Performed<Planned> = { step: string; call: DecidedCall; planned: Planned }

/** As often as an account has to be connected, or the retries of the agent say; each try is a separate step. */
async function tryAgain(loop: Loop, place: number, each: Ready, first: ToolRecord): Promise<ToolRecord> {
  const { call, planned } = each
  const { context } = loop
  const step = stepOf(loop, place, each)
  const previous = Promise.resolve()
  let record = first
  let connects = 0
  for (let tries = 1; record.k !== undefined; tries++) {
    const last = tries === 1 ? step : `${step}~${tries - 1}`
    if (record.k === 'retry') await delay(record.w, undefined, { signal: loop.turn.signal })
    else if (connects++ >= maxConnects || !(await connectAccount(loop, context, last, record))) {
      const why = refusal('connection_required', String(record.connection?.message))
      return recordRefusal(loop, context, { step: `${step}~end`, previous }, call, why)
    }
    const next = { step: `${step}~${tries}`, call, planned: planned as PlannedStep, tries, previous }
    record = await tryStep(loop, context, next)
  }
  return record
}

/** The name and arguments are those of the offered tool, as in the message and the result; the slug is of the tool behind it. */
const startOf = ({ id, name, arguments: args }: ToolCall, { slug }: { slug: string }) => ({
  call: id,
  name,
  slug,
  args,
})

function openCall(loop: Loop, call: ToolCall, step: string): void {
  loop.openCalls.set(call.id, cutOffMessage(loop, call, step))
  loop.turn.onPartial?.(() => [...loop.openCalls.values()].map((message) => modelEntry(loop, message)))
}

async function tryStep(
  loop: Loop,
  context: RunContext,
  {
    step,
    call,
    planned,
    tries,
    previous,
  }: Performed<PlannedStep> & { tries: number; previous: Promise<unknown> },
): Promise<ToolRecord> {
  const { turn, emitter } = loop
  let rows: readonly RowBatch[] = []
  let { definition } = call
  const callWith = (signal: AbortSignal) => ({
    stepKey: step,
    signal,
    timeoutMs: planned.timeoutMs,
    definition,
  })
  // Nothing leaves the process, so its step has no mark. What is recorded is not computed again.
  const computed = context.recordOf(step) ? null : await planned.compute?.(callWith(turn.signal))
  const finished = async (outcome: ToolOutcome): Promise<ToolRecord> => {
    const record = await toolRecord(loop, { call, step, planned, outcome, tries })
    if (record.k === undefined) emitter.emit('tool', { call: call.id, message: record.m })
    return record
  }
  const record = await context.step<ToolRecord>(
    step,
    async ({ signal }) => {
      openCall(loop, call, step)
      emitter.emit('tool.start', startOf(call, planned))
      const stopped = AbortSignal.any([signal, turn.signal])
      const outcome = computed ?? (await planned.execute(callWith(stopped)))
      rows = outcome.rows ?? []
      spendOnTool(loop, outcome, planned.class === 'pure')
      if (stopped.aborted) turn.onInterruptedCall?.()
      await previous
      turn.signal.throwIfAborted()
      return finished(outcome)
    },
    {
      class: computed ? 'pure' : planned.class,
      key: stepKeyOf(planned.identity),
      timeoutMs: planned.timeoutMs + graceMs,
      onUncertain: async ({ attempt }) => {
        const settled = await settleUncertain(loop, context, { step, attempt, planned })
        if ('outcome' in settled) return { output: await finished(settled.outcome) }
        definition ??= settled.again.definition ?? undefined
        return 'again'
      },
      ...storingResult(loop, planned.class, () => rows),
    },
  )
  loop.openCalls.delete(call.id)
  return record
}

async function performScope(
  loop: Loop,
  context: RunContext,
  { step, call, planned }: Performed<PlannedScope>,
): Promise<ToolRecord> {
  // What has ended is not walked through again: branches that it had given up have no records.
  const known = context.recordOf<ToolRecord>(step)
  if (known) return context.step(step, async () => known.output)
  const { emitter } = loop
  spendUnknown(loop)
  openCall(loop, call, step)
  emitter.emit('tool.start', startOf(call, planned))
  const end = await planned.run({ context, step, callId: call.id, taint: loop.taint })
  loop.context = end.context ?? context
  const record = await loop.context.step(
    step,
    async () => {
      const outcome = { ...end.outcome, creditsMicro: 0 }
      const facts = { ...planned, taint: end.taint }
      const record = await toolRecord(loop, { call, step, planned: facts, outcome, tries: 0 })
      emitter.emit('tool', { call: call.id, message: record.m })
      return { ...record, i: end.creditsMicro }
    },
    { class: 'pure', ...storingResult(loop, 'pure') },
  )
  loop.openCalls.delete(call.id)
  return record
}

async function addResult(loop: Loop, call: ToolCall, record: ToolRecord): Promise<void> {
  loop.toolCalls++
  const { named } = loop.limits
  if (named && isCallOf(loop.turn.agent, named.toolName, calledTool(call))) loop.namedCalls++
  loop.creditsMicro += record.c + (record.i ?? 0)
  loop.stopped.push(...(record.p ?? []))
  const entry = { message: record.m, taint: record.t }
  addEntry(loop, record.m.decision ? (await guardEntries(loop.guards.input, [entry]))[0]! : entry)
  const same = stepKeyOf([call.name, call.arguments, record.m.content])
  loop.repeats.set(same, (loop.repeats.get(same) ?? 0) + 1)
  const { toolRetry } = loop.turn.agent.capabilities ?? {}
  if (record.m.status === 'error' && toolRetry?.enabled && toolRetry.onFailure === 'error')
    throw new PermanentFailure('tool_failed', `The tool ${call.name} failed.`, `${loop.turn.prefix}tool`)
}
