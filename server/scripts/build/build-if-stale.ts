import { allBuilds, buildStale } from './stale-builds.ts'

/**
 * Before `npm start`: what is built already is left alone. A build that fails is reported and not fatal: the API works
 * without a dashboard, and the server also runs from its sources. An argument names the only one to build.
 */
const [only] = process.argv.slice(2)
await buildStale(allBuilds.filter(({ name }) => name === (only ?? name)))
