import type { Run, RunContext, StepInput, StepOptions } from '../../../../kernel/runs/run.ts'
import type { Scope } from '../../../../kernel/scope.ts'

type Done = { name: string; key: string | null; output: unknown }

export type MemoryRun = {
  context: RunContext
  /** What was recorded, in the order in which it ended. */
  steps(): Done[]
}

/** A run in memory of which nothing is written, for handlers that are replayed. It never waits. */
export function createMemoryRun(run: Run, scope: Scope, signal: AbortSignal): MemoryRun {
  const done = new Map<string, Done>()

  async function step<T>(
    name: string,
    work: (input: StepInput) => Promise<T>,
    { key = null }: Omit<StepOptions<T>, 'key'> & { key?: string | null } = {},
  ): Promise<T> {
    signal.throwIfAborted()
    const output = await work({ idempotencyKey: `${run.id}:${name}`, signal, tries: 1 })
    done.set(name, { name, key, output })
    return output
  }

  const refuse = async (): Promise<never> => {
    throw new Error('a replay neither waits nor starts other runs')
  }
  const context: RunContext = {
    run,
    scope,
    signal,
    canDeferRows: false,
    step,
    recordOf: () => null,
    branch: () => context,
    emit: () => undefined,
    sleep: refuse,
    waitFor: refuse,
    startChild: refuse,
    join: refuse,
  }
  return { context, steps: () => [...done.values()] }
}
