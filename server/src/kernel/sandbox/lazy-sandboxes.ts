import { createSandboxes, type Sandboxes, type SandboxOptions } from './sandboxes.ts'

export type LazySandboxes = Sandboxes & {
  /** Why scripts cannot run; null when they can, or when none has been requested yet. */
  fault(): Promise<string | null>
}

/** Starts the supervisor with the first use: commands that run no scripts have no processes to wait for. */
export function createLazySandboxes(options: SandboxOptions): LazySandboxes {
  let started: Sandboxes | null = null
  let isClosed = false
  const engine = (): Sandboxes => {
    if (isClosed) throw new Error('the sandboxes are closed')
    started ??= createSandboxes(options)
    return started
  }
  return {
    run: async (projectId, language, job) => engine().run(projectId, language, job),
    open: (session) => engine().open(session),
    capabilities: async () => engine().capabilities(),
    health: async () => engine().health(),
    async fault() {
      if (started === null || isClosed) return null
      const { languages } = await started.health()
      const faults = Object.entries(languages).flatMap(([language, { fault }]) =>
        fault === null ? [] : [`${language}: ${fault}`],
      )
      return faults.length === 0 ? null : faults.join('; ')
    },
    async close() {
      isClosed = true
      await started?.close()
    },
  }
}
