import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { apiKey, baseUrl, eventually, openTestBrowser, pageSatisfies } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual, isCleanInBothThemes } from '../../harness/expect.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()
const collections = '/api/v1/knowledge/collections'
const params = (id: string) => ({ params: { id } })

describe('the index of a knowledge collection', () => {
  it('is tested, built with other settings, switched to and rolled back', async () => {
    const { id } = await stoa.post(collections, { body: { name: 'Evaluated' } })
    for (const [title, content] of [
      ['Refunds', 'A refund is paid to the original card within five working days.'],
      ['Shipping', 'Parcels are sent every morning from Lisbon.'],
    ])
      await stoa.post(`${collections}/{id}/ingest/text`, {
        ...params(id),
        body: { title: title!, content: content! },
      })
    await eventually(async () => {
      const sources = await stoa.get(`${collections}/{id}/sources`, params(id))
      return sources.length === 2 && sources.every(({ status }) => status === 'ready')
    }, 'the sources to be ready')

    // Without a test there is nothing to run.
    const empty = await testBrowser.signedIn(`/knowledge/${id}/evaluations`)
    await empty.getByText('Add the first retrieval test').waitFor()
    await eventuallyEqual(() => empty.getByRole('button', { name: 'Run tests' }).count(), 0)
    // The source is chosen by its title.
    await empty.getByRole('button', { name: 'Add test' }).click()
    const form = empty.getByRole('dialog')
    await form.getByLabel('Question').fill('Where are parcels sent from?')
    await form.getByLabel('Source', { exact: true }).fill('Ship')
    await empty.getByRole('option', { name: 'Shipping' }).click()
    await eventuallyAccessible(empty)
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await empty.getByRole('row').filter({ hasText: 'text:Shipping' }).waitFor()
    const [first] = await stoa.get(`${collections}/{id}/evals`, params(id))
    await stoa.delete(`${collections}/{id}/evals/{testId}`, { params: { id, testId: first!.id } })
    await empty.close()

    // A result of the playground becomes a test; another one is imported and misses.
    const page = await testBrowser.signedIn(`/knowledge/${id}/search?q=refund+on+a+card`)
    await page.getByRole('button', { name: 'Save as test case: Refunds' }).click()
    await page.getByText('Saved as test case').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Evals' }).click()
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Import' }).click()
    await dialog
      .getByLabel('Tests')
      .fill('query,mustContain\nwhere do parcels go,moon\nparcels from where,Lisbon')
    await eventuallyAccessible(page)
    await dialog.getByRole('button', { name: 'Import' }).click()
    await page.getByRole('row').filter({ hasText: 'parcels from where' }).waitFor()
    await page.getByRole('button', { name: 'Run tests' }).click()
    const misses = page.getByRole('list', { name: 'Misses' })
    await misses.getByText('where do parcels go').waitFor()
    await page.getByText('2 of 3').waitFor()
    await page.getByRole('row').filter({ hasText: 'parcels from where' }).getByText('Hit').waitFor()
    await page.getByRole('region', { name: 'Recall over time' }).getByText('Found in the first 10').waitFor()
    await isCleanInBothThemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await pageSatisfies(page, 'document.documentElement.scrollWidth <= innerWidth')
    await page.setViewportSize({ width: 1280, height: 800 })

    // Another chunk size: first what it takes, then the index; and the way back.
    await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByLabel('Chunk size').fill('300')
    await page.getByRole('button', { name: 'Estimate' }).click()
    await page.getByText(/2 sources make 2 chunks/).waitFor()
    await page.getByRole('button', { name: 'Build index' }).click()
    const generation = (no: number) => page.getByRole('listitem', { name: `Generation ${no}` })
    await generation(2).getByText('Live').waitFor()
    await generation(1).getByText('Previous').waitFor()
    await isCleanInBothThemes(page)
    assert.equal((await stoa.get(`${collections}/{id}`, params(id))).chunkSize, 300)
    await generation(1).getByRole('button', { name: 'Roll back' }).click()
    await generation(1).getByText('Live').waitFor()
    assert.equal((await stoa.get(`${collections}/{id}`, params(id))).chunkSize, 1_000)
    await stoa.delete(`${collections}/{id}`, params(id))
  })
})
