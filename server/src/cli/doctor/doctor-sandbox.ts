import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { createLog } from '../../kernel/log.ts'
import { createSandboxes } from '../../kernel/sandbox/sandboxes.ts'
import { fail, ok, type Verdict, warn } from './finding.ts'

/** Runs a script in a sealed process of this machine, away from the data directory: nothing else would prove it. */
export async function checkSandboxes({ sandboxEngines, allowUnsealed }: Config): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-doctor-'))
  const sandboxes = createSandboxes({
    dataDir: folder,
    log: createLog({ level: 'silent', secrets: [] }),
    allowUnsealed,
    engines: sandboxEngines,
    warm: { javascript: 1, python: 0 },
  })
  try {
    const job = { source: '6 * 7', state: {}, env: {}, timeoutMs: 8000, calls: {} }
    const { result } = await sandboxes.run('doctor', 'javascript', job)
    const { javascript } = (await sandboxes.health()).languages
    if (result !== '42') return fail('a script gives a wrong result', 'report this as a bug')
    const engine = javascript.engine ?? 'unknown'
    return javascript.isSealed
      ? ok(`a script ran in a process that the kernel closed (${engine})`)
      : warn(
          `scripts run in processes that ${process.platform} cannot close (${engine})`,
          'unset STOA_ALLOW_UNSEALED wherever code is run that you did not write',
        )
  } catch (error) {
    const { cause, message } = error as Error
    const fix = 'run on Linux for x64 or arm64; STOA_ALLOW_UNSEALED=1 runs code unprotected, for development'
    return fail(typeof cause === 'string' ? cause.slice(0, 300) : message, fix)
  } finally {
    await sandboxes.close()
    await rm(folder, { recursive: true, force: true })
  }
}
