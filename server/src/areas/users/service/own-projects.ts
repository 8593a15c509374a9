import type { Db, Tx } from '../../../kernel/db/db.ts'
import type { ProjectErasure } from '../../../kernel/erasure/project-erasure.ts'
import { AppError } from '../../../kernel/errors.ts'
import { refuseTenants } from '../../../kernel/http/auth/authorize.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { Projects } from '../../projects/index.ts'
import type { CreateProjectBody, DeleteProjectQuery, Session } from '../schema.ts'
import { lockAccount } from '../store/account.ts'
import { deleteAllMembers } from '../store/member.ts'
import { listMemberships } from '../store/session.ts'
import { endStreams } from './end-streams.ts'
import type { createOwnerService } from './owner.ts'
import type { createSessionService } from './sessions.ts'

export type OwnProjectDeps = {
  db: Db
  audit: Audit
  projects: Pick<Projects, 'createIn' | 'deleteIn'>
  erasure: Pick<ProjectErasure, 'begin'>
  owner: ReturnType<typeof createOwnerService>
  sessions: ReturnType<typeof createSessionService>
}

/** Projects of the signed-in account. */
export function createOwnProjectService({ db, audit, projects, erasure, owner, sessions }: OwnProjectDeps) {
  async function deleteIn(tx: Tx, scope: Scope, id: string, name: string): Promise<void> {
    const { accountId } = scope.actor
    // One after the other: two deletions at the same moment would each take the other project for the one that stays.
    if (accountId === null || !(await lockAccount(tx, accountId))) throw notFound()
    const memberships = await listMemberships(tx, accountId)
    const project = memberships.find(({ project_id }) => project_id === id)
    const other = memberships.find(({ project_id }) => project_id !== id)
    if (!project) throw notFound()
    if (project.name !== name)
      throw new AppError('invalid_parameter', 'name must be the name of the project', {
        details: [{ in: 'query', path: '/name', rule: 'equal', message: 'must be the name of the project' }],
      })
    if (!other)
      throw new AppError('last_project', 'The last project cannot be deleted', {
        hint: 'Create another project first.',
      })
    if (!(await projects.deleteIn(tx, id))) throw notFound()
    await erasure.begin(tx)
    for (const accountId of await deleteAllMembers(tx, id)) await endStreams(tx, accountId)
    // In another project: the audit log of this one is deleted with it.
    await audit.record(
      tx,
      { ...scope, projectId: other.project_id },
      { action: 'project.deleted', targetType: 'project', targetId: id, details: { name } },
    )
  }

  return {
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
    async delete(scope: Scope, id: string, { name }: DeleteProjectQuery): Promise<Session> {
      refuseTenants(scope, 'Deleting a project')
      await db.tx((tx) => deleteIn(tx, scope, id, name))
      return sessions.current(scope)
    },
  }
}

const notFound = () => new AppError('project_not_found', 'You have no such project')
