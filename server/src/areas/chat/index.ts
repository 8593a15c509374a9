import type { Clock } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Events } from '../../kernel/events/events.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import type { Audit } from '../audit/index.ts'
import type { Llm } from '../llm/index.ts'
import type { Threads } from '../threads/index.ts'
import type { Tools } from '../tools/index.ts'
import type { Usage } from '../usage/index.ts'
import type { Workflows } from '../workflows/index.ts'
import { chatManifest } from './manifest.ts'
import { agUiRoutes } from './routes/ag-ui.ts'
import { chatAgentRoutes } from './routes/chat-agents.ts'
import { withChatTokens } from './routes/chat-tokens.ts'
import { feedbackRoutes } from './routes/feedback.ts'
import { assistantRoutes, bare } from './routes/langgraph.ts'
import { branchRoutes, replyRoutes } from './routes/replies.ts'
import { runRoutes } from './routes/runs.ts'
import { graphify, langgraph, type Surface } from './routes/shared.ts'
import { statelessRoutes } from './routes/stateless.ts'
import { stateRoutes } from './routes/states.ts'
import { messageRoutes, threadRoutes } from './routes/threads.ts'
import { uiRoutes } from './routes/ui.ts'
import { createAgUiChat } from './service/ag-ui-chat.ts'
import { createAssistants } from './service/assistants.ts'
import { createBranches } from './service/branches/branches.ts'
import { createCompare } from './service/branches/compare.ts'
import { createCancel } from './service/cancel.ts'
import { createChanges } from './service/changes.ts'
import { createChatAgents } from './service/chat-agents.ts'
import { createDeletion } from './service/deletion.ts'
import { createFeedback } from './service/feedback.ts'
import type { Admission } from './service/ports.ts'
import { createReplies } from './service/replies.ts'
import { createRunStreams } from './service/run-streams.ts'
import { createRunViews } from './service/runs.ts'
import { createStart } from './service/start.ts'
import { createStatelessRuns } from './service/stateless.ts'
import { createStates } from './service/states.ts'
import { createStreams } from './service/stream.ts'
import { createThreadSweep } from './service/sweep.ts'
import { createThreadStreams } from './service/thread-stream.ts'
import { createThreadViews } from './service/threads.ts'
import { createTitles } from './service/titles.ts'
import { createUiChat } from './service/ui-chat.ts'

export type ChatDeps = {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  events: Events
  audit: Audit
  llm: Llm
  threads: Threads
  tools: Tools
  usage: Usage
  workflows: Pick<Workflows, 'agentRuns' | 'ensureDefaultAgent'>
}

/**
 * Conversations with agents over HTTP: threads and runs as LangGraph's clients know them, and the streams of other
 * clients. It has no table: threads are below it, and what is streamed is read from the logs of runs.
 */
export function createChat(deps: ChatDeps) {
  const { agentRuns, ensureDefaultAgent } = deps.workflows
  const cancel = createCancel({ ...deps, agentRuns })
  const applyChanges = createChanges(deps)
  const views = createThreadViews({ ...deps, agentRuns, applyChanges })
  const states = createStates({ ...deps, applyChanges, views })
  const runs = createRunViews({ ...deps, agentRuns, cancel })
  const deletion = createDeletion({ ...deps, agentRuns, cancel, runs })
  const streams = createStreams({ ...deps, agentRuns })
  let admitRun: Admission = async () => null
  const start = createStart({
    ...deps,
    agentRuns,
    ensureDefaultAgent,
    cancel,
    admitRun: (...run) => admitRun(...run),
  })
  const runStreams = createRunStreams({ ...deps, views, runs, start, streams, cancel })
  const chatAgents = createChatAgents(deps)
  const threadStreams = createThreadStreams({ ...deps, agentRuns, runs, runStreams })
  const ofLangGraph = (surface: Surface) => [
    ...threadRoutes(surface, views, deletion),
    ...stateRoutes(surface, states, views),
    ...runRoutes(surface, { runs, runStreams, threadStreams, deletion }),
    ...branchRoutes(surface, createBranches(deps), createCompare({ ...deps, agentRuns })).filter(
      ({ path }) => !surface.isBare || path.endsWith('/copy'),
    ),
  ]
  return {
    /** Refuses an agent that the caller cannot execute. */
    requireAgent: chatAgents.require,
    /** The area that shares agents refuses visitors who have used what they may, before a run is started. */
    registerAdmission(admit: Admission): void {
      admitRun = admit
    },
    routes: [
      ...ofLangGraph(graphify),
      ...messageRoutes(graphify, views),
      ...feedbackRoutes(createFeedback({ ...deps, agentRuns })),
      ...replyRoutes(graphify, createReplies({ ...deps, cancel }), createTitles(deps)),
      ...ofLangGraph(langgraph).map(bare),
      ...statelessRoutes(createStatelessRuns({ ...deps, agentRuns, runStreams, deletion })),
      ...assistantRoutes(createAssistants(deps)),
      ...chatAgentRoutes(chatAgents),
      ...uiRoutes(createUiChat({ ...deps, agentRuns, start, streams, cancel })),
      ...agUiRoutes(createAgUiChat({ ...deps, agentRuns, start, streams, cancel })),
    ].map(withChatTokens),
    sweep: createThreadSweep({ ...deps, deletion }),
  }
}

export type { Admission } from './service/ports.ts'

export type Chat = ReturnType<typeof createChat>

export const chatArea = { manifest: chatManifest, key: 'chat', create: createChat } as const
