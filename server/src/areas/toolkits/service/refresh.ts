import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ImportOutcome, RefreshToolkitBody, ToolkitVersion } from '../schema/refresh.ts'
import type { ExtensionPoints } from './extension-points.ts'
import type { Registry } from './registry.ts'
import type { ToolkitService } from './toolkits.ts'

export type RefreshDeps = {
  db: Db
  registry: Registry
  extensions: Pick<ExtensionPoints, 'sourceOf'>
  toolkits: Pick<ToolkitService, 'refuseChange'>
}

/** What toolkits with an origin have besides the others: newer versions, and the older ones. */
export function createRefresh({ db, registry, extensions, toolkits }: RefreshDeps) {
  return {
    async refresh(scope: Scope, slugOrId: string, body: RefreshToolkitBody): Promise<ImportOutcome> {
      const toolkit = await registry.get(db, scope, slugOrId)
      const source = extensions.sourceOf(toolkit)
      if (!source?.refresh || toolkit.sourceUrl === null) {
        throw new AppError('invalid_state', `${toolkit.slug} was not imported from a URL`, {
          hint: 'Only toolkits imported by URL or with a sourceUrl can be refreshed.',
        })
      }
      if (!body.dryRun) toolkits.refuseChange(scope, toolkit)
      return source.refresh(scope, toolkit, body)
    },

    /** Newest first. What was made by hand, or comes with the product, has the version that is in force. */
    async changelog(scope: Scope, slugOrId: string): Promise<ToolkitVersion[]> {
      const toolkit = await registry.get(db, scope, slugOrId)
      const source = toolkit.isOwn || toolkit.isRefreshed ? extensions.sourceOf(toolkit) : null
      const versions = (await source?.listVersions?.(db, scope, toolkit)) ?? []
      if (versions.length > 0) return versions
      return toolkit.availableVersions.map((version) => ({
        version,
        isCurrent: version === toolkit.version,
        toolCount: toolkit.toolCount,
        sizeBytes: null,
        sha256: null,
        changes: null,
        createdAt: toolkit.createdAt,
      }))
    },
  }
}

export type Refresh = ReturnType<typeof createRefresh>
