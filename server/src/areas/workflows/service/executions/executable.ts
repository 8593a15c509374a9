import { createByteCache } from '../../../../kernel/byte-cache.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { ExecuteBody } from '../../schema/execution.ts'
import type { WorkflowRow } from '../../schema/workflow.ts'
import { type ExecutableRow, findExecutable } from '../../store/workflow.ts'
import { workflowNotFound } from '../access.ts'

const maxBytes = 4 * 1024 * 1024
const bytesEach = 2_000
const maxTries = 5

const isVisible = ({ projectId, acrossUsers, externalUser }: Scope, { userId, isPublic }: WorkflowRow) =>
  acrossUsers || isPublic || userId === externalUser.id || userId === projectId

/**
 * The workflows that were executed last, without reading them again. That one has not changed since is confirmed by the
 * statement that starts the execution; and none is refused for what was read before the request.
 */
export function createExecutables(db: Db) {
  const cache = createByteCache<ExecutableRow>(maxBytes)
  const keyOf = ({ projectId }: Scope, id: string) => `${projectId}/${id}`

  async function read(scope: Scope, id: string): Promise<ExecutableRow> {
    const found = await findExecutable(db, scope, id)
    if (!found) throw workflowNotFound()
    cache.set(keyOf(scope, id), found, bytesEach)
    return found
  }

  /** As it was last seen; null when it must be read. */
  function known(scope: Scope, id: string): ExecutableRow | null {
    const found = cache.get(keyOf(scope, id))
    return found && isVisible(scope, found) ? found : null
  }

  /** Null too when it is refused for what was read. */
  const tried = <T>(started: Promise<T | null>): Promise<T | null> =>
    started.catch((error: unknown) => {
      if (error instanceof AppError) return null
      throw error
    })

  return {
    /** As it is now. */
    read,
    /** Starts one as far as that succeeds immediately; the caller does it step by step where it does not. */
    tryOnce: <T>(scope: Scope, id: string, start: (workflow: ExecutableRow) => Promise<T | null>) =>
      tried(Promise.resolve(known(scope, id) ?? read(scope, id)).then(start)),
    /**
     * Starts an execution of the workflow as it is now; `start` returns null when it is another than was read. What was read
     * earlier decides only that it goes well: every refusal is one of what is so now.
     */
    async startCurrent<T>(
      scope: Scope,
      id: string,
      start: (workflow: ExecutableRow) => Promise<T | null>,
    ): Promise<T> {
      const earlier = known(scope, id)
      if (earlier) {
        const started = await tried(start(earlier))
        if (started) return started
      }
      for (let tries = 1; ; tries++) {
        const started = await start(await read(scope, id))
        if (started) return started
        if (tries === maxTries)
          throw new AppError('version_conflict', 'The workflow is being changed', { hint: 'Try again.' })
      }
    },
  }
}

export type Executables = ReturnType<typeof createExecutables>

type VersionRequest = Pick<ExecuteBody, 'mode' | 'version' | 'allowWhenInactive'>

/** Null when the workflow is not active and no version was requested. */
export function versionFor(
  workflow: WorkflowRow,
  { mode, version, allowWhenInactive }: VersionRequest,
): number | null {
  if (mode === 'test') return version ?? workflow.version
  if (workflow.activeVersion === null && !allowWhenInactive) return null
  return version ?? workflow.activeVersion ?? workflow.version
}

export const workflowInactive = () =>
  new AppError('workflow_inactive', 'The workflow is not active', {
    hint: 'Activate it with PATCH /api/v1/workflow/manager/activeStatus/{id}, use mode test, or set allowWhenInactive.',
  })
