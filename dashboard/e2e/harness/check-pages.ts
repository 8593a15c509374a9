import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { someOf } from '../../../server/test/size.ts'
import { manifests } from '../../src/pages/manifests.ts'
import { entriesAt } from '../../src/shell/navigation.ts'
import { baseUrl, settled } from './browser.ts'
import { eventuallyEqual, isCleanInBothThemes } from './expect.ts'

export type Expected = {
  path: string
  heading: string
  /** Of the sidebar, where the URL does not say it. */
  entry?: string
}

const toolAreas =
  /^\/(models|playground|toolkits|tools|new-tool|tool-runs|installed-toolkits|questions|connections|auth-configs|sandbox|browsers)(\/|$)/

const withTitles = manifests
  .flatMap(({ routes }) => routes)
  .flatMap(({ path, title }) => (title === undefined ? [] : [{ path, heading: title }]))

/** Every page of the manifests that needs no parameter, in two halves: each half has a server with data for it. */
export const toolPages: readonly Expected[] = withTitles.filter(({ path }) => toolAreas.test(path))
export const dataPages: readonly Expected[] = withTitles.filter(({ path }) => !toolAreas.test(path))

const currentEntries = `[...document.querySelectorAll('.sidebar-groups [aria-current="page"]')].map((link) => link.getAttribute('href'))`

/** By how much the page and its lists are wider than what is seen of them. */
const beyondBorders = `[...new Set([document.documentElement, ...document.querySelectorAll('.table-frame')]
  .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))]`

/** What fields say that is not seen as a whole. */
const cutPlaceholders = `[...document.querySelectorAll('.filter-bar input')].filter((input) => {
  if (input.offsetParent === null || input.value !== '') return false
  const { font, paddingLeft, paddingRight } = getComputedStyle(input)
  const context = document.createElement('canvas').getContext('2d')
  context.font = font
  const space = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
  return context.measureText(input.placeholder).width > space
}).map(({ placeholder }) => placeholder)`

/**
 * Navigates from page to page inside the app: each loads, has its title in the window and its entry
 * marked in the sidebar, has no serious axe finding in either theme, and fits on a
 * phone. That the server serves the app at its path is checked without a browser. Pages are made of the same components:
 * axe, which takes most of the time, looks at every third in the short version.
 */
export async function checkPages(page: Page, pages: readonly Expected[]): Promise<void> {
  const examined = new Set(someOf(pages, Math.max(3, Math.ceil(pages.length / 3))))
  for (const expected of pages) {
    const { path, heading, entry } = expected
    const response = await fetch(baseUrl + path)
    assert.equal(response.status, 200, path)
    assert.match(await response.text(), /<div id="root">/)
    await page.setViewportSize({ width: 1280, height: 800 })
    await goTo(page, path, heading)
    await eventuallyEqual(() => page.title(), `${heading} · Stoa`)
    await eventuallyEqual(
      () => page.evaluate(currentEntries),
      entry === undefined ? entriesAt(path).map(({ to }) => to) : [entry],
    )
    if (examined.has(expected)) await isCleanInBothThemes(page)
    else await settled(page)
    await page.setViewportSize({ width: 1000, height: 800 })
    await eventuallyEqual(() => page.evaluate(cutPlaceholders), [], path)
    await page.setViewportSize({ width: 768, height: 800 })
    await eventuallyEqual(() => page.evaluate(beyondBorders), [0], `${path} beside the sidebar`)
    await page.setViewportSize({ width: 360, height: 740 })
    // What depends on the width is drawn again after the layout.
    await eventuallyEqual(
      () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
      0,
      `${path} is wider than a screen of 360`,
    )
    await eventuallyEqual(() => page.evaluate(cutPlaceholders), [], path)
  }
}

/** Navigates inside the app, as a link does; by way of another page where both have the same heading. */
export async function goTo(page: Page, path: string, heading: string): Promise<void> {
  const isSame = (await page.locator('h1').first().textContent()) === heading
  if (isSame && heading !== 'Settings') await goTo(page, '/settings', 'Settings')
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
  await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor()
}
