import type { RowBatch } from '../../../kernel/runs/deferred-rows.ts'
import type { CallEvent } from './call-request.ts'

export type CallOptions = {
  /** The caller commits the end of the call with its own records, where the `end` event has it (`pending`). */
  defersEnd?: boolean
}

/** A planned call that begins with a commit of its caller. */
export type PreparedCall = {
  /** The row of the call, with the hold on its credits. */
  rows: RowBatch
  /** Makes the call once its rows are committed. */
  make(caller: AbortSignal, options?: CallOptions): AsyncIterable<CallEvent>
  /** Gives up a call that is not made: its rows were refused, or it is unknown whether they are committed. */
  close(): void
}
