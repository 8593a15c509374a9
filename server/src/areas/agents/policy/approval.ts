import type { HumanApproval } from '../schema/spec.ts'
import type { Risk } from './risk.ts'
import { tableTaint } from './taint.ts'

/** Why a human has to decide about a call. */
export type ApprovalReason = 'sensitive' | 'destructive' | 'tainted'

type Call = { name: string; slug: string; risk: Risk }

/**
 * Whether a call needs the approval of a human; null when it does not. Names that are listed decide first: sensitive ones
 * always ask, allowed ones never. Otherwise what destroys asks, and once text from outside is in the conversation,
 * everything that could carry data away or have an effect does: that text may be what made the model call it.
 */
export function approvalReason(
  { name, slug, risk }: Call,
  taint: string | null,
  { enabled, sensitiveToolNames = [], alwaysAllowedToolNames = [] }: HumanApproval = {},
): ApprovalReason | null {
  const isNamed = (names: readonly string[]) =>
    names.some((each) => [name, slug].some((known) => known.toLowerCase() === each.toLowerCase()))
  if (isNamed(sensitiveToolNames)) return 'sensitive'
  if (isNamed(alwaysAllowedToolNames)) return null
  if (risk === 'none' || risk === 'read') return null
  if (isSuspect(taint, risk)) return risk === 'destructive' ? 'destructive' : 'tainted'
  return risk === 'destructive' && enabled !== false ? 'destructive' : null
}

/** Whether text of this origin may be what made the model call something of this risk. */
const isSuspect = (taint: string | null, risk: Risk): boolean =>
  taint !== null && !(taint === tableTaint && risk === 'own_write')
