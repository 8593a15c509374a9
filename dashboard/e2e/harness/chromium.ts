import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

// Where distributions put it. A browser of the system is patched with it; the one from npm is for machines without.
// The shell without windows comes first: it takes two thirds of the time for the same pages.
const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

type Machine = {
  platform: NodeJS.Platform
  arch: string
  /** The value of STOA_CHROMIUM, where it is set. */
  override: string | undefined
  isThere(path: string): boolean
}

export type FoundChromium =
  | { kind: 'installed'; path: string }
  | { kind: 'packed' }
  | { kind: 'missing'; reason: string }

const thisMachine: Machine = {
  platform: process.platform,
  arch: process.arch,
  override: process.env.STOA_CHROMIUM,
  isThere: existsSync,
}

/**
 * Which browser can be started here. The architecture is checked first: the packed Chromium is a Linux x64 program, and
 * elsewhere the C library would run it as a shell script.
 */
export function findChromium(machine: Machine = thisMachine): FoundChromium {
  const path = (machine.override ? [machine.override] : systemPaths).find((each) => machine.isThere(each))
  if (path) return { kind: 'installed', path }
  if (machine.override)
    return { kind: 'missing', reason: `STOA_CHROMIUM names ${machine.override}, which does not exist.` }
  if (machine.platform === 'linux' && machine.arch === 'x64') return { kind: 'packed' }
  return {
    kind: 'missing',
    reason: `No Chromium for ${machine.platform} ${machine.arch}: install one (Debian: apt-get install chromium-headless-shell) or set STOA_CHROMIUM to its path.`,
  }
}

export async function launchChromium(): Promise<Browser> {
  const found = findChromium()
  if (found.kind === 'missing') throw new Error(found.reason)
  // Chromium's own sandbox needs a user other than root.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  // One process for all tabs of a site: it has the scripts compiled, which is half of what opening a tab costs.
  // Nothing here is looked at: drawing on a graphics card that is not there is only emulated.
  const args = ['--process-per-site', '--disable-gpu', ...asRoot]
  if (found.kind === 'installed') return chromium.launch({ executablePath: found.path, args })
  const { default: packed } = await import('@sparticuz/chromium')
  return chromium.launch({ executablePath: await packed.executablePath(), args: [...packed.args, ...args] })
}
