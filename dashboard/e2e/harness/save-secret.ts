import type { Page } from 'playwright-core'
import { eventuallyEqual } from './expect.ts'

/** The value that is shown once; the dialog goes only when it is said to be saved. */
export async function saveSecret(page: Page): Promise<string> {
  const value = (await page.locator('[data-secret]').textContent())!
  await page.keyboard.press('Escape')
  await eventuallyEqual(
    () => page.locator('[data-secret]').count(),
    1,
    'Escape closed a secret that was not saved',
  )
  await page.getByLabel('I saved it').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.locator('[data-secret]').waitFor({ state: 'detached' })
  return value
}
