import type { CDPSession, Page } from 'playwright-core'
import type { UserInput } from '../../schema/live-view.ts'
import type { Viewport } from '../../schema/session.ts'
import type { Emit } from '../driver.ts'
import { checkUrl } from './actions.ts'
import type { Pages } from './pages.ts'

const quality = 60
const navigationMs = 30_000
const maxWidth = 1920
const maxHeight = 1200

type Of<T extends string> = Extract<UserInput, { type: T }>

/** Images of the page in front while someone looks, and what they do with mouse and keyboard. */
export function createCast(pages: Pages, emit: Emit) {
  const clients = new WeakMap<Page, Promise<CDPSession>>()
  let shown: CDPSession | null = null
  let last: { image: Buffer; size: Viewport } | null = null
  let isOn = false

  const emitLast = () => {
    if (last) emit({ kind: 'image', size: last.size }, last.image)
  }

  async function clientFor(page: Page): Promise<CDPSession> {
    const client = await page.context().newCDPSession(page)
    client.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      // Acknowledged in any case: the browser sends the next only then.
      void client.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
      if (shown !== client || !isOn) return
      const { deviceWidth: width, deviceHeight: height } = metadata
      last = { image: Buffer.from(data, 'base64'), size: { width, height } }
      emitLast()
    })
    return client
  }

  function clientOf(page: Page): Promise<CDPSession> {
    const known = clients.get(page) ?? clientFor(page)
    clients.set(page, known)
    return known
  }

  async function show(page: Page): Promise<void> {
    if (!isOn) return
    const client = await clientOf(page)
    if (!isOn || shown === client) return
    await shown?.send('Page.stopScreencast').catch(() => undefined)
    shown = client
    last = null
    await client.send('Page.startScreencast', {
      format: 'jpeg',
      quality,
      maxWidth,
      maxHeight,
      everyNthFrame: 1,
    })
  }

  pages.watchActive((page) => void show(page).catch(() => undefined))

  async function mouse(
    page: Page,
    input: Of<'mouseMoved' | 'mousePressed' | 'mouseReleased' | 'mouseWheel'>,
  ) {
    await (await clientOf(page)).send('Input.dispatchMouseEvent', input)
  }

  async function key(page: Page, { keyCode, text, ...input }: Of<'keyDown' | 'rawKeyDown' | 'keyUp'>) {
    const typed = text === undefined ? {} : { text }
    const client = await clientOf(page)
    await client.send('Input.dispatchKeyEvent', { ...input, ...typed, windowsVirtualKeyCode: keyCode })
  }

  async function input(event: UserInput): Promise<void> {
    const page = await pages.active()
    switch (event.type) {
      case 'goto':
        await page.goto(checkUrl(event.url), { timeout: navigationMs, waitUntil: 'commit' })
        return
      case 'back':
        await page.goBack({ timeout: navigationMs, waitUntil: 'commit' })
        return
      case 'forward':
        await page.goForward({ timeout: navigationMs, waitUntil: 'commit' })
        return
      case 'reload':
        await page.reload({ timeout: navigationMs, waitUntil: 'commit' })
        return
      case 'insertText':
        await page.keyboard.insertText(event.text)
        return
      case 'keyDown':
      case 'rawKeyDown':
      case 'keyUp':
        return key(page, event)
      default:
        return mouse(page, event)
    }
  }

  return {
    input,
    async cast(on: boolean): Promise<void> {
      isOn = on
      // A page that does not change sends no other image to those who come later.
      if (on) emitLast()
      if (on) return show(await pages.active())
      await shown?.send('Page.stopScreencast').catch(() => undefined)
      shown = null
      last = null
    },
  }
}
