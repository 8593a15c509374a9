import { PermanentFailure, type RunContext } from '../../../kernel/runs/run.ts'
import { strongestTaint } from '../../../kernel/text/taint.ts'
import { systemPrompt } from '../prompt/system-prompt.ts'
import { callsOf } from '../schema/message.ts'
import type { Turn, TurnEnd, TurnFinish } from '../schema/turn.ts'
import { compact } from './compact.ts'
import { escalate, escalationReason } from './escalate.ts'
import { createEmitter } from './events.ts'
import { concluded, finish } from './finish.ts'
import { guardsOf, refusalOf } from './guarded.ts'
import { limitsOf, reachedLimit } from './limits.ts'
import { type Loop, type LoopDeps, openSpending } from './loop.ts'
import { modelStep } from './model-step.ts'
import { offer } from './offer.ts'
import { returnsToTodos } from './open-todos.ts'
import { type Prepared, prepare } from './prepare.ts'
import type { PrepareRecord } from './records.ts'
import { isAccepted } from './structured.ts'
import { toolSteps } from './tool-steps.ts'

/**
 * One turn of an agent inside of a run: the model is called, what it calls is executed, until it has said what it has to
 * say. Every call is a recorded step, so that an attempt that was lost is continued behind its last step.
 */
export async function runTurn(deps: LoopDeps, context: RunContext, turn: Turn): Promise<TurnEnd> {
  const emitter = createEmitter(context, turn.namespace)
  const prepared = await prepare(deps, context, turn, emitter)
  const loop = await openLoop(deps, context, turn, { ...prepared, emitter })
  const { canned, blockedBy, isHuman } = prepared.record
  if (isHuman) return finish(loop, 'human_reply')
  if (blockedBy !== undefined) return concluded(loop, 'guardrail', refusalOf(turn.agent))
  if (canned?.escalates && turn.handOff) return escalate(loop, 'The limit of usage is reached.', canned.text)
  if (canned !== undefined) return concluded(loop, canned.reason, canned.text)
  for (;;) {
    const limit = reachedLimit(loop.limits, loop, turn.workedMs())
    refuseAt(loop, limit)
    if (limit === 'budget') return concluded(loop, limit, 'The budget of this run is used up.')
    if (loop.limits.modelCalls <= 0) return concluded(loop, 'model_calls', noCallsLeft)
    await compact(loop)
    const hasTools = limit === null && loop.offered.size > 0
    const endedBy = endedByOf(loop, limit)
    const { m, f } = await modelStep(loop, { hasTools, conclusion: conclusionOf(loop, limit), endedBy })
    if (f === 'guardrail') return finish(loop, f)
    const calls = callsOf(m)
    if (hasTools && calls.length > 0) {
      await toolSteps(loop, loop.modelCalls - 1, calls)
      if (loop.submitted) return finish(loop, 'stop')
      const reason = escalationReason(loop, calls)
      if (reason !== null) return escalate(loop, reason)
    } else if (!returnsToTodos(loop, hasTools) && (await isAccepted(loop, m, hasTools)))
      return finish(loop, endedBy ?? finishOf(f))
  }
}

const noCalls = { models: 0, tools: 0 }
const noCallsLeft = 'The limit of model calls of this conversation is reached.'

async function openLoop(
  deps: LoopDeps,
  context: RunContext,
  turn: Turn,
  { emitter, ...prepared }: Prepared & Pick<Loop, 'emitter'>,
): Promise<Loop> {
  const { entries } = prepared
  const offered = await offer(deps, turn, prepared, () => loop)
  const loop: Loop = {
    deps,
    turn,
    context,
    emitter,
    limits: limitsOf(turn.agent, prepared.record.before ?? noCalls, turn.overrides.budgetMicro),
    guards: guardsOf(deps, context, turn),
    offered,
    toolsText: JSON.stringify(
      [...offered.values()].map(({ name, description, parameters }) => ({ name, description, parameters })),
    ),
    window: prepared.record.window,
    calibration: null,
    system: systemPrompt(turn.agent, {
      memories: prepared.record.memories ?? [],
      notes: notesOf(turn, prepared.record),
      canEscalate: turn.handOff !== null,
    }),
    entries,
    all: [...entries],
    taint: strongestTaint(entries.map(({ taint }) => taint)),
    modelCalls: 0,
    compactions: 0,
    toolCalls: 0,
    openCalls: new Map(),
    namedCalls: 0,
    creditsMicro: prepared.record.c ?? 0,
    spending: openSpending(context, prepared.record),
    repeats: new Map(),
    callIds: new Set(entries.flatMap(({ message }) => callsOf(message).map(({ id }) => id))),
    outputFaults: 0,
    reminders: 0,
    submitted: null,
    stopped: [],
  }
  return loop
}

function notesOf({ agent: { capabilities = {} } }: Turn, { notes = [] }: PrepareRecord): string[] {
  const { enabled, instructions } = capabilities.longTermMemory ?? {}
  return [...notes, ...(enabled && instructions ? [`## What to remember\n${instructions}`] : [])]
}

function refuseAt({ limits, turn }: Loop, limit: TurnFinish | null): void {
  if (limit !== null && limits.failsAt.has(limit))
    throw new PermanentFailure(`limit_${limit}`, `The run has reached its limit: ${limit}.`, turn.prefix)
}

const conclusionOf = ({ modelCalls }: Loop, limit: TurnFinish | null): string | null =>
  limit === null || modelCalls === 0
    ? null
    : 'No further tools can be called in this run. Say what you found out and what is left to do.'

// A single call that was the last one from the start is no limit that was reached.
const endedByOf = ({ modelCalls }: Loop, limit: TurnFinish | null): TurnFinish | null =>
  modelCalls === 0 && limit === 'model_calls' ? null : limit

const finishOf = (reported: string): TurnFinish =>
  reported === 'length' || reported === 'content_filter' ? reported : 'stop'
