import type { Page } from 'playwright-core'

// What is done on a page before its screenshot is taken.

export async function seenAs(page: Page, override: Promise<unknown>): Promise<void> {
  await override
  await page.reload()
}

/** A button of the head of a page, which is in a menu on a phone. */
export async function pressAction(page: Page, name: string): Promise<void> {
  const action = page.getByRole('button', { name, exact: true }).first()
  const menu = page.getByRole('main').getByRole('button', { name: 'More actions' }).first()
  await action.or(menu).first().waitFor()
  if (!(await action.isVisible())) await menu.click()
  await action.click()
}

/** The canvas of a workflow by its name, with what is done on it. */
export async function openWorkflow(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click()
  await page.locator('.react-flow__node, .node-row').nth(2).waitFor()
}

export async function openNode(page: Page, workflow: string, node: string): Promise<void> {
  await openWorkflow(page, workflow)
  // The first text of this kind may be of a hidden part of the page.
  await page.locator('.node-name', { hasText: node }).first().click()
  await page.getByRole('region', { name: new RegExp(`^${node}`) }).waitFor()
}

export async function openWorkflowTab(page: Page, workflow: string, tab: string): Promise<void> {
  await page.getByRole('link', { name: workflow, exact: true }).click()
  await page.getByRole('main').getByRole('link', { name: tab, exact: true }).click()
}

export async function openWorkflowSettings(page: Page): Promise<void> {
  await openWorkflowTab(page, 'Orders', 'Settings')
  await page.getByText('Evals that must pass before activation').waitFor()
}

export async function openWorkflowVersions(page: Page): Promise<void> {
  await openWorkflowTab(page, 'Orders', 'Versions')
  await page.getByText('1.0.0').first().waitFor()
}

/** Breaks a node, and lists what is wrong with it. */
export async function showProblems(page: Page): Promise<void> {
  await openNode(page, 'Greeting', 'Greet')
  const value = page.getByRole('textbox', { name: 'Value of text' })
  await value.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Hello {{ inptu.name }}')
  await page.getByRole('button', { name: /problem/ }).click()
  await page.getByRole('region', { name: 'Problems' }).waitFor()
}

export async function openAgent(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Support' }).click()
  await page.getByText('Budget of a run').waitFor()
}

export async function showRun(page: Page): Promise<void> {
  await page.click('[data-row-link]')
  await pressAction(page, 'Show on the canvas')
  await page.locator('.node-run').first().waitFor()
}

export async function pickNode(page: Page): Promise<void> {
  await openWorkflow(page, 'Greeting')
  await page.keyboard.press('a')
  await page.getByRole('dialog').getByText('HTTP request').waitFor()
}

export async function runWorkflow(page: Page): Promise<void> {
  await openWorkflow(page, 'Orders')
  await page.keyboard.press('r')
  await page.getByRole('dialog').getByText('Test', { exact: true }).waitFor()
}

export async function openCall(page: Page): Promise<void> {
  await page.click('[data-row-link]')
  await page.getByText('Timeline').waitFor()
}

export async function openMedia(page: Page): Promise<void> {
  await page.click('[data-row-link]')
  await page.getByText('Input', { exact: true }).first().waitFor()
}

export async function pickFiles(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose from Files' }).click()
  await page.getByRole('dialog').getByText('harbour.png').waitFor()
}

export async function attachTwo(page: Page): Promise<void> {
  await pickFiles(page)
  for (const name of ['harbour.png', 'notes.md']) await page.getByRole('dialog').getByText(name).click()
  await page.getByRole('button', { name: 'Attach 2 files' }).click()
}

export async function generateImages(page: Page): Promise<void> {
  await page.getByLabel('Prompt').fill('A lighthouse at dawn')
  await page.locator('button:enabled', { hasText: 'Generate' }).first().click()
  await page.getByRole('region', { name: 'Result' }).getByText('Succeeded').waitFor()
}

export async function speak(page: Page): Promise<void> {
  await page.getByLabel('Text', { exact: true }).fill('Good morning')
  await page.locator('button:enabled', { hasText: 'Generate' }).first().click()
  await page.getByRole('region', { name: 'Result' }).getByText('Succeeded').waitFor()
}

export async function testProvider(page: Page): Promise<void> {
  await page.click('[data-row-link]')
  await page.getByText('Connection OK').waitFor()
}

export async function openPicker(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Model:/ }).click()
  await page.getByText('Available', { exact: true }).first().waitFor()
}

/** An empty playground; where it is empty already, the button is disabled. */
async function beginConversation(page: Page): Promise<void> {
  await page.getByLabel('Message').waitFor()
  // On a phone it is in a menu.
  await page
    .locator('button', { hasText: 'New conversation' })
    .evaluate((button: HTMLElement) => button.click())
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message').fill(text)
  await page.keyboard.press('Control+Enter')
}

