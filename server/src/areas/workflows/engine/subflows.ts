import type { Queryable } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { CompiledGraph } from '../graph/compile.ts'
import { findExecutableVersion } from '../store/definition.ts'
import type { CompiledVersions } from './compiled-versions.ts'
import { NodeFailure } from './failure.ts'

export type Subflows = {
  /** The version to execute: the wanted one, else the active one. */
  resolve(scope: Scope, workflowId: string, version: number | undefined): Promise<number>
  compiled(scope: Scope, workflowId: string, version: number): Promise<CompiledGraph>
}

export const createSubflows = (db: Queryable, versions: CompiledVersions): Subflows => ({
  async resolve(scope, workflowId, version) {
    const found = await findExecutableVersion(db, scope, workflowId, version)
    if (found === null)
      throw new NodeFailure(
        'workflow_not_found',
        'The workflow of this subflow does not exist, or is private.',
      )
    if (found.version === null)
      throw new NodeFailure(
        version === undefined ? 'workflow_inactive' : 'workflow_version_not_found',
        version === undefined
          ? 'The workflow of this subflow is not active. Activate it, or name a version.'
          : `The workflow of this subflow has no version ${version}.`,
      )
    return found.version
  },
  compiled: versions.get,
})
