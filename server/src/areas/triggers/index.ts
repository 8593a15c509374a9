import type { RetainedSince } from '../../kernel/area.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Compute } from '../../kernel/compute/compute.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { ProjectErasure } from '../../kernel/erasure/project-erasure.ts'
import type { EventTypes } from '../../kernel/events/event-types.ts'
import type { Events } from '../../kernel/events/events.ts'
import type { NewId } from '../../kernel/ids.ts'
import { createJsonSchemas } from '../../kernel/json-schema/json-schemas.ts'
import { createSchemaChecks } from '../../kernel/json-schema/schema-checks.ts'
import type { Log } from '../../kernel/log.ts'
import type { Runs } from '../../kernel/runs/runs.ts'
import type { Sealer } from '../../kernel/secrets/seal.ts'
import type { Audit } from '../audit/index.ts'
import type { Connections } from '../connections/index.ts'
import type { ExternalUsers } from '../external-users/index.ts'
import type { Pieces } from '../pieces/index.ts'
import type { Tables } from '../tables/index.ts'
import type { Toolkits } from '../toolkits/index.ts'
import type { Tools } from '../tools/index.ts'
import type { Workflows } from '../workflows/index.ts'
import { createFireKinds } from './jobs/fire.ts'
import { createPollKind } from './jobs/poll.ts'
import { createRegisterKinds } from './jobs/register.ts'
import { createUnregisterKind } from './jobs/unregister.ts'
import { triggersManifest } from './manifest.ts'
import { coverageRoutes } from './routes/coverage.ts'
import { hookRoutes } from './routes/hooks.ts'
import { invocationRoutes } from './routes/invocations.ts'
import { statisticsRoutes } from './routes/statistics.ts'
import { triggerRoutes } from './routes/triggers.ts'
import { triggerTypeRoutes } from './routes/types.ts'
import { accountDependants } from './service/account-dependants.ts'
import { createClaim } from './service/claim.ts'
import { createCoverage } from './service/coverage.ts'
import { createApplyEntries } from './service/entries.ts'
import { createEventFanOut } from './service/events/fan-out.ts'
import { createDecide } from './service/hooks/decide.ts'
import { createHandshake } from './service/hooks/handshake.ts'
import { createReadRequest } from './service/hooks/read-request.ts'
import { createReceive } from './service/hooks/receive.ts'
import { createRespond } from './service/hooks/respond.ts'
import { createHookSecrets } from './service/hooks/secrets.ts'
import { createInvocationService } from './service/invocations.ts'
import { createOverdue } from './service/overdue.ts'
import { createPause } from './service/pause.ts'
import { createPollAccept } from './service/polling/accept.ts'
import { createPolling } from './service/polling/polling.ts'
import { createTriggerSchedules } from './service/schedule.ts'
import { createSettle } from './service/settle.ts'
import { createStart } from './service/start.ts'
import { createDailyCounts, createTriggerStatistics } from './service/statistics.ts'
import { createSwitching } from './service/switching.ts'
import { createBegin } from './service/toolkits/begin.ts'
import { createToolkitCalls } from './service/toolkits/calls.ts'
import { createToolkitConfig } from './service/toolkits/config.ts'
import { createDeletedProject } from './service/toolkits/deleted-project.ts'
import { createRegistering, createRequestRegistration } from './service/toolkits/registering.ts'
import { createUncertain } from './service/toolkits/uncertain.ts'
import { createUnregistering } from './service/toolkits/unregistering.ts'
import { createTriggerService } from './service/triggers.ts'
import { createTriggerTypes } from './service/types.ts'
import { createTriggerUserData } from './service/user-data.ts'
import { createViews } from './service/views.ts'
import { createWriting } from './service/writing.ts'
import { forgetPlans } from './store/coverage.ts'
import { forgetDeadHooks } from './store/dead-hook.ts'
import { forgetEventGaps } from './store/event-limit.ts'
import { deleteOldInvocations, forgetDedupeKeys } from './store/invocation.ts'
import { forgetWindows } from './store/window.ts'

export type TriggersDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  events: Events
  eventTypes: EventTypes
  runs: Runs
  externalUsers: ExternalUsers
  connections: Connections
  workflows: Workflows
  tables: Tables
  pieces: Pieces
  toolkits: Toolkits
  tools: Tools
  compute: Compute
  erasure: Pick<ProjectErasure, 'beforeErasure'>
  log: Log
  hasPieces: boolean
  sealer: Sealer
  publicUrl: URL
  eventStartsPerMinute?: number | undefined
}

