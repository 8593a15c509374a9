import { after, before, describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { inLongRun } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, eventually, openTestBrowser } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual, eventuallyMatches } from '../../harness/expect.ts'
import { startModelServer } from '../../seed/seed-llm.ts'

const stoa = createStoa({ baseUrl, apiKey, headers: { 'x-act-across-users': 'true' } })

const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true }).last()

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message').fill(text)
  // Not while a response is still streamed.
  await page.getByRole('button', { name: /^Send/ }).click({ trial: true })
  await page.keyboard.press('Control+Enter')
}

describe('the playground of models', () => {
  const testBrowser = openTestBrowser()
  let lab: Awaited<ReturnType<typeof startModelServer>>
  before(async () => {
    lab = await startModelServer()
    await stoa.put('/api/v1/ai/providers', {
      body: { name: 'lab-two', kind: 'openai-compatible', baseUrl: lab.baseUrl },
    })
    // The lab would answer every call that names no model.
    await stoa.patch('/api/v1/project', { body: { defaultModel: 'local/demo' } })
  })
  after(async () => {
    await stoa.delete('/api/v1/ai/providers/{name}', { params: { name: 'lab-two' } })
    await stoa.patch('/api/v1/project', { body: { defaultModel: null } })
    await lab.close()
  })

  it('streams a response, shows what it cost, and links to its log', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await testBrowser.signedIn('/playground', { colorScheme })
      // The default is named with the model that it is.
      const [used] = await stoa.get('/api/v1/ai/models', { query: { isDefault: true } })
      await page.getByRole('button', { name: `Project default: ${used!.name}` }).waitFor()
      await say(page, '/say Hello **there**\n\n![x](https://evil.example/x.png) <img src=x>')
      await response(page).getByText('there', { exact: true }).waitFor()
      await response(page)
        .getByText(/first token .*total .*tokens.*0 credits/)
        .waitFor()
      await response(page).getByText('not a language model').waitFor()
      await eventuallyEqual(() => page.locator('main img').count(), 0)
      await eventuallyEqual(() => page.getByLabel('Message').inputValue(), '')
      await eventuallyAccessible(page)
      await response(page).getByRole('link', { name: 'View log' }).click()
      await page.getByText('Timeline').waitFor()
    }
  })

  it('stops on request, and loses nothing on a reload', async () => {
    const page = await testBrowser.signedIn('/playground')
    await page.getByLabel('System prompt').fill('Be patient.')
    await say(page, '/slow 300 /say one two three four five six seven eight nine ten')
    await response(page)
      .getByText(/one two/)
      .waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await response(page).getByText('Stopped', { exact: true }).waitFor()
    await eventually(async () => {
      const [last] = await stoa.get('/api/v1/ai/calls', { query: { status: 'cancelled', limit: 1 } })
      return last?.requestedModel === 'local/demo'
    }, 'the call is cancelled')
    await say(page, '/slow 300 /say alpha beta gamma delta epsilon zeta eta theta')
    await response(page)
      .getByText(/alpha beta/)
      .waitFor()
    await page.getByLabel('Message').fill('not yet sent')
    await page.reload()
    await response(page)
      .getByText(/alpha beta/)
      .waitFor()
    await page
      .getByText(/one two/)
      .first()
      .waitFor()
    await eventuallyEqual(() => page.getByLabel('Message').inputValue(), 'not yet sent')
    await eventuallyEqual(() => page.getByLabel('System prompt').inputValue(), 'Be patient.')
    const switchTo = async (name: RegExp) => {
      await page.getByRole('button', { name: /: switch$/ }).click()
      await page.getByRole('menuitem', { name }).click()
      await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
      await page.getByRole('link', { name: 'Playground', exact: true }).first().click()
    }
    await switchTo(/^Second project/)
    await page.getByRole('heading', { name: 'Start a conversation' }).waitFor()
    await eventuallyEqual(() => page.getByLabel('Message').inputValue(), '')
    await switchTo(/^Default/)
    await response(page)
      .getByText(/alpha beta/)
      .waitFor()
    await eventuallyEqual(() => page.getByLabel('Message').inputValue(), 'not yet sent')
    await page.getByRole('button', { name: 'New conversation' }).click()
    await page.getByRole('heading', { name: 'Start a conversation' }).waitFor()
  })

  it('folds tool calls and continues with their results', inLongRun, async () => {
    const page = await testBrowser.signedIn('/playground')
    await page.getByRole('button', { name: 'Call a tool' }).click()
    await page.keyboard.press('Control+Enter')
    await page.getByLabel('Result of weather').fill('{"degrees": 21}')
    await eventuallyAccessible(page)
    await page.getByRole('button', { name: 'Send the result' }).click()
    await page.getByText('Tool weather returned: {"degrees": 21}').waitFor()
    await page.getByLabel('Tools, as JSON').fill('{')
    await page.getByText('The tools are not JSON').waitFor()
    await page.getByLabel('Message').fill('x')
    await eventuallyEqual(() => page.getByRole('button', { name: 'Send', exact: true }).isDisabled(), true)
  })

  it(
    'responds in a schema, shows errors with code and request id, and removes a message',
    inLongRun,
    async () => {
      const page = await testBrowser.signedIn('/playground')
      await page.getByRole('button', { name: 'Structured output' }).click()
      await page.keyboard.press('Control+Enter')
      await response(page).getByText('"answer"').waitFor()
      await page.getByText('Text', { exact: true }).click()
      await say(page, '/fail')
      const alert = page.getByRole('alert')
      await alert.waitFor()
      await eventuallyMatches(() => alert.textContent(), /upstream_error.*Request [\w-]{8,}/s)
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await alert.waitFor({ state: 'detached' })
      await eventuallyEqual(() => page.getByLabel('Message').inputValue(), '/fail')
      await page.getByLabel('Temperature').fill('9')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('alert').getByText('invalid_parameter').waitFor()
    },
  )

  it('compares two models on the same words, one found by typing', inLongRun, async () => {
    const page = await testBrowser.signedIn('/playground')
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('button', { name: /^First model/ }).click()
    await page.getByPlaceholder('Search by name, ID, tools').fill('local demo')
    await page.getByRole('option', { name: /local\/demo/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Second model/ }).click()
    await page.getByPlaceholder('Search by name, ID, tools').fill('lab-two')
    await page.getByRole('option', { name: /lab-two\/small/ }).waitFor()
    await eventuallyAccessible(page)
    await page.keyboard.press('Enter')
    await say(page, '/say the same')
    await response(page).getByText('the same').waitFor()
    const second = page.getByRole('region', { name: 'Response of the second model' })
    await second.getByText('From the lab').waitFor()
    await second.getByText('no price').waitFor()
    await eventuallyAccessible(page)
  })

  it('shows files to the model, and the call as code', async () => {
    const page = await testBrowser.signedIn('/playground')
    await page.getByLabel('Files for the model').setInputFiles({
      name: 'ferry.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('The ferry leaves at half past seven.'),
    })
    await page.getByRole('button', { name: 'Remove ferry.txt' }).waitFor()
    await page.getByLabel('Message').fill('When does the ferry leave?')
    await page.getByRole('button', { name: 'View code' }).click()
    await page.getByText('"fileId"').waitFor()
    await page.getByRole('button', { name: 'OpenAI client' }).click()
    await page.getByText('/api/v1/openai').waitFor()
    await eventuallyAccessible(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Enter')
    await response(page)
      .getByText(/half past seven/)
      .waitFor()
  })
})
