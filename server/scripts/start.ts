import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { builtDashboard, builtServer, isFresh } from './build/freshness.ts'
import { endWithParent } from './end-with-parent.ts'

/**
 * What `npm start` runs: what must be built is built once, by a process that takes its memory with it, and then this very
 * process becomes the server.
 */
if (![builtServer, builtDashboard].every(isFresh)) {
  const building = fileURLToPath(new URL('./build/build-if-stale.ts', import.meta.url))
  spawnSync(process.execPath, [building], { stdio: 'inherit' })
}
endWithParent()
const command = new URL('../bin/stoa.mjs', import.meta.url)
process.argv.splice(1, 1, fileURLToPath(command), 'start')
await import(command.href)
