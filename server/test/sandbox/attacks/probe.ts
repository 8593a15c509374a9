import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Target } from './attack.ts'
import type { ProbeRequest } from './probe-host.ts'
import type { Finding } from './probes.ts'

const run = promisify(execFile)

/** Tries what a guest could do that has broken out of its interpreter. */
export async function probeSeal(
  { secretFile, folder, port }: Target,
  { isSealed = true, only = null }: Partial<ProbeRequest> = {},
): Promise<Finding[]> {
  const request: ProbeRequest = { canary: { file: secretFile, folder, port }, isSealed, only }
  const program = join(import.meta.dirname, 'probe-host.ts')
  const { stdout } = await run(process.execPath, ['--no-warnings', program, JSON.stringify(request)])
  return JSON.parse(stdout) as Finding[]
}
