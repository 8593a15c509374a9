import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa, type StoredFile } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { apiKey, baseUrl, openTestBrowser, pageSatisfies, settled } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual } from '../../harness/expect.ts'

const stoa = createStoa({ baseUrl, apiKey, headers: { 'x-act-across-users': 'true' } })
const testBrowser = openTestBrowser()

async function find(name: string): Promise<StoredFile | undefined> {
  return (await stoa.get('/api/v1/file', { query: { q: name } }))[0]
}

async function opened(name: string, options = {}): Promise<Page> {
  const page = await testBrowser.signedIn(`/files/${(await find(name))!.id}`, options)
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  return page
}

async function store(name: string, text: string, username?: string): Promise<string> {
  const api = username ? stoa.as(username) : stoa
  const [result] = await api.upload('/api/v1/file/upload/multiple/{fileType}', {
    params: { fileType: 'document' },
    file: new Blob([text]),
    name,
  })
  return result!.file!.id
}

describe('files', () => {
  it('are shown without anything in them being run', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const image = await opened('harbour.png', { colorScheme })
      await pageSatisfies(image, 'document.querySelector(".preview-image")?.naturalWidth === 480')
      await settled(image)
      await eventuallyAccessible(image)
    }
    const table = await opened('customers.csv')
    await table.getByRole('cell', { name: 'Customer 7, Ltd' }).waitFor()
    await eventuallyAccessible(table)
    const text = await opened('notes.md')
    await text.getByText('<script>alert(1)</script>').waitFor()
    await text.locator('.document-markdown strong', { hasText: 'Tuesday' }).waitFor()
    await eventuallyAccessible(text)
    await text.getByText('Raw', { exact: true }).click()
    await text.getByText('Deliveries leave on **Tuesday**.').waitFor()
    const json = await opened('settings.json')
    await json.getByText('"monthly": 900').waitFor()
    const sound = await opened('chime.wav')
    await pageSatisfies(sound, 'document.querySelector("audio")?.duration === 1')
    await eventuallyAccessible(sound)
    const pdf = await opened('contract.pdf')
    const [download] = await Promise.all([
      pdf.waitForEvent('download'),
      pdf.getByRole('button', { name: 'Download file' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'contract.pdf')
  })

  it('are found by filters in the URL, by owner as well', async () => {
    const page = await testBrowser.signedIn('/files')
    await page.getByRole('link', { name: 'receipt 1.png' }).waitFor()
    await page.getByLabel('Owner').fill('carol')
    await page.getByLabel('Owner').press('Enter')
    await page.getByText('1–2 of 2').waitFor()
    await page.getByText('carol: 13.42 KB').waitFor()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.getByLabel('Format').fill('image')
    await page.getByLabel('Format').press('Enter')
    await page.getByRole('button', { name: 'Size' }).click()
    await page.waitForURL(/\?format=image&sortBy=sizeBytes&sortOrder=DESC$/)
    await page.getByText('1–6 of 6').waitFor()
    await page.getByRole('button', { name: 'By end user' }).click()
    await page.getByRole('button', { name: /^alice/ }).click()
    await page.getByText('1–5 of 5').waitFor()
  })

  it('are shared without a key by a link that expires', async () => {
    const page = await opened('settings.json')
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    await page.getByLabel('Expires in').selectOption('own')
    await page.getByLabel('Seconds').fill('99999999')
    await page.getByRole('button', { name: 'Create link' }).click()
    await page.locator('.field-error').waitFor()
    await page.getByLabel('Seconds').fill('600')
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = await page.getByRole('dialog').locator('pre').textContent()
    await eventuallyAccessible(page)
    // The name under which the server is known does not lead to it here.
    const response = await fetch(baseUrl + new URL(link!).pathname)
    assert.equal(((await response.json()) as { theme: string }).theme, 'dark')
  })

  it('are edited on top of the state that was shown, and of no other', async () => {
    const id = await store('draft.txt', 'a draft')
    const page = await opened('draft.txt')
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Name', { exact: true }).fill('mine.txt')
    await stoa.patch('/api/v1/file/{id}', { params: { id }, body: { metadata: { by: 'somebody else' } } })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('precondition_failed').waitFor()
    await page.getByRole('button', { name: 'Reload the latest version' }).click()
    await pageSatisfies(page, 'document.querySelector("[name=metadata]").value.includes("somebody else")')
    await page.getByLabel('Name', { exact: true }).fill('mine.txt')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'mine.txt' }).waitFor()
    const file = await stoa.get('/api/v1/file/meta/{id}', { params: { id } })
    assert.deepEqual([file.name, file.metadata.by], ['mine.txt', 'somebody else'])
  })

  it('are deleted one by one, several together after confirmation, and the oldest of one user', async () => {
    await store('old 1.txt', '1', 'pruned')
    await store('old 2.txt', '2', 'pruned')
    for (let at = 1; at <= 7; at++) await store(`scrap ${at}.txt`, `scrap ${at}`)
    const page = await testBrowser.signedIn('/files?q=scrap')
    await page.getByRole('button', { name: 'Actions for scrap 1.txt' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete file' }).click()
    await page.getByText('1–6 of 6').waitFor()
    await page.locator('[data-row-link]').first().focus()
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const confirm = page.getByRole('button', { name: 'Delete 6 files' })
    await eventuallyEqual(() => confirm.isDisabled(), true)
    await eventuallyAccessible(page)
    await page.getByLabel('Type "delete 6" to confirm').fill('delete 6')
    await confirm.click()
    await page.getByText('No results match these filters.').waitFor()
    await eventuallyEqual(() => find('scrap'), undefined)

    await page.goto(`${baseUrl}/files?owner=pruned`)
    await page.getByText('1–2 of 2').waitFor()
    await page.getByRole('button', { name: 'Delete oldest' }).click()
    await page.getByLabel('Number of files').fill('1')
    await page.getByLabel('Type "delete 1" to confirm').fill('delete 1')
    await page.getByRole('button', { name: 'Delete files' }).click()
    await page.getByText('1–1 of 1').waitFor()
    await page.getByRole('link', { name: 'old 2.txt' }).waitFor()
  })
})
