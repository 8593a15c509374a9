import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { contentSchemaOf } from '../../../kernel/json-schema/content-schema.ts'
import type { Toolkits, ToolSource } from '../../toolkits/index.ts'
import { executeRemote } from '../external/execute.ts'
import type { RemoteServers } from '../external/remote-server.ts'
import type { HeaderSeal } from '../external/secrets.ts'
import {
  findApproved,
  findRemote,
  findSourceTool,
  hasSourceTool,
  listSourceTools,
  listToolkitsByToolName,
  noteStatus,
} from '../store/toolkit.ts'
import type { McpImports } from './imports.ts'

export type McpSourceDeps = {
  db: Db
  clock: Clock
  toolkits: Pick<Toolkits, 'sign'>
  remotes: RemoteServers
  headers: HeaderSeal
  imports: McpImports
}

/** Tools of other MCP servers, as they were approved. */
export function createMcpSource({
  db,
  clock,
  toolkits,
  remotes,
  headers,
  imports,
}: McpSourceDeps): ToolSource {
  return {
    provider: 'MCP',
    list: listSourceTools,
    find: findSourceTool,
    hasSlug: hasSourceTool,
    async open(scope, toolkit, { slug, version }) {
      if (version !== toolkit.version) return null
      const [approved, remote] = await Promise.all([
        findApproved(db, scope, toolkit.id, slug),
        findRemote(db, scope, toolkit.id),
      ])
      if (!approved || !remote) return null
      const { entry, inputSchema, definition } = approved
      const outputParameters = definition?.outputSchema ? contentSchemaOf(definition.outputSchema) : {}
      return {
        tool: { ...entry, instructions: '', inputParameters: inputSchema, outputParameters },
        execute: executeRemote(
          {
            remotes,
            toolkits,
            // Written where it has changed, so that a call does not pay for it.
            noteStatus: async (status) => {
              if (status !== remote.status) await noteStatus(db, scope, toolkit.id, status, clock.now())
            },
          },
          headers.open(scope, remote),
          approved,
        ),
      }
    },
    listToolkitsByToolName,
    refresh: imports.refresh,
    findDrift: imports.findDrift,
  }
}
