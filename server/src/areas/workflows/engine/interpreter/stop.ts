import { PermanentFailure } from '../../../../kernel/runs/run.ts'
import type { Taint } from '../../../../kernel/text/taint.ts'
import type { NodeError } from '../../graph/record.ts'
import { NodeFailure } from '../failure.ts'

/** A node failed and its `onError` is `stop`: the level that it belongs to has failed. */
export class NodeStopped extends PermanentFailure {
  constructor(error: NodeError, step: string, taint: Taint) {
    const { code, message, connection } = error
    super(code, message, step, connection && { connection })
    this.error = error
    this.taint = taint
  }

  readonly error: NodeError
  readonly taint: Taint
}

/** What that means for the loop or subflow around it: it has failed for the same reason. Everything else passes. */
export const failureOfStop = (error: unknown): unknown =>
  error instanceof NodeStopped
    ? NodeFailure.of(error.error, { isRetryable: true, taint: error.taint })
    : error
