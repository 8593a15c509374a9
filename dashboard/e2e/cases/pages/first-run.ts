import { describe, it } from 'node:test'
import { baseUrl, openTestBrowser, pageSatisfies, signIn, testServer } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual, eventuallyMatches } from '../../harness/expect.ts'
import { owner } from '../../harness/test-server.ts'

const link = testServer.setUpLink

describe('the first run', () => {
  const testBrowser = openTestBrowser()

  it('accepts the one-time link, shows errors beside the field, and opens the dashboard', async () => {
    const page = await testBrowser.newPage()
    await page.goto(link)
    await page.getByRole('heading', { name: 'Set up your account' }).waitFor()
    await eventuallyEqual(() => new URL(page.url()).hash, '', 'the token stays in the URL')
    await eventuallyAccessible(page)
    await page.getByLabel('Name').fill(owner.name)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password').fill('short')
    await page.keyboard.press('Enter')
    const password = page.getByLabel('Password')
    await page.locator('.field-error').waitFor()
    await eventuallyEqual(() => password.getAttribute('aria-invalid'), 'true')
    await password.fill(owner.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Get started' }).waitFor()
    await page.getByText('Make an API call: waiting for the first one').waitFor()
  })

  it('refuses the link the second time and says what to do', async () => {
    const page = await testBrowser.newPage()
    await page.goto(link)
    await page.getByLabel('Email').fill('eve@example.com')
    await page.getByLabel('Password').fill('another long password')
    await page.keyboard.press('Enter')
    const alert = page.getByRole('alert')
    await alert.waitFor()
    await eventuallyMatches(() => alert.textContent(), /unknown, used or expired.*stoa owner reset.*Request/s)
  })

  it('leads to the sign-in page and from there to where one wanted to go', async () => {
    const page = await testBrowser.newPage()
    await page.goto(`${baseUrl}/keys?q=first`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await eventuallyAccessible(page)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password').fill('not the password')
    await page.keyboard.press('Enter')
    await page.getByText('Invalid email or password').waitFor()
    await page.getByLabel('Password').fill(owner.password)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'First key' }).waitFor()
    await eventuallyEqual(() => new URL(page.url()).search, '?q=first')
  })

  it('never leads to another site', async () => {
    const page = await testBrowser.newPage()
    await page.goto(`${baseUrl}/sign-in?to=//evil.example/`)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password').fill(owner.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await eventuallyEqual(() => page.url(), `${baseUrl}/`)
  })

  it('signs out, and clears what was shown', async () => {
    const page = await testBrowser.newPage()
    await signIn(page)
    await page.goto(`${baseUrl}/playground`)
    await page.getByLabel('Message').fill('for nobody else')
    await pageSatisfies(page, 'JSON.stringify({ ...sessionStorage }).includes("for nobody else")')
    await page.getByRole('button', { name: owner.name }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await pageSatisfies(page, '!JSON.stringify({ ...sessionStorage }).includes("for nobody else")')
    await page.goto(`${baseUrl}/settings`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('notices that the session has ended elsewhere', async () => {
    const page = await testBrowser.signedIn()
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'API keys' }).first().click()
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  })
})
