import { AsyncLocalStorage } from 'node:async_hooks'
import type { Run, RunContext, StepInput, StepOptions } from '../../../../kernel/runs/run.ts'
import type { Scope } from '../../../../kernel/scope.ts'

type Done = { name: string; key: string | null; output: unknown }

export type MemoryRun = {
  context: RunContext
  /** What was recorded, in the order in which it ended. */
  steps(): Done[]
}

const stepNames = new AsyncLocalStorage<string>()

/** The step of a run in memory that is being worked on. */
export const currentStep = (): string | undefined => stepNames.getStore()

type Known = {
  /** What a step gives without being worked on; null where it is. */
  outputOf(name: string, stepClass: string | undefined): { output: unknown } | null
  /** What the handler learns of earlier attempts. */
  recordOf(name: string): { output: unknown } | null
}

const nothingKnown: Known = { outputOf: () => null, recordOf: () => null }

/** A run in memory of which nothing is written, for handlers that are replayed. It never waits. */
export function createMemoryRun(
  run: Run,
  scope: Scope,
  signal: AbortSignal,
  known: Known = nothingKnown,
): MemoryRun {
  const done = new Map<string, Done>()

  async function step<T>(
    name: string,
    work: (input: StepInput) => Promise<T>,
    { key = null, class: stepClass }: Omit<StepOptions<T>, 'key'> & { key?: string | null } = {},
  ): Promise<T> {
    signal.throwIfAborted()
    const found = known.outputOf(name, stepClass)
    const output = found
      ? (found.output as T)
      : await stepNames.run(name, () =>
          work({ idempotencyKey: `${run.id}:${name}`, signal, tries: 1, hasRows: false }),
        )
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
    recordOf: <T>(name: string) => known.recordOf(name) as { output: T } | null,
    emit: () => undefined,
    sleep: refuse,
    waitFor: refuse,
    startChild: refuse,
    join: refuse,
  }
  return { context, steps: () => [...done.values()] }
}
