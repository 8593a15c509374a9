import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Identity } from '../../../kernel/http/auth/identity.ts'
import type { RawReply } from '../../../kernel/http/endpoint.ts'
import { defaultUserName, type Scope, systemScope } from '../../../kernel/scope.ts'
import { serveIncoming } from '../protocol/batch.ts'
import { type ContentSource, createContents } from '../protocol/contents/contents.ts'
import type { FileReader } from '../protocol/contents/file-contents.ts'
import { serverContent } from '../protocol/contents/server-content.ts'
import type { AheadCalls } from '../protocol/execute-ahead.ts'
import type { IncomingExchange } from '../protocol/incoming.ts'
import { type MetaDeps, metaInstructions, metaSurface } from '../protocol/meta.ts'
import { type NormalDeps, normalSurface, slugsByName } from '../protocol/normal.ts'
import { createRecorder, type RecorderDeps } from '../protocol/recorded.ts'
import { createProtocolServer } from '../protocol/server.ts'
import type { Serving, Surface } from '../protocol/surface.ts'
import { createToolHandlers } from '../protocol/tool-handlers.ts'
import { findPublicServer, type ServerRow } from '../store/server.ts'
import { getServer, serverNotFound } from './get-server.ts'
import type { KnownServers } from './known-servers.ts'
import { defaultServer, servedServer } from './view-server.ts'

export type ServingDeps = RecorderDeps &
  MetaDeps &
  NormalDeps & {
    db: Db
    /** Resources and prompts of the project, for every server of it. */
    projectContents: readonly ContentSource[]
    files: FileReader
    version: string
    actAs: Identity['actAs']
    publicUrl: URL
    servers: KnownServers
    callAhead: AheadCalls
  }

type Request = Pick<IncomingExchange, 'headers' | 'body' | 'signal'>

/** The token of a client that was let in to one server is not one for another. */
function requireBound({ actor }: Scope, serverId: string | null): void {
  const bound = actor.kind === 'end-user-token' ? actor.mcpServer : undefined
  if (bound && bound.id !== serverId)
    throw new AppError('invalid_api_key', 'This token was issued for another MCP server')
}

export function createServing(deps: ServingDeps) {
  const { db, actAs, publicUrl, servers, callAhead } = deps

  const surfaceOf = (serving: Serving): Surface =>
    serving.server.mode === 'META' ? metaSurface(deps, serving) : normalSurface(deps, serving)

  /** Contents of the server come first. Without credentials there are no others. */
  const contentsOf = ({ server: { id }, isAnonymous }: Serving) =>
    createContents([
      ...(id === null ? [] : [serverContent(deps, id)]),
      ...(isAnonymous ? [] : deps.projectContents),
    ])

  /** What was selected is executed ahead where that can be; `current` reads the server again for everything else. */
  function aheadSurface(serving: Serving, current: () => Promise<Serving>): Surface {
    const byName = slugsByName(serving.server)
    return {
      list: async () => surfaceOf(await current()).list(),
      async call(name, args, request) {
        const slug = byName.get(name)
        const end = slug === undefined ? null : await callAhead(serving, { name, slug, args }, request)
        return end ?? surfaceOf(await current()).call(name, args, request)
      },
    }
  }

  function serve(serving: Serving, request: Request, surface = surfaceOf(serving)): Promise<RawReply> {
    const { name, description, mode, instructions } = serving.server
    const recorder = createRecorder(deps, serving)
    const target = {
      contents: contentsOf(serving),
      serving,
      recorder,
      serverInfo: { name, version: deps.version, ...(description === '' ? {} : { description }) },
      instructions: instructions ?? (mode === 'META' ? metaInstructions : null),
    }
    return serveIncoming({
      ...request,
      url: publicUrl.href,
      serverInfo: target.serverInfo,
      tools: createToolHandlers(recorder, surface),
      createServer: (tools) => createProtocolServer({ ...target, tools }),
    })
  }

  /** Callers without credentials share one end user for each server, which has no account and no data of others. */
  async function publicScope({ projectId, name }: ServerRow, { requestId, ip }: Scope): Promise<Scope> {
    const principal = {
      projectId,
      role: 'member' as const,
      isOperator: false,
      actor: { kind: 'system' as const, accountId: null },
      permissions: ['tools:execute'],
      rateKey: `mcp:${projectId}`,
      boundUser: null,
    }
    const { user } = await actAs(principal, `mcp_${name}`, true, true)
    return {
      ...systemScope(projectId),
      role: 'member',
      acrossUsers: false,
      permissions: principal.permissions,
      externalUser: user,
      requestId,
      ip,
    }
  }

  return {
    surfaceOf,
    async serveDefault(scope: Scope, request: Request): Promise<RawReply> {
      requireBound(scope, null)
      return serve({ scope, server: defaultServer, isAnonymous: false }, request)
    },
    async serveNamed(scope: Scope, idOrName: string, request: Request): Promise<RawReply> {
      const known = isCall(request) ? servers.find(scope, idOrName) : null
      const row = known ?? (await servers.read(scope, idOrName))
      requireBound(scope, row.id)
      const serving = servingOf(scope, row)
      if (row.mode !== 'NORMAL') return serve(known ? await current() : serving, request)
      return serve(serving, request, aheadSurface(serving, known ? current : async () => serving))

      async function current(): Promise<Serving> {
        const now = await servers.read(scope, idOrName)
        requireBound(scope, now.id)
        return servingOf(scope, now)
      }
    },
    async requireNamed(scope: Scope, idOrName: string): Promise<void> {
      const { id } = await getServer(db, scope, idOrName)
      requireBound(scope, id)
    },
    async servePublic(caller: Scope, id: string, request: Request): Promise<RawReply> {
      const row = await findPublicServer(db, id)
      if (!row) throw serverNotFound()
      const scope = await publicScope(row, caller)
      return serve({ scope, server: servedServer(row), isAnonymous: true }, request)
    },
    /** The tools of a server as the default user sees them. */
    listTools: (scope: Scope, row: ServerRow) =>
      surfaceOf({
        scope: { ...scope, externalUser: { id: scope.projectId, name: defaultUserName } },
        server: servedServer(row),
        isAnonymous: false,
      }).list(),
  }
}

const isCall = ({ body }: Request): boolean => !Array.isArray(body) && body.method === 'tools/call'

const servingOf = (scope: Scope, row: ServerRow): Serving => ({
  scope,
  server: servedServer(row),
  isAnonymous: false,
})

export type ServingService = ReturnType<typeof createServing>
