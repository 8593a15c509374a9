import { setTimeout as pause } from 'node:timers/promises'
import type { Frame, Locator, Page } from 'playwright-core'
import type { DriverAction, RecordedTarget, ReplayedStep } from '../../protocol/messages.ts'
import { Fault } from '../driver.ts'
import type { Dialogs } from './dialogs.ts'
import { evaluating } from './page-scripts.ts'
import type { Pages } from './pages.ts'
import { checkExpected, checkOrigin, findAgain, originOf } from './replay.ts'
import type { TargetRecorder } from './target-recorder.ts'

const maxValueLength = 256 * 1024
const quietMs = 300
const errorPageMs = 1000

type Done = {
  value?: unknown
  /** Where the page said it already. */
  title?: string
  isSecret?: boolean | Promise<boolean>
  target?: RecordedTarget
}
type Session = { pages: Pages; recorder: TargetRecorder; dialogs: Dialogs }
type Targeted = { ref?: string | undefined; selector?: string | undefined }
type Of<T extends DriverAction['type']> = Extract<DriverAction, { type: T }>

/** Only pages of the web: files and the browser's own pages are none of a session's business. */
export function checkUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !(/^https?:$/.test(url.protocol) || url.href === 'about:blank'))
    throw new Fault(
      'address_not_allowed',
      'Only http and https URLs can be opened.',
      'Give a URL such as https://example.com.',
    )
  return url.href
}

const locate = (page: Page, { ref, selector }: Targeted): Locator =>
  page.locator(ref === undefined ? selector! : `aria-ref=${ref}`).first()

/**
 * After what may have begun a navigation: the next action, and the result, are about the page that follows. Playwright
 * itself waits for a navigation that an action on an element begins.
 */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('domcontentloaded', { timeout: quietMs * 10 }).catch(() => undefined)
}

async function fill(page: Page, recorder: TargetRecorder, action: Of<'fill'>): Promise<Done> {
  const { timeoutMs: timeout, value, submit } = action
  const locator = locate(page, action)
  await recorder.recording(locator).fill(value, { timeout })
  const isSecret = recorder.isSecret()
  if (submit) {
    await isSecret
    await locator.press('Enter', { timeout })
    await settle(page)
  }
  return { isSecret }
}

async function scroll(page: Page, recorder: TargetRecorder, action: Of<'scroll'>): Promise<Done> {
  const { deltaX, deltaY, timeoutMs: timeout } = action
  if (hasTarget(action)) {
    const locator = recorder.recording(locate(page, action as Targeted))
    await locator.scrollIntoViewIfNeeded({ timeout })
    if (deltaX === 0 && deltaY === 0) return {}
    await locator.hover({ timeout })
  }
  await page.mouse.wheel(deltaX, deltaY)
  return {}
}

async function wait(page: Page, action: Of<'wait'>): Promise<Done> {
  const { state, text, url, forMs, timeoutMs: timeout } = action
  if (forMs !== undefined) await page.waitForTimeout(forMs)
  if (url !== undefined) await page.waitForURL((at) => at.href.includes(url), { timeout })
  if (hasTarget(action)) await locate(page, action).waitFor({ state, timeout })
  if (text !== undefined) await page.getByText(text).first().waitFor({ state, timeout })
  return {}
}

async function evaluate(page: Page, { expression, timeoutMs }: Of<'evaluate'>): Promise<Done> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(
      () => reject(new Fault('action_timeout', `evaluate did not complete within ${timeoutMs} ms`)),
      timeoutMs,
    ).unref(),
  )
  const script = evaluating(expression, maxValueLength)
  const url = page.url()
  const [text, title] = await Promise.race([page.evaluate<[string | null, unknown]>(script), late])
  if (text === null)
    throw new Fault('action_failed', 'The value is longer than 256 KiB', 'Return only what is needed.')
  const value = JSON.parse(text) as unknown
  return page.url() === url && typeof title === 'string' ? { value, title } : { value }
}

function pageOf(pages: Pages, pageId: string): Page {
  const page = pages.find(pageId)
  if (!page)
    throw new Fault(
      'action_failed',
      `There is no page ${pageId}`,
      'The session lists its pages with their ids.',
    )
  return page
}

