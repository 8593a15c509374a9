import type { Db } from '../../../kernel/db/db.ts'
import type { OpenedTool, SourceTool, ToolCall, ToolSource } from '../../toolkits/index.ts'
import type { ResolvedTool } from '../document/resolve-tool.ts'
import { dryRunOperation, type OperationExecutor, type Signing } from '../request/execute.ts'
import { listDocuments } from '../store/document.ts'
import {
  findTool,
  findToolById,
  hasTool,
  listAllTools,
  listToolkitsByToolName,
  listToolsOf,
} from '../store/tool.ts'
import type { FindDrift } from './find-drift.ts'
import type { Imports } from './imports.ts'
import type { OpenedDocuments } from './opened-documents.ts'

export type OpenApiSourceDeps = {
  db: Db
  documents: OpenedDocuments
  execute: OperationExecutor
  signing: Signing
  imports: Pick<Imports, 'refresh'>
  findDrift: FindDrift
  close(): Promise<void>
}

/** The tools of descriptions that a project imported, or of newer ones of what the product ships. */
export function createOpenApiSource(deps: OpenApiSourceDeps): ToolSource {
  const { db, documents, execute, signing } = deps

  const opened = ({ definition, plan }: ResolvedTool): OpenedTool => ({
    tool: definition,
    execute: (call) => execute(plan, call),
    dryRun: (call: ToolCall) => dryRunOperation(signing, plan, call),
  })

  return {
    provider: 'OPENAPI',
    list: (q, scope, toolkitId): Promise<SourceTool[]> =>
      toolkitId === null ? listAllTools(q, scope) : listToolsOf(q, scope, toolkitId),
    find: (q, scope, by) => ('slug' in by ? findTool(q, scope, by.slug) : findToolById(q, scope, by.id)),
    hasSlug: hasTool,
    async open(scope, toolkit, { slug, version }) {
      const found = await documents.resolve(db, scope, toolkit, version, slug)
      return found && opened(found)
    },
    listToolkitsByToolName,
    async listVersions(q, scope, toolkit) {
      const rows = await listDocuments(q, scope, toolkit.id)
      return rows.map((row) => ({
        version: row.version,
        isCurrent: row.version === toolkit.version,
        toolCount: row.tool_count,
        sizeBytes: row.size_bytes,
        sha256: row.sha256,
        changes: row.changes,
        createdAt: row.created_at,
      }))
    },
    refresh: deps.imports.refresh,
    findDrift: deps.findDrift,
    close: deps.close,
  }
}
