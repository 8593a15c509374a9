import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { inLongRun } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, openTestBrowser, pageSatisfies } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual } from '../../harness/expect.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()
const mib = 1024 * 1024
const parts = '**/api/v1/file/uploads/*/parts/*'

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const find = async (name: string) => (await stoa.get('/api/v1/file', { query: { q: name } }))[0]

async function choose(page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) {
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(files)
}

describe('uploads', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stoa-uploads-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  /** On disk, so that it has the same time whenever it is chosen. */
  async function largeFile(name: string): Promise<{ path: string; sha256: string }> {
    const bytes = randomBytes(6 * mib + 1234)
    const path = join(folder, name)
    await writeFile(path, bytes)
    return { path, sha256: hashOf(bytes) }
  }

  it('take several files, and each shows its own error', async () => {
    const page = await testBrowser.signedIn('/files?owner=uploader')
    await choose(page, [
      { name: 'first.txt', mimeType: 'text/plain', buffer: Buffer.from('one') },
      { name: 'nothing.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
      { name: 'not really.png', mimeType: 'image/png', buffer: Buffer.from('just text') },
      { name: 'mistaken.bin', mimeType: 'image/png', buffer: Buffer.from([1, 2, 3, 0, 255]) },
    ])
    const tray = page.getByRole('region', { name: 'Uploads' })
    await tray.getByText('2 of 4 failed').waitFor()
    await tray.getByText('The file is empty').waitFor()
    await tray.getByText('The extension .png does not match the content type text/plain').waitFor()
    await eventuallyAccessible(page)
    const mine = await stoa.as('uploader').get('/api/v1/file')
    assert.deepEqual(mine.map(({ name, fileType }) => `${name} ${fileType}`).sort(), [
      'first.txt document',
      'mistaken.bin other',
    ])
    await tray.getByRole('link', { name: 'first.txt' }).click()
    await page.getByRole('heading', { name: 'first.txt' }).waitFor()
    await page.getByRole('button', { name: 'Dismiss uploads' }).click()
    await tray.waitFor({ state: 'detached' })
  })

  it(
    'are of the type that they look like, also when they are chosen before the types are known',
    inLongRun,
    async () => {
      const page = await testBrowser.signedIn('/')
      const chosen = Promise.withResolvers<void>()
      await page.route('**/api/v1/file/fileTypes', async (route) => {
        await chosen.promise
        await route.continue()
      })
      await page.goto(`${baseUrl}/files?owner=early`)
      await choose(page, [{ name: 'early.txt', mimeType: 'text/plain', buffer: Buffer.from('early') }])
      chosen.resolve()
      await page.getByRole('region', { name: 'Uploads' }).getByText('Uploaded').waitFor()
      const [stored] = await stoa.as('early').get('/api/v1/file')
      assert.equal(stored?.fileType, 'document')
    },
  )

  it('leave the list alone: its last row can be scrolled out from under them', inLongRun, async () => {
    const page = await testBrowser.signedIn('/files')
    await page.setViewportSize({ width: 390, height: 600 })
    await choose(page, [
      {
        name: 'quarterly_report_of_the_harbour_2026_final_version.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('1'),
      },
      { name: 'nothing.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    ])
    const tray = page.getByRole('region', { name: 'Uploads' })
    await tray.getByText('1 of 2 failed').waitFor()
    const name = page.getByRole('table').getByText('quarterly_report').first()
    await name.waitFor({ state: 'attached' })
    await pageSatisfies(
      page,
      "document.querySelector('.file-label[title^=quarterly]').getBoundingClientRect().height < 30",
    )
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await pageSatisfies(
      page,
      `(() => {
        const row = [...document.querySelectorAll('main tbody tr')].at(-1).getBoundingClientRect()
        const found = document.elementFromPoint(row.left + 20, row.top + row.height / 2)
        return found?.closest('main tbody tr') !== null
      })()`,
    )
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Dismiss uploads' }).click()
  })

  it('take what is dropped on the page', async () => {
    const page = await testBrowser.signedIn('/files')
    await page.getByRole('table').waitFor()
    const transfer = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }))
      return transfer
    })()`)
    await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer })
    await page.getByText('Drop to upload').waitFor()
    await page.dispatchEvent('main', 'drop', { dataTransfer: transfer })
    await page.getByRole('table').getByRole('link', { name: 'dropped.txt' }).waitFor()
  })

  it('resume by themselves when the connection is back', async () => {
    const { path, sha256 } = await largeFile('broken line.bin')
    const page = await testBrowser.signedIn('/files')
    await page.route(parts, (route) => route.abort())
    await choose(page, path)
    await page.getByText('Connection lost, retrying').waitFor()
    await page.unroute(parts)
    await page.getByText('Uploaded', { exact: true }).waitFor()
    await eventuallyEqual(async () => (await find('broken line'))?.sha256, sha256)
  })

  it(
    'resume after a reload with what is missing, once the same file is chosen again',
    inLongRun,
    async () => {
      const { path, sha256 } = await largeFile('reloaded.bin')
      const page = await testBrowser.signedIn('/files')
      page.on('dialog', (dialog) => dialog.accept())
      let passed = 0
      await page.route(parts, (route) => (++passed <= 4 ? route.continue() : route.abort()))
      await choose(page, path)
      await page.getByText('Connection lost, retrying').waitFor()
      await page.unroute(parts)
      await page.reload()
      let sent = 0
      await page.route(parts, (route) => {
        sent++
        return route.continue()
      })
      await choose(page, path)
      await page.getByText('Uploaded', { exact: true }).waitFor()
      assert.ok(sent <= 3, `${sent} of 7 parts were sent again`)
      await eventuallyEqual(async () => (await find('reloaded'))?.sha256, sha256)
    },
  )

  it('are cancelled, and release the reserved storage', async () => {
    const { path } = await largeFile('cancelled.bin')
    const page = await testBrowser.signedIn('/files')
    const isAbandoned = page.waitForResponse(
      (response) => response.request().method() === 'DELETE' && /\/uploads\//.test(response.url()),
    )
    // Parts that never arrive.
    await page.route(parts, () => undefined)
    await choose(page, path)
    await page.getByRole('button', { name: 'Cancel cancelled.bin' }).click()
    await page.getByText('Cancelled', { exact: true }).waitFor()
    assert.equal((await isAbandoned).status(), 200)
    await eventuallyEqual(() => find('cancelled'), undefined)
    await page.unroute(parts)
    await page.getByRole('button', { name: 'Retry cancelled.bin' }).click()
    await page.getByText('Uploaded', { exact: true }).waitFor()
  })
})
