import { AppError } from '../../../kernel/errors.ts'
import { stepKeyOf } from '../../../kernel/runs/step-key.ts'
import type { CallBasis, PlannedCall } from '../offered/tool.ts'
import { type ApprovalReason, approvalReason } from '../policy/approval.ts'
import { decidedByOf } from '../policy/deciders.ts'
import { decidersOf } from '../policy/rights.ts'
import type { Decision } from '../schema/message.ts'
import type { DecidedBy } from '../schema/spec.ts'
import type { PauseAnswer } from '../schema/turn.ts'
import { isReady, type Prepared, planWith, type Ready } from './calls/plan-calls.ts'
import type { Loop } from './loop.ts'
import { refusal } from './tool-result.ts'

const defaultTimeoutSec = 7 * 86_400

const decisionTypes = ['approve', 'edit', 'reject']

type Arguments = Record<string, unknown>

/** A call that waits for a decision, as it is recorded: what is approved is compared with it. */
type PendingCall = {
  id: string
  toolSlug: string
  toolName?: string
  arguments: Arguments
  /** The arguments of the model; set if an earlier decision changed them. */
  requested?: Arguments
  inputSchema: Arguments
  taint: string | null
  reason: ApprovalReason
  /** Who may decide; absent in what an earlier version recorded. */
  decidedBy?: DecidedBy
  /** Since an earlier decision about the call. */
  changed?: Change[]
  basis: CallBasis
  hash: string
}

type Change = 'tool' | 'account'

/** A decision, and what is another than what was shown: then it does not count. */
type Verdict = [id: string, decision: Decision, changed?: Change[]]

/**
 * Suspends the run until humans have decided about the calls that need it. What they approve is the call that they were
 * shown: if its tool or account differs when it is to be made, they decide again.
 */
export async function decideCalls(
  loop: Loop,
  place: number,
  prepared: readonly Prepared[],
): Promise<readonly Prepared[]> {
  if (loop.turn.effects.skipsPauses) return prepared
  const calls = new Map(prepared.map((each) => [each.call.id, each]))
  let pending = await pendingAt(loop, stepOf(loop, place, 0), () =>
    needingApproval(
      loop,
      prepared.filter(isReady).filter((each) => !isMade(loop, place, each)),
    ),
  )
  for (let round = 0; pending.length > 0; round++) {
    const verdicts = await decisionsAbout(loop, stepOf(loop, place, round), pending, calls)
    for (const verdict of verdicts)
      calls.set(verdict[0], await afterDecision(loop, calls.get(verdict[0])!, verdict, pending))
    const before = pending
    pending = await pendingAt(loop, stepOf(loop, place, round + 1), () =>
      askAgain(loop, verdicts, before, calls),
    )
  }
  return prepared.map(({ call }) => calls.get(call.id)!)
}

const stepOf = ({ turn }: Loop, place: number, round: number): string =>
  `${turn.prefix}ask:${place}${round === 0 ? '' : `~${round}`}`

/** Which calls wait for a decision is recorded: a tool that is harmless now may not have been when a human was shown it. */
async function pendingAt(
  loop: Loop,
  step: string,
  find: () => Promise<PendingCall[]>,
): Promise<PendingCall[]> {
  const name = `${step}:pending`
  const recorded = loop.context.recordOf<PendingCall[]>(name)
  const pending = recorded?.output ?? (await find())
  return pending.length === 0 ? [] : loop.context.step(name, async () => pending, { class: 'pure' })
}

async function needingApproval(loop: Loop, calls: readonly Ready[]): Promise<PendingCall[]> {
  const pending = await Promise.all(
    calls.map(async (each) => {
      const reason = reasonOf(loop, each)
      return reason === null ? [] : [await toPending(loop, each, { reason })]
    }),
  )
  return pending.flat()
}

