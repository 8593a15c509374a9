import { createDrivers, describeProcessorLimit } from '../../areas/browsers/index.ts'
import type { Config } from '../../config.ts'
import { createLog } from '../../kernel/log.ts'
import { ok, type Verdict, warn } from './finding.ts'

/** Starts the browser that sessions would run in: nothing else would prove that it can be. */
export async function checkBrowser({ chromium, allowPrivate, allowUnsealed }: Config): Promise<Verdict> {
  const drivers = createDrivers({
    executable: chromium,
    allowPrivate,
    allowUnsealed,
    log: createLog({ level: 'silent', secrets: [] }),
    userAgent: 'doctor',
    onEvent: () => undefined,
    onLost: () => undefined,
  })
  try {
    const found = await drivers.reportChromium()
    if (!found.isLive) return warn(`${found.missing}: sessions read pages without scripts`, found.hint)
    const name = `Chromium ${found.version} (${found.source})`
    return found.isSandboxed
      ? ok(`${name} starts, with its own sandbox; ${describeProcessorLimit()}`)
      : warn(
          `${name} starts only without its sandbox`,
          'unset STOA_ALLOW_UNSEALED where pages are not your own',
        )
  } finally {
    await drivers.close()
  }
}