const sweepBatch = 1_000
const dedupeMs = 7 * 86_400_000
// Services that go on for longer get 404, which is as final.
const deadHookMs = 90 * 86_400_000

/**
 * What starts workflows and agents by itself. Every time that a trigger fires is an invocation, stored before anything is
 * started; a durable run then starts the execution, once, as the owner of the trigger.
 */
export function createTriggers(deps: TriggersDeps) {
  const { db, runs, events } = deps
  const schedules = createTriggerSchedules(runs)
  const hookSecrets = createHookSecrets(deps)
  const views = createViews({ ...deps, schedules, hookSecrets })
  const requestRegistration = createRequestRegistration(deps)
  const switching = createSwitching({ ...deps, schedules, requestRegistration })
  const claim = createClaim(deps)
  const types = createTriggerTypes(deps.pieces, deps.hasPieces)
  const checks = createSchemaChecks(createJsonSchemas(), deps.compute)
  const toolkitConfig = createToolkitConfig({ ...deps, types, checks })
  const calls = createToolkitCalls({ ...deps, types })
  const unregistering = createUnregistering({ ...deps, types, calls, hookSecrets, schedules })
  const writing = createWriting({
    ...deps,
    schedules,
    hookSecrets,
    toolkitConfig,
    requestRegistration,
    unregistering,
  })
  const uncertain = createUncertain(deps)
  const hooks = { calls, hookSecrets, schedules, unregistering, uncertain }
  const creation = createBegin({ ...deps, ...hooks })
  const registering = createRegistering({ ...deps, ...hooks, types })
  const polling = createPolling(calls)
  const accept = createPollAccept({ ...deps, switching, schedules })
  runs.register(createPollKind({ ...deps, polling, accept, schedules }))
  for (const kind of createRegisterKinds({ ...deps, registering, accept, schedules })) runs.register(kind)
  runs.register(createUnregisterKind({ ...deps, unregistering }))
  events.subscribe(accept.onEvents)
  const reportOverdue = createOverdue({ ...deps, schedules })
  const read = createReadRequest({ ...deps, calls })
  const start = createStart(deps.workflows)
  const settle = createSettle({ ...deps, switching })
  for (const kind of createFireKinds({ ...deps, read, claim, start, settle, schedules })) runs.register(kind)
  events.subscribe(settle.onEvents)
  events.subscribe(createEventFanOut(deps))
  deps.workflows.triggered.register(createTriggerStatistics(db))
  deps.workflows.triggered.registerEntries(createApplyEntries(writing, unregistering))
  deps.erasure.beforeErasure(createDeletedProject({ ...deps, unregistering }))
  deps.connections.registerDependants(accountDependants(switching, unregistering))
  return {
    userData: [createTriggerUserData(unregistering)],
    async sweep(retainedSince: RetainedSince): Promise<void> {
      const before = new Date(deps.clock.now().getTime() - dedupeMs)
      while ((await forgetDedupeKeys(db, before, sweepBatch)) === sweepBatch);
      await reportOverdue()
      await uncertain.sweep()
      await forgetDeadHooks(db, new Date(deps.clock.now().getTime() - deadHookMs))
      for (const { projectId, since } of retainedSince) {
        while ((await deleteOldInvocations(db, projectId, since, sweepBatch)) === sweepBatch);
        await forgetPlans(db, projectId, since)
        await forgetWindows(db, projectId, since)
        await forgetEventGaps(db, projectId, since)
      }
    },
    routes: [
      ...triggerRoutes(
        createTriggerService({ ...deps, writing, calls, creation, switching, hookSecrets, views }),
        views,
      ),
      ...invocationRoutes(createInvocationService({ ...deps, start })),
      ...coverageRoutes(createCoverage({ ...deps, schedules }), createPause({ ...deps, schedules })),
      ...statisticsRoutes(createDailyCounts(deps), schedules),
      ...triggerTypeRoutes(types),
      ...hookRoutes(
        createReceive({
          ...deps,
          secrets: hookSecrets,
          handshake: createHandshake({ types, calls }),
          decide: createDecide(deps),
        }),
        createRespond(deps),
      ),
    ],
  }
}

export const triggersArea = { manifest: triggersManifest, key: 'triggers', create: createTriggers } as const
