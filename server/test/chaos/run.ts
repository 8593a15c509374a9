import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** `npm run chaos`: every fault once, or one process under load and faults for so many minutes (`-- --minutes 60`). */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '0' } } })
const program = join(import.meta.dirname, '../../scripts/run-tests.ts')
const file = Number(values.minutes) > 0 ? 'soak.test.ts' : 'chaos.test.ts'
const { status } = spawnSync(process.execPath, [program, `server/test/chaos/${file}`], {
  stdio: 'inherit',
  env: { ...process.env, STOA_TEST_SLOW: '1', STOA_CHAOS_MINUTES: values.minutes },
})
process.exitCode = status ?? 1
