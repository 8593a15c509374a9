import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { inLongRun, someOf } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, eventually, openTestBrowser, settled } from '../../harness/browser.ts'
import { dataPages, goTo, toolPages } from '../../harness/check-pages.ts'
import { eventuallyAccessible, eventuallyEqual } from '../../harness/expect.ts'
import { faultsByTab } from '../../harness/keyboard-walk.ts'
import { objectPages } from '../../harness/object-pages.ts'

const stoa = createStoa({ baseUrl, apiKey })

describe('the keyboard', () => {
  const testBrowser = openTestBrowser()

  it('reaches every control of a page by Tab in sight, and is caught nowhere', async () => {
    const page = await testBrowser.signedIn()
    const faults: Record<string, string[]> = {}
    const objects = Object.values(await objectPages(stoa))
    for (const { path, heading } of [...someOf([...dataPages, ...toolPages], 2), ...someOf(objects, 3)]) {
      await goTo(page, path, heading)
      await settled(page)
      const found = await faultsByTab(page)
      if (found.length > 0) faults[path] = found
    }
    assert.deepEqual(faults, {})
  })

  it('goes everywhere: g and a letter, j and k, Enter, /, Escape', async () => {
    const page = await testBrowser.signedIn()
    const heading = page.getByRole('heading', { name: 'End users', level: 1 })
    // The second key counts for a second only: on a busy machine it may come too late, and is pressed again.
    await eventually(async () => {
      await page.keyboard.press('g')
      await page.keyboard.press('u')
      return heading.isVisible()
    }, 'g and u lead to the end users')
    await page.locator('[data-row-link]').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    const names = await page.locator('[data-row-link]').allTextContents()
    await eventuallyEqual(() => page.evaluate('document.activeElement.textContent'), names[0])
    await page.keyboard.press('/')
    await page.keyboard.type('alice')
    await page.getByText('1–1 of 1').waitFor()
    await page.keyboard.press('Escape')
    // The list may still be drawn again, which takes the focus from its row.
    await eventually(async () => {
      await page.keyboard.press('j')
      return (await page.evaluate('document.activeElement.textContent')) === 'alice'
    }, 'the row has the focus')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'alice' }).waitFor()
  })

  it('searches for what was typed while the palette was loading', async () => {
    const page = await testBrowser.signedIn()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    const { promise: typed, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/palette*.js', async (route) => {
      await typed
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('go to usagee')
    await page.keyboard.press('Backspace')
    release()
    const field = page.getByRole('combobox', { name: 'Search' })
    await eventuallyEqual(() => field.inputValue(), 'go to usage')
    await page.keyboard.type('!')
    await eventuallyEqual(() => field.inputValue(), 'go to usage!')
    await page.keyboard.press('Escape')
    // From here on keys are shortcuts again.
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
  })

  it('leads back to the row that was opened, on its page of the list', inLongRun, async () => {
    const page = await testBrowser.signedIn('/end-users?page=2')
    const rows = page.locator('[data-row-link]')
    await rows.nth(15).waitFor()
    const name = await rows.last().textContent()
    await rows.last().focus()
    const top = await page.evaluate('scrollY')
    assert.notEqual(top, 0)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: name! }).waitFor()
    await page.getByRole('link', { name: 'End users' }).last().click()
    await page.waitForURL(/page=2/)
    await eventually(
      async () => (await page.evaluate('document.activeElement.textContent')) === name,
      'the row has the focus',
    )
    await eventuallyEqual(() => page.evaluate('scrollY'), top)
  })

  it('creates a key without a pointer, and the focus comes back to where it was', async () => {
    const page = await testBrowser.signedIn('/keys')
    const create = page.getByRole('button', { name: 'Create key' })
    await create.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('by keyboard')
    await page.keyboard.press('Enter')
    await page.locator('[data-secret]').waitFor()
    await page.getByLabel('I saved it').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'by keyboard' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await eventuallyEqual(() => page.evaluate('document.activeElement.textContent'), 'Create key')
  })

  it('has the focus on the page after a dialog that removed what it was opened from', inLongRun, async () => {
    await stoa.post('/api/v1/api-keys', { body: { name: 'short-lived key' } })
    const page = await testBrowser.signedIn('/keys?q=short-lived')
    await page.getByRole('link', { name: 'short-lived key' }).click()
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Revoke/ })
      .click()
    await page.getByText('Revoked', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Revoke' }).waitFor({ state: 'detached' })
    await eventuallyEqual(() => page.evaluate('document.activeElement.tagName'), 'MAIN')
  })

  it('moves in menus and comes back from them; in the drawer of a phone, too', async () => {
    const page = await testBrowser.signedIn('/keys')
    const focused = () => page.evaluate('document.activeElement.textContent.trim()')
    // The menu is loaded after the page; until then its button is disabled and takes no focus.
    await page.getByRole('button', { name: 'Ada', disabled: false }).focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('menu')
    await menu.waitFor()
    await eventuallyEqual(focused, 'Your account')
    const moves = {
      ArrowUp: 'Sign out',
      ArrowDown: 'Your account',
      d: 'Dark',
      End: 'Sign out',
      Home: 'Your account',
    }
    for (const [key, label] of Object.entries(moves)) {
      await page.keyboard.press(key)
      await eventuallyEqual(focused, label, key)
    }
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await eventuallyEqual(focused, 'Ada Lovelace')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Menu' }).click()
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await drawer.getByRole('button', { name: 'Ada' }).click()
    await page.getByRole('menuitem', { name: 'Light' }).click()
    await menu.waitFor({ state: 'detached' })
    await drawer.getByRole('button', { name: 'Project Default' }).click()
    await page.getByRole('menuitem', { name: 'Second project' }).waitFor()
    await eventuallyAccessible(page)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await eventuallyEqual(() => drawer.isVisible(), true)
  })

  it('shows its map', inLongRun, async () => {
    const page = await testBrowser.signedIn()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
    await eventuallyAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('finds pages, actions, names and ids in the palette', async () => {
    const page = await testBrowser.signedIn()
    const { id } = await stoa.post('/api/v1/external-users', { body: { name: 'palette-person' } })
    const open = async (text: string) => {
      await page.keyboard.press('Control+k')
      await page.getByPlaceholder('Search pages').fill(text)
    }
    await open('audit')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor()
    await open(id)
    const option = page.getByRole('option', { name: 'palette-person' })
    await option.waitFor()
    await eventuallyAccessible(page)
    await option.click()
    await page.getByRole('heading', { name: 'palette-person' }).waitFor()
    // By what is to be done: the mail services of the catalogue, not everything that has a letter in common.
    await open('send an email')
    await page.getByRole('option', { name: /gmail_users_messages_send.*Tool/ }).waitFor()
    await page.keyboard.press('Escape')
    await open('create api key')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Create an API key' }).waitFor()
  })
})