export async function sayHello(page: Page): Promise<void> {
  await beginConversation(page)
  await say(page, '/say ## A plan\nFirst **measure**, then cut:\n\n1. one\n2. two\n\n```js\nconst x = 1\n```')
  await page
    .getByText(/credits/)
    .first()
    .waitFor()
  await page.getByLabel('Message').fill('And then?')
}

export async function callTool(page: Page): Promise<void> {
  await page.goto(new URL('/playground', page.url()).href)
  await beginConversation(page)
  await page.getByRole('button', { name: 'Call a tool' }).click()
  await page.keyboard.press('Control+Enter')
  await page.getByLabel('Result of weather').fill('{ "degrees": 21 }')
}

export async function failToSay(page: Page): Promise<void> {
  await beginConversation(page)
  await say(page, '/fail')
  await page.getByRole('alert').waitFor()
}

export async function compareModels(page: Page): Promise<void> {
  await beginConversation(page)
  await pressAction(page, 'Compare')
  await say(page, '/say The same question to both of them.')
  await page
    .getByText(/credits/)
    .nth(1)
    .waitFor()
}

export async function selectTwo(page: Page): Promise<void> {
  for (const at of [0, 2]) await page.locator('[data-selects]').nth(at).check()
}

export async function uploadTwo(page: Page): Promise<void> {
  await page.locator('input[type=file]').setInputFiles([
    { name: 'video of the harbour.bin', mimeType: '', buffer: Buffer.alloc(12 * 1024 * 1024, 3) },
    { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
  ])
  await page.getByText('Uploaded').first().waitFor()
}

export async function openOptions(page: Page): Promise<void> {
  await page.getByLabel('Run as end user').fill('alice')
  await page.getByLabel('Room *').click()
  await page.getByRole('option').first().waitFor()
}

export async function enterCredentials(page: Page): Promise<void> {
  await page.getByLabel('Auth config').selectOption({ label: 'Weather station: Stations (API key)' })
  await page.getByText('Enter credentials').click()
  await page.locator('dialog input[type=password]').waitFor()
}

export async function runTool(page: Page): Promise<void> {
  await page.getByLabel('gross *').fill('119')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('Succeeded').first().waitFor()
}

export async function runRefused(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('Not run').waitFor()
}

export async function runExample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('Succeeded').first().waitFor()
}

export async function runSlowly(page: Page): Promise<void> {
  await page.getByText('Python', { exact: true }).click()
  await page.getByRole('button', { name: 'Examples' }).click()
  await page.getByRole('menuitem', { name: 'Stream output' }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('step 2 of 5').waitFor()
}

export async function runFault(page: Page): Promise<void> {
  await page.getByText('JavaScript', { exact: true }).click()
  await page.getByLabel('JavaScript source').fill('console.error("about to fail")\nstate.missing.length')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('Script failed').first().waitFor()
}

export async function openSession(page: Page): Promise<void> {
  await page.click('[data-row-link]')
  await page.getByRole('heading', { name: /^Session/ }).waitFor()
}

export async function openExecution(page: Page): Promise<void> {
  await page.click('[data-row-link]')
  await page.getByText('Receipt').waitFor()
}

export async function runAgain(page: Page): Promise<void> {
  await openExecution(page)
  await pressAction(page, 'Rerun')
  await page.getByRole('dialog').getByRole('button', { name: 'Rerun' }).click()
  await page.getByText('Identical: value').waitFor()
}

export async function openTable(page: Page): Promise<void> {
  await page.click('[data-row-link]')
  await page.getByText('Customer 260').waitFor()
}

export async function openFilter(page: Page): Promise<void> {
  await openTable(page)
  // Beside the search of a narrow page, filters are collapsed.
  const fold = page.getByRole('button', { name: 'Filters', exact: true })
  if (await fold.isVisible()) await fold.click()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
}

export async function openRow(page: Page): Promise<void> {
  await openTable(page)
  await page.getByRole('button', { name: 'Open Customer 260' }).click()
}

export async function openFields(page: Page): Promise<void> {
  await openTable(page)
  await pressAction(page, 'Fields')
  await page.getByRole('heading', { name: 'Fields of Customers' }).waitFor()
}

export async function openDelivery(page: Page): Promise<void> {
  await page.click('[data-row-link]')
  await page.getByRole('heading', { name: 'Deliveries' }).waitFor()
  await page.click('[data-row-link]')
  await page.click('.attempts summary')
}

export async function pressAndSee(page: Page, keys: string): Promise<void> {
  await page.keyboard.press(keys)
  await page.getByRole('dialog').waitFor()
}

export async function sendRequest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('200 OK').waitFor()
  // Not the text itself: a long line would be scrolled into the middle.
  await page.getByRole('heading', { name: 'Response body' }).scrollIntoViewIfNeeded()
}
