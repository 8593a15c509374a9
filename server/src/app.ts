import type { UserData } from './areas/external-users/index.ts'
import { areas } from './areas/order.ts'
import { createIdentity } from './identity.ts'
import type { ProcessRole } from './kernel/area.ts'
import { runAllSettled } from './kernel/async/all-tried.ts'
import { createPlannerStatistics } from './kernel/db/planner-statistics.ts'
import type { Endpoint } from './kernel/http/endpoint.ts'
import type { Runs } from './kernel/runs/runs.ts'
import { type AppDeps, createKernelParts } from './kernel-parts.ts'
import { createSweep } from './sweep.ts'
import { createWeb } from './web.ts'

export type { AppDeps } from './kernel-parts.ts'

/**
 * The composition root: the kernel's parts, then every area in its order, then the server with all their endpoints.
 * What areas have in common is taken from all of them here, so that an area is added in `areas/order.ts` alone.
 */
export function createApp(deps: AppDeps, list: typeof areas = areas) {
  const endpoints: Endpoint[] = []
  const kernel = createKernelParts(deps, {
    manifests: list.manifests,
    endpoints,
    retentionDays: () => parts.projects.retentionDays(deps.db),
  })
  const { parts, instances } = list.create(kernel)
  const { runs, events, garbage, erasure, compute, lease, lostWork, projects } = parts
  const statistics = createPlannerStatistics(deps)

  endpoints.push(...instances.flatMap(({ routes }) => routes))
  for (const data of [userDataOf(runs), ...instances.flatMap(({ userData = [] }) => userData)])
    parts.externalUsers.registerUserData(data)
  const web = createWeb({
    ...kernel,
    endpoints,
    identity: createIdentity(parts),
    unservedPaths: list.manifests.flatMap(({ unservedPaths = [] }) => unservedPaths),
    capabilities: Object.assign({}, ...instances.map(({ capabilities }) => capabilities)),
  })

  return {
    ...parts,
    endpoints: endpoints as readonly Endpoint[],
    http: web.http,
    openStreams: web.openStreams,
    beginStarting: web.beginStarting,
    sweep: createSweep({
      clock: deps.clock,
      sweeps: [
        web.sweep,
        lostWork.sweep,
        garbage.collect,
        erasure.sweep,
        runs.sweep,
        events.sweep,
        () => deps.blobs.sweep(),
        ...instances.flatMap(({ sweep }) => sweep ?? []),
      ],
      listProjects: () => projects.listAll(deps.db),
    }),
    /** Begins background work that is not a run: of the areas, and for nodes that died. */
    start(role: ProcessRole): void {
      lostWork.start()
      statistics.start()
      for (const area of instances) area.start?.(role)
    },
    /** Ends it, after the last request; the highest area first. */
    stop: (): Promise<void> =>
      runAllSettled(
        [
          compute.close,
          ...instances.toReversed().map((area) => async () => area.stop?.()),
          statistics.stop,
          erasure.stop,
          lostWork.stop,
          lease.stop,
        ],
        'several parts could not be stopped',
      ),
  }
}

const userDataOf = (runs: Runs): UserData => ({
  countedAs: null,
  permission: 'run:read',
  erase: runs.eraseUser,
  move: runs.moveUser,
  export: runs.exportUser,
})

export type App = ReturnType<typeof createApp>
