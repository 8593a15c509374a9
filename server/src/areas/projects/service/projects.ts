import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Queryable, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { notifyAccessEnded } from '../../../kernel/http/auth/access-ended.ts'
import type { NewId } from '../../../kernel/ids.ts'
import { changedConcurrently, checkIfMatch } from '../../../kernel/preconditions.ts'
import { type Scope, systemScope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { UpdateProjectBody } from '../schema.ts'
import { deleteKeys } from '../store/api-key.ts'
import {
  findProject,
  insertProject,
  listExpiredProjects,
  listProjects,
  mapRetentionDays,
  markDeleted,
  updateProject,
  type VersionedProject,
} from '../store/project.ts'
import type { OnMonthlyCap } from './api-keys.ts'

type ProjectDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  onMonthlyCap: OnMonthlyCap
  checkAgent: CheckAgent
}
/** Throws if the agent cannot be the default one of its project. */
export type CheckAgent = (scope: Scope, id: string) => Promise<void>
type OnCreated = (tx: Tx, projectId: string) => Promise<void>

export function createProjectService({ db, clock, newId, audit, onMonthlyCap, checkAgent }: ProjectDeps) {
  const onCreated: OnCreated[] = []

  async function getIn(q: Queryable, scope: Scope): Promise<VersionedProject> {
    const project = await findProject(q, scope)
    if (!project) throw new AppError('project_not_found', 'The project no longer exists')
    return project
  }

  /** False when it was deleted already. The caller ends what people have opened in it. */
  async function deleteIn(tx: Tx, id: string): Promise<boolean> {
    if (!(await markDeleted(tx, id, clock.now()))) return false
    for (const keyId of await deleteKeys(tx, id)) await notifyAccessEnded(tx, 'api_key_revoked', keyId)
    return true
  }

  return {
    /** Areas above add what every project has from its first moment, in the same transaction. */
    onCreated: (handler: OnCreated) => void onCreated.push(handler),
    async createIn(tx: Tx, name: string, expiresAt: Date | null = null): Promise<VersionedProject> {
      const id = newId()
      const project = await insertProject(tx, { id, name, slug: slugOf(name), at: clock.now(), expiresAt })
      if (!project)
        throw new AppError('name_conflict', `A project with the slug "${slugOf(name)}" already exists`, {
          hint: 'Choose another name.',
        })
      for (const handler of onCreated) await handler(tx, id)
      await audit.record(tx, systemScope(id), {
        action: 'project.created',
        targetType: 'project',
        targetId: id,
        details: { name },
      })
      return project
    },
    deleteIn,
    /** Deletes the projects that were made for a while which is over. */
    async sweep(): Promise<void> {
      for (const id of await listExpiredProjects(db, clock.now())) await db.tx((tx) => deleteIn(tx, id))
    },
    get: (scope: Scope) => getIn(db, scope),
    listAll: (q: Queryable) => listProjects(q),
    retentionDays: (q: Queryable) => mapRetentionDays(q),
    async update(
      scope: Scope,
      body: UpdateProjectBody,
      ifMatch: readonly string[] | null,
    ): Promise<VersionedProject> {
      if (body.defaultAgentId) await checkAgent(scope, body.defaultAgentId)
      return db.tx(async (tx) => {
        const project = await getIn(tx, scope)
        checkIfMatch(ifMatch, project.version)
        const changes = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
        const updated = await updateProject(tx, scope, { ...project, ...changes }, clock.now())
        if (!updated) throw changedConcurrently()
        if (body.monthlyCreditCap !== undefined)
          await onMonthlyCap(tx, scope, { keyId: null, credits: body.monthlyCreditCap })
        await audit.record(tx, scope, {
          action: 'project.updated',
          targetType: 'project',
          targetId: project.id,
          details: { name: updated.name, fields: Object.keys(changes) },
        })
        return updated
      })
    },
  }
}

const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'project'
