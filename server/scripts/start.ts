import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { endWithParent } from './end-with-parent.ts'

/**
 * What `npm start` runs: the dashboard is built if it must be, by a process that takes its memory with it, and then this
 * very process becomes the server.
 */
const building = fileURLToPath(new URL('../../dashboard/scripts/build-if-stale.ts', import.meta.url))
spawnSync(process.execPath, [building], { stdio: 'inherit' })
endWithParent()
const command = new URL('../bin/stoa.mjs', import.meta.url)
process.argv.splice(1, 1, fileURLToPath(command), 'start')
await import(command.href)
