import type { Page } from 'playwright-core'
import { openWorkflowTab } from './scenes.ts'

const log = (page: Page) => page.getByRole('log', { name: 'Conversation' })

export async function greetVisitor(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await log(page).getByText('Welcome to Harbour Bikes!').waitFor()
}

export async function chatOnPage(page: Page, url: string): Promise<void> {
  await greetVisitor(page, url)
  await page.getByRole('button', { name: /Returns are free/ }).click()
  await log(page).getByText('Drop the parcel off').waitFor()
  await page.getByRole('button', { name: 'Send' }).waitFor()
}

export async function openPanel(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
}

const shareCard = (page: Page) => page.getByRole('region', { name: 'Share & embed' })

/** The card of an agent that is shared, with its preview. */
export async function previewAgent(page: Page): Promise<void> {
  await openWorkflowTab(page, 'Shop assistant', 'Settings')
  await shareCard(page).getByRole('button', { name: 'Preview' }).click()
  await shareCard(page).getByRole('button', { name: 'Where is my order?' }).waitFor()
  await shareCard(page).scrollIntoViewIfNeeded()
}

export async function openPublicPage(page: Page): Promise<void> {
  await openWorkflowTab(page, 'Shop assistant', 'Settings')
  const url = await shareCard(page)
    .getByRole('link', { name: /\/chat\// })
    .getAttribute('href')
  await chatOnPage(page, url!)
}
