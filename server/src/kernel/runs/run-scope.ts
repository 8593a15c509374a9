import { type Scope, systemScope } from '../scope.ts'

/** What a run stores of the scope that started it; its project and end user have their own columns. */
export type StoredScope = Pick<
  Scope,
  'role' | 'permissions' | 'acrossUsers' | 'actor' | 'requestId' | 'triggerDepth'
> & { username: string }

export const toStoredScope = ({ externalUser, ...scope }: Scope): StoredScope => ({
  role: scope.role,
  permissions: scope.permissions,
  acrossUsers: scope.acrossUsers,
  actor: scope.actor,
  requestId: scope.requestId,
  username: externalUser.name,
  ...(scope.triggerDepth === undefined ? {} : { triggerDepth: scope.triggerDepth }),
})

type ScopedRow = { project_id: string; external_user_id: string; scope: StoredScope | null }

/**
 * The scope that a run acts with: that of the caller that started it, without rights over the installation, which no
 * work in the background needs. The end user is the present one: users that were merged take their runs along.
 */
export function scopeOfRun({ project_id, external_user_id, scope }: ScopedRow): Scope {
  // What was enqueued before runs stored a scope was all maintenance.
  if (scope === null) return systemScope(project_id)
  const { username, ...stored } = scope
  return {
    ...stored,
    projectId: project_id,
    isOperator: false,
    externalUser: { id: external_user_id, name: username },
    ip: '',
  }
}
