import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { inLongRun } from '../../../../server/test/size.ts'
import {
  apiKey,
  baseUrl,
  eventually,
  openTestBrowser,
  pageSatisfies,
  settled,
} from '../../harness/browser.ts'
import { checkPages } from '../../harness/check-pages.ts'
import { eventuallyEqual, isCleanInBothThemes } from '../../harness/expect.ts'
import { createAgent as createActiveAgent } from '../../seed/seed-chat.ts'
import { createAgent, execute } from '../../seed/seed-workflows.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()
const detail = (id: string) => stoa.get('/api/v1/workflow/manager/detail/{id}', { params: { id } })

describe('the agent builder', () => {
  it('has settings, versions and executions below Agents in the sidebar, in which axe finds nothing serious, and which fit on a phone', async () => {
    const id = await createAgent(stoa, 'Support')
    const page = await testBrowser.signedIn('/')
    await checkPages(page, [
      { path: `/workflows/${id}/settings`, heading: 'Support', entry: '/agents' },
      { path: `/workflows/${id}/versions`, heading: 'Support', entry: '/agents' },
      { path: `/workflows/${id}/executions`, heading: 'Support', entry: '/agents' },
    ])
  })

  it('creates an agent from a template, with its tools, rules and instructions', inLongRun, async () => {
    const page = await testBrowser.signedIn('/agents?new=agent')
    await page.getByLabel('Operator with approval').check()
    await eventuallyEqual(
      async () => (await page.getByLabel('System prompt').inputValue()).startsWith('You operate HTTP APIs'),
      true,
    )
    await page.getByLabel('Blank agent').check()
    await eventuallyEqual(() => page.getByLabel('System prompt').inputValue(), '')
    await page.getByLabel('System prompt').fill('Mine.')
    await page.getByLabel('Operator with approval').check()
    await page.getByRole('button', { name: 'Create agent' }).last().press('Enter')
    await page.getByRole('heading', { name: 'Operator with approval', level: 1 }).waitFor()
    const { agent } = await detail(page.url().split('/').at(-1)!)
    assert.equal(agent?.prompt, 'Mine.')
    assert.deepEqual(agent?.tools.pinnedSlugs, ['http_request', 'datetime_now'])
    assert.deepEqual(agent?.capabilities?.humanApproval?.sensitiveToolNames, ['http_request'])
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
    await page.getByLabel(/^Approval of/).selectOption('Always ask the team')
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
    await page.keyboard.press('Enter')
    const approval = conversation.getByRole('region', { name: 'Approval of Calculate' })
    await approval.getByText('The agent asks before it uses this tool').waitFor()
    await isCleanInBothThemes(page)
    await approval.getByRole('button', { name: 'Approve' }).click()
    await conversation.getByText(/returned.*42/).waitFor()
    await conversation.locator('details.tool-call').getByText('Done').waitFor()
    // What is edited is saved first, and the inactive agent responds with it.
    await page.getByLabel('System prompt').fill('You calculate well.')
    await conversation.getByLabel('Message').fill('/say Saved')
    await conversation.getByRole('button', { name: 'Save and send' }).click()
    await conversation.getByText('Saved', { exact: true }).waitFor()
    assert.equal((await detail(id)).agent!.prompt, 'You calculate well.')
    // The response is shown as it streams; its link follows when the run has ended.
    const link = await conversation.getByRole('link', { name: 'Open the run' }).nth(2).getAttribute('href')
    const run = await stoa.get('/api/v1/workflow/manager/executions/{id}', {
      params: { id: link!.split('/').at(-1)! },
    })
    assert.equal(run.version, (await detail(id)).version)
  })

  it('shows the run of an agent: its calls with tokens and cost, those of sub-agents, and the log', async () => {
    const tools = { pinnedSlugs: ['math_calculate'] }
    const clerk = await createActiveAgent(stoa, 'Clerk', { tools })
    const lead = await createActiveAgent(stoa, 'Lead', { tools, subAgentIds: [clerk] })
    const task = '/call math_calculate {"expression": "6 * 7"}'
    const message = `/call delegate ${JSON.stringify({ agent: 'Clerk', task })}`
    const executionId = await execute(stoa, lead, { message }, 'completed')
    const page = await testBrowser.signedIn(`/workflow-executions?q=${executionId}`)
    await page.getByRole('link', { name: 'Lead' }).click()
    await page.getByRole('heading', { name: 'Execution of Lead', level: 1 }).waitFor()
    const steps = page.locator('.waterfall li')
    await eventuallyEqual(() => steps.count(), 6)
    await steps
      .first()
      .getByText(/Model call · .* tokens/)
      .waitFor()
    await steps.filter({ hasText: 'Calculate' }).getByRole('button').click()
    const step = page.getByRole('region', { name: 'Calculate' })
    await step.getByText('Tool run').waitFor()
    await step.getByText('"6 * 7"').waitFor()
    await steps.first().getByRole('button').click()
    await page.getByRole('link', { name: /^call …/ }).waitFor()
    const input = page.getByRole('region', { name: 'Input: User' })
    await input.getByText('/call delegate').waitFor()
    await page.getByRole('radio', { name: 'JSON' }).first().check()
    await input.waitFor({ state: 'detached' })
    await page.getByText('Show every event').click()
    await page.locator('.run-log').getByText('tool.start').first().waitFor()
    await isCleanInBothThemes(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await pageSatisfies(page, 'document.documentElement.scrollWidth <= innerWidth')
    await page.getByRole('link', { name: 'Open the conversation' }).click()
    await page
      .getByRole('log')
      .getByText(/delegate/)
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'Open the run' }).waitFor()
  })

  it('gives the reason of a rejection to the agent, and shows the decision at the finished call', async () => {
    const capabilities = { humanApproval: { sensitiveToolNames: ['math_calculate'] } }
    const tools = { pinnedSlugs: ['math_calculate'] }
    const id = await createActiveAgent(stoa, 'Careful', { tools, capabilities })
    const message = '/call math_calculate {"expression": "6 * 7"}'
    const executionId = await execute(stoa, id, { message }, 'paused')
    const page = await testBrowser.signedIn('/proposals')
    const waiting = page.getByRole('link', { name: /Calculate/ }).filter({ hasText: '6 * 7' })
    await waiting.getByText('Careful').waitFor()
    await isCleanInBothThemes(page)
    await waiting.click()
    await page.getByLabel('Comment').fill('not with these numbers')
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByText('Completed', { exact: true }).first().waitFor()
    const run = await stoa.get('/api/v1/workflow/manager/executions/{id}', { params: { id: executionId } })
    const [call] = run.steps.filter(({ type }) => type === 'tool')
    assert.deepEqual([call!.status, call!.decisions[0]!.message], ['rejected', 'not with these numbers'])
    assert.match(String(call!.output), /not with these numbers/)
    await page.locator('.waterfall li').filter({ hasText: 'Calculate' }).getByRole('button').click()
    const decision = page.getByRole('region', { name: 'Calculate' }).getByRole('region', { name: 'Decision' })
    await decision.getByText('Rejected').waitFor()
    await decision.getByText('not with these numbers').waitFor()
    await isCleanInBothThemes(page)
  })

  it('gives access to tables, and takes it away', inLongRun, async () => {
    const table = await stoa.post('/api/v1/table/collections', {
      body: { name: 'Parcels', schema: { fields: [{ name: 'code', type: 'text' }] } },
    })
    const id = await createAgent(stoa, 'Postman')
    const page = await testBrowser.signedIn(`/agents/${id}`)
    const card = page.getByRole('region', { name: 'Tables' })
    await card.getByLabel('Add a table').selectOption('Parcels')
    await card.getByLabel('Access to Parcels').selectOption('Read and write')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
    const { agent } = await detail(id)
    assert.deepEqual(
      [agent!.databaseCollectionIds, agent!.databaseAccessPolicies],
      [[table.id], { [table.id]: 'write' }],
    )
    await card.getByRole('button', { name: 'Remove Parcels' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await eventually(async () => (await detail(id)).agent!.databaseCollectionIds!.length === 0, 'no access')
  })

  it('gives knowledge and skills, and responses open the passages that they are based on', async () => {
    const faq = await stoa.post('/api/v1/knowledge/collections', { body: { name: 'Returns' } })
    await stoa.post('/api/v1/knowledge/collections/{id}/ingest/text', {
      params: { id: faq.id },
      body: { title: 'Return policy', content: 'Parcels can be returned within 14 days.' },
    })
    const isReady = async () => {
      const sources = await stoa.get('/api/v1/knowledge/collections/{id}/sources', { params: { id: faq.id } })
      return sources[0]?.status === 'ready'
    }
    await eventually(isReady, 'the source is indexed')
    const id = await createAgent(stoa, 'Librarian')
    const page = await testBrowser.signedIn(`/agents/${id}`)
    const knowledge = page.getByRole('region', { name: 'Knowledge' })
    await knowledge.getByLabel('Add a collection').selectOption('Returns')
    const skills = page.getByRole('region', { name: 'Skills' })
    const option = skills.getByRole('option', { name: /\(catalogue\)$/ }).first()
    await option.waitFor({ state: 'attached' })
    const name = (await option.textContent())!.replace(' (catalogue)', '')
    await skills.getByLabel('Add a skill').selectOption({ label: `${name} (catalogue)` })
    await skills.getByText(name, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
    const { agent } = await detail(id)
    const library = await stoa.get('/api/v1/skills/list')
    assert.deepEqual(
      [agent!.knowledgeCollectionIds, agent!.skillIds],
      [[faq.id], library.filter((skill) => skill.name === name).map((skill) => skill.id)],
    )
    const conversation = page.getByRole('region', { name: 'Try it' })
    await conversation.getByLabel('Message').fill('/call knowledge_search {"query":"parcels returned"}')
    await page.keyboard.press('Enter')
    const sources = conversation.getByRole('region', { name: 'Sources' })
    await sources.getByText('Return policy').click()
    await sources.getByText('Parcels can be returned within 14 days.').waitFor()
    const link = sources.getByRole('link', { name: 'Open in the source' })
    const passage = new URL((await link.getAttribute('href'))!, page.url())
    assert.equal(passage.pathname, `/knowledge/${faq.id}/source`)
    assert.equal(passage.searchParams.get('key'), 'text:Return%20policy')
    await isCleanInBothThemes(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await pageSatisfies(page, 'document.documentElement.scrollWidth <= innerWidth')
    await page.setViewportSize({ width: 1280, height: 800 })
    await skills.getByRole('button', { name: `Remove ${name}` }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await eventually(async () => (await detail(id)).agent!.skillIds!.length === 0, 'no skills')
  })

  it('gives access to workflows, which the agent executes, and takes it away', inLongRun, async () => {
    const { id: workflow } = await stoa.post('/api/v1/workflow/manager/create', {
      body: {
        name: 'Calculate postage',
        graph: {
          nodes: [
            { id: 'start', type: 'start' },
            { id: 'end', type: 'end', output: '4.90 EUR' },
          ],
          edges: [{ from: 'start', to: 'end' }],
        },
      },
    })
    await stoa.patch('/api/v1/workflow/manager/activeStatus/{id}', {
      params: { id: workflow },
      body: { activeStatus: true },
    })
    const id = await createAgent(stoa, 'Postage clerk')
    const page = await testBrowser.signedIn(`/agents/${id}`)
    const card = page.getByRole('region', { name: 'Workflows' })
    await card.getByLabel('Add a workflow').selectOption('Calculate postage')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
    assert.deepEqual((await detail(id)).agent!.workflowIds, [workflow])
    const conversation = page.getByRole('region', { name: 'Try it' })
    await conversation.getByLabel('Message').fill('/call workflow_calculate_postage {}')
    await page.keyboard.press('Enter')
    await conversation.getByText(/returned.*4\.90 EUR/).waitFor()
    await card.getByRole('button', { name: 'Remove Calculate postage' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await eventually(async () => (await detail(id)).agent!.workflowIds!.length === 0, 'no workflows')
  })

  it('shows what another user has saved, and asks before overwriting it', inLongRun, async () => {
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
