import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { inLongRun } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, eventually, openTestBrowser, settled } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual, isCleanInBothThemes } from '../../harness/expect.ts'
import { createWorkflow, largeGraph } from '../../seed/seed-workflows.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()

/** Adds a node behind the one that has the focus, as the keyboard does. */
async function addWithKeys(page: Page, search: string): Promise<void> {
  await page.keyboard.press('a')
  await page.getByRole('dialog', { name: 'Add a node' }).waitFor()
  await page.keyboard.type(search)
  await page
    .getByRole('option', { selected: true })
    .filter({ hasText: new RegExp(search, 'i') })
    .waitFor()
  await page.keyboard.press('Enter')
}

const cards = (page: Page) => page.locator('.react-flow__node')
const isSaved = (page: Page) => page.getByText('Saved', { exact: true }).first().waitFor()

describe('the workflow editor', () => {
  it('draws and runs a graph of five nodes with the keyboard alone', async () => {
    const page = await testBrowser.signedIn('/workflows')
    await settled(page)
    await page.keyboard.press('c')
    await page.getByLabel('Name', { exact: true }).waitFor()
    await page.keyboard.type('By keyboard')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'By keyboard', level: 1 }).waitFor()
    await cards(page).nth(1).waitFor()
    for (const search of ['Set fields', 'Code', 'Set fields']) await addWithKeys(page, search)
    await eventually(async () => (await cards(page).count()) === 5, 'five nodes')
    await isSaved(page)
    await isCleanInBothThemes(page)
    await page.keyboard.press('r')
    await page.getByRole('dialog', { name: 'Run the workflow' }).waitFor()
    await page.keyboard.press('Enter')
    await eventually(
      async () => (await page.locator('.node-card[data-status="completed"]').count()) === 5,
      'every node is shown as completed',
    )
    await page.getByText('Completed', { exact: true }).first().waitFor()
    await page.getByRole('link', { name: 'Open the execution' }).waitFor()
    await eventuallyAccessible(page)
  })

  it('adds a path of a branch with the keyboard beside what follows the branch, and one edge is for else', async () => {
    const id = await createWorkflow(stoa, 'Two paths', {
      nodes: [
        { id: 'start', type: 'start', position: { x: 0, y: 0 } },
        { id: 'choose', type: 'branch', position: { x: 292, y: 0 } },
        { id: 'end', type: 'end', position: { x: 584, y: 0 } },
      ],
      edges: [
        { from: 'start', to: 'choose' },
        { from: 'choose', to: 'end' },
      ],
    })
    const page = await testBrowser.signedIn(`/workflows/${id}`)
    await page.locator('.react-flow__node[data-id="choose"]').focus()
    await addWithKeys(page, 'Set fields')
    await cards(page).nth(3).waitFor()
    await eventuallyEqual(() => page.locator('.edge-label').allInnerTexts(), ['else', 'false'])
    const boxes = await cards(page).evaluateAll((all) =>
      all.map((each) => each.getBoundingClientRect().toJSON()),
    )
    const overlaps = boxes.filter((one, at) =>
      boxes
        .slice(at + 1)
        .some((other) => Math.abs(one.x - other.x) < one.width && Math.abs(one.y - other.y) < one.height),
    )
    assert.deepEqual(overlaps, [])
    await isSaved(page)
  })

  it('starts from a template, which runs as it is', inLongRun, async () => {
    const page = await testBrowser.signedIn('/workflows?new=blank')
    await page.getByLabel('Expense approval').check()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Expense approval', level: 1 }).waitFor()
    await cards(page).nth(4).waitFor()
    await page.getByRole('button', { name: 'Run' }).click()
    await page.getByRole('dialog', { name: 'Run the workflow' }).getByLabel('amount').waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.node-card[data-status="skipped"]').waitFor()
    await page.getByText('Completed', { exact: true }).first().waitFor()
  })

  it('undoes, repeats, copies and pastes, and finds a node', async () => {
    const id = await createWorkflow(stoa, 'Copies')
    const page = await testBrowser.signedIn(`/workflows/${id}`)
    await cards(page).nth(2).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+c')
    await page.keyboard.press('Control+v')
    await eventually(async () => (await cards(page).count()) === 5, 'two copies')
    await page.keyboard.press('Control+z')
    await eventually(async () => (await cards(page).count()) === 3, 'no copies')
    await page.keyboard.press('Control+Shift+z')
    await eventually(async () => (await cards(page).count()) === 5, 'two copies again')
    await isSaved(page)
    const saved = async () =>
      (await stoa.get('/api/v1/workflow/manager/detail/{id}', { params: { id } })).graph!.nodes.map(
        (node) => node.id,
      )
    await eventually(async () => (await saved()).length === 5, 'saved')
    await eventuallyEqual(
      async () => (await saved()).toSorted(),
      ['end', 'end_2', 'greet', 'greet_2', 'start'],
    )
    await page.keyboard.press('/')
    await page.getByRole('dialog', { name: 'Find a node' }).waitFor()
    await page.keyboard.type('Greet')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Greet, Set fields' }).waitFor()
  })

  it('edits the graph as a list, with forms that say what is wrong', inLongRun, async () => {
    const id = await createWorkflow(stoa, 'As a list')
    const page = await testBrowser.signedIn(`/workflows/${id}`)
    await cards(page).nth(2).waitFor()
    await page.keyboard.press('l')
    await page
      .getByRole('list', { name: 'Nodes' })
      .getByRole('button', { name: /^Greet/ })
      .click()
    const panel = page.getByRole('region', { name: 'Greet, Set fields' })
    const value = panel.getByRole('textbox', { name: 'Value of text' })
    await value.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Bye {{ inptu.name }}')
    await panel.locator('.field-error').first().waitFor()
    await page.getByRole('button', { name: '1 problem', exact: true }).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Bye {{ input.name }}')
    await page.getByRole('button', { name: '1 problem', exact: true }).waitFor({ state: 'detached' })
    await isSaved(page)
    await isCleanInBothThemes(page)
  })

  it('shows what another user has saved, and asks before overwriting it', async () => {
    const id = await createWorkflow(stoa, 'Shared')
    const page = await testBrowser.signedIn(`/workflows/${id}`)
    await cards(page).nth(2).waitFor()
    // The page learns of the change only when it saves.
    await page.route('**/detail/**', (route) => route.abort())
    await stoa.patch('/api/v1/workflow/manager/update/{id}', {
      params: { id },
      body: { description: 'changed elsewhere' },
    })
    await addWithKeys(page, 'Code')
    const alert = page.getByRole('alert').filter({ hasText: 'Another user has changed this workflow' })
    await alert.waitFor()
    await page.unroute('**/detail/**')
    await page.reload({ waitUntil: 'commit' })
    await cards(page).nth(2).waitFor()
  })

  it('shows all of a graph of 200 nodes when it is zoomed to fit', async () => {
    const id = await createWorkflow(stoa, 'Seen as a whole', largeGraph(200))
    const page = await testBrowser.signedIn(`/workflows/${id}`)
    await eventually(async () => (await cards(page).count()) === 200, '200 nodes')
    const outside = () =>
      page.evaluate(`(() => {
        const frame = document.querySelector('.flow-canvas').getBoundingClientRect()
        return [...document.querySelectorAll('.react-flow__node')].filter((node) => {
          const box = node.getBoundingClientRect()
          return box.left < frame.left || box.top < frame.top || box.right > frame.right || box.bottom > frame.bottom
        }).length
      })()`)
    await eventually(async () => Number(await outside()) > 0, 'opened where it starts')
    await page.getByRole('button', { name: 'Fit View' }).click()
    await eventuallyEqual(outside, 0)
    // Names that are smaller than a pixel are not drawn.
    await eventuallyEqual(() => page.locator('.node-name:visible').count(), 0)
  })

  it('draws 200 nodes and lays them out', inLongRun, async () => {
    const id = await createWorkflow(stoa, 'Large', largeGraph(200))
    const page = await testBrowser.signedIn(`/workflows/${id}`)
    await eventually(async () => (await cards(page).count()) === 200, '200 nodes')
    await page.getByRole('button', { name: 'Automatic layout' }).click()
    await isSaved(page)
    await page.getByRole('button', { name: 'Undo' }).waitFor()
  })
})
