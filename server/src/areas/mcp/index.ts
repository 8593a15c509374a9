import type { RetainedSince } from '../../kernel/area.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Identity } from '../../kernel/http/auth/identity.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import type { Outbound } from '../../kernel/net/outbound.ts'
import { createRowCommits } from '../../kernel/runs/commit-rows.ts'
import type { Scope } from '../../kernel/scope.ts'
import { isSealable } from '../../kernel/sealed/command.ts'
import type { Sealer } from '../../kernel/secrets/seal.ts'
import type { Agents } from '../agents/index.ts'
import type { Audit } from '../audit/index.ts'
import type { Connections } from '../connections/index.ts'
import type { Files } from '../files/index.ts'
import type { Knowledge } from '../knowledge/index.ts'
import type { Skills } from '../skills/index.ts'
import type { Tables } from '../tables/index.ts'
import type { Toolkits } from '../toolkits/index.ts'
import type { Tools } from '../tools/index.ts'
import type { Workflows } from '../workflows/index.ts'
import { createRemoteServers } from './external/remote-server.ts'
import { createHeaderSeal } from './external/secrets.ts'
import { createStdioServers, type StdioProgram } from './external/stdio/stdio-servers.ts'
import { mcpManifest } from './manifest.ts'
import { createCallLog } from './protocol/call-log.ts'
import { knowledgeContent } from './protocol/contents/knowledge-content.ts'
import { projectContent } from './protocol/contents/project-content.ts'
import { skillPrompts } from './protocol/contents/skill-prompts.ts'
import { createAheadCalls } from './protocol/execute-ahead.ts'
import { createToolCalls } from './protocol/execute-tool.ts'
import { contentRoutes } from './routes/contents.ts'
import { endpointRoutes } from './routes/endpoint.ts'
import { externalRoutes } from './routes/external.ts'
import { importRoutes } from './routes/imports.ts'
import { serverRoutes } from './routes/servers.ts'
import { createAgentServers } from './service/agent-servers.ts'
import { createServerChecks } from './service/check-server.ts'
import { createPrompts } from './service/contents/prompts.ts'
import { createResources } from './service/contents/resources.ts'
import { callUserData, createDescriptions } from './service/describe.ts'
import { createExternalServers } from './service/external-servers.ts'
import { createImports } from './service/imports.ts'
import { createKnownServers } from './service/known-servers.ts'
import { createMcpSource } from './service/mcp-source.ts'
import { createMcpOrigins } from './service/origins.ts'
import { createServers } from './service/servers.ts'
import { createServing } from './service/serving.ts'
import { createSignIn } from './service/sign-in.ts'
import { createServerViews } from './service/view-server.ts'
import { deleteOldCalls } from './store/call.ts'
import { findServer } from './store/server.ts'

export type { StdioProgram } from './external/stdio/stdio-servers.ts'
export type { McpOrigins } from './service/origins.ts'

export type McpDeps = {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  audit: Audit
  files: Files
  knowledge: Knowledge
  tables: Tables
  tools: Tools
  agents: Agents
  skills: Skills
  workflows: Workflows
  externalUsers: { actAs: Identity['actAs'] }
  publicUrl: URL
  productVersion: string
  toolkits: Toolkits
  connections: Connections
  outbound: Outbound
  /** Programs that may be run as MCP servers; none unless the operator lists them. */
  stdioServers?: readonly StdioProgram[] | undefined
  dataDir: string
  allowUnsealed: boolean
  sealer: Sealer
}

/**
 * The tools, tables, files and workflows of a project for MCP clients. A server is a selection of tools; a call is
 * authenticated, executed, logged and paid like one of the API, and nothing is held between two requests.
 */
export function createMcp(deps: McpDeps) {
  const { db } = deps
  const headers = createHeaderSeal(deps.sealer)
  const views = createServerViews({ ...deps, headers })
  const commitRows = createRowCommits(db)
  const callLog = createCallLog({ ...deps, commitRows })
  const serving = createServing({
    ...deps,
    projectContents: [projectContent(deps), knowledgeContent(deps), skillPrompts(deps.skills.library)],
    version: deps.productVersion,
    actAs: deps.externalUsers.actAs,
    callLog,
    callTool: createToolCalls(deps),
    callAhead: createAheadCalls({ ...deps, callLog, commitRows }),
    servers: createKnownServers(db),
  })
  const origins = createMcpOrigins(deps.publicUrl)
  const version = deps.productVersion
  const stdio = createStdioServers({
    programs: deps.stdioServers ?? [],
    dataDir: deps.dataDir,
    version,
    mayRun: isSealable() || deps.allowUnsealed,
  })
  const remotes = createRemoteServers({ outbound: deps.outbound, version, stdio })
  const imports = createImports({ ...deps, remotes, headers, signIn: createSignIn(deps) })
  deps.toolkits.registerToolSource(createMcpSource({ ...deps, remotes, headers, imports }))
  const external = createExternalServers({ ...deps, imports, remotes, stdio, headers })
  deps.workflows.registerMcpServers(createAgentServers(db, external))
  const servers = createServers({ ...deps, views, external, checks: createServerChecks(deps) })
  return {
    origins,
    findServer: (scope: Scope, idOrName: string) => findServer(db, scope, idOrName),
    stop: () => stdio.close(),
    userData: [callUserData],
    async sweep(retainedSince: RetainedSince): Promise<void> {
      for (const { projectId, since } of retainedSince) await deleteOldCalls(db, projectId, since)
    },
    routes: [
      ...serverRoutes(servers, createDescriptions({ db, serving, views })),
      ...contentRoutes({ resources: createResources(deps), prompts: createPrompts(deps) }),
      ...externalRoutes(external, deps.toolkits),
      ...endpointRoutes(serving, origins),
      ...importRoutes(imports, deps.toolkits),
    ],
  }
}

export type Mcp = ReturnType<typeof createMcp>

export const mcpArea = { manifest: mcpManifest, key: 'mcp', create: createMcp } as const
