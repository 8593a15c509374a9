import { isOutside, knowledgeTaint, type Taint } from '../../../kernel/text/taint.ts'
import type { HumanApproval } from '../schema/spec.ts'
import type { Risk } from './risk.ts'

/** Why a human has to decide about a call. */
export type ApprovalReason = 'sensitive' | 'destructive' | 'tainted'

type Call = { name: string; slug: string; calls?: readonly string[]; risk: Risk }

/**
 * Whether a call needs the approval of a human; null when it does not. Names that are listed decide first: sensitive ones
 * always ask, allowed ones never. Otherwise what destroys asks, and once text from outside is in the conversation,
 * everything that could carry data away or have an effect does: that text may be what made the model call it.
 */
export function approvalReason(
  { name, slug, calls = [], risk }: Call,
  taint: Taint,
  { enabled, sensitiveToolNames = [], alwaysAllowedToolNames = [] }: HumanApproval = {},
): ApprovalReason | null {
  const isNamed = (listed: readonly string[], names: readonly string[]) =>
    listed.some((each) => names.some((known) => known.toLowerCase() === each.toLowerCase()))
  if (isNamed(sensitiveToolNames, [name, slug, ...calls])) return 'sensitive'
  if (isNamed(alwaysAllowedToolNames, [name, slug])) return null
  if (risk === 'none' || risk === 'read') return null
  if (isSuspect(taint, risk)) return risk === 'destructive' ? 'destructive' : 'tainted'
  return risk === 'destructive' && enabled !== false ? 'destructive' : null
}

/** Whether text of this origin may be what made the model call something of this risk. */
function isSuspect(taint: Taint, risk: Risk): boolean {
  if (isOutside(taint)) return true
  // Data of the project leaves it only after an approval. Writes to its tables do not wait.
  if (taint === null || risk === 'own_write') return false
  return !(taint === knowledgeTaint && risk === 'memory')
}
