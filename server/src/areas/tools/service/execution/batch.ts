import { AppError } from '../../../../kernel/errors.ts'
import { toAppError } from '../../../../kernel/http/response/envelope.ts'
import { createSemaphore } from '../../../../kernel/limits/semaphore.ts'
import type { Log } from '../../../../kernel/log.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { BatchBody, BatchResult } from '../../schema/execution.ts'
import type { Executor } from './execute.ts'

const maxConcurrent = 5
type Item = BatchResult['results'][number]

/** Several tools in one call. What one of them is refused for does not touch the others. */
export function createBatch({ execute }: Executor, log: Log) {
  return async function run(
    scope: Scope,
    { calls, mode, stopOnError }: BatchBody,
    signal: AbortSignal,
  ): Promise<BatchResult> {
    const one = async ({ toolSlug, ...body }: BatchBody['calls'][number]): Promise<Item> => {
      try {
        return {
          toolSlug,
          status: 'executed',
          result: await execute(scope, toolSlug, body, { signal }),
          refusal: null,
        }
      } catch (error) {
        // What the others have done must not be lost with one that broke.
        const { code, message, extras } = toAppError(error)
        if (!(error instanceof AppError)) log.error({ err: error, toolSlug }, 'a tool of a batch failed')
        const { details = [], hint = null, facts = {} } = extras
        return {
          toolSlug,
          status: 'refused',
          result: null,
          refusal: { code, message, details, hint, facts },
        }
      }
    }
    const results: Item[] = []
    if (mode === 'parallel') {
      const semaphore = createSemaphore(maxConcurrent)
      results.push(...(await Promise.all(calls.map((call) => semaphore.take(() => one(call))))))
    } else {
      let isOver = false
      for (const call of calls) {
        const item: Item = isOver
          ? { toolSlug: call.toolSlug, status: 'skipped', result: null, refusal: null }
          : await one(call)
        results.push(item)
        isOver ||= (stopOnError && !isGood(item)) || signal.aborted
      }
    }
    const successful = results.filter(isGood).length
    return { successful, failed: results.length - successful, results }
  }
}

const isGood = ({ result }: Item): boolean => result?.successful === true
