import { bundleServer } from './bundle-server.ts'
import { builtDashboard, builtServer, isFresh } from './freshness.ts'

/**
 * Before `npm start`: what is built already is left alone. A build that fails is reported and not fatal: the API works
 * without a dashboard, and the server also runs from its sources. An argument names the only one to build.
 */
const builds = [
  { name: 'server', built: builtServer, build: bundleServer, without: 'it runs from its sources' },
  {
    name: 'dashboard',
    built: builtDashboard,
    build: async () => (await import('../../../dashboard/scripts/build.ts')).build(),
    without: 'the API starts without it',
  },
]

const [only] = process.argv.slice(2)
const stale = builds.filter(({ name, built }) => name === (only ?? name) && !isFresh(built))
if (stale.length > 0) {
  const names = stale.map(({ name }) => name).join(' and the ')
  console.error(`Building the ${names}, which is done once …`)
  const began = performance.now()
  const results = await Promise.allSettled(stale.map(({ build }) => build()))
  results.forEach((result, i) => {
    if (result.status === 'fulfilled') return
    const { name, without } = stale[i]!
    const [reason] = String(result.reason?.message ?? result.reason).split('\n')
    console.error(`The ${name} could not be built (${reason}); ${without}.`)
  })
  console.error(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}
