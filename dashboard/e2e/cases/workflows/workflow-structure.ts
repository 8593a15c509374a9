import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa, type Workflow } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { inLongRun } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, eventually, openTestBrowser, settled } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual, isCleanInBothThemes } from '../../harness/expect.ts'
import { stationApi } from '../../seed/seed-tools.ts'
import { createWorkflow, failingGraph, orderGraph } from '../../seed/seed-workflows.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()
const card = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)
const detail = (id: string) => stoa.get('/api/v1/workflow/manager/detail/{id}', { params: { id } })

async function savedNode(id: string, node: string) {
  const { graph } = await detail(id)
  return graph!.nodes.find((each) => each.id === node) as { parent?: string } | undefined
}

/** Drags a card by its middle to the middle of another one, or to a place away from it. */
async function drag(page: Page, from: string, to: string, by = { x: 0, y: 0 }): Promise<void> {
  const middle = async (id: string) => {
    const box = (await card(page, id).boundingBox())!
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const [start, target] = [await middle(from), await middle(to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(target.x + by.x, target.y + by.y, { steps: 12 })
  await page.mouse.up()
}

describe('the structure of a workflow', () => {
  it('puts a node into a loop and out of it, by dragging and with the keyboard', async () => {
    const id = await createWorkflow(stoa, 'Levels', orderGraph)
    const page = await testBrowser.signedIn(`/workflows/${id}`)
    await card(page, 'price').waitFor()
    await drag(page, 'auto', 'each', { x: 0, y: 30 })
    await eventually(async () => (await savedNode(id, 'auto'))?.parent === 'each', 'it is in the loop')
    await page.keyboard.press('Control+z')
    await eventually(async () => (await savedNode(id, 'auto'))?.parent === undefined, 'it is out again')
    await drag(page, 'price', 'each', { x: 0, y: 260 })
    await eventually(async () => (await savedNode(id, 'price'))?.parent === undefined, 'it left the loop')
    // Edges stay on one level; the graph is connected as before.
    assert.equal((await detail(id)).graph!.edges!.length, orderGraph.edges!.length)
    await card(page, 'price').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Calculate, Tool' }).waitFor()
    await card(page, 'price').focus()
    await page.keyboard.press('m')
    await page.getByRole('dialog', { name: 'Move Calculate' }).waitFor()
    await eventuallyAccessible(page)
    await page.keyboard.press('Enter')
    await eventually(async () => (await savedNode(id, 'price'))?.parent === 'each', 'moved by the keyboard')
  })

  it(
    'opens a long graph at its start, large enough to be read, with an overview of the rest',
    inLongRun,
    async () => {
      const steps = Array.from({ length: 14 }, (_, at) => `step${at + 1}`)
      const ids = ['start', ...steps, 'end']
      const id = await createWorkflow(stoa, 'Long', {
        nodes: ids.map((each, at) => ({
          id: each,
          position: { x: at * 320, y: 0 },
          ...(each === 'start' || each === 'end' ? { type: each } : { type: 'set', values: { at } }),
        })),
        edges: ids.slice(1).map((to, at) => ({ from: ids[at]!, to })),
      } as NonNullable<Workflow['graph']>)
      const page = await testBrowser.signedIn(`/workflows/${id}`)
      await page.getByLabel('Overview of the graph').waitFor()
      const zoom = async () => {
        const transform = (await page.locator('.react-flow__viewport').getAttribute('style'))!
        return Number(/scale\(([\d.]+)\)/.exec(transform)![1])
      }
      await eventuallyEqual(zoom, 0.65)
      const frame = (await page.locator('.flow-canvas').boundingBox())!
      const start = (await card(page, 'start').boundingBox())!
      assert.ok(start.x >= frame.x && start.x < frame.x + 80, `the start is at ${start.x} of ${frame.x}`)
      const end = (await card(page, 'end').boundingBox())!
      assert.ok(end.x > frame.x + frame.width, 'the end is out of sight')
      // The whole graph is one press away.
      await page.getByRole('button', { name: 'Fit View' }).click()
      await eventually(async () => (await zoom()) < 0.5, 'the whole graph is in sight')
    },
  )

  it('leads from a problem to the field of its node', async () => {
    const graph = structuredClone(orderGraph) as { nodes: Record<string, unknown>[] }
    graph.nodes.find(({ id }) => id === 'auto')!.values = { approved: '{{ inptu.amount }}' }
    const id = await createWorkflow(stoa, 'Problems', graph as unknown as NonNullable<Workflow['graph']>)
    const page = await testBrowser.signedIn(`/workflows/${id}`)
    await page.getByRole('button', { name: /problem/ }).click()
    const list = page.getByRole('region', { name: 'Problems' })
    await list.getByRole('button', { name: 'Approve' }).first().click()
    const panel = page.getByRole('region', { name: 'Approve, Set fields' })
    await panel.waitFor()
    await eventually(
      async () => (await page.evaluate('document.activeElement?.className')) === 'code-editor-host',
      'the field has the focus',
    )
    // Closed, the list is there again.
    await panel.getByRole('button', { name: 'Close' }).click()
    await list.waitFor()
    await isCleanInBothThemes(page)
    await page.getByRole('button', { name: 'Activate' }).click()
    const refused = page.getByRole('dialog', { name: 'It cannot be activated yet' })
    await refused.getByRole('link', { name: 'auto' }).first().click()
    await panel.waitFor()
  })

  it('marks the line of code that a problem is about', inLongRun, async () => {
    const [begin, stock, ...rest] = failingGraph.nodes
    const broken = {
      ...failingGraph,
      nodes: [begin!, { ...stock!, code: 'const a = 1\nconst = 2' }, ...rest],
    }
    const id = await createWorkflow(stoa, 'Broken code', broken as typeof failingGraph)
    // A busy machine may have no interpreter for the check at first.
    await eventually(async () => {
      const { problems } = await stoa.post('/api/v1/workflow/manager/{id}/validate', { params: { id } })
      return problems.some(({ code }) => code === 'code_syntax')
    }, 'the code is checked')
    const page = await testBrowser.signedIn(`/workflows/${id}`)
    await card(page, 'stock').click()
    await page
      .getByText(/cannot be parsed at line 2, column 7/)
      .first()
      .waitFor()
    await page.locator('.cm-faulty-line').waitFor()
  })

  it('saves an editing session as one version', async () => {
    const id = await createWorkflow(stoa, 'One version')
    const page = await testBrowser.signedIn(`/workflows/${id}`)
    await card(page, 'greet').click()
    const value = page.getByRole('textbox', { name: 'Value of text' })
    for (const text of ['One', 'Two', 'Three']) {
      await value.click()
      await page.keyboard.press('Control+a')
      await page.keyboard.type(text)
      await eventually(
        async () => JSON.stringify((await detail(id)).graph).includes(`"${text}"`),
        `${text} is saved`,
      )
    }
    const versions = await stoa.get('/api/v1/workflow/manager/{id}/versions', { params: { id } })
    assert.equal(versions.length, 2)
  })

  it('sets the evals that an activation needs, and what a toolkit connects with', inLongRun, async () => {
    const slug = 'stations'
    await stoa.post('/api/v1/toolkits/import/openapi', { body: { slug, spec: stationApi } })
    const config = await stoa.post('/api/v1/auth_configs', {
      body: { toolkit: { slug }, authConfig: { authScheme: 'API_KEY', displayName: 'Our stations' } },
    })
    const account = await stoa.post('/api/v1/connected_accounts', {
      body: {
        authConfig: { id: config.id },
        connection: { state: { authScheme: 'API_KEY', val: { api_key: 'key-0123456789' } } },
      },
    })
    const id = await createWorkflow(stoa, 'Bound')
    const page = await testBrowser.signedIn(`/workflows/${id}/settings`)
    await settled(page)
    await page.getByLabel('Evals that must pass before activation').fill('2')
    await page.getByRole('region', { name: 'Activation' }).getByRole('button', { name: 'Save' }).click()
    await eventually(async () => (await detail(id)).requiredReplays === 2, 'two evals are required')
    const connections = page.getByRole('region', { name: 'Connections' })
    await connections.getByLabel('Add a toolkit').selectOption(slug)
    await connections.getByLabel('Account').selectOption(account.id)
    await eventually(
      async () => (await detail(id)).toolkitConnections[0]?.connectedAccountId === account.id,
      'the account is bound',
    )
    await connections.getByLabel('Auth config').selectOption(config.id)
    await eventually(
      async () => (await detail(id)).toolkitAuthConfigs[0]?.authConfigId === config.id,
      'the auth config is bound',
    )
    await isCleanInBothThemes(page)
    await connections.getByLabel('Auth config').selectOption('')
    await eventually(async () => (await detail(id)).toolkitAuthConfigs.length === 0, 'it is removed')
  })
})
