import { stepKeyOf } from '../../../kernel/runs/step-key.ts'
import type { PlannedCall } from '../offered/tool.ts'
import { type ApprovalReason, approvalReason } from '../policy/approval.ts'
import type { ToolCall } from '../schema/message.ts'
import type { Loop } from './loop.ts'

const defaultTimeoutSec = 7 * 86_400

/** What a human decided about one call. */
export type Decision =
  | { type: 'approve' }
  | { type: 'edit'; arguments: Record<string, unknown> }
  | { type: 'reject'; message: string | null }

type ApprovalRequest = { call: ToolCall; planned: PlannedCall; reason: ApprovalReason }

const decisionTypes = ['approve', 'edit', 'reject']

/** Which of the planned calls a human has to decide about. */
export const needingApproval = (
  { turn, taint }: Loop,
  calls: readonly { call: ToolCall; planned: PlannedCall }[],
): ApprovalRequest[] =>
  calls.flatMap(({ call, planned }) => {
    const { slug, risk } = planned
    const reason = approvalReason(
      { name: call.name, slug, risk },
      taint,
      turn.agent.capabilities?.humanApproval,
    )
    return reason === null ? [] : [{ call, planned, reason }]
  })

/** Suspends the run until a human has decided about these calls; by their ids. */
export async function askForApproval(
  loop: Loop,
  place: number,
  requests: readonly ApprovalRequest[],
): Promise<ReadonlyMap<string, Decision>> {
  const { turn, context, emitter, taint } = loop
  const step = `${turn.prefix}ask:${place}`
  if (requests.length === 0) return new Map()
  if (turn.effects.skipsPauses) return new Map(requests.map(({ call }) => [call.id, { type: 'approve' }]))
  const { humanApproval } = turn.agent.capabilities ?? {}
  const allowedDecisions = humanApproval?.allowedDecisions ?? decisionTypes
  const { answer } = await turn.pause(context, `${step}:pause`, {
    kind: 'approval',
    step,
    timeoutMs: 1000 * (humanApproval?.timeoutSec ?? defaultTimeoutSec),
    request: {
      message: humanApproval?.messageToUser ?? null,
      allowedDecisions,
      requests: requests.map(({ call, planned, reason }) => ({
        id: call.id,
        toolSlug: planned.slug,
        ...(planned.name === undefined ? {} : { toolName: planned.name }),
        arguments: planned.arguments,
        taint,
        reason,
        hash: stepKeyOf({ toolSlug: planned.slug, arguments: planned.arguments }),
      })),
    },
  })
  const decisions = await context.step(
    step,
    async () => {
      emitter.emit('resumed', { step, decisions: answer })
      return requests.map(({ call }, at): [string, Decision] => [call.id, decisionOf(answer, call.id, at)])
    },
    { class: 'pure' },
  )
  return new Map(decisions)
}

type DecisionInput = { id?: unknown; type?: unknown; args?: unknown; arguments?: unknown; message?: unknown }

/** By id, else in order. What was not decided in time, or not at all, is rejected. */
function decisionOf(answer: Record<string, unknown>, id: string, at: number): Decision {
  if (answer.timedOut) return { type: 'reject', message: 'No one decided in time.' }
  const input = Array.isArray(answer.decisions) ? (answer.decisions as DecisionInput[]) : null
  if (!input) return answer.approved === true ? { type: 'approve' } : { type: 'reject', message: null }
  const decision =
    input.find((each) => each.id === id) ?? (input[at]?.id === undefined ? input[at] : undefined)
  const message = typeof decision?.message === 'string' ? decision.message : null
  if (decision?.type === 'approve') return { type: 'approve' }
  const edited = decision?.args ?? decision?.arguments
  if (decision?.type === 'edit' && typeof edited === 'object' && edited !== null)
    return { type: 'edit', arguments: edited as Record<string, unknown> }
  return { type: 'reject', message }
}
