import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { inLongRun } from '../../../../server/test/size.ts'
import {
  apiKey,
  baseUrl,
  eventually,
  openTestBrowser,
  pageSatisfies,
  settled,
} from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual } from '../../harness/expect.ts'
import { startMediaServer } from '../../harness/media-server.ts'
import { testImage } from '../../seed/seed-files.ts'

const stoa = createStoa({ baseUrl, apiKey, headers: { 'x-act-across-users': 'true' } })
const result = (page: Page) => page.getByRole('region', { name: 'Result' })
/** Waits until the composer is enabled: earlier key presses would be lost. */
const canGenerate = (page: Page) => page.locator('button:enabled', { hasText: 'Generate' }).first().waitFor()
const isDrawn = (page: Page, selector: string) =>
  pageSatisfies(page, `(document.querySelector(${JSON.stringify(selector)})?.naturalWidth ?? 0) > 0`)

describe('media with nothing set up', () => {
  const testBrowser = openTestBrowser()

  it('is honest: placeholders say that they are, and what cannot be had is off, with the way out', async () => {
    const page = await testBrowser.signedIn('/playground/image')
    await page.getByText('No provider for images is configured').waitFor()
    await page.getByText('free', { exact: true }).waitFor()
    await page.getByLabel('Prompt').fill('A <b>lighthouse</b>')
    await canGenerate(page)
    await page.getByLabel('Prompt').press('Control+Enter')
    await result(page).getByText('placeholder (no model was called)').waitFor()
    await isDrawn(page, '.output-image img')
    await result(page)
      .getByText(/duration .*1 image.*0 credits/)
      .waitFor()
    await page.reload()
    await result(page).getByText('Succeeded').waitFor()
    await eventuallyEqual(() => page.getByLabel('Prompt').inputValue(), 'A <b>lighthouse</b>')
    await page.goto(`${baseUrl}/playground/video`)
    await page.getByText('No provider for videos is configured').waitFor()
    await eventuallyEqual(() => page.getByLabel('Prompt').isDisabled(), true)
    await eventuallyAccessible(page)
    await page.getByRole('link', { name: 'Add a provider' }).click()
    await page.getByRole('heading', { name: 'Providers', level: 1 }).waitFor()
  })
})

