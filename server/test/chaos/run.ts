import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** `npm run chaos`: every fault once, or under load for so many minutes (`-- --minutes 60`). */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '0' } } })
const program = join(import.meta.dirname, '../../scripts/run-tests.ts')
const { status } = spawnSync(process.execPath, [program, 'server/test/chaos/chaos.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, STOA_TEST_SLOW: '1', STOA_CHAOS_MINUTES: values.minutes },
})
process.exitCode = status ?? 1
