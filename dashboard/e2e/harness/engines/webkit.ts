import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { createServer } from 'node:net'
import { until } from '../../../../server/test/until.ts'
import { openWebDriverPage, startWebDriverSession, type WebDriverPage } from './webdriver.ts'

const driverPath = '/usr/bin/WebKitWebDriver'
const xvfbPath = '/usr/bin/Xvfb'
const findMiniBrowser = () => globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').sort().at(-1)

/** WebKitGTK is the engine of Safari on Linux. It has no mode without windows, so it gets a separate display. */
export const isWebKitInstalled = (): boolean =>
  existsSync(driverPath) && existsSync(xvfbPath) && findMiniBrowser() !== undefined

export type WebKit = { page: WebDriverPage; close(): Promise<void> }

export async function launchWebKit(): Promise<WebKit> {
  const display = spawn(xvfbPath, ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const number = await firstLine(display)
  const port = await freePort()
  const driver = spawn(driverPath, ['-p', String(port)], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${number}`, GDK_BACKEND: 'x11', WEBKIT_DISABLE_DMABUF_RENDERER: '1' },
  })
  const driverUrl = `http://127.0.0.1:${port}`
  await until(
    () =>
      fetch(`${driverUrl}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    'the driver of WebKit',
    60_000,
  )
  const session = await startWebDriverSession(driverUrl, {
    'webkitgtk:browserOptions': { binary: findMiniBrowser(), args: ['--automation'] },
  })
  return {
    page: openWebDriverPage(session),
    async close() {
      await session('DELETE', '')
      driver.kill()
      display.kill()
    },
  }
}

const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.stdout!.once('data', (data) => resolve(String(data).trim()))
    child.once('exit', () => reject(new Error('Xvfb did not start')))
  })

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
