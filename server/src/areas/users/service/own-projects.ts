import type { Db } from '../../../kernel/db/db.ts'
import { refuseTenants } from '../../../kernel/http/auth/authorize.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Projects } from '../../projects/index.ts'
import type { CreateProjectBody, Session } from '../schema.ts'
import type { createOwnerService } from './owner.ts'
import type { createSessionService } from './sessions.ts'

export type OwnProjectDeps = {
  db: Db
  projects: Pick<Projects, 'createIn'>
  owner: ReturnType<typeof createOwnerService>
  sessions: ReturnType<typeof createSessionService>
}

/** Projects of the signed-in account. */
export const createOwnProjectService = ({ db, projects, owner, sessions }: OwnProjectDeps) => ({
  /** Without an API key: one is created when it is needed, and then shown once. */
  async create(scope: Scope, { name }: CreateProjectBody): Promise<Session> {
    refuseTenants(scope, 'Creating a project')
    await db.tx(async (tx) => {
      const accountId = await owner.ensureIn(tx)
      const { id } = await projects.createIn(tx, name)
      await owner.addTo(tx, id, accountId)
    })
    return sessions.current(scope)
  },
})
