import { AsyncLocalStorage } from 'node:async_hooks'
import type { Log } from '../log.ts'

/**
 * Work beside the request that leads to it: it is not part of its transaction, so it stays when that is rolled back. No
 * one waits for it. A caller that waited would hold one connection while requesting another, and enough concurrent
 * ones leave none for any of them.
 */
export type RunInBackground = (what: string, work: () => Promise<unknown>) => void

export function createRunInBackground(log: Log): RunInBackground {
  // Taken where no transaction is open: the database port knows by this context that it is inside of one.
  const outside = AsyncLocalStorage.snapshot()
  return (what, work) => {
    outside(() => {
      work().catch((error: unknown) => log.warn({ err: error }, `${what} failed`))
    })
  }
}
