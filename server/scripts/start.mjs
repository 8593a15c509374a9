import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { builtDashboard, builtServer, isBuiltSince, isFresh } from './build/freshness.mjs'
import { endWithParent } from './end-with-parent.mjs'

/**
 * What `npm start` runs: what must be built is built once, by a process that takes its memory with it, and then this very
 * process supervises the server. Nothing before the server needs types to be removed, which would take longer than the rest.
 */
const startedAt = Date.now()
const areFresh = [builtServer, builtDashboard].map(isFresh)
if (areFresh.includes(false)) {
  const building = fileURLToPath(new URL('./build/build-if-stale.ts', import.meta.url))
  spawnSync(process.execPath, [building], { stdio: 'inherit' })
}
const isServerFresh = areFresh[0] || isBuiltSince(builtServer, startedAt)
endWithParent()
const command = new URL('../bin/stoa.mjs', import.meta.url)
process.argv.splice(1, 1, fileURLToPath(command), 'start', ...(isServerFresh ? ['--fresh-bundle'] : []))
await import(command.href)
