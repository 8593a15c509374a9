import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { isCleanInBothThemes } from './axe.ts'
import { baseUrl } from './browser.ts'

export type Expected = { path: string; heading: string }

/**
 * Goes through pages as somebody does who is in the dashboard already: each loads, has nothing that axe calls serious in
 * either theme, and fits on a phone. That the server answers its address with the app is asked without a browser.
 */
export async function lookAt(page: Page, pages: readonly Expected[]): Promise<void> {
  for (const { path, heading } of pages) {
    const answer = await fetch(baseUrl + path)
    assert.equal(answer.status, 200, path)
    assert.match(await answer.text(), /<div id="root">/)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
    await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor()
    await isCleanInBothThemes(page)
    await page.setViewportSize({ width: 360, height: 740 })
    const [content, screen] = (await page.evaluate(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    )) as [number, number]
    assert.ok(content <= screen, `${path} is ${content} wide on a screen of ${screen}`)
  }
}
