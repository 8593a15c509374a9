import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestBrowser } from '../../harness/browser.ts'
import { eventuallyEqual } from '../../harness/expect.ts'

const testBrowser = openTestBrowser()

describe('a printed report', () => {
  it('has the figures on the whole width, in the light, without what operates the page', async () => {
    const page = await testBrowser.signedIn('/usage', { colorScheme: 'dark' })
    const heading = page.getByRole('heading', { name: 'Usage', level: 1 })
    await heading.waitFor()
    assert.equal(await page.locator('nav.sidebar').isVisible(), true)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await eventuallyEqual(() => page.locator('nav.sidebar').isVisible(), false)
    await eventuallyEqual(() => page.locator('.page-actions').first().isVisible(), false)
    for (const name of ['.tabs', '.card-head .button'])
      await eventuallyEqual(() => page.locator(name).first().isVisible(), false, name)
    assert.equal(await heading.isVisible(), true)
    await eventuallyEqual(
      () => page.evaluate('getComputedStyle(document.body).backgroundColor'),
      'rgb(255, 255, 255)',
    )
    await eventuallyEqual(
      () => page.evaluate("document.querySelector('.page').getBoundingClientRect().left"),
      0,
    )
  })
})
