import { createSandboxes, type Sandboxes, type SandboxOptions } from './sandboxes.ts'

/** Starts the supervisor with the first use: commands that run no scripts have no processes to wait for. */
export function createLazySandboxes(options: SandboxOptions): Sandboxes {
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
    async close() {
      isClosed = true
      await started?.close()
    },
  }
}
