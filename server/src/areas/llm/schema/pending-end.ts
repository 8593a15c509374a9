import type { RowBatch } from '../../../kernel/runs/deferred-rows.ts'

/** The end of a call that its caller commits with its own records, or has written by itself. */
export type PendingEnd = {
  rows: RowBatch
  /** Where the caller does not commit it. */
  finish(): Promise<void>
}
