import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

// Where distributions put it. A browser of the system is patched with it; the one from npm is for machines without.
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export async function launchChromium(): Promise<Browser> {
  const own = process.env.STOA_CHROMIUM ?? places.find((place) => existsSync(place))
  // Root has nobody to hand a sandboxed process to.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  // One process for all tabs of a site: it has the scripts compiled, which is half of what opening a tab costs.
  const args = ['--process-per-site', ...asRoot]
  if (own) return chromium.launch({ executablePath: own, args })
  const { default: packed } = await import('@sparticuz/chromium')
  return chromium.launch({ executablePath: await packed.executablePath(), args: [...packed.args, ...args] })
}
