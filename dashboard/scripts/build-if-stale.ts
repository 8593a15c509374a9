import { build, isFresh } from './build.ts'

/** Before `npm start`: the server works without a dashboard, so a failing build is logged and not fatal. */
if (!(await isFresh())) {
  const began = performance.now()
  try {
    await build()
    console.error(`Dashboard built in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n')
    console.error(`The dashboard could not be built (${reason}); the API starts without it.`)
  }
}
