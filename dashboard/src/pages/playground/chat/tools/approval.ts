import type { ToolDetail } from '@stoa/sdk'
import type { Approval } from '../draft.ts'

type Known = Pick<ToolDetail, 'hints' | 'script' | 'noAuth' | 'allowedHosts'>

/** Whether a call waits for the user: what is known to do no harm runs by itself, everything else asks. */
export function approvalFor({ hints, script, noAuth, allowedHosts }: Known): Approval | null {
  if (hints.isDestructive) return 'destructive'
  if (hints.isReadOnly || hints.isDestructive === false) return null
  // A script that has neither hosts nor an account computes in a process that has no rights.
  const isSealed = script !== null && noAuth && allowedHosts.length === 0
  return isSealed ? null : 'unknown'
}
