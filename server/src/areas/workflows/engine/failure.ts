import { isDatabaseOutage } from '../../../kernel/db/outage.ts'
import { AppError } from '../../../kernel/errors.ts'
import { ExpressionError, MappingError } from '../../../kernel/expressions/index.ts'
import { PermanentFailure } from '../../../kernel/runs/run.ts'
import type { Taint } from '../../../kernel/text/taint.ts'
import type { NodeError } from '../graph/record.ts'

export type FailureFacts = {
  /** Whether another try may succeed. */
  isRetryable?: boolean
  /** Whether it is certain that nothing was done: refused before it was sent, or by the service. */
  hadNoEffect?: boolean
  /** Origin of its text, if it differs from the plan. */
  taint?: Taint
  /** What the service demands before the next try. */
  retryAfterMs?: number | null
  /** What was recorded about the call that failed. */
  logId?: string | null
  creditsMicro?: number
  lines?: string[]
  /** See `NodeError.connection`. */
  connection?: NodeError['connection'] | undefined
}

/** A node failed, for a reason that the execution handles as the node's `onError` says. */
export class NodeFailure extends Error {
  readonly code: string
  readonly facts: FailureFacts

  constructor(code: string, message: string, facts: FailureFacts = {}) {
    super(message)
    this.name = 'NodeFailure'
    this.code = code
    this.facts = facts
  }

  toError(): NodeError {
    const { connection } = this.facts
    return { code: this.code, message: this.message, ...(connection ? { connection } : {}) }
  }

  /** The failure that was recorded, of which the facts about a next try are not known any more. */
  static of({ code, message, connection }: NodeError, facts: FailureFacts = {}): NodeFailure {
    return new NodeFailure(code, message, { ...facts, connection })
  }
}

/** Null for what is no failure of the node: interruptions and limits of the run pass through it. */
export function toNodeFailure(error: unknown): NodeFailure | null {
  if (error instanceof NodeFailure) return error
  if (error instanceof MappingError)
    return new NodeFailure(`expression_${error.code}`, `${error.path.join('.')}: ${error.message}`)
  if (error instanceof ExpressionError) return new NodeFailure(`expression_${error.code}`, error.message)
  if (error instanceof AppError)
    return new NodeFailure(error.code, error.message, {
      // What an area refuses was refused before anything was done.
      hadNoEffect: error.status < 500 || error.status === 503,
      taint: null,
      isRetryable: error.extras.isRetryable ?? (error.status === 429 || error.status >= 500),
      ...(error.code === 'connection_required' ? { connection: error.extras.facts ?? {} } : {}),
    })
  return null
}

/** The same for what was called outside: whatever it throws is its failure, unless the database is away or a limit reached. */
export function toEffectFailure(error: unknown): NodeFailure | null {
  if (isDatabaseOutage(error) || error instanceof PermanentFailure) return null
  return (
    toNodeFailure(error) ??
    new NodeFailure('internal_error', 'The node could not be executed.', { isRetryable: true })
  )
}

/** The branch of a node is not needed any more: whatever it still does is dropped. */
export class BranchDropped extends Error {}