/** Does one action in the active page; waiting for elements to be ready is Playwright's. */
export async function perform(session: Session, action: DriverAction, replay?: ReplayedStep): Promise<Done> {
  if (!replay) return performNew(session, action)
  const { pages, recorder } = session
  const page = await pages.active()
  checkOrigin(page, replay)
  const isTargeted = replay.selectors.length > 0 && !('pageId' in action) && action.type !== 'dialog'
  const done = isTargeted
    ? await performIn(page, recorder, {
        ...action,
        selector: await findAgain(page, replay, action.timeoutMs),
      } as InPage)
    : await performNew(session, action)
  await pages.opened()
  if (replay.expect) await checkExpected(pages.active, replay.expect, action.timeoutMs)
  return done
}

async function performNew({ pages, recorder, dialogs }: Session, action: DriverAction): Promise<Done> {
  if (action.type === 'dialog') {
    dialogs.onNext(action)
    return {}
  }
  if ('pageId' in action) {
    const page = pageOf(pages, action.pageId)
    if (action.type === 'closePage') await page.close()
    else {
      await page.bringToFront()
      pages.activate(page)
    }
    return {}
  }
  const page = await pages.active()
  const origin = originOf(page)
  const done = await performIn(page, recorder, action)
  const target = action.type !== 'wait' && hasTarget(action) ? recorder.target(origin) : null
  return target ? { ...done, target } : done
}

const hasTarget = (action: Targeted | DriverAction): boolean =>
  ('ref' in action && action.ref !== undefined) || ('selector' in action && action.selector !== undefined)

type InPage = Exclude<DriverAction, { type: 'dialog' } | { pageId: string }>

async function performIn(page: Page, recorder: TargetRecorder, action: InPage): Promise<Done> {
  const { timeoutMs: timeout } = action
  const target = () => recorder.recording(locate(page, action as Targeted))
  switch (action.type) {
    case 'goto':
      return open(page, action)
    case 'click': {
      const { button, clickCount } = action
      await target().click({ timeout, button, clickCount })
      await settle(page)
      return {}
    }
    case 'hover':
      await target().hover({ timeout })
      return {}
    case 'fill':
      return fill(page, recorder, action)
    case 'press':
      return press(page, recorder, action)
    case 'select':
      await target().selectOption(action.values, { timeout })
      return {}
    case 'scroll':
      return scroll(page, recorder, action)
    case 'wait':
      return wait(page, action)
    case 'upload':
      await target().setInputFiles(action.paths, { timeout })
      return {}
    case 'evaluate':
      return evaluate(page, action)
    case 'back':
    case 'forward':
    case 'reload':
      return go(page, action)
  }
}

/** The browser shows its error page a moment after it has said that a page did not load; it would interrupt the next one. */
async function open(page: Page, { url, waitUntil, timeoutMs: timeout }: Of<'goto'>): Promise<Done> {
  const { promise: shown, resolve } = Promise.withResolvers<void>()
  const note = (frame: Frame) => {
    if (frame === page.mainFrame() && frame.url().startsWith('chrome-error:')) resolve()
  }
  page.on('framenavigated', note)
  try {
    await page.goto(checkUrl(url), { timeout, waitUntil })
    return {}
  } catch (error) {
    if (/net::ERR_(?!ABORTED)/.test((error as Error).message))
      await Promise.race([shown, pause(errorPageMs, undefined, { ref: false })])
    throw error
  } finally {
    page.off('framenavigated', note)
  }
}

async function press(page: Page, recorder: TargetRecorder, action: Of<'press'>): Promise<Done> {
  const { key, timeoutMs: timeout } = action
  if (hasTarget(action)) await recorder.recording(locate(page, action)).press(key, { timeout })
  else {
    await page.keyboard.press(key)
    // A key that goes to the page as a whole is not waited for.
    await page.waitForTimeout(50).catch(() => undefined)
  }
  await settle(page)
  return {}
}

async function go(
  page: Page,
  { type, timeoutMs: timeout }: Of<'back' | 'forward' | 'reload'>,
): Promise<Done> {
  if (type === 'back') await page.goBack({ timeout })
  else if (type === 'forward') await page.goForward({ timeout })
  else await page.reload({ timeout })
  return {}
}
