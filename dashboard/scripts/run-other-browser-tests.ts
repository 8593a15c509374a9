import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runTests } from '../../server/scripts/test-retries.ts'
import { findFirefox } from '../e2e/harness/engines/firefox.ts'
import { isWebKitInstalled } from '../e2e/harness/engines/webkit.ts'
import { globalSetup, globalTeardown } from '../e2e/harness/global-setup.ts'

/**
 * Runs the cases of Chromium in Firefox, and the main ones in WebKit, the engine of Safari, where these are installed.
 * `firefox` or `webkit` runs one of them.
 */
const folder = fileURLToPath(new URL('../e2e/', import.meta.url))
const [only] = process.argv.slice(2)

const browsers = [
  {
    name: 'firefox',
    isInstalled: findFirefox() !== null,
    install: 'firefox-esr, or set STOA_FIREFOX to its path',
    files: [
      'chat.test.ts',
      join('other-browsers', 'firefox.test.ts'),
      join('other-browsers', 'firefox-workflows.test.ts'),
    ],
  },
  {
    name: 'webkit',
    isInstalled: isWebKitInstalled(),
    install: 'webkit2gtk-driver and xvfb',
    files: [join('other-browsers', 'webkit.test.ts')],
  },
].filter(({ name }) => only === undefined || only === name)

const installed = browsers.filter(({ isInstalled }) => isInstalled)
for (const { name, isInstalled, install } of browsers)
  if (!isInstalled)
    console.log(`Tests in ${name} skipped: it is not installed (Debian: apt-get install ${install}).`)

if (installed.length > 0) {
  try {
    await globalSetup()
    for (const { name, files } of installed) {
      process.env.STOA_E2E_BROWSER = name
      const processOf = ([file = '']: readonly string[]) => ({ entry: file, files: [file] })
      const processes = files.map((file) => processOf([join(folder, file)]))
      if (!(await runTests(processes, { concurrency: 1, processOf }))) process.exitCode = 1
    }
  } finally {
    await globalTeardown()
  }
}
