import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Viewport } from '../../schema/session.ts'

/** A browser with windows has a bar above its pages, and a width below which no window goes; the shell has neither. */
export type WindowSize = { barHeight: number; width: number }

export async function measureWindow(browser: Browser): Promise<WindowSize> {
  const page = browser.contexts()[0]!.pages()[0]!
  return page.evaluate<WindowSize>('({ barHeight: outerHeight - innerHeight, width: innerWidth })')
}

/** For what no window can be. A client that connects and emulates another size takes it away when it leaves. */
export async function fitPages(context: BrowserContext, viewport: Viewport): Promise<void> {
  const resize = (page: Page): Promise<void> => page.setViewportSize(viewport).catch(() => undefined)
  context.on('page', (page) => void resize(page))
  await Promise.all(context.pages().map(resize))
}
