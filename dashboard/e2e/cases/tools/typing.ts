import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { sizeOf, someOf } from '../../../../server/test/size.ts'
import { openTestBrowser, settled } from '../../harness/browser.ts'
import { eventuallyEqual } from '../../harness/expect.ts'

// What a slow laptop does while something else runs on it.
const slowdown = 6
const letters = sizeOf({ short: 12, long: 60 })
const sentence = 'The quick brown fox jumps over the lazy dog 1234567890 times'.slice(0, letters)

async function slowDown(page: Page): Promise<void> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** Types into the middle as well: a late value also moves the caret to the end. */
async function typeFast(page: Page, field: Locator): Promise<void> {
  await field.fill('[]')
  await field.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type(sentence)
}

describe('fast typing on a slow machine', () => {
  const testBrowser = openTestBrowser()

  const fields = [
    { path: '/playground', labels: ['Message', 'System prompt'] },
    { path: '/playground/image', labels: ['Prompt'] },
  ]
  async function checkFields(page: Page, labels: readonly string[]): Promise<void> {
    for (const label of labels) {
      const field = page.getByLabel(label, { exact: true })
      await field.waitFor()
      await typeFast(page, field)
      await eventuallyEqual(() => field.inputValue(), `[${sentence}]`)
    }
  }
  for (const { path, labels } of someOf(fields, 1))
    it(`preserves every character and the caret: ${labels.join(' and ')} at ${path}`, async () => {
      const page = await testBrowser.signedIn(path)
      await settled(page)
      await slowDown(page)
      await checkFields(page, labels)
    })

  it('preserves every character in the editor and the fields of the sandbox', async () => {
    const page = await testBrowser.signedIn('/sandbox')
    const editor = page.getByLabel('JavaScript source')
    await editor.focus()
    await slowDown(page)
    await page.keyboard.press('Control+a')
    await page.keyboard.type(`// ${sentence}`)
    await eventuallyEqual(async () => (await editor.textContent())!.trim(), `// ${sentence}`)
    await checkFields(page, ['Allowed hosts', 'Run as end user'])
  })

  it('takes a day that is typed', async () => {
    const page = await testBrowser.signedIn('/usage?from=2026-01-01&to=2026-02-01')
    const day = page.getByLabel('From', { exact: true })
    await day.focus()
    await slowDown(page)
    await page.keyboard.type('2025-03-15')
    await page.waitForURL(/from=2025-03-15/)
    await eventuallyEqual(() => day.inputValue(), '2025-03-15')
  })
})
