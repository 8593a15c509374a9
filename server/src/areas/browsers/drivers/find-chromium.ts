import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

// Where systems put it. A browser of the system gets its security updates; the one from npm is for machines without.
// The shell without windows comes first: it starts several times as fast.
const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export type Machine = {
  platform: NodeJS.Platform
  arch: string
  isThere(path: string): boolean
  hasPackage(): boolean
}

export type FoundChromium =
  | { kind: 'installed'; path: string }
  | { kind: 'packed' }
  | { kind: 'missing'; reason: string; hint: string }

const thisMachine: Machine = {
  platform: process.platform,
  arch: process.arch,
  isThere: existsSync,
  hasPackage() {
    try {
      createRequire(import.meta.url).resolve('@sparticuz/chromium')
      return true
    } catch {
      return false
    }
  },
}

const hint =
  'Install a Chromium (Debian: apt-get install chromium-headless-shell; Linux x64: npm install @sparticuz/chromium), or set STOA_CHROMIUM to the path of one.'

/** Browsers of the system, the preferred one first. */
export const installedChromiums = (machine: Machine = thisMachine): string[] =>
  systemPaths.filter(machine.isThere)

/** The browser that sessions are run in: the one the operator names, one of the system, or the one from npm. */
export function findChromium(configured: string | null, machine: Machine = thisMachine): FoundChromium {
  if (configured !== null)
    return machine.isThere(configured)
      ? { kind: 'installed', path: configured }
      : { kind: 'missing', reason: `STOA_CHROMIUM names ${configured}, which does not exist`, hint }
  const path = installedChromiums(machine)[0]
  if (path) return { kind: 'installed', path }
  // The package is a Linux x64 program: elsewhere the C library would run it as a shell script.
  if (machine.platform === 'linux' && machine.arch === 'x64' && machine.hasPackage())
    return { kind: 'packed' }
  return {
    kind: 'missing',
    reason: `there is no Chromium on this machine (${machine.platform} ${machine.arch})`,
    hint,
  }
}
