import type { Page } from 'playwright-core'
import type { Expectation, ReplayedStep } from '../../protocol/messages.ts'
import { clip, Fault } from '../driver.ts'
import { titleOf } from './pages.ts'

const pollMs = 100
const maxTimeoutMs = 10_000
// Where an element is in the document is trusted only once the page had time to become what it was.
const structuralAfterMs = 2_000

export const originOf = (page: Page): string => URL.parse(page.url())?.origin ?? 'null'

const countOf = (page: Page, selector: string): Promise<number> =>
  page
    .locator(selector)
    .count()
    .catch(() => 0)

const isStructural = (selector: string): boolean => selector.startsWith('css=')

const seenIn = async (page: Page): Promise<string> =>
  `the page is ${clip(page.url(), 500)} with the title "${clip(await titleOf(page), 100)}"`

/** Where something was typed is the only place where it is typed again: a redirect must not get a password. */
export function checkOrigin(page: Page, { origin }: ReplayedStep): void {
  if (origin !== null && originOf(page) !== origin)
    throw new Fault('action_failed', `The step is for pages of ${origin}, but this is ${originOf(page)}`)
}

/** The first selector that finds exactly one element; one that finds several could be any of them. */
export async function findAgain(page: Page, { selectors }: ReplayedStep, timeoutMs: number): Promise<string> {
  const began = performance.now()
  const structuralWaitMs = Math.min(structuralAfterMs, timeoutMs / 2)
  const hasOthers = selectors.some((each) => !isStructural(each))
  for (;;) {
    const elapsed = performance.now() - began
    for (const selector of selectors) {
      if (hasOthers && isStructural(selector) && elapsed < structuralWaitMs) continue
      if ((await countOf(page, selector)) === 1) return selector
    }
    if (elapsed >= timeoutMs) break
    await page.waitForTimeout(pollMs)
  }
  throw new Fault(
    'action_failed',
    `None of ${selectors.length} selectors finds one element: ${await seenIn(page)}`,
    'Record the step again, and create a new version of the tool.',
  )
}

/** Throws what was seen instead, once there was time enough for it to come. */
export async function checkExpected(
  activePage: () => Promise<Page>,
  expected: Expectation,
  timeoutMs: number,
): Promise<void> {
  const deadline = performance.now() + Math.min(timeoutMs, maxTimeoutMs)
  for (;;) {
    const page = await activePage()
    const missing = await missingIn(page, expected)
    if (missing === null) return
    if (performance.now() >= deadline)
      throw new Fault('action_failed', `Expected ${missing}, but ${await seenIn(page)}`)
    await page.waitForTimeout(pollMs).catch(() => undefined)
  }
}

async function missingIn(page: Page, { url, title, text }: Expectation): Promise<string | null> {
  if (url !== undefined && !matchesUrl(page.url(), url)) return `the URL ${clip(url, 300)}`
  if (title !== undefined && (await titleOf(page)) !== title) return `the title "${clip(title, 100)}"`
  if (text !== undefined && !(await hasText(page, text))) return `the text "${clip(text, 100)}"`
  return null
}

const hasText = async (page: Page, text: string): Promise<boolean> =>
  page
    .getByText(text)
    .filter({ visible: true })
    .count()
    .then(
      (count) => count > 0,
      () => false,
    )

/** The query is not compared: it is where what was typed ends up. */
function matchesUrl(actual: string, expected: string): boolean {
  const [is, must] = [URL.parse(actual), URL.parse(expected)]
  if (!is || !must || is.origin !== must.origin) return false
  const segments = is.pathname.split('/')
  const expectedSegments = must.pathname.split('/')
  return (
    segments.length === expectedSegments.length &&
    expectedSegments.every((each, index) => each === '*' || each === segments[index])
  )
}