describe('media with a provider', () => {
  const testBrowser = openTestBrowser()
  let lab: Awaited<ReturnType<typeof startMediaServer>>
  before(async () => {
    lab = await startMediaServer()
    await stoa.put('/api/v1/ai/providers', {
      body: { name: 'openai', baseUrl: lab.baseUrl, apiKeys: ['sk-of-the-lab-0000'] },
    })
  })
  after(async () => {
    await stoa.delete('/api/v1/ai/providers/{name}', { params: { name: 'openai' } })
    await lab.close()
  })

  it('makes pictures: the price before and after, small in the list, large on their page, back again', async () => {
    const page = await testBrowser.signedIn('/models?kind=image&q=gpt-image-1-mini')
    await page.locator('[data-row-link]').first().click()
    await page.getByRole('dialog').getByRole('link', { name: 'Try it' }).click()
    await page.getByRole('button', { name: /^Model: .*mini/i }).waitFor()
    await page.getByLabel('Prompt').fill('a cat by the sea')
    await page.getByLabel('Number of images').fill('2')
    await page.getByText(/^\$[\d.]+ for 2 images$/).waitFor()
    await page.getByRole('button', { name: 'Generate' }).click()
    await result(page)
      .getByText(/duration .*2 images.*credits \(\$/)
      .waitFor()
    await isDrawn(page, '.output-files li:nth-child(2) img')
    await eventuallyAccessible(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      result(page).getByRole('button', { name: 'Download' }).first().click(),
    ])
    assert.equal(download.suggestedFilename(), 'image-1.png')
    await page.goto(`${baseUrl}/models/calls`)
    await page.getByLabel('Kind').selectOption('image')
    await page.waitForURL(/\/models\/media\?kind=image/)
    await isDrawn(page, 'tbody .thumbnail img')
    await page.locator('[data-row-link]').first().click()
    await page.getByLabel('Prompt').getByText('a cat by the sea').waitFor()
    await settled(page)
    await eventuallyAccessible(page)
    await page.getByRole('link', { name: 'Open in playground' }).click()
    await page.waitForURL(/\/playground\/image$/)
    await eventuallyEqual(() => page.getByLabel('Prompt').inputValue(), 'a cat by the sea')
    await eventuallyEqual(() => page.getByLabel('Number of images').inputValue(), '2')
  })

  it('is waited for, cancelled, and refused with a reason', inLongRun, async () => {
    const page = await testBrowser.signedIn('/playground/image')
    await page.getByLabel('Prompt').fill('a slow cat')
    await canGenerate(page)
    await page.keyboard.press('Control+Enter')
    await result(page).getByText('Processing').waitFor()
    await eventuallyAccessible(page)
    await result(page).getByRole('button', { name: 'Cancel' }).click()
    await result(page).getByText('only charged for what was generated').waitFor()
    await page.getByLabel('Prompt').fill('forbidden')
    await page.keyboard.press('Control+Enter')
    await result(page).getByText('invalid_parameter').waitFor()
    await page.getByLabel('Size').fill('large')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('alert').getByText('Request').waitFor()
  })

  it('speaks a text, and transcribes a recording that was picked from Files', inLongRun, async () => {
    const page = await testBrowser.signedIn('/playground/speech')
    await page.getByLabel('Text', { exact: true }).fill('Grüezi')
    await page.getByText('6 characters').waitFor()
    await page.getByRole('button', { name: 'Generate' }).click()
    await result(page).getByLabel('tts-1.wav').waitFor()
    await pageSatisfies(page, 'document.querySelector("audio")?.readyState >= 1')
    await page.goto(`${baseUrl}/playground/transcription`)
    await page.getByRole('button', { name: 'Choose from Files' }).click()
    await page.getByRole('dialog').getByText('tts-1.wav').click()
    await eventuallyAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Attach', exact: true }).click()
    await page.getByRole('button', { name: 'Transcribe' }).click()
    await result(page).getByLabel('Transcript').getByText('The ferry is late').waitFor()
    await result(page).getByText('2 parts').click()
    await page.getByRole('link', { name: 'View log' }).click()
    await page.getByRole('heading', { name: /^Transcription/ }).waitFor()
    await eventually(
      async () => (await stoa.get('/api/v1/ai/media/jobs', { query: { kind: 'stt' } })).length === 1,
      'the job is listed',
    )
  })
})

describe('pictures in a conversation', () => {
  const testBrowser = openTestBrowser()

  it('are chosen or picked, seen before and after, and in the record', async () => {
    const page = await testBrowser.signedIn('/playground')
    await page.getByLabel('Files for the model').setInputFiles({
      name: 'ship.png',
      mimeType: 'image/png',
      buffer: Buffer.from(testImage(40, 30)),
    })
    await page.getByRole('button', { name: 'Remove ship.png' }).waitFor()
    await isDrawn(page, '.composer .thumbnail img')
    await page.getByRole('button', { name: 'Choose from Files' }).click()
    await page.getByRole('dialog').getByLabel('Search by name').fill('harbour')
    await page.getByRole('dialog').getByText('harbour.png').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Attach', exact: true }).click()
    await page.getByRole('button', { name: 'Remove harbour.png' }).waitFor()
    await page.getByLabel('Message').fill('/say I see two')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('link', { name: 'View log' }).waitFor()
    await isDrawn(page, '.turn-message li:nth-child(2) .thumbnail img')
    await eventuallyAccessible(page)
    await page.getByRole('link', { name: 'View log' }).click()
    await isDrawn(page, '.input-files li:nth-child(2) img')
    await page.getByRole('link', { name: 'harbour.png' }).waitFor()
  })
})
