import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { startSite } from '../../../../server/test/browsers/site.ts'
import { apiKey, baseUrl, openTestBrowser } from '../../harness/browser.ts'
import { eventuallyMatches, isCleanInBothThemes } from '../../harness/expect.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()
const secret = 'correct horse'
let site: Awaited<ReturnType<typeof startSite>>
let sessionId = ''

before(async () => {
  site = await startSite()
  const body = { driver: 'chromium', allowedHosts: ['127.0.0.1'], startUrl: `${site.url}/login` } as const
  sessionId = (await stoa.post('/api/v1/browser/sessions', { body })).id
  const params = { sessionId }
  await stoa.post('/api/v1/browser/sessions/{sessionId}/actions', {
    params,
    body: {
      actions: [
        { type: 'scroll', deltaY: 100 },
        { type: 'fill', selector: '[name=name]', value: 'ada' },
        { type: 'fill', selector: 'input[type=password]', value: secret },
        { type: 'select', selector: 'select', values: ['b'] },
        { type: 'evaluate', expression: '1 + 1' },
        { type: 'click', selector: 'form > button' },
      ],
    },
  })
  await stoa.post('/api/v1/browser/sessions/{sessionId}/close', { params })
})
after(() => site.close())

describe('a tool of a browser session', () => {
  it('is edited step by step, created, run with the result of each step, and versioned', async () => {
    const page = await testBrowser.signedIn(`/browsers/sessions/${sessionId}`)
    await page.getByRole('button', { name: 'Create tool' }).click()
    await page.getByRole('heading', { name: 'Create tool from session', level: 1 }).waitFor()
    const step = (name: RegExp) => page.getByRole('listitem', { name })
    await page.getByText(/evaluate is left out/).waitFor()
    await page.getByRole('button', { name: 'Remove step 2' }).click()
    const name = step(/Step 2: Type into textbox “Name”/)
    await name.getByLabel('Parameter name').fill('user_name')
    await name.getByLabel('Required').check()
    await step(/Select in/)
      .getByLabel('Value', { exact: true })
      .selectOption('fixed')
    await step(/Select in/)
      .getByLabel('Text', { exact: true })
      .fill('a')
    await step(/Click button “Sign in”/)
      .getByText(/Check that the URL is .*\/account/)
      .waitFor()
    const password = step(/textbox “Password”|field “Password”/)
    assert.equal(await password.getByLabel('Secret').isChecked(), true)
    await page.getByRole('button', { name: 'Move step 3 up' }).click()
    await step(/Step 2: .*“Password”/).waitFor()
    await page.keyboard.press('ArrowDown')
    await step(/Step 2: Type into textbox “Name”/).waitFor()
    await page.keyboard.press('ArrowDown')
    await step(/Step 4: .*“Password”/).waitFor()
    await page.keyboard.press('ArrowUp')
    await step(/Step 3: .*“Password”/).waitFor()
    await page.getByLabel('Text that must be visible on the last page').fill('Account of')
    await page.getByLabel('Name', { exact: true }).fill('Sign in to the shop')
    // Edits survive leaving the page; a reload asks first.
    await page.getByRole('link', { name: 'Session', exact: true }).click()
    await page.getByRole('button', { name: 'Create tool' }).click()
    await step(/Step 3: .*“Password”/).waitFor()
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Sign in to the shop')
    assert.equal(await name.getByLabel('Parameter name').inputValue(), 'user_name')
    const asking = page.waitForEvent('dialog')
    await page.evaluate(() => void setTimeout(() => location.reload()))
    const question = await asking
    assert.equal(question.type(), 'beforeunload')
    await question.dismiss()
    await page.getByLabel('Slug').fill('Not a slug')
    await isCleanInBothThemes(page)
    await page.getByRole('button', { name: 'Create tool' }).click()
    await page.getByRole('alert').or(page.locator('.field-error')).first().waitFor()
    await page.getByLabel('Slug').fill('shop_sign_in')
    await page.getByRole('button', { name: 'Create tool' }).click()
    await page.getByRole('heading', { name: 'Sign in to the shop', level: 1 }).waitFor()

    const results = page.getByRole('list', { name: 'Results of the steps' })
    const form = page.getByRole('region', { name: 'Arguments' })
    assert.equal(await form.getByLabel('user_name').inputValue(), 'ada')
    await form.getByLabel('password').fill('wrong')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await results.getByText('Failed').waitFor()
    await results.getByText(/Expected the URL/).waitFor()
    await form.getByLabel('password').fill(secret)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('Succeeded').first().waitFor()
    await eventuallyMatches(() => results.getByRole('listitem').nth(4).textContent(), /Click button.*Account/)

    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Version').fill('9.9.9')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    assert.equal(await page.getByLabel('Version').inputValue(), '1.0.0')
    await page.getByRole('button', { name: 'Remove the check of step 5' }).click()
    await page.getByLabel('Version').fill('1.1.0')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Sign in to the shop', level: 1 }).waitFor()
    await page.getByRole('region', { name: 'Details' }).getByText('1.0.0').waitFor()
    const tool = await stoa.get('/api/v1/tools/byId/{id}', { params: { id: 'shop_sign_in' } })
    assert.deepEqual(tool.availableVersions.toSorted(), ['1.0.0', '1.1.0'])
    assert.equal(tool.browser?.steps[4]?.expect, null)
    assert.deepEqual(tool.browser?.steps[3]?.input, { value: 'a' })
  })
})
