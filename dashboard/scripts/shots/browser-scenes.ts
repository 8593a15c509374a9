import type { Page } from 'playwright-core'

const status = (page: Page) => page.getByLabel('Live view').getByRole('status')

/** A session that is live, with what it shows. */
export async function watchSession(page: Page): Promise<void> {
  await page.click('[data-row-link]')
  await status(page)
    .getByText(/Live|control/)
    .waitFor()
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
  await page.locator('.browser-screen').waitFor()
  // Images of the page come one after another.
  await page.waitForTimeout(1_500)
}

export async function takeControl(page: Page): Promise<void> {
  await watchSession(page)
  const take = page.getByRole('button', { name: 'Take control' })
  if (await take.isVisible()) await take.click()
  await status(page)
    .getByText(/in control/)
    .waitFor()
  await page.waitForTimeout(1_000)
}

export async function openEndedSession(page: Page): Promise<void> {
  await page.click('[data-row-link]')
  await page.getByRole('log').getByText(/goto/).first().waitFor()
}

export async function createToolFromSession(page: Page): Promise<void> {
  await page.click('[data-row-link]')
  await page
    .getByRole('main')
    .getByRole('button', { name: /Create tool|More actions/ })
    .first()
    .waitFor()
  await page.goto(`${page.url()}/tool`)
  await page.getByRole('heading', { level: 1, name: 'Create tool from session' }).waitFor()
}
