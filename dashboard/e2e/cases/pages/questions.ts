import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { apiKey, baseUrl, eventually, openTestBrowser, settled } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual } from '../../harness/expect.ts'
import { askPeople } from '../../seed/seed-media-playground.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()

const ask = (question: string, more: object = {}) => askPeople(stoa, 'alice', question, more)

const answerTo = async (id: string) =>
  (await stoa.as('alice').get('/api/v1/tools/human-requests/{id}', { params: { id } })).answer

describe('questions to people', () => {
  it('appear by themselves, are counted, answered in turn, and stay in the history', async () => {
    const page = await testBrowser.signedIn('/questions')
    await settled(page)
    const choice = await ask('Send the invoice to Ada?', { options: ['Yes', 'No'], context: { total: 119 } })
    const words = await ask('What shall the subject be?')
    await page.getByRole('link', { name: 'Send the invoice to Ada?' }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: /^Questions \d+ pending$/ }).waitFor()
    await eventuallyAccessible(page)
    await page.getByRole('link', { name: 'Send the invoice to Ada?' }).click()
    await page.getByRole('heading', { name: 'Send the invoice to Ada?', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'alice' }).waitFor()
    await page.getByRole('link', { name: /^run …/ }).waitFor()
    await page.getByLabel('Context').getByText('119').first().waitFor()
    const send = page.getByRole('button', { name: 'Send answer' })
    await eventuallyEqual(() => send.isDisabled(), true)
    await page.getByLabel('Yes').check()
    await eventuallyAccessible(page)
    await send.click()
    await page.getByText('you', { exact: true }).waitFor()
    await eventuallyEqual(() => answerTo(choice), 'Yes')
    await page.goto(`${baseUrl}/questions/${words}`)
    await page.getByLabel('Your answer').fill('{ not JSON')
    await page.getByText('JSON', { exact: true }).click()
    await send.click()
    await page.getByRole('alert').getByText('is not JSON').waitFor()
    await page.getByLabel('Your answer, as JSON').fill('{ "subject": "Invoice" }')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Answered', { exact: true }).first().waitFor()
    await eventuallyEqual(() => answerTo(words), { subject: 'Invoice' })
    await page.goto(`${baseUrl}/questions?state=answered`)
    await page.getByRole('link', { name: 'What shall the subject be?' }).waitFor()
  })

  it('show when another user was faster', async () => {
    const id = await ask('Delete the old backups?', { options: ['Yes', 'No'] })
    const page = await testBrowser.signedIn(`/questions/${id}`)
    await page.getByLabel('No', { exact: true }).check()
    await stoa.as('alice').post('/api/v1/tools/human-requests/{id}/answer', {
      params: { id },
      body: { answer: 'Yes' },
    })
    await page.getByRole('link', { name: 'First key' }).waitFor()
    await eventually(
      async () => (await page.getByLabel('No', { exact: true }).count()) === 0,
      'the form is removed',
    )
    await page.goto(`${baseUrl}/questions/0199f1a0-0000-7000-8000-000000000001`)
    await page.getByRole('alert').getByText('human_request_not_found').waitFor()
  })
})
