import { launchChromium } from '../../dashboard/e2e/harness/chromium.ts'

/** Playwright and the same browser in this process: nothing is checked, stored or sent to anyone. */
export async function launchBare() {
  const browser = await launchChromium()
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  return { browser, page }
}

export type Bare = Awaited<ReturnType<typeof launchBare>>

export type Frames = { count: number; next(): Promise<void>; press(): Promise<void>; close(): Promise<void> }

/** The images of a page straight from the browser. */
export async function watchBare({ page }: Bare): Promise<Frames> {
  const client = await page.context().newCDPSession(page)
  let resolveNext: () => void = () => undefined
  const frames: Frames = {
    count: 0,
    next: () =>
      new Promise<void>((resolve) => {
        resolveNext = resolve
      }),
    async press() {
      const at = { x: 600, y: 300, button: 'left', clickCount: 1 } as const
      await client.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at })
      await client.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at })
    },
    close: () => client.detach(),
  }
  client.on('Page.screencastFrame', ({ sessionId }) => {
    void client.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
    frames.count++
    resolveNext()
  })
  await client.send('Page.startScreencast', { format: 'jpeg', quality: 60, everyNthFrame: 1 })
  return frames
}
