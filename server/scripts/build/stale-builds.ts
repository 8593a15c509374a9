import { bundleServer } from './bundle-server.ts'
import { type Built, builtDashboard, builtServer, isFresh } from './freshness.ts'

export type Build = { name: string; built: Built; build(): Promise<void>; without: string }

export const allBuilds: readonly Build[] = [
  { name: 'server', built: builtServer, build: bundleServer, without: 'it runs from its sources' },
  {
    name: 'dashboard',
    built: builtDashboard,
    build: async () => (await import('../../../dashboard/scripts/build.ts')).build(),
    without: 'the API starts without it',
  },
]

/** Builds what is not fresh and reports it. Returns what could not be built. */
export async function buildStale(builds: readonly Build[], say = console.error): Promise<Build[]> {
  const stale = builds.filter(({ built }) => !isFresh(built))
  if (stale.length === 0) return []
  say(`Building the ${stale.map(({ name }) => name).join(' and the ')}, which is done once …`)
  const began = performance.now()
  const results = await Promise.allSettled(stale.map(({ build }) => build()))
  const failed = stale.filter((_, i) => results[i]!.status === 'rejected')
  results.forEach((result, i) => {
    if (result.status === 'fulfilled') return
    const { name, without } = stale[i]!
    const [reason] = String(result.reason?.message ?? result.reason).split('\n')
    say(`The ${name} could not be built (${reason}); ${without}.`)
  })
  say(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return failed
}
