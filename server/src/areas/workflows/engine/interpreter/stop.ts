import { PermanentFailure } from '../../../../kernel/runs/run.ts'
import { NodeFailure } from '../failure.ts'

/** A node failed and its `onError` is `stop`: the level that it belongs to has failed. */
export class NodeStopped extends PermanentFailure {}

/** What that means for the loop or subflow around it: it has failed for the same reason. Everything else passes. */
export const failureOfStop = (error: unknown): unknown =>
  error instanceof NodeStopped ? new NodeFailure(error.code, error.message, { isRetryable: true }) : error
