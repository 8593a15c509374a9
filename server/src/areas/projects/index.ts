import type { Queryable, Tx } from '../../kernel/db/db.ts'
import type { Scope } from '../../kernel/scope.ts'
import { projectsManifest } from './manifest.ts'
import { projectRoutes } from './routes.ts'
import { CreateKeyBody, type NewApiKey } from './schema.ts'
import { type ApiKeyDeps, createApiKeyService, type OnMonthlyCap } from './service/api-keys.ts'
import { createKeyAuthentication } from './service/authenticate.ts'
import type { IsKeyCapped } from './service/key-limits.ts'
import { isKeyForm, newKeyValue } from './service/key-value.ts'
import { type CheckAgent, createProjectService } from './service/projects.ts'
import type { AccessRule } from './service/simulate.ts'
import { isOriginOfProject, type VersionedProject } from './store/project.ts'

/**
 * Projects and the API keys that open them. A key's value is never stored: only its hash is. Keys are checked in the
 * database on every request, so that revoking one takes effect immediately on every node.
 */
export type Projects = {
  onCreated(handler: (tx: Tx, projectId: string) => Promise<void>): void
  /** With a time at which it is deleted, or none. */
  createIn(tx: Tx, name: string, expiresAt?: Date | null): Promise<VersionedProject>
  /** Takes it from everyone; what it has is erased in the background. False when it was deleted already. */
  deleteIn(tx: Tx, id: string): Promise<boolean>
  /** Areas above enforce the cap; called in the transaction that sets or removes it. */
  onMonthlyCap(handler: OnMonthlyCap): void
  listAll(q: Queryable): Promise<VersionedProject[]>
  /** The area that stores caps registers whether a key has one: such a key cannot create others. */
  registerKeyCaps(lookup: IsKeyCapped): void
  /** The area of agents registers which of them may be the default one of a project. */
  registerAgentCheck(check: CheckAgent): void
  /** The projects that have chosen for how many days they keep their history. */
  retentionDays(q: Queryable): Promise<ReadonlyMap<string, number>>
  /** `value` sets the key's value instead of drawing one, for set-up without a terminal. */
  createKeyIn(
    tx: Tx,
    scope: Scope,
    key: { name: string; role: 'member' | 'admin'; isOperator?: boolean },
    value?: string,
  ): Promise<NewApiKey>
}

export type ProjectsDeps = Omit<ApiKeyDeps, 'onMonthlyCap' | 'isKeyCapped'> & {
  accessRule(method: string, path: string): AccessRule
}

export function createProjects(deps: ProjectsDeps) {
  const capHandlers: OnMonthlyCap[] = []
  const onMonthlyCap: OnMonthlyCap = async (tx, scope, cap) => {
    for (const handler of capHandlers) await handler(tx, scope, cap)
  }
  let checkAgent: CheckAgent = async () => undefined
  const projects = createProjectService({
    ...deps,
    onMonthlyCap,
    checkAgent: (scope, id) => checkAgent(scope, id),
  })
  let keyCaps: IsKeyCapped = async () => false
  const isKeyCapped: IsKeyCapped = (tx, scope, keyId) => keyCaps(tx, scope, keyId)
  const keys = createApiKeyService({ ...deps, onMonthlyCap, isKeyCapped })
  const area: Projects = {
    onCreated: projects.onCreated,
    onMonthlyCap: (handler) => void capHandlers.push(handler),
    createIn: projects.createIn,
    deleteIn: projects.deleteIn,
    listAll: projects.listAll,
    registerKeyCaps(lookup) {
      keyCaps = lookup
    },
    registerAgentCheck(check) {
      checkAgent = check
    },
    retentionDays: projects.retentionDays,
    createKeyIn: (tx, scope, key, value) =>
      keys.createIn(tx, scope, CreateKeyBody.parse(key), newKeyValue(value)),
  }
  return {
    ...area,
    ...createKeyAuthentication(deps),
    isProjectOrigin: (origin: string) => isOriginOfProject(deps.db, origin),
    isKeyForm,
    sweep: projects.sweep,
    routes: projectRoutes({ keys, projects, accessRule: deps.accessRule }),
  }
}

export const projectsArea = { manifest: projectsManifest, key: 'projects', create: createProjects } as const
