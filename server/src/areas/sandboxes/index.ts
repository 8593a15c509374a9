import type { RetainedSince } from '../../kernel/area.ts'
import { forEachSettled } from '../../kernel/async/for-each-settled.ts'
import type { Blobs } from '../../kernel/blobs/blobs.ts'
import type { Listener } from '../../kernel/db/listen.ts'
import type { LostWork } from '../../kernel/leases/lost-work.ts'
import type { NodeLease } from '../../kernel/leases/node-lease.ts'
import type { Log } from '../../kernel/log.ts'
import type { Outbound } from '../../kernel/net/outbound.ts'
import type { Sandboxes as Engine } from '../../kernel/sandbox/sandboxes.ts'
import { systemScope } from '../../kernel/scope.ts'
import type { ExternalUsers } from '../external-users/index.ts'
import type { Files } from '../files/index.ts'
import type { Usage } from '../usage/index.ts'
import { watchJob } from './jobs.ts'
import { sandboxesManifest } from './manifest.ts'
import { executeRoutes } from './routes/execute.ts'
import { runRoutes } from './routes/runs.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { workspaceRoutes } from './routes/workspace.ts'
import { type Admission, createAdmission } from './service/admission.ts'
import { cancelledChannel, createCancelling } from './service/cancelling.ts'
import { type Computers, createComputers } from './service/computers.ts'
import { createExecutions } from './service/executions.ts'
import { createHistory } from './service/history.ts'
import { createHolding, endedChannel, handoverChannel } from './service/holding.ts'
import { createInFlight } from './service/in-flight.ts'
import { endedDays, pausedDays } from './service/limits.ts'
import { createLiveSessions, defaultTiming, type LiveTiming } from './service/live-sessions.ts'
import { createOneShot } from './service/one-shot.ts'
import { createSaves } from './service/saves.ts'
import { createSessionExecute } from './service/session-execute.ts'
import { createSessionService, type SessionDeps } from './service/sessions.ts'
import { listTemplates } from './service/templates.ts'
import { createThreads } from './service/threads.ts'
import { createSandboxUserData } from './service/user-data.ts'
import { createWorkspace } from './service/workspace.ts'
import { executionTable } from './store/execution.ts'
import { deleteLongEnded, listForgotten } from './store/session.ts'

/**
 * Code that no one trusts, run once or in a persistent session. What is run is recorded and paid for exactly
 * once, whatever dies meanwhile. A session belongs to no node: one node at a time has its interpreters, saves them as
 * soon as they are idle, and releases them; any node wakes them. Nothing of a script ever runs in the server's own process.
 */
export type SandboxesDeps = SessionDeps & {
  log: Log
  listener: Listener
  blobs: Blobs
  outbound: Outbound
  engine: Engine
  lease: NodeLease
  lostWork: LostWork
  usage: Usage
  files: Files
  externalUsers: ExternalUsers
  timing?: LiveTiming
}

export type { OnComputer } from './service/computers.ts'

/** For areas that run scripts as part of work that they record and charge for themselves. */
export type Sandboxes = {
  /** One script in its own interpreter, under the same limits as any other. */
  runScript: Admission
  /** The sessions of threads, for agents. */
  computers: Computers
}

const dayMs = 86_400_000
const batch = 1_000
// What a script still does when the server stops is not waited for longer than this.
const graceMs = 2_500

type SandboxesParts = Omit<SandboxesDeps, 'engine'> & { sandboxEngine: Engine }

export function createSandboxes(deps: SandboxesDeps) {
  const { db, clock, engine, usage, listener } = deps
  const inFlight = createInFlight()
  const executions = createExecutions(deps)
  const cancelling = createCancelling(deps)
  const sessions = createSessionService(deps)
  const holding = createHolding({ ...deps, saves: createSaves(deps) })
  const live = createLiveSessions({ ...deps, holding, inFlight, timing: deps.timing ?? defaultTiming })
  const admit = createAdmission({ engine, inFlight, evictIdle: live.evictIdle })
  const oneShot = createOneShot({ ...deps, admit, executions, cancelling, inFlight })
  const execute = createSessionExecute({ ...deps, sessions, executions, cancelling, live, inFlight })
  const workspace = createWorkspace({ ...deps, sessions, live })
  const threads = createThreads({ db, sessions })
  const computers = createComputers({ db, sessions, threads, execute, workspace })

  listener.on(handoverChannel, live.releaseSoon)
  listener.on(cancelledChannel, cancelling.onCancel)
  listener.on(endedChannel, (id) => {
    live.drop(id).catch((error) => deps.log.warn({ err: error }, 'a sandbox session did not end cleanly'))
  })
  deps.runs.register(watchJob({ ...deps, sessions }))
  usage.registerWork(executionTable.workSource)

  async function endForgotten(): Promise<void> {
    const before = new Date(clock.now().getTime() - pausedDays * dayMs)
    await forEachSettled(
      await listForgotten(db, before, batch),
      ({ projectId, id }) =>
        db.tx(async (tx) => {
          const scope = systemScope(projectId)
          const session = await sessions.lock(tx, scope, id)
          if (session.status === 'paused') await sessions.endIn(tx, scope, session, 'idle_timeout')
        }),
      { log: deps.log, failed: 'some expired sandbox sessions were not ended' },
    )
  }

  const area: Sandboxes = { runScript: admit, computers }
  return {
    ...area,
    capabilities: {
      sandbox: async () =>
        (await engine.capabilities()).map(({ driver: name, ...rest }) => ({ name, ...rest })),
    },
    userData: [createSandboxUserData(deps)],
    /** Forgets what is over: sessions that no one came back to, old history. */
    async sweep(retainedSince: RetainedSince): Promise<void> {
      await endForgotten()
      await deleteLongEnded(db, new Date(clock.now().getTime() - endedDays * dayMs))
      for (const { projectId, since } of retainedSince) await executionTable.forgetOld(db, projectId, since)
    },
    /** Saves every session and ends every process; what still runs is recorded as killed. */
    async stop(): Promise<void> {
      inFlight.stop()
      await live.saveAll(graceMs)
      await engine.close()
      await inFlight.settled()
    },
    routes: [
      ...runRoutes({
        oneShot,
        cancelling,
        history: createHistory({ ...deps, sessions, oneShot }),
        templates: () => listTemplates(engine),
      }),
      ...sessionRoutes({ sessions, threads }),
      ...executeRoutes({ execute, sessions }),
      ...workspaceRoutes(workspace),
    ],
  }
}

export const sandboxesArea = {
  manifest: sandboxesManifest,
  key: 'sandboxes',
  create: ({ sandboxEngine, ...deps }: SandboxesParts) => createSandboxes({ ...deps, engine: sandboxEngine }),
} as const
