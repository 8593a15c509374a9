import {
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import { clientFactsOf } from './client-facts.ts'
import type { CompletionRequest, Contents } from './contents.ts'
import { withProgress } from './progress.ts'
import { createRecorder, type RecorderDeps } from './recorded.ts'
import type { Serving, Surface } from './surface.ts'
import type { CallEnd } from './to-result.ts'

export type ServerDeps = RecorderDeps & { contents: Contents; version: string }

export type ServerTarget = { surface: Surface; serving: Serving; instructions: string | null }

type Recorder = ReturnType<typeof createRecorder>

// For as long as a client may use a list without reading it again.
const cached = { ttlMs: 60_000, cacheScope: 'private' } as const

/** For one request of a client. Nothing is held between two of them. */
export function createProtocolServer(
  deps: ServerDeps,
  { surface, serving, instructions }: ServerTarget,
): Server {
  const { contents } = deps
  const { name, description } = serving.server
  // Without credentials there are the selected tools, and nothing else.
  const hasContents = !serving.isAnonymous
  const hasPrompts = hasContents && contents.hasPrompts()
  const hasCompletions = hasContents && contents.hasCompletions()
  const server = new Server(
    { name, version: deps.version, ...(description === '' ? {} : { description }) },
    {
      capabilities: {
        tools: {},
        ...(hasContents ? { resources: {} } : {}),
        ...(hasPrompts ? { prompts: {} } : {}),
        ...(hasCompletions ? { completions: {} } : {}),
      },
      ...(instructions === null ? {} : { instructions }),
      cacheHints: { 'tools/list': cached, 'resources/list': cached, 'prompts/list': cached },
    },
  )
  const recorder = createRecorder(deps, serving)
  addTools(server, recorder, surface)
  if (hasContents) addResources(server, recorder, contents, serving)
  if (hasPrompts) addPrompts(server, recorder, contents, serving)
  if (hasCompletions) addCompletions(server, recorder, contents, serving)
  return server
}

function addTools(server: Server, { shown, recorded }: Recorder, surface: Surface): void {
  server.setRequestHandler('tools/list', async () => ({ tools: await shown(() => surface.list()) }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name, arguments: given = {} } = params
    const end = await recorded(
      context,
      name,
      async () => {
        const { signal, method } = context.mcpReq
        const request = { signal, method, client: clientFactsOf(context), startedAt: performance.now() }
        const called = await withProgress(context, () => surface.call(name, given, request))
        if (called) return called
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 100)}`)
      },
      ({ error, logId, isLogged }) => ({ error, logId, ...(isLogged ? { isLogged } : {}) }),
    )
    return end.connectUrl && clientFactsOf(context).opensUrls ? connecting(end) : end.result
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
  server.setRequestHandler('resources/list', async () => ({
    resources: await shown(() => contents.listResources(scope)),
  }))
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: await shown(() => contents.listTemplates(scope)),
  }))
  server.setRequestHandler('resources/read', ({ params: { uri } }, context) =>
    recorded(context, uri, () => contents.readResource(scope, uri)),
  )
}

function addPrompts(
  server: Server,
  { shown, recorded }: Recorder,
  contents: Contents,
  { scope }: Serving,
): void {
  server.setRequestHandler('prompts/list', async () => ({
    prompts: await shown(() => contents.listPrompts(scope)),
  }))
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }, context) =>
    recorded(context, name, async () => {
      const found = await contents.getPrompt(scope, name, given)
      if (found) return found
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name.slice(0, 100)}`)
    }),
  )
}

function addCompletions(server: Server, { shown }: Recorder, contents: Contents, { scope }: Serving): void {
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }) => {
    const request = { ref, argument: argument.name, value: argument.value } as CompletionRequest
    const { values, ...counts } = await shown(() => contents.complete(scope, request))
    return { completion: { values: [...values], ...counts } }
  })
}
