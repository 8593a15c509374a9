import type { Db } from '../../../../kernel/db/db.ts'
import type { Page } from '../../../../kernel/page.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { agentView } from '../../schema/agent.ts'
import type { VersionDetail, VersionDiff, VersionQuery, VersionView } from '../../schema/version.ts'
import { versionLabel } from '../../schema/version-number.ts'
import type { WorkflowRow, WorkflowView } from '../../schema/workflow.ts'
import { findPrevious, findVersion, listVersions, type VersionRow } from '../../store/version.ts'
import { getDefinition, getWorkflow, versionNotFound } from '../access.ts'
import { visibleDefinition } from '../visible-definition.ts'
import type { Details } from './details.ts'
import { diffDefinitions } from './diff.ts'
import type { Editor, IfMatch } from './editor.ts'

export type VersionDeps = { db: Db; edit: Editor; details: Details }

/** The history of a workflow: every change of its definition. */
export function createVersions({ db, edit, details }: VersionDeps) {
  return {
    async list(scope: Scope, id: string, query: VersionQuery): Promise<Page<VersionView>> {
      const workflow = await getWorkflow(db, scope, id)
      const page = await listVersions(db, workflow, query)
      return { ...page, items: page.items.map((each) => toView(workflow, each)) }
    },
    async get(scope: Scope, id: string, version: number): Promise<VersionDetail> {
      const workflow = await getWorkflow(db, scope, id)
      const found = await findVersion(db, workflow, version)
      if (!found) throw versionNotFound()
      const { graph, agent } = await visibleDefinition(scope, workflow, found.definition)
      return { ...toView(workflow, found), graph, agent: agent && agentView(agent) }
    },
    async diff(scope: Scope, id: string, version: number, other: number | undefined): Promise<VersionDiff> {
      const workflow = await getWorkflow(db, scope, id)
      const base = other ?? (await findPrevious(db, workflow, version)) ?? version
      const after = await getDefinition(db, scope, workflow, version)
      const before = await getDefinition(db, scope, workflow, base)
      const found = diffDefinitions(
        await visibleDefinition(scope, workflow, before),
        await visibleDefinition(scope, workflow, after),
      )
      const { nodes, edges, settings, agent } = found
      const lists = [...Object.values(nodes), ...Object.values(edges), settings, agent]
      const isSame = lists.every((each) => each.length === 0)
      return { before: versionLabel(base), after: versionLabel(version), isSame, ...found }
    },
    /** As a new version, so that nothing of the history is lost. */
    async restore(
      scope: Scope,
      id: string,
      version: number,
      publish: boolean | undefined,
      ifMatch: IfMatch,
    ): Promise<WorkflowView> {
      const edited = await edit(scope, id, ifMatch, async ({ workflow }) => ({
        definition: await getDefinition(db, scope, workflow, version),
        note: `Restored from ${versionLabel(version)}`,
        publish: publish ?? false,
        details: { restoredFrom: version },
      }))
      return details(scope, edited.workflow, edited.definition)
    },
  }
}

export type Versions = ReturnType<typeof createVersions>

const toView = (
  workflow: WorkflowRow,
  { version, hash, sizeBytes, note, createdAt, createdBy }: VersionRow,
): VersionView => ({
  version: versionLabel(version),
  versionNumber: version,
  isNewest: version === workflow.version,
  isActive: version === workflow.activeVersion,
  note,
  hash,
  sizeBytes,
  createdAt,
  createdBy,
})
