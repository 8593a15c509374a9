import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { refuseUnpermitted } from '../../../kernel/http/auth/authorize.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { notFoundNear } from '../../../kernel/text/near-names.ts'
import type { ImportOutcome, Toolkits } from '../../toolkits/index.ts'
import { type RemoteServers, statusOf } from '../external/remote-server.ts'
import { type HeaderSeal, ownerOf } from '../external/secrets.ts'
import { type StdioServers, stdioScheme } from '../external/stdio/stdio-servers.ts'
import type {
  ExternalConfig,
  ExternalTest,
  ExternalTools,
  RefreshExternalBody,
  TestExternalBody,
} from '../schema/external.ts'
import type { ExternalChoice, ExternalRow } from '../store/server.ts'
import { findRemote, listApproved, updateHeaders } from '../store/toolkit.ts'
import { getServer } from './get-server.ts'
import type { McpImports } from './imports.ts'

export type ExternalDeps = {
  db: Db
  imports: McpImports
  remotes: RemoteServers
  stdio: Pick<StdioServers, 'list'>
  headers: HeaderSeal
  toolkits: Pick<Toolkits, 'find' | 'get' | 'records'>
}

/** Chosen for a server, and not stored yet. */
export type PreparedExternal = ExternalChoice & { toolCount: number; store(tx: Tx): Promise<void> }

const testTimeoutMs = 20_000
const maxDescription = 4_000

/** Other MCP servers whose tools a server offers. Each is a toolkit, so that its tools are approved, executed and paid as others. */
export function createExternalServers(deps: ExternalDeps) {
  const { db, imports, remotes, stdio, headers, toolkits } = deps

  async function approvedFor(scope: Scope, config: ExternalConfig) {
    const { name: slug, url } = config
    const toolkit = await toolkits.find(db, scope, slug)
    if (!toolkit) {
      const { tools: _, name: __, ...target } = config
      return imports.prepare(scope, { ...target, slug, dryRun: false })
    }
    const remote = toolkit.isOwn ? await findRemote(db, scope, toolkit.id) : null
    if (remote?.url !== url) throw toolkits.records.slugTaken(slug)
    const { headers: sent } = config
    return {
      toolkitId: toolkit.id,
      tools: await listApproved(db, scope, toolkit.id),
      store: async (tx: Tx) => {
        if (sent) await updateHeaders(tx, scope, toolkit.id, headers.seal(scope, toolkit.id, sent))
      },
    }
  }

  async function prepareOne(scope: Scope, config: ExternalConfig, path: string): Promise<PreparedExternal> {
    const { tools, ...prepared } = await approvedFor(scope, config)
    const known = new Set(tools.map(({ remoteName }) => remoteName))
    const unknown = config.tools?.filter((name) => !known.has(name)) ?? []
    if (unknown.length > 0) throw unknownTools(`${path}/tools`, unknown)
    const chosen = config.tools ?? null
    return { ...prepared, tools: chosen, toolCount: chosen?.length ?? tools.length }
  }

  async function findOf(scope: Scope, serverId: string, name: string): Promise<ExternalRow> {
    const { external } = await getServer(db, scope, serverId)
    const found = external.find((each) => each.name === name)
    if (found) return found
    const list = async () => external.map((each) => each.name)
    const error = toolkits.records.notFound()
    throw await notFoundNear(error, name, { scope, permission: 'mcp:read', list })
  }

  return {
    /** Contacts those that are new to the project. */
    async prepare(
      scope: Scope,
      configs: readonly ExternalConfig[],
      path = '/externalMcpConfigs',
    ): Promise<PreparedExternal[]> {
      if (configs.length > 0) refuseUnpermitted(scope.permissions, 'toolkits:write')
      return Promise.all(configs.map((config, at) => prepareOne(scope, config, `${path}/${at}`)))
    },

    async test(scope: Scope, { url, headers: sent = {} }: TestExternalBody): Promise<ExternalTest> {
      await remotes.check(url)
      try {
        const listing = await remotes.list(
          { url, headers: sent, owner: ownerOf(scope) },
          { timeoutMs: testTimeoutMs },
        )
        const { name: serverName, transport, tools } = listing
        return {
          status: 'healthy',
          serverName,
          transport,
          tools: tools.map(({ name, description = '', inputSchema }) => ({
            name,
            description: description.slice(0, maxDescription),
            inputSchema,
          })),
          error: null,
        }
      } catch (error) {
        const status = statusOf(error)
        if (!status) throw error
        return { status, serverName: null, transport: null, tools: [], error: (error as Error).message }
      }
    },

    listStdio: () => stdio.list().map((each) => ({ ...each, url: `${stdioScheme}${each.name}` })),

    async tools(scope: Scope, serverId: string, name: string): Promise<ExternalTools> {
      const { toolkitId, status, checkedAt, slugs } = await findOf(scope, serverId, name)
      const offered = new Set(slugs)
      const approved = await listApproved(db, scope, toolkitId)
      return {
        name,
        status,
        lastCheckedAt: checkedAt && new Date(checkedAt).toISOString(),
        tools: approved.map(({ remoteName, slug, entry, inputSchema }) => ({
          name: remoteName,
          slug,
          description: entry.description,
          inputSchema,
          isOffered: offered.has(slug),
        })),
      }
    },

    async refresh(
      scope: Scope,
      serverId: string,
      name: string,
      body: RefreshExternalBody,
    ): Promise<ImportOutcome> {
      refuseUnpermitted(scope.permissions, 'toolkits:write')
      const { toolkitId } = await findOf(scope, serverId, name)
      const toolkit = await toolkits.get(db, scope, toolkitId)
      return imports.refresh(scope, toolkit, body)
    },
  }
}

export type ExternalServers = ReturnType<typeof createExternalServers>

const shownNames = 10

function unknownTools(path: string, names: readonly string[]): AppError {
  const message = `has unknown tools: ${names.slice(0, shownNames).join(', ')}`
  return new AppError('invalid_parameter', `tools ${message}`, {
    details: [{ in: 'body', path, rule: 'custom', message }],
  })
}