/** A call that an earlier attempt made needed no decision then: the risk of its tool may have changed since. */
const isMade = ({ turn: { prefix }, context }: Loop, place: number, { at }: Prepared): boolean =>
  context.recordOf(`${prefix}tool:${place}:${at}`) !== null &&
  context.recordOf(`${prefix}ask:${place}`) === null

const reasonOf = ({ turn, taint }: Loop, { call, planned }: Ready): ApprovalReason | null =>
  approvalReason({ ...planned, name: call.name }, taint, turn.agent.capabilities?.humanApproval)

async function toPending(
  loop: Loop,
  { call, planned }: Ready,
  facts: Pick<PendingCall, 'reason' | 'changed' | 'requested'>,
): Promise<PendingCall> {
  const { slug, name, arguments: args } = planned
  const basis = await basisOf(planned, noBasis)
  return {
    id: call.id,
    toolSlug: slug,
    ...(name === undefined ? {} : { toolName: name }),
    arguments: args,
    inputSchema: planned.inputSchema ?? loop.offered.get(call.name)?.parameters ?? {},
    taint: loop.taint,
    ...facts,
    decidedBy: whoDecides(loop, { call, planned, reason: facts.reason }),
    basis,
    hash: stepKeyOf({ toolSlug: slug, arguments: args, ...basis }),
  }
}

function whoDecides(
  { turn }: Loop,
  { call, planned, reason }: Pick<Ready, 'call' | 'planned'> & Pick<PendingCall, 'reason'>,
): DecidedBy {
  const { slug, calls, risk, usesSharedAccount } = planned
  const isForOperators = reason === 'sensitive' || risk === 'destructive' || usesSharedAccount === true
  const deciders = decidersOf(turn.agent.capabilities?.humanApproval)
  return decidedByOf({ name: call.name, slug, ...(calls ? { calls } : {}) }, isForOperators, deciders)
}

export const noBasis: CallBasis = { definition: null, account: null }

/** Tools of the loop itself change with the server alone. A deleted tool is refused when it is called. */
export async function basisOf({ basis }: PlannedCall, ofDeleted: CallBasis): Promise<CallBasis> {
  try {
    return (await basis?.()) ?? noBasis
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return ofDeleted
    throw error
  }
}

/**
 * There is one question, or one for the team and one for the end user. A call that both may decide about is part of the
 * question that there is anyway.
 */
async function decisionsAbout(
  loop: Loop,
  step: string,
  pending: readonly PendingCall[],
  calls: ReadonlyMap<string, Prepared>,
): Promise<Verdict[]> {
  const all = new Set(pending.map(({ decidedBy = 'operator' }) => decidedBy))
  const ofBoth = all.has('operator') ? 'operator' : all.has('end_user') ? 'end_user' : 'both'
  const questions = Map.groupBy(pending, ({ decidedBy = 'operator' }) =>
    decidedBy === 'both' ? ofBoth : decidedBy,
  )
  const verdicts: Verdict[] = []
  for (const [decidedBy, asked] of questions) {
    const name = verdicts.length === 0 ? step : `${step}:${decidedBy}`
    verdicts.push(...(await ask(loop, name, { decidedBy, pending: asked, calls })))
  }
  return verdicts
}

type Question = {
  decidedBy: DecidedBy
  pending: readonly PendingCall[]
  calls: ReadonlyMap<string, Prepared>
}

async function ask(
  { turn, context, emitter, deps }: Loop,
  step: string,
  { decidedBy, pending, calls }: Question,
): Promise<Verdict[]> {
  const { humanApproval } = turn.agent.capabilities ?? {}
  const answered = await turn.pause(context, `${step}:pause`, {
    kind: 'approval',
    step,
    timeoutMs: 1000 * (humanApproval?.timeoutSec ?? defaultTimeoutSec),
    request: {
      message: humanApproval?.messageToUser ?? null,
      allowedDecisions: humanApproval?.allowedDecisions ?? decisionTypes,
      decidedBy,
      requests: pending.map(({ basis: _, decidedBy: __, ...shown }) => shown),
    },
  })
  return context.step(
    step,
    async () => {
      emitter.emit('resumed', { step, decisions: answered.answer })
      return Promise.all(
        pending.map(async (each, at): Promise<Verdict> => {
          const decision = decisionOf(answered, each, { at, now: deps.clock.now().toISOString() })
          const changed = decision.args === null ? [] : await changesOf(each, calls.get(each.id)!)
          return changed.length > 0 ? [each.id, decision, changed] : [each.id, decision]
        }),
      )
    },
    { class: 'pure' },
  )
}

