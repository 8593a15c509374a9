import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, firefox } from 'playwright-core'

// Where distributions put it; the one that Playwright brings is not the one that users have.
const systemPaths = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]

const relay = fileURLToPath(new URL('firefox-relay.ts', import.meta.url))

export function findFirefox(): string | null {
  const override = process.env.STOA_FIREFOX
  return (override ? [override] : systemPaths).find((path) => existsSync(path)) ?? null
}

export async function launchFirefox(): Promise<Browser> {
  const path = findFirefox()
  if (path === null) throw new Error('No Firefox: install one (Debian: apt-get install firefox-esr).')
  const folder = await mkdtemp(join(tmpdir(), 'stoa-firefox-'))
  const executablePath = join(folder, 'firefox')
  const quoted = [process.execPath, relay, path].map((word) => `'${word}'`).join(' ')
  await writeFile(executablePath, `#!/bin/sh\nexec ${quoted} "$@"\n`, { mode: 0o755 })
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    firefoxUserPrefs: {
      'ui.prefersReducedMotion': 1,
      // A mouse: fine, and able to hover.
      'ui.primaryPointerCapabilities': 6,
      'ui.allPointerCapabilities': 6,
      // Over the page, as in Chromium without windows.
      'ui.useOverlayScrollbars': 1,
      // Light, whatever the desktop prefers.
      'layout.css.prefers-color-scheme.content-override': 1,
    },
  })
  await rm(folder, { recursive: true })
  return browser
}

/**
 * Text is inserted as by the keyboard. Playwright sets the value of the field, which React does not see,
 * and reverts.
 */
const insertText = `Object.defineProperty(window, '__pw_bidiInsertText', {
  set() {},
  get: () => (text) => {
    const element = document.activeElement
    if (element?.tagName === 'IFRAME') return element
    document.execCommand('insertText', false, text)
  },
})`

export const prepareFirefox = (context: BrowserContext): Promise<unknown> => context.addInitScript(insertText)
