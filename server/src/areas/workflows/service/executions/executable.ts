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

  return {
    /** As it is now. */
    read,
    /** As it was last seen; null when it must be read. */
    known(scope: Scope, id: string): ExecutableRow | null {
      const found = cache.get(keyOf(scope, id))
      return found && isVisible(scope, found) ? found : null
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
