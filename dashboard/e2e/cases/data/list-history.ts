import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { openTestBrowser } from '../../harness/browser.ts'
import { eventuallyEqual } from '../../harness/expect.ts'

const testBrowser = openTestBrowser()

const queryOf = (page: Page) => new URL(page.url()).search
const stepsOf = (page: Page) => page.evaluate('history.length') as Promise<number>

describe('the history of a list', () => {
  it('has a step for each choice, and Back and Forward restore the list and its fields', async () => {
    const page = await testBrowser.signedIn('/end-users')
    const state = page.getByLabel('State', { exact: true })
    const rows = page.locator('tbody tr')
    await page.getByText(/^1–25 of/).waitFor()
    const all = await rows.count()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText(/^26–/).waitFor()
    await state.selectOption('false')
    await eventuallyEqual(() => queryOf(page), '?isActive=false')
    await page.getByText('dmitri').waitFor()
    await page.getByRole('button', { name: /^Name/ }).click()
    await eventuallyEqual(() => new URL(page.url()).searchParams.get('sortBy'), 'name')

    await page.goBack()
    await eventuallyEqual(() => queryOf(page), '?isActive=false')
    assert.equal(await state.inputValue(), 'false')
    await page.goBack()
    await page.getByText(/^26–/).waitFor()
    assert.equal(await state.inputValue(), '')
    await page.goBack()
    await page.getByText(/^1–25 of/).waitFor()
    await eventuallyEqual(() => rows.count(), all)
    for (let at = 0; at < 2; at++) await page.goForward()
    await eventuallyEqual(() => state.inputValue(), 'false')
    await eventuallyEqual(() => rows.count(), 1)
  })

  it('has one step for a search, however slowly it was typed, and a further one for the next', async () => {
    const page = await testBrowser.signedIn('/end-users')
    const search = page.getByLabel('Search by name')
    await page.getByText(/^1–25 of/).waitFor()
    const steps = await stepsOf(page)
    const type = async (text: string, query: string) => {
      await search.pressSequentially(text)
      await eventuallyEqual(() => queryOf(page), query)
    }
    await search.focus()
    await type('ali', '?q=ali')
    await type('ce', '?q=alice')
    assert.equal(await stepsOf(page), steps + 1)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+a')
    await type('carol', '?q=carol')
    assert.equal(await stepsOf(page), steps + 2)

    await page.goBack()
    await eventuallyEqual(() => search.inputValue(), 'alice')
    await page.getByText('1–1 of 1').waitFor()
    // Nothing that is behind is written over.
    await search.press('End')
    await type('x', '?q=alicex')
    await page.goBack()
    await eventuallyEqual(() => search.inputValue(), 'alice')
    await page.goBack()
    await eventuallyEqual(() => search.inputValue(), '')
    await page.getByText(/^1–25 of/).waitFor()
  })

  it('has one step for a search that is deleted, however slowly, and Back leads to what was searched', async () => {
    const page = await testBrowser.signedIn('/end-users')
    const search = page.getByLabel('Search by name')
    await page.getByText(/^1–25 of/).waitFor()
    const steps = await stepsOf(page)
    await search.fill('carol')
    await eventuallyEqual(() => queryOf(page), '?q=carol')
    // No step for a letter that is corrected.
    await search.press('End')
    await search.press('Backspace')
    await eventuallyEqual(() => queryOf(page), '?q=caro')
    await search.press('l')
    await eventuallyEqual(() => queryOf(page), '?q=carol')
    assert.equal(await stepsOf(page), steps + 1)
    for (const rest of ['caro', 'car', 'ca', 'c', '']) {
      await search.press('Backspace')
      await eventuallyEqual(() => queryOf(page), rest === '' ? '' : `?q=${rest}`)
    }
    assert.equal(await stepsOf(page), steps + 2)
    assert.equal(await search.inputValue(), '')
    await page.getByText(/^1–25 of/).waitFor()

    await page.goBack()
    await eventuallyEqual(() => search.inputValue(), 'carol')
    await page.getByText('1–1 of 1').waitFor()
    await page.goForward()
    await eventuallyEqual(() => search.inputValue(), '')
    await page.getByText(/^1–25 of/).waitFor()
    // After it has ended, and with one key.
    await search.fill('alice')
    await search.press('Enter')
    await eventuallyEqual(() => queryOf(page), '?q=alice')
    const searched = await stepsOf(page)
    await search.fill('')
    await eventuallyEqual(() => queryOf(page), '')
    assert.equal(await stepsOf(page), searched + 1)
    await page.goBack()
    await eventuallyEqual(() => search.inputValue(), 'alice')
  })

  it('leads back through a range of days and the pages of a log, without what was opened above them', async () => {
    const page = await testBrowser.signedIn('/usage/ledger')
    const count = page.getByRole('navigation', { name: 'Pages' }).getByRole('status')
    const [next, previous] = ['Next', 'Previous'].map((name) =>
      page.getByRole('button', { name, exact: true }),
    )
    const firstTime = () => page.locator('tbody time').first().getAttribute('datetime')
    await count.waitFor()
    const [newest, all] = [await firstTime(), await count.textContent()]
    await next!.click()
    await eventuallyEqual(async () => (await firstTime()) === newest, false)
    const second = await firstTime()
    await next!.click()
    await eventuallyEqual(async () => (await firstTime()) === second, false)
    await page.goBack()
    await eventuallyEqual(firstTime, second)
    await previous!.click()
    await eventuallyEqual(firstTime, newest)

    const range = page.getByLabel('Created: range')
    await range.selectOption('7')
    await eventuallyEqual(async () => (await count.textContent()) === all, false)
    await range.selectOption('own')
    await page.getByLabel('Created from', { exact: true }).waitFor()
    await page.getByLabel('Created from', { exact: true }).fill('2020-01-02')
    await page.keyboard.press('Enter')
    await eventuallyEqual(() => new URL(page.url()).searchParams.get('from'), '2020-01-02')
    await page.getByLabel('Created from', { exact: true }).waitFor()
    await page.goBack()
    await eventuallyEqual(() => range.inputValue(), '7')
    await page.goBack()
    await eventuallyEqual(() => range.inputValue(), '')
    await eventuallyEqual(() => count.textContent(), all)
  })

  it('has none for a dialog above the list', async () => {
    const page = await testBrowser.signedIn('/settings')
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goBack()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  })
})
