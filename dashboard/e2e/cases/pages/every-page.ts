import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { baseUrl, openTestBrowser, testServer } from '../../harness/browser.ts'
import { checkPages, dataPages } from '../../harness/check-pages.ts'
import { eventuallyAccessible, eventuallyEqual, eventuallyMatches } from '../../harness/expect.ts'
import { seed } from '../../seed/seed.ts'

describe('every page', () => {
  const testBrowser = openTestBrowser()
  before(() => seed(testServer))

  it('loads, has nothing that axe calls serious in either theme, and fits on a phone', async () => {
    const page = await testBrowser.signedIn('/')
    await checkPages(page, dataPages)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Models' }).click()
    await page.getByRole('heading', { name: 'Models', level: 1 }).waitFor()
  })

  it('waits for little before it shows anything', async () => {
    const html = await (await fetch(`${baseUrl}/`)).text()
    // The font is not waited for: texts are set in one of the system until it is there.
    const names = [...html.matchAll(/"\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, name]) => name!)
    assert.ok(names.length >= 2, html)
    const sizeOf = async (name: string) =>
      (await stat(new URL(`../../../dist/${name}`, import.meta.url))).size
    // Small files are not compressed.
    const sizes = await Promise.all(names.map((name) => sizeOf(`${name}.gz`).catch(() => sizeOf(name))))
    const kb = sizes.reduce((sum, size) => sum + size, 0) / 1024
    assert.ok(kb < 136, `${kb} KB`)
  })

  it('shows the calls that feed it', async () => {
    const page = await testBrowser.signedIn('/end-users?q=alice&isActive=true')
    await page.getByRole('button', { name: 'API', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`curl '${baseUrl}/api/v1/external-users?q=alice&isActive=true'`).waitFor()
    await eventuallyAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('shows what was not found, with the request id and a next step', async () => {
    const page = await testBrowser.signedIn('/end-users/0199f1a0-0000-7000-8000-000000000001')
    const alert = page.getByRole('alert')
    await alert.waitFor()
    await eventuallyMatches(
      () => alert.textContent(),
      /another project.*external_user_not_found.*Request [\w-]{8,}/s,
    )
  })

  it('preserves a chosen theme over a reload, without showing the other one first', async () => {
    const page = await testBrowser.signedIn('/', { colorScheme: 'light' })
    await page.getByRole('button', { name: 'Ada' }).click()
    await page.getByRole('menuitem', { name: 'Dark' }).click()
    await page.reload({ waitUntil: 'commit' })
    // The script in the head has run before there is a body to paint.
    await page.waitForSelector('body', { state: 'attached' })
    await eventuallyEqual(() => page.evaluate('document.documentElement.dataset.theme'), 'dark')
  })
})
