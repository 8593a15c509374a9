import type { Clock } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Events } from '../../kernel/events/events.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { Audit } from '../audit/index.ts'
import type { Llm } from '../llm/index.ts'
import type { Threads } from '../threads/index.ts'
import type { Tools } from '../tools/index.ts'
import type { Workflows } from '../workflows/index.ts'
import { chatManifest } from './manifest.ts'
import { feedbackRoutes } from './routes/feedback.ts'
import { assistantRoutes, bare } from './routes/langgraph.ts'
import { branchRoutes, replyRoutes } from './routes/replies.ts'
import { runRoutes } from './routes/runs.ts'
import { graphify, langgraph, type Surface } from './routes/shared.ts'
import { stateRoutes } from './routes/states.ts'
import { messageRoutes, threadRoutes } from './routes/threads.ts'
import { uiRoutes } from './routes/ui.ts'
import { createAssistants } from './service/assistants.ts'
import { createBranches } from './service/branches.ts'
import { createCancel } from './service/cancel.ts'
import { createCompare } from './service/compare.ts'
import { createFeedback } from './service/feedback.ts'
import { createReplies } from './service/replies.ts'
import { createRunStreams } from './service/run-streams.ts'
import { createRunViews } from './service/runs.ts'
import { createStart } from './service/start.ts'
import { createStates } from './service/states.ts'
import { createStreams } from './service/stream.ts'
import { createThreadViews } from './service/threads.ts'
import { createUiChat } from './service/ui-chat.ts'

export type ChatDeps = {
  db: Db
  clock: Clock
  newId: NewId
  events: Events
  audit: Audit
  llm: Llm
  threads: Threads
  tools: Tools
  workflows: Pick<Workflows, 'agentRuns'>
}

/**
 * Conversations with agents over HTTP: threads and runs as LangGraph's clients know them, and the streams of other
 * clients. It has no table: threads are below it, and what is streamed is read from the logs of runs.
 */
export function createChat(deps: ChatDeps) {
  const { agentRuns } = deps.workflows
  const cancel = createCancel({ ...deps, agentRuns })
  const views = createThreadViews({ ...deps, agentRuns, cancelAll: cancel.all })
  const states = createStates({ ...deps, views })
  const runs = createRunViews({ ...deps, agentRuns, cancel })
  const streams = createStreams({ ...deps, agentRuns })
  const start = createStart({ ...deps, agentRuns, cancel })
  const runStreams = createRunStreams({ ...deps, views, runs, start, streams, cancel })
  const ofLangGraph = (surface: Surface) => [
    ...threadRoutes(surface, views),
    ...stateRoutes(surface, states),
    ...runRoutes(surface, { runs, runStreams }),
    ...branchRoutes(surface, createBranches(deps), createCompare({ ...deps, agentRuns })).filter(
      ({ path }) => !surface.isBare || path.endsWith('/copy'),
    ),
  ]
  return {
    routes: [
      ...ofLangGraph(graphify),
      ...messageRoutes(graphify, views),
      ...feedbackRoutes(createFeedback({ ...deps, agentRuns })),
      ...replyRoutes(graphify, createReplies({ ...deps, cancel })),
      ...ofLangGraph(langgraph).map(bare),
      ...assistantRoutes(createAssistants(deps)),
      ...uiRoutes(createUiChat({ ...deps, start, streams, cancel })),
    ],
  }
}

export const chatArea = { manifest: chatManifest, key: 'chat', create: createChat } as const
