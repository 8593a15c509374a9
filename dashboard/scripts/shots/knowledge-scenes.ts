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
  await page.getByRole('main').getByRole('link', { name: 'Search', exact: true }).click()
  await page.getByLabel('Query').fill('How long does a refund take?')
  await page.keyboard.press('Enter')
  await page.locator('mark').first().waitFor()
}

export async function openKnowledgeSettings(page: Page): Promise<void> {
  await openCollection(page)
  await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByLabel('Chunk size').waitFor()
}

export async function openEmptyCollection(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Release notes/ }).click()
  await page.getByText('Add the first source').waitFor()
}
