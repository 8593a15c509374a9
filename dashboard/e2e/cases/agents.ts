import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { apiKey, baseUrl, eventually, openTestBrowser, settled } from '../harness/browser.ts'
import { checkPages } from '../harness/check-pages.ts'
import { isCleanInBothThemes } from '../harness/expect.ts'
import { createAgent } from '../seed/seed-workflows.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()
const detail = (id: string) => stoa.get('/api/v1/workflow/manager/detail/{id}', { params: { id } })

describe('the agent builder', () => {
  it('loads, has nothing that axe calls serious in either theme, and fits on a phone', async () => {
    const id = await createAgent(stoa, 'Support')
    const page = await testBrowser.signedIn('/')
    await checkPages(page, [
      { path: '/agents', heading: 'Agents' },
      { path: `/agents/${id}`, heading: 'Support' },
      { path: `/workflows/${id}/settings`, heading: 'Support' },
      { path: `/workflows/${id}/versions`, heading: 'Support' },
    ])
  })

  it('creates an agent with the keyboard, gives it a tool with a rule, and tries it', async () => {
    const page = await testBrowser.signedIn('/agents')
    await settled(page)
    await page.keyboard.press('c')
    await page.getByRole('dialog', { name: 'Create an agent' }).getByLabel('Name').waitFor()
    await page.keyboard.type('By keyboard')
    await page.keyboard.press('Tab')
    await page.keyboard.type('You calculate.')
    await page.getByRole('button', { name: 'Create agent' }).last().press('Enter')
    await page.getByRole('heading', { name: 'By keyboard', level: 1 }).waitFor()
    const id = page.url().split('/').at(-1)!
    await page.getByRole('button', { name: 'Add tool' }).press('Enter')
    await page.keyboard.type('math_calculate')
    await page
      .getByRole('option', { selected: true })
      .filter({ hasText: /calculate/i })
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByLabel(/^Approval of/).selectOption('Always ask')
    await page.getByLabel('Credits').fill('50')
    await page.getByLabel('Memory').check()
    await page.getByRole('button', { name: 'Add message' }).click()
    await page.getByLabel('Starter message 1', { exact: true }).fill('/say Hello')
    await page.getByText('Unsaved changes').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
    const { agent } = await detail(id)
    assert.deepEqual(agent!.tools.pinnedSlugs, ['math_calculate'])
    assert.deepEqual(agent!.capabilities!.humanApproval!.sensitiveToolNames, ['math_calculate'])
    assert.equal(agent!.capabilities!.budget!.maxCreditsPerRun, 50)
    assert.equal(agent!.capabilities!.longTermMemory!.enabled, true)
    assert.deepEqual(agent!.starterPrompts, ['/say Hello'])
    const conversation = page.getByRole('region', { name: 'Try it' })
    await conversation.getByRole('button', { name: '/say Hello' }).click()
    await conversation.getByText('Hello', { exact: true }).waitFor()
    await conversation.getByLabel('Message').fill('/call math_calculate {"expression":"6*7"}')
    await page.keyboard.press('Control+Enter')
    const approval = conversation.getByRole('region', { name: 'Needs a decision' })
    await approval.getByText('always asks').waitFor()
    await isCleanInBothThemes(page)
    await approval.getByRole('button', { name: 'Approve' }).click()
    await conversation.getByText(/42/).waitFor()
  })

  it('shows what another user has saved, and asks before overwriting it', async () => {
    const id = await createAgent(stoa, 'Shared agent')
    const page = await testBrowser.signedIn(`/agents/${id}`)
    const prompt = page.getByLabel('System prompt')
    await prompt.waitFor()
    await prompt.fill('Be brief.')
    await stoa.patch('/api/v1/workflow/manager/update/{id}', {
      params: { id },
      body: { description: 'changed elsewhere' },
    })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').getByText('Another user has changed this agent').waitFor()
    await page.getByRole('button', { name: 'Save mine' }).click()
    await eventually(async () => (await detail(id)).agent!.prompt === 'Be brief.', 'saved over it')
  })
})
