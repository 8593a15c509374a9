import type { RowBatch } from '../../../../kernel/runs/deferred-rows.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { ExecuteBody, ExecutionResult } from '../../schema/execution.ts'
import type { Origin } from './executions.ts'

export type AheadCall = Pick<ExecuteBody, 'arguments' | 'text' | 'version' | 'strictOutput'>

/** What a tool that only computes answered, with its log row and its charge for the caller to commit. */
export type AheadExecution = { result: ExecutionResult; rows: RowBatch }

/**
 * Executes a tool that only computes without a round trip: the same checks, redaction, price and result as
 * `execute`, and its log row and charge as rows that the caller commits with its own records (`StepOptions.deferredRows`).
 * Until then the result must not be shown. At the commit the rules of the ledger are applied, and the rows are refused
 * if the tool is disabled, costs something else than expected, cannot be paid, or its end user was deleted: the caller
 * then calls `execute`, which says why. Null where `execute` has to be called directly.
 */
export type ExecuteAhead = (
  scope: Scope,
  toolSlug: string,
  call: AheadCall,
  origin: Origin,
) => Promise<AheadExecution | null>