/** The parts that differ from those that were shown. */
async function changesOf({ basis }: PendingCall, prepared: Prepared): Promise<Change[]> {
  if (!isReady(prepared)) return []
  const now = await basisOf(prepared.planned, basis)
  const parts = { definition: 'tool', account: 'account' } as const
  return (['definition', 'account'] as const).flatMap((part) =>
    now[part] === basis[part] ? [] : [parts[part]],
  )
}

async function afterDecision(
  loop: Loop,
  prepared: Prepared,
  [id, decision, changed]: Verdict,
  pending: readonly PendingCall[],
): Promise<Prepared> {
  const { call, at } = prepared
  const { args, message } = decision
  if (args === null) {
    const why = message === null ? '' : ` ${message}`
    return {
      call: { ...call, decision },
      at,
      refused: refusal('rejected', `A human rejected this call.${why}`, 'rejected'),
    }
  }
  const { arguments: shown, basis } = pending.find((each) => each.id === id)!
  const isEdited = stepKeyOf(args) !== stepKeyOf(shown)
  const planned = isEdited ? await planWith(loop, prepared, args) : prepared
  if (changed) return planned
  const { definition } = basis
  const decided = { ...planned.call, decision, ...(definition === null ? {} : { definition }) }
  return { ...planned, call: decided }
}

/** The calls whose decision does not count any more, with the arguments that it would have sent. */
async function askAgain(
  loop: Loop,
  verdicts: readonly Verdict[],
  pending: readonly PendingCall[],
  calls: ReadonlyMap<string, Prepared>,
): Promise<PendingCall[]> {
  const again = await Promise.all(
    verdicts.map(async ([id, { requested }, changed]) => {
      const each = calls.get(id)!
      if (!changed || !isReady(each)) return []
      const reason = reasonOf(loop, each) ?? pending.find((earlier) => earlier.id === id)!.reason
      return [await toPending(loop, each, { reason, changed, requested })]
    }),
  )
  return again.flat()
}

/** One of an earlier version has neither who decided nor what was requested. */
type AnswerEntry = { id?: unknown } & Partial<Decision> & { arguments?: Arguments }

/** By id, else in order. What was not decided in time, or not at all, is rejected. */
function decisionOf(
  { answer, answeredBy }: PauseAnswer,
  { id, toolSlug, arguments: shown, requested = shown }: PendingCall,
  { at, now }: { at: number; now: string },
): Decision {
  const list = Array.isArray(answer.decisions) ? (answer.decisions as AnswerEntry[]) : null
  const inOrder = list?.[at]?.id === undefined ? list?.[at] : undefined
  const parsed = list ? (list.find((each) => each.id === id) ?? inOrder) : { type: typeOf(answer) }
  const edited = parsed?.type === 'edit' ? (parsed.args ?? parsed.arguments ?? null) : null
  const args = parsed?.type === 'approve' ? shown : edited
  const message = answer.timedOut ? 'No one decided in time.' : (parsed?.message ?? null)
  return {
    id,
    toolSlug,
    type: args === null ? 'reject' : stepKeyOf(args) === stepKeyOf(requested) ? 'approve' : 'edit',
    requested,
    args,
    message,
    by: parsed?.by ?? (answeredBy as Decision['by']) ?? null,
    at: parsed?.at ?? now,
  }
}

const typeOf = ({ approved }: PauseAnswer['answer']): Decision['type'] =>
  approved === true ? 'approve' : 'reject'
