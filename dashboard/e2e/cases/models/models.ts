import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { inLongRun } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, openTestBrowser, settled } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual } from '../../harness/expect.ts'
import { asMember } from '../../harness/override-responses.ts'
import { startModelServer } from '../../seed/seed-llm.ts'

const stoa = createStoa({ baseUrl, apiKey, headers: { 'x-act-across-users': 'true' } })

describe('calls of models', () => {
  const testBrowser = openTestBrowser()

  it('are listed as they are made, and narrowed by what they were', async () => {
    const page = await testBrowser.signedIn('/models/calls?model=local%2Fdemo&status=succeeded&owner=caller')
    await page.getByText('No results match these filters').waitFor()
    await stoa.as('caller').post('/api/v1/ai/llm/chat', {
      body: { model: 'local/demo', messages: [{ role: 'user', content: '/say seen immediately' }] },
    })
    const row = page.getByRole('row').filter({ hasText: 'local/demo' })
    await row.getByText('Offline demo', { exact: false }).first().waitFor()
    await row.getByText('Succeeded').waitFor()
    await page.getByText('1 call').waitFor()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.getByRole('row').filter({ hasText: 'upstream_error' }).first().waitFor()
    await page.getByLabel('State').selectOption('failed')
    await page.waitForURL(/status=failed/)
    await eventuallyAccessible(page)
  })

  it('show no messages until the project stores them', async () => {
    await stoa.patch('/api/v1/project', { body: { storePrompts: false } })
    const { id } = await stoa.post('/api/v1/ai/llm/generate', { body: { prompt: '/say in private' } })
    const page = await testBrowser.signedIn(`/models/calls/${id}`)
    await page.getByText('prompts and responses are stored only if enabled').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Log prompts and responses of model calls').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Settings saved').waitFor()
    await eventuallyEqual(async () => (await stoa.get('/api/v1/project')).storePrompts, true)
  })

  it('show their path, tokens and messages, and lead back to the playground', async () => {
    const { id } = await stoa.as('asker').post('/api/v1/ai/llm/chat', {
      body: {
        model: 'local/demo',
        systemPrompt: 'Be kind.',
        messages: [{ role: 'user', content: '/say <b>looked into</b>' }],
        temperature: 0.3,
      },
    })
    const page = await testBrowser.signedIn()
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search pages').fill(id)
    await page.getByRole('option', { name: 'Model call' }).click()
    await page.getByRole('heading', { name: 'Call to local/demo' }).waitFor()
    await page.getByText('Pre-checks').waitFor()
    await page.getByLabel('User', { exact: true }).getByText('/say <b>looked into</b>').waitFor()
    await page.getByLabel('Assistant', { exact: true }).getByText('<b>looked into</b>').waitFor()
    await eventuallyAccessible(page)
    await page.getByRole('button', { name: '0 credits' }).click()
    await page.getByRole('dialog').getByText(`llm:${id}`).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Open in playground' }).click()
    await page.waitForURL(/\/playground$/)
    await eventuallyEqual(() => page.getByLabel('Message').inputValue(), '/say <b>looked into</b>')
    await eventuallyEqual(() => page.getByLabel('System prompt').inputValue(), 'Be kind.')
    await eventuallyEqual(() => page.getByLabel('Temperature').inputValue(), '0.3')
  })
})

describe('providers', () => {
  const testBrowser = openTestBrowser()
  let lab: Awaited<ReturnType<typeof startModelServer>>
  before(async () => {
    lab = await startModelServer()
  })
  after(() => lab.close())

  it('are added with a key that never comes back, tested, queried for models, switched off and removed', async () => {
    const page = await testBrowser.signedIn('/models/providers?new=1')
    await eventuallyEqual(() => page.getByLabel('Provider', { exact: true }).inputValue(), 'openai')
    await page.getByLabel('Provider', { exact: true }).selectOption('custom')
    await page.getByLabel('Name', { exact: true }).fill('Lab One')
    await page.getByLabel('Base URL').fill(lab.baseUrl)
    await page.getByLabel('API keys').fill('sk-secret-of-the-lab-wxyz')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('must have only lowercase letters').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('lab')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^lab saved, with \d+ models$/).waitFor()
    const test = page.getByRole('dialog', { name: 'Test lab' })
    await test.getByText('Connection OK').waitFor()
    await test.getByLabel('Model').fill('lab/small')
    await test.getByRole('button', { name: 'Test again' }).click()
    await test.getByText('Connection OK').waitFor()
    await test.getByText('From the lab').waitFor()
    await eventuallyAccessible(page)
    await test.getByLabel('Model').fill('lab/busy')
    await test.getByRole('button', { name: 'Test again' }).click()
    await test.getByText('upstream_rate_limited').waitFor()
    await test.getByRole('button', { name: 'Done' }).click()
    const row = page.getByRole('row').filter({ hasText: 'lab/…' })
    await row.getByText('…wxyz').waitFor()
    assert.ok(!(await page.content()).includes('sk-secret'))
    await page.getByRole('button', { name: 'Refresh models' }).click()
    await page.getByText(/additional models found/).waitFor()
    await row.getByRole('switch').click()
    await row.getByText('Disabled').waitFor()
    await row.getByRole('button', { name: 'Actions for lab' }).click()
    await page.getByRole('menuitem', { name: 'Remove settings' }).click()
    await page.getByRole('button', { name: 'Remove settings' }).click()
    await row.waitFor({ state: 'detached' })
  })

  it('keep their keys when something else is changed, and take new ones', inLongRun, async () => {
    const own = { name: 'lab-keys', kind: 'openai-compatible', baseUrl: lab.baseUrl } as const
    await stoa.put('/api/v1/ai/providers', { body: { ...own, apiKeys: ['sk-first-1111'] } })
    const page = await testBrowser.signedIn('/models/providers?q=lab-keys')
    await settled(page)
    await page.getByRole('button', { name: /^lab-keys/ }).click()
    await page.getByText('Current: …1111').waitFor()
    await eventuallyEqual(() => page.getByLabel('New keys').inputValue(), '')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^lab-keys saved/).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('…1111').waitFor()
    await page.getByRole('button', { name: /^lab-keys/ }).click()
    await page.getByLabel('New keys').fill('sk-lab-one-2222\nsk-lab-two-3333')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('…2222 …3333').waitFor()
    await stoa.delete('/api/v1/ai/providers/{name}', { params: { name: own.name } })
  })
})

describe('members', () => {
  const testBrowser = openTestBrowser()

  it('see which providers can be called, and nothing of their settings', async () => {
    const page = await testBrowser.signedIn()
    await asMember(page)
    await page.goto(`${baseUrl}/models/providers`)
    await page.getByRole('row').filter({ hasText: 'Offline demo' }).getByText('Available').waitFor()
    await eventuallyEqual(() => page.getByRole('button', { name: 'Add provider' }).count(), 0)
    await eventuallyAccessible(page)
  })
})

describe('models', () => {
  const testBrowser = openTestBrowser()

  it('are looked at, pictures and voices too, and tried from there', async () => {
    const page = await testBrowser.signedIn('/models?state=ready&q=demo')
    await page.getByRole('button', { name: /not a language model/ }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Try it' }).click()
    await page.getByRole('button', { name: /^Model: Offline demo/ }).waitFor()
    await page.goto(`${baseUrl}/models?kind=image&q=gpt-image-1-mini`)
    await page.locator('[data-row-link]').first().click()
    await page.getByRole('dialog').getByText('1024x1024').waitFor()
    await eventuallyAccessible(page)
  })
})
