import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { baseUrl, openTestBrowser } from '../../harness/browser.ts'
import { eventuallyAccessible } from '../../harness/expect.ts'
import { saveSecret } from '../../harness/save-secret.ts'

const testBrowser = openTestBrowser()
const email = 'grace@example.com'
const firstPassword = 'a password of ten'
const password = 'a password after a reset'

/** The link in the dialog, on the address of this server. */
async function linkIn(page: Page): Promise<string> {
  const { pathname, hash } = new URL(await saveSecret(page))
  return baseUrl + pathname + hash
}

async function openMenu(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

describe('members', () => {
  it('are invited by a link, get a new one, join, become admins, and leave', async () => {
    const page = await testBrowser.signedIn('/settings/members?new=1')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.keyboard.press('Enter')
    const first = await linkIn(page)
    await openMenu(page, email, 'New link')
    const second = await linkIn(page)
    assert.notEqual(first, second)
    await eventuallyAccessible(page)

    const guest = await testBrowser.newPage({ viewport: { width: 390, height: 800 }, colorScheme: 'dark' })
    await guest.goto(first)
    await guest.getByRole('alert').getByText('unknown, used, revoked or expired').waitFor()
    await guest.goto('about:blank')
    await guest.goto(second)
    await guest.getByRole('heading', { name: 'Join Default' }).waitFor()
    await guest.getByText(`invited ${email} as a member`).waitFor()
    await eventuallyAccessible(guest)
    await guest.getByLabel('Name').fill('Grace')
    await guest.getByLabel('Password').fill('short')
    await guest.keyboard.press('Enter')
    await guest.locator('.field-error').waitFor()
    await guest.getByLabel('Password').fill(firstPassword)
    await guest.keyboard.press('Enter')
    await guest.getByRole('heading', { name: /Overview|Get started/ }).waitFor()

    await page.reload()
    await openMenu(page, 'Grace', 'Reset password')
    await page.getByRole('button', { name: 'Create link' }).click()
    const reset = await linkIn(page)
    await guest.goto(`${baseUrl}/sign-in`)
    await guest.goto(reset)
    await guest.getByText(`For ${email}.`).waitFor()
    await eventuallyAccessible(guest)
    await guest.getByLabel('New password').fill(password)
    await guest.keyboard.press('Enter')
    await guest.getByRole('heading', { name: /Overview|Get started/ }).waitFor()

    await openMenu(page, 'Grace', 'Make an admin')
    await page.getByRole('button', { name: 'Change role' }).click()
    await page.getByText('Grace is an admin now').waitFor()
    await guest.goto(`${baseUrl}/settings/members`)
    await guest.getByText('No pending invitations.').waitFor()
    await eventuallyAccessible(guest)
    await openMenu(guest, 'Grace', 'Leave project')
    await guest.getByRole('button', { name: 'Leave project' }).click()
    await guest.getByRole('dialog', { name: 'Sign in again' }).waitFor()
    await guest.goto(`${baseUrl}/sign-in`)
    await guest.getByLabel('Email').fill(email)
    await guest.getByLabel('Password').fill(password)
    await guest.keyboard.press('Enter')
    await guest.getByText('You are not a member of any project').waitFor()
  })

  it('with an account join by its password; an invitation can be revoked', async () => {
    const page = await testBrowser.signedIn('/settings/members')
    await page.getByRole('button', { name: 'Invite member' }).click()
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.keyboard.press('Enter')
    const link = await linkIn(page)
    const guest = await testBrowser.newPage()
    await guest.goto(link)
    await guest.getByLabel('Password').fill('not the password')
    await guest.getByRole('button', { name: 'Sign in and join' }).click()
    await guest.getByText('Invalid email or password').waitFor()
    await openMenu(page, email, 'Revoke')
    await page.getByRole('button', { name: 'Revoke invitation' }).click()
    await page.getByText('No pending invitations.').waitFor()
    await guest.getByLabel('Password').fill(password)
    await guest.keyboard.press('Enter')
    await guest.getByText('unknown, used, revoked or expired').waitFor()
  })
})
