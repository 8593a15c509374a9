import type { Page } from 'playwright-core'
import { openAgent } from './scenes.ts'

const log = (page: Page) => page.getByRole('log', { name: 'Conversation' })

/** On a phone the list is below. */
export async function openThread(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Order 1042/ }).click()
  await log(page).locator('.branch-menu').first().waitFor()
}

/** The first version of the first message, with what a sub-agent did. */
export async function openSubAgent(page: Page): Promise<void> {
  await openThread(page)
  // Looking at a branch makes it the current one, also for the screenshot of the other theme.
  const previous = page.getByRole('button', { name: 'Previous version of the message' })
  if (await previous.isEnabled()) await previous.click()
  const call = log(page).locator('details.tool-call', { hasText: 'delegate' }).first()
  await call.locator('summary').first().click()
  await call
    .getByRole('region', { name: 'Sub-agent' })
    .getByText(/returned/)
    .waitFor()
}

export async function compareBranches(page: Page): Promise<void> {
  await openThread(page)
  const more = page.getByRole('button', { name: /^(More actions|Actions for)/ })
  await more.click()
  await page
    .getByRole('menuitem', { name: 'Compare branches' })
    .or(page.getByRole('button', { name: 'Compare branches' }))
    .click()
  await page.getByRole('region', { name: 'Tool calls' }).waitFor()
}

export async function queueTwo(page: Page): Promise<void> {
  await page.getByLabel('Agent').selectOption('Help desk')
  const box = page.getByLabel('Message', { exact: true })
  await box.fill(`/slow 300 /say ${'Let me look at every order of this year. '.repeat(20)}`)
  await box.press('Enter')
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  for (const text of ['And those of last year?', 'Send me a summary.']) {
    await box.fill(text)
    await box.press('Enter')
    await log(page).getByRole('region', { name: 'Queued messages' }).getByText(text).waitFor()
  }
}

export async function tryAgent(page: Page): Promise<void> {
  await openAgent(page)
  const box = page.getByRole('region', { name: 'Try it' }).getByLabel('Message')
  await box.fill('/call math_calculate {"expression": "17 * 24"}')
  await box.press('Enter')
  await page.getByRole('link', { name: 'Open the run' }).waitFor()
}

export async function openAgentRun(page: Page): Promise<void> {
  await openThread(page)
  await page.getByRole('link', { name: 'Open the run' }).last().click()
  await page.locator('.waterfall li').first().waitFor()
  await page.locator('.waterfall button').nth(1).click()
  await page.getByText('Show every event').click()
  await page.locator('.run-log li').nth(3).waitFor()
}
