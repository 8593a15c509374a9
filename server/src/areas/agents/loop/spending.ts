import type { RunContext } from '../../../kernel/runs/run.ts'
import type { ToolOutcome } from '../schema/turn.ts'
import type { Loop } from './loop.ts'
import type { PrepareRecord } from './records.ts'

/**
 * Counts what the turn spends, so that the ledger need not be read at its end. A later attempt does not know what was spent
 * before it, and only the area that executes a tool knows how it is billed: then null, and the ledger says it.
 */
export const openSpending = (
  { run, canDeferRows }: Pick<RunContext, 'run' | 'canDeferRows'>,
  { c }: Pick<PrepareRecord, 'c'>,
): Loop['spending'] =>
  run.attempt === 1 && canDeferRows && c === undefined ? { ai_model: 0, tool: 0 } : null

export function spend(loop: Loop, type: keyof NonNullable<Loop['spending']>, micro: number): void {
  if (loop.spending) loop.spending[type] += micro
}

export function spendUnknown(loop: Loop): void {
  loop.spending = null
}

/** Of a tool that only computes, the charge is among its rows. */
export function spendOnTool(loop: Loop, { rows = [], creditsMicro }: ToolOutcome, isPure: boolean): void {
  if (rows.length > 0) spend(loop, 'tool', creditsMicro)
  else if (!isPure) spendUnknown(loop)
}
