import {
  type Implementation,
  type InputRequiredResult,
  inputRequired,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { clientFactsOf, type Envelope } from './client-facts.ts'
import type { Contents } from './contents/contents.ts'
import { pageOf } from './lists/paging.ts'
import { paramsOf } from './params.ts'
import { withProgress } from './progress.ts'
import type { Recorder } from './recorded.ts'
import type { CallRequest, Serving } from './surface.ts'
import type { CallEnd } from './to-result.ts'
import type { ToolHandlers } from './tool-handlers.ts'

export type ServerTarget = {
  contents: Contents
  serving: Serving
  serverInfo: Implementation
  instructions: string | null
  recorder: Recorder
  tools: ToolHandlers
}

/** For as long as a client may use a list without reading it again. */
export const listCache = { ttlMs: 60_000, cacheScope: 'private' } as const

/** For one request of a client. Nothing is held between two of them. */
export function createProtocolServer(target: ServerTarget): Server {
  const { contents, serving, serverInfo, instructions, recorder, tools } = target
  const { hasResources, hasPrompts, hasCompletions } = contents
  const server = new Server(serverInfo, {
    capabilities: {
      tools: {},
      ...(hasResources ? { resources: {} } : {}),
      ...(hasPrompts ? { prompts: {} } : {}),
      ...(hasCompletions ? { completions: {} } : {}),
    },
    ...(instructions === null ? {} : { instructions }),
    cacheHints: { 'tools/list': listCache, 'resources/list': listCache, 'prompts/list': listCache },
  })
  addTools(server, tools)
  if (hasResources) addResources(server, recorder, contents, serving)
  if (hasPrompts) addPrompts(server, recorder, contents, serving)
  if (hasCompletions) addCompletions(server, recorder, contents, serving)
  return server
}

const requestOf = ({ mcpReq, http }: ServerContext): CallRequest => ({
  signal: mcpReq.signal,
  method: mcpReq.method,
  client: clientFactsOf(mcpReq.envelope as Envelope | undefined, (name) => http?.req?.headers.get(name)),
  startedAt: performance.now(),
})

function addTools(server: Server, tools: ToolHandlers): void {
  server.setRequestHandler('tools/list', paramsOf.listing, ({ cursor }) => tools.list(cursor))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const request = requestOf(context)
    const end = await withProgress(context, () => tools.call(params, request))
    return end.connectUrl && request.client.opensUrls ? connecting(end) : end.result
  })
}

/** The client opens the page for its user, and then calls the tool again. */
const connecting = ({ error, connectUrl }: CallEnd): InputRequiredResult =>
  inputRequired({
    inputRequests: {
      connect: inputRequired.elicitUrl({ message: error ?? 'Connect the account.', url: connectUrl! }),
    },
  })

function addResources(
  server: Server,
  { shown, recorded }: Recorder,
  contents: Contents,
  { scope }: Serving,
): void {
  server.setRequestHandler('resources/list', paramsOf.listing, async ({ cursor }) => {
    const all = await shown(() => contents.listResources(scope))
    const { items, next } = pageOf(all, ({ uri }) => uri, cursor)
    return { resources: items, ...next }
  })
  server.setRequestHandler('resources/templates/list', paramsOf.listing, async ({ cursor }) => {
    const all = await shown(() => contents.listTemplates(scope))
    const { items, next } = pageOf(all, ({ uriTemplate }) => uriTemplate, cursor)
    return { resourceTemplates: items, ...next }
  })
  server.setRequestHandler('resources/read', paramsOf.reading, ({ uri }, context) =>
    recorded(requestOf(context), uri, () => contents.readResource(scope, uri)),
  )
}

function addPrompts(
  server: Server,
  { shown, recorded }: Recorder,
  contents: Contents,
  { scope }: Serving,
): void {
  server.setRequestHandler('prompts/list', paramsOf.listing, async ({ cursor }) => {
    const all = await shown(() => contents.listPrompts(scope))
    const { items, next } = pageOf(all, ({ name }) => name, cursor)
    return { prompts: items, ...next }
  })
  server.setRequestHandler('prompts/get', paramsOf.prompt, ({ name, arguments: given = {} }, context) =>
    recorded(requestOf(context), name, () => contents.getPrompt(scope, name, given)),
  )
}

function addCompletions(server: Server, { shown }: Recorder, contents: Contents, { scope }: Serving): void {
  server.setRequestHandler('completion/complete', paramsOf.completion, async ({ ref, argument }) => {
    const request = { ref, argument: argument.name, value: argument.value }
    const { values, ...counts } = await shown(() => contents.complete(scope, request))
    return { completion: { values: [...values], ...counts } }
  })
}
