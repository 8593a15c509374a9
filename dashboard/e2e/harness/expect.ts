import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import { until } from '../../../server/test/until.ts'
import { type Check, seriousFindings } from './axe.ts'
import { settled, timeoutMs } from './browser.ts'

/**
 * Assertions that wait, as those of Playwright's own test runner do: a page shows the effect of an action some frames
 * after it, so a value that is read once right after a click is at times the one before. What never becomes true fails
 * with the value that was read last.
 */
async function read<T>(
  value: () => T | Promise<T>,
  isExpected: (value: T) => boolean,
  maxMs = timeoutMs,
): Promise<T> {
  const last: { value?: T } = {}
  const attempt = async () => {
    last.value = await value()
    return isExpected(last.value)
  }
  await until(attempt, 'the value', maxMs).catch((error: unknown) => {
    if (!('value' in last)) throw error
  })
  return last.value as T
}

export async function eventuallyEqual<T>(
  value: () => T | Promise<T>,
  expected: NoInfer<T>,
  message?: string,
): Promise<void> {
  const last = await read(value, (each) => isDeepStrictEqual(each, expected))
  assert.deepEqual(last, expected, message)
}

export async function eventuallyMatches(
  text: () => Promise<string | null> | string | null,
  pattern: RegExp,
): Promise<void> {
  assert.match((await read(text, (each) => pattern.test(each ?? ''))) ?? '', pattern)
}

// The sidebar is the same on every page: the short version looks at it once.
let isSidebarChecked = false

// A colour that fades in is faint for a moment; a finding that stays is one.
const fadeMs = 10_000

/** Axe finds nothing serious, on the page or in the part of it that is named. */
export async function eventuallyAccessible(page: Page, check: Check = {}): Promise<void> {
  const scope = isSidebarChecked && !hasBothThemes ? { except: 'nav.sidebar', ...check } : check
  const findings = await read(
    () => seriousFindings(page, scope),
    ({ length }) => length === 0,
    fadeMs,
  )
  assert.deepEqual({ [page.url()]: findings }, { [page.url()]: [] })
}

// Themes differ by colours that all pages share: in the short version one page is looked at in the light, the next in the
// dark, and the first in both.
const hasBothThemes = Boolean(process.env.STOA_TEST_SLOW)
let isDarkNext = false

/** By all rules in one theme; in the other the same page differs by its colours alone. */
export async function isCleanInBothThemes(page: Page): Promise<void> {
  await settled(page)
  // Content that is being reloaded is faint on purpose.
  await page.waitForSelector('main [data-stale]', { state: 'detached' })
  const [first, second] = isDarkNext ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  await page.emulateMedia({ colorScheme: first })
  await eventuallyAccessible(page, isSidebarChecked ? { except: 'nav.sidebar' } : {})
  if (hasBothThemes || !isSidebarChecked) {
    await page.emulateMedia({ colorScheme: second })
    const colours = { rules: ['color-contrast'], ...(isSidebarChecked ? { within: 'main' } : {}) }
    await eventuallyAccessible(page, colours)
  }
  isSidebarChecked = true
  isDarkNext = !isDarkNext
  await page.emulateMedia({ colorScheme: 'light' })
}
