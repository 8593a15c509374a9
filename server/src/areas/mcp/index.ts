import type { RetainedSince } from '../../kernel/area.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Identity } from '../../kernel/http/auth/identity.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import type { Agents } from '../agents/index.ts'
import type { Audit } from '../audit/index.ts'
import type { Files } from '../files/index.ts'
import type { Tables } from '../tables/index.ts'
import type { Tools } from '../tools/index.ts'
import type { Workflows } from '../workflows/index.ts'
import { mcpManifest } from './manifest.ts'
import { createCallLog } from './protocol/call-log.ts'
import { createContents } from './protocol/contents.ts'
import { createToolCalls } from './protocol/execute-tool.ts'
import { projectContent } from './protocol/project-content.ts'
import { endpointRoutes } from './routes/endpoint.ts'
import { serverRoutes } from './routes/servers.ts'
import { createServerChecks } from './service/check-server.ts'
import { callUserData, createDescriptions } from './service/describe.ts'
import { createServers } from './service/servers.ts'
import { createServing } from './service/serving.ts'
import { createServerViews } from './service/view-server.ts'
import { deleteOldCalls } from './store/call.ts'

/** @public What areas with resources or prompts register. */
export type { ContentSource } from './protocol/contents.ts'

export type McpDeps = {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  audit: Audit
  files: Files
  tables: Tables
  tools: Tools
  agents: Agents
  workflows: Workflows
  externalUsers: { actAs: Identity['actAs'] }
  publicUrl: URL
  productVersion: string
}

/**
 * The tools, tables, files and workflows of a project for MCP clients. A server is a selection of tools; a call is
 * authenticated, executed, logged and paid like one of the API, and nothing is held between two requests.
 */
export function createMcp(deps: McpDeps) {
  const { db } = deps
  const views = createServerViews(deps)
  const contents = createContents()
  contents.register(projectContent(deps))
  const serving = createServing({
    ...deps,
    contents,
    version: deps.productVersion,
    actAs: deps.externalUsers.actAs,
    logCall: createCallLog(deps),
    callTool: createToolCalls(deps),
  })
  const servers = createServers({ ...deps, views, checks: createServerChecks(deps) })
  return {
    /** An area adds resources and prompts for the clients of every server: knowledge, skills. */
    registerContent: contents.register,
    userData: [callUserData],
    async sweep(retainedSince: RetainedSince): Promise<void> {
      for (const { projectId, since } of retainedSince) await deleteOldCalls(db, projectId, since)
    },
    routes: [
      ...serverRoutes(servers, createDescriptions({ db, serving, views })),
      ...endpointRoutes(serving),
    ],
  }
}

export const mcpArea = { manifest: mcpManifest, key: 'mcp', create: createMcp } as const
