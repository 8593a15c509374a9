// biome-ignore lint/style/noRestrictedImports: it evaluates one call of ours and nothing else; only its clock is wanted
import { createContext, Script } from 'node:vm'

export class WorkTooLong extends Error {}

/**
 * Runs something synchronous and breaks it off when it takes too long. Schemas can make a check grow beyond all bounds by
 * referring to themselves twice on every level, which no look at the schema alone rules out. Costs a tenth of a
 * millisecond for the watching thread.
 */
export function createBoundedWork() {
  const context = createContext({ work: undefined as (() => unknown) | undefined })
  const script = new Script('work()')
  return <T>(timeoutMs: number, work: () => T): T => {
    context.work = work
    try {
      return script.runInContext(context, { timeout: timeoutMs }) as T
    } catch (error) {
      if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
        throw new WorkTooLong(`took longer than ${timeoutMs} ms`)
      throw error
    } finally {
      context.work = undefined
    }
  }
}
