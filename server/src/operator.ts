import type { Projects } from './areas/projects/index.ts'
import type { Users } from './areas/users/index.ts'
import type { Db } from './kernel/db/db.ts'
import { nobodyId } from './kernel/ids.ts'
import type { Scope } from './kernel/scope.ts'

type OperatorDeps = { db: Db; projects: Pick<Projects, 'isFirst'>; users: Pick<Users, 'isOwner'> }

/**
 * Who answers for the whole server: keys of the first project, the owner at the dashboard, whoever has the machine. Keys
 * of other projects do not, whoever made them: they are what tenants are given.
 */
export const createOperatorCheck =
  ({ db, projects, users }: OperatorDeps) =>
  async (scope: Scope): Promise<boolean> => {
    const { kind, accountId } = scope.actor
    if (kind === 'key') return projects.isFirst(db, scope)
    // Whoever calls a public endpoint acts for the system too, but for no project of it.
    if (scope.projectId === nobodyId) return false
    return kind === 'system' || (kind === 'session' && users.isOwner(db, accountId))
  }
