import { isDatabaseOutage } from '../../db/outage.ts'
import { AppError } from '../../errors.ts'
import { PermanentFailure, type RunError, type RunOutcome } from '../run.ts'
import type { RunResult } from '../store/run-store.ts'
import { Cancelled, StepTimeout, Stopping, Suspended } from './interruptions.ts'
import { isFinal } from './journal.ts'
import { toStore } from './steps.ts'

export const toOutcome = ({ status, output, error }: RunResult): RunOutcome => ({
  status,
  output: JSON.parse(output ?? 'null'),
  error: error ?? null,
})

/** Null when there is nothing to write: the run was suspended, or is not ours any more. */
export async function outcomeOf(
  handle: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<RunResult | null> {
  try {
    // A handler that ignores its signal must not hold the worker: what it returns later is dropped.
    return { status: 'succeeded', output: toStore(await Promise.race([handle(), rejectionOf(signal)])) }
  } catch (error) {
    const reason = signal.aborted ? signal.reason : error
    if (
      isFinal(reason) ||
      isFinal(error) ||
      error instanceof Suspended ||
      isDatabaseOutage(error) ||
      reason instanceof Stopping
    )
      return null
    if (reason instanceof Cancelled) return { status: 'cancelled' }
    return { status: 'failed', error: toRunError(error) }
  }
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  promise.catch(() => undefined)
  return promise
}

function toRunError(error: unknown): RunError {
  if (error instanceof PermanentFailure) {
    const { code, message, step, details } = error
    return { code, message, ...(step === undefined ? {} : { step }), ...(details ? { details } : {}) }
  }
  if (error instanceof AppError) return { code: error.code, message: error.message }
  if (error instanceof StepTimeout) return { code: 'step_timeout', message: error.message }
  return { code: 'handler_failed', message: error instanceof Error ? error.message : String(error) }
}
