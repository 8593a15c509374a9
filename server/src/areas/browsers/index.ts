import type { RetainedSince } from '../../kernel/area.ts'
import type { Listener } from '../../kernel/db/listen.ts'
import type { NodeCalls } from '../../kernel/http/nodes/calls.ts'
import type { Log } from '../../kernel/log.ts'
import { systemResolve } from '../../kernel/net/destination.ts'
import type { Outbound } from '../../kernel/net/outbound.ts'
import { createProxyCheck } from '../../kernel/net/upstream-proxy/upstream-proxy.ts'
import type { Sealer } from '../../kernel/secrets/seal.ts'
import type { Connections } from '../connections/index.ts'
import type { Files } from '../files/index.ts'
import { describeProcessorLimit } from './child/chromium/control-group.ts'
import { type BrowserOptions, createDrivers } from './drivers/drivers.ts'
import { browsersManifest } from './manifest.ts'
import { connectionRoutes } from './routes/connections.ts'
import { controlRoutes } from './routes/control.ts'
import { handoffRoutes } from './routes/handoffs.ts'
import { profileRoutes } from './routes/profiles.ts'
import { recordingRoutes } from './routes/recordings.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { viewRoutes } from './routes/views.ts'
import { createActions } from './service/actions.ts'
import { type AgentBrowsers, createAgentBrowsers } from './service/agent-browsers.ts'
import { createAgentBrowsersOfNodes } from './service/agent-browsers-of-nodes.ts'
import { createBrowserConnections } from './service/connections.ts'
import { createEventLog } from './service/event-log.ts'
import { createFollowEvents } from './service/follow-events.ts'
import { createEventHandler } from './service/handle-event.ts'
import { createHandoffs } from './service/handoffs.ts'
import { createHistory } from './service/history.ts'
import { createLinks } from './service/links.ts'
import { createLiveSessions } from './service/live-sessions.ts'
import { createProfiles } from './service/profiles.ts'
import { createRecordedSteps, type ReadRecordedSteps } from './service/recorded-steps.ts'
import { createRecorder } from './service/recording.ts'
import { checkSteps, createReplays } from './service/replays.ts'
import { createSessionRows, type RowDeps } from './service/session-rows.ts'
import { closeChannel, createSessions } from './service/sessions.ts'
import { createBrowserUserData } from './service/user-data.ts'
import { createViews } from './service/views.ts'
import { sessionTable } from './store/session.ts'

export type { Extraction } from './child/chromium/page-scripts.ts'
export type { AgentBrowsers, SessionChoice } from './service/agent-browsers.ts'
export type { RecordedInput, RecordedSession } from './service/recorded-steps.ts'
export type { BrowserOptions }
export { createDrivers, describeProcessorLimit }

export type Browsers = {
  forAgents: AgentBrowsers
  /** Sessions that become tools, and tools that repeat them. */
  recordings: {
    read: ReadRecordedSteps
    check: typeof checkSteps
    replay: ReturnType<typeof createReplays>
  }
}

/**
 * Browsers that agents and humans use together. A session is one browser with its own processes, folders and way to the
 * network, on one node; what it may reach is decided by the same guard as for every other outbound request.
 */
export type BrowsersDeps = RowDeps & {
  log: Log
  listener: Listener
  outbound: Outbound
  sealer: Sealer
  files: Files
  connections: Pick<Connections, 'connectCaptured'>
  productVersion: string
  publicUrl: URL
  deriveKey(purpose: string): Buffer
  nodeCalls: Pick<NodeCalls, 'call' | 'serve'>
  browserOptions?: BrowserOptions
}

const defaults: BrowserOptions = { executable: null, allowPrivate: [], allowUnsealed: false }

export function createBrowsers(deps: BrowsersDeps) {
  const { db, log, listener, usage, browserOptions = defaults } = deps
  const rows = createSessionRows(deps)
  const profiles = createProfiles(deps)
  const drivers = createDrivers({
    ...browserOptions,
    log,
    userAgent: `Stoa/${deps.productVersion}`,
    onEvent: (id, event, body) => live.handleEvent(id, event, body),
    onLost: (driver) => live.loseAll(driver),
  })
  const eventLog = createEventLog()
  const onEvent = createEventHandler({ ...deps, eventLog })
  const live = createLiveSessions({ ...deps, drivers, rows, profiles, onEvent })
  const recorder = createRecorder({ ...deps, live, eventLog })
  const actions = createActions({ ...deps, live, recorder, eventLog })
  const links = createLinks({ ...deps, key: deps.deriveKey('browser-view') })
  const checkProxy = createProxyCheck(browserOptions.allowPrivate, systemResolve)
  const sessions = createSessions({ ...deps, rows, live, actions, drivers, links, recorder, checkProxy })
  const handoffs = createHandoffs({ ...deps, live, sessions, links, eventLog })
  const views = createViews({ db, live, links, lease: deps.lease })
  const connections = createBrowserConnections({ ...deps, live, sessions })
  const history = createHistory({ db, sessions })
  const followEvents = createFollowEvents({ db, sessions, eventLog })
  listener.on(closeChannel, live.drop)
  usage.registerWork(sessionTable.workSource)

  const area: Browsers = {
    forAgents: createAgentBrowsersOfNodes(
      createAgentBrowsers({ db, sessions, actions, handoffs }),
      deps.nodeCalls,
    ),
    recordings: {
      read: createRecordedSteps({ db, sessions }),
      check: checkSteps,
      replay: createReplays({ sessions, actions, live }),
    },
  }
  return {
    ...area,
    capabilities: { browser: drivers.report },
    userData: [createBrowserUserData()],
    async sweep(retainedSince: RetainedSince): Promise<void> {
      for (const { projectId, since } of retainedSince) await sessionTable.forgetOld(db, projectId, since)
    },
    /** Saves profiles and ends every browser. */
    async stop(): Promise<void> {
      await live.stop()
      await drivers.close()
    },
    routes: [
      ...sessionRoutes(sessions),
      ...controlRoutes({ sessions, actions, history, followEvents }),
      ...handoffRoutes(handoffs),
      ...connectionRoutes(connections),
      ...recordingRoutes(recorder),
      ...profileRoutes(profiles),
      ...viewRoutes(views),
    ],
  }
}

export const browsersArea = { manifest: browsersManifest, key: 'browsers', create: createBrowsers } as const
