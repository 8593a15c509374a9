// biome-ignore lint/style/noRestrictedImports: it evaluates one call of ours and nothing else; only its clock is wanted
import { createContext, Script } from 'node:vm'

export class WorkTooLong extends Error {}

// Others may have the processor meanwhile: then what was counted was waiting, not work.
const maxRounds = 3
const moreTime = 5

/**
 * Runs something synchronous and breaks it off when it takes too much time of the processor. Schemas can make a check
 * grow beyond all bounds by referring to themselves twice on every level, which no look at the schema alone rules out.
 * `work` may be begun again. Costs a tenth of a millisecond for the watching thread, and on a busy machine ten times
 * that.
 */
export function createBoundedWork() {
  const context = createContext({ work: undefined as (() => unknown) | undefined })
  const script = new Script('work()')

  function once<T>(timeoutMs: number, work: () => T): T {
    context.work = work
    try {
      return script.runInContext(context, { timeout: timeoutMs }) as T
    } finally {
      context.work = undefined
    }
  }

  return <T>(budgetMs: number, work: () => T): T => {
    for (let round = 1; ; round++) {
      const before = process.threadCpuUsage()
      try {
        return once(budgetMs * moreTime ** (round - 1), work)
      } catch (error) {
        if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
        const { user, system } = process.threadCpuUsage(before)
        if ((user + system) / 1000 >= budgetMs * 0.8 || round === maxRounds)
          throw new WorkTooLong(`took longer than ${budgetMs} ms`)
      }
    }
  }
}
