import type { Page } from 'playwright-core'

export async function openCollection(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Support handbook/ }).click()
  await page.getByRole('table', { name: 'Sources' }).getByText('Ready').first().waitFor()
}

export async function openSource(page: Page): Promise<void> {
  await openCollection(page)
  await page.getByRole('link', { name: /Refund policy/ }).click()
  await page.getByRole('list', { name: 'Chunks' }).getByRole('listitem').nth(1).waitFor()
}

export async function openFailedSource(page: Page): Promise<void> {
  await openCollection(page)
  await page.getByRole('link', { name: /harbour/ }).click()
  await page.getByRole('heading', { level: 1, name: /harbour/ }).waitFor()
}

export async function searchCollection(page: Page): Promise<void> {
  await openCollection(page)
  await openTab(page, 'Search')
  await page.getByLabel('Query').fill('How long does a refund take?')
  await page.keyboard.press('Enter')
  await page.locator('mark').first().waitFor()
}

export async function openKnowledgeSettings(page: Page): Promise<void> {
  await openCollection(page)
  await openTab(page, 'Settings')
  await page.getByLabel('Chunk size').waitFor()
}

export async function openEmptyCollection(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Release notes/ }).click()
  await page.getByText('Add the first source').waitFor()
}

async function openTab(page: Page, tab: string): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: tab, exact: true }).click()
}

export async function openEvals(page: Page): Promise<void> {
  await openCollection(page)
  await openTab(page, 'Evals')
  await page.getByRole('list', { name: 'Misses' }).getByText('carbon frames').waitFor()
}

export async function openEmptyEvals(page: Page): Promise<void> {
  await openEmptyCollection(page)
  await openTab(page, 'Evals')
  await page.getByText('Add the first retrieval test').waitFor()
}

export async function importTests(page: Page): Promise<void> {
  await openEvals(page)
  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByRole('dialog').getByLabel('Tests').fill('query,mustContain\nwhere do parcels go,Lisbon')
}

export async function addTest(page: Page): Promise<void> {
  await openEvals(page)
  await page.getByRole('button', { name: 'Add test' }).click()
  await page.getByRole('dialog').waitFor()
}
