import { AppError, type ErrorDetail } from '../../../../kernel/errors.ts'
import type { SchemaChecks } from '../../../../kernel/json-schema/schema-checks.ts'
import { stepKeyOf } from '../../../../kernel/runs/step-key.ts'
import type { Decider, Decision } from '../../../threads/index.ts'
import { type ParsedDecision, type PendingCall, readDecisions } from './read-decisions.ts'

type Deciding = {
  request: Record<string, unknown>
  value: unknown
  /** Path of the value in the body. */
  path: string
  comment: string | null
  /** A caller that may not edit approves or rejects calls as they are. */
  mayEdit: boolean
  by: Decider
  at: string
  projectId: string
}

const notDecided = 'No decision was parsed for this call.'

/**
 * The one place where decisions about calls of an agent are checked: each is about an open request, of a kind that is
 * allowed, about the call that was shown, and with arguments that its tool takes.
 */
export async function decide(
  checks: SchemaChecks,
  { request, value, path, comment, mayEdit, by, at, projectId }: Deciding,
): Promise<Decision[]> {
  const pending = request.requests as PendingCall[]
  const parsed = readDecisions(value, path, pending)
  const allowed = Array.isArray(request.allowedDecisions) ? (request.allowedDecisions as string[]) : null
  const faults: ErrorDetail[] = []
  for (const [id, decision] of parsed) {
    const call = pending.find((each) => each.id === id)!
    refuseOther(call, decision)
    if (decision.type === 'edit' && !mayEdit) throw editNotAllowed()
    if (allowed && !allowed.includes(decision.type))
      faults.push(fault(decision.typePath, `must be one of ${allowed.join(', ')}`))
    faults.push(...(await faultsOf(checks, call, decision, projectId)))
  }
  if (faults.length > 0) throw invalid(faults)
  return pending.map((call) => {
    const decision = parsed.get(call.id)
    const requested = call.requested ?? call.arguments
    const base = { id: call.id, toolSlug: call.toolSlug, requested, by, at }
    if (!decision) return { ...base, type: 'reject', args: null, message: notDecided }
    const message = decision.message ?? comment
    if (decision.type === 'reject') return { ...base, type: 'reject', args: null, message }
    const args = decision.edit?.value ?? call.arguments
    return { ...base, type: isSame(args, requested) ? 'approve' : 'edit', args, message }
  })
}

const isSame = (left: unknown, right: unknown): boolean => stepKeyOf(left) === stepKeyOf(right)

/** A client may show an older request of the same call. */
function refuseOther({ hash }: PendingCall, decision: ParsedDecision): void {
  if (decision.hash !== null && hash !== undefined && decision.hash !== hash)
    throw new AppError('approval_outdated', 'The request has changed since it was shown', {
      hint: 'Read the pause again, and decide about the call as it is now.',
    })
}

async function faultsOf(
  checks: SchemaChecks,
  call: PendingCall,
  { type, edit }: ParsedDecision,
  projectId: string,
): Promise<ErrorDetail[]> {
  if (!edit) return []
  if (type === 'approve')
    return isSame(edit.value, call.arguments)
      ? []
      : [fault(edit.path, 'differs from what was shown: a decision that changes arguments has the type edit')]
  const { faults } = await checks.check(call.inputSchema ?? {}, edit.value, { projectId })
  return faults.map(({ path, rule, message }) => ({
    in: 'body',
    path: [edit.path, ...path.split('.').filter(Boolean)].join('/'),
    rule,
    message,
  }))
}

const editNotAllowed = () =>
  new AppError('approval_not_allowed', 'The caller cannot change the arguments of a call', {
    hint: 'Approve or reject the call as it is.',
  })

const fault = (path: string, message: string): ErrorDetail => ({ in: 'body', path, rule: 'value', message })

const invalid = (details: ErrorDetail[]) =>
  new AppError('workflow_input_invalid', `${details[0]!.path} ${details[0]!.message}`, { details })
