import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { inLongRun, someOf } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, openTestBrowser, pageSatisfies } from '../../harness/browser.ts'
import { eventuallyAccessible, eventuallyEqual, isCleanInBothThemes } from '../../harness/expect.ts'
import { testImage } from '../../seed/seed-files.ts'

const stoa = createStoa({ baseUrl, apiKey, headers: { 'x-act-across-users': 'true' } })
const testBrowser = openTestBrowser()

const idIn = (page: Page) => new URL(page.url()).pathname.split('/').at(-1)!
const result = (page: Page) => page.getByLabel('Result as a tree')

async function write(page: Page, source: string, label = 'JavaScript source'): Promise<void> {
  await page.getByLabel(label).fill(source)
}

describe('the playground', () => {
  it('runs what is written from the keyboard and shows its output, value and record', async () => {
    for (const colorScheme of someOf(['light', 'dark'] as const, 1)) {
      const page = await testBrowser.signedIn('/sandbox', { colorScheme })
      await page.getByLabel('JavaScript source').focus()
      await page.keyboard.press('Control+Enter')
      await result(page).getByText('23.1').waitFor()
      await page.getByRole('log').getByText('2 kinds of things').waitFor()
      await page.getByText(/running.*queued.*network.*credits/).waitFor()
      await eventuallyAccessible(page)
    }
  })

  it('lets letters be letters, and the keyboard out again', async () => {
    const page = await testBrowser.signedIn('/sandbox')
    const editor = page.getByLabel('JavaScript source')
    await editor.focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('gu?k')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('(')
    await eventuallyEqual(async () => (await editor.textContent())!.trim(), '(gu?k)')
    await eventuallyEqual(() => new URL(page.url()).pathname, '/sandbox')
    await page.keyboard.press('End')
    await page.keyboard.press('Tab')
    await pageSatisfies(page, 'document.activeElement.className === "code-editor-host"')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await pageSatisfies(
      page,
      'document.activeElement.shadowRoot?.activeElement?.ariaLabel === "State, as JSON"',
    )
  })

  it('has what was written after a reload, and how it ended after another page', inLongRun, async () => {
    const page = await testBrowser.signedIn('/sandbox')
    await page.getByText('Python', { exact: true }).click()
    await write(page, 'print("on paper")\nreturn 6 * 7', 'Python source')
    await page.getByLabel('State, as JSON').fill('{ "kept": true }')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await result(page).getByText('42').waitFor()
    await page.getByRole('link', { name: 'Executions' }).click()
    await page.getByRole('heading', { name: 'Executions' }).waitFor()
    await page.goBack()
    await result(page).getByText('42').waitFor()
    await page.getByRole('log').getByText('on paper').waitFor()
    await page.reload()
    await page.getByLabel('Python source').getByText('return 6 * 7').waitFor()
    await page.getByLabel('State, as JSON').getByText('"kept"').waitFor()
    await page.getByRole('region', { name: 'Recent runs' }).getByText('Succeeded').waitFor()
  })

  it('shows what is wrong with a state before anything is sent', inLongRun, async () => {
    const page = await testBrowser.signedIn('/sandbox')
    await page.getByLabel('State, as JSON').fill('[1]')
    await page.getByText('The state must be a JSON object').waitFor()
    await eventuallyEqual(() => page.getByRole('button', { name: 'Run', exact: true }).isDisabled(), true)
    await page.getByLabel('State, as JSON').fill('{ "n": 20 }')
    await write(page, 'return state.n + 1')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await result(page).getByText('21').waitFor()
    await page.getByRole('button', { name: 'View code' }).click()
    await page.getByRole('button', { name: 'Python', exact: true }).click()
    await page.getByText('"source": "return state.n + 1"').waitFor()
    await eventuallyAccessible(page)
  })

  it('shows what is printed while it runs, and stops it', async () => {
    const page = await testBrowser.signedIn('/sandbox')
    await page.getByText('Python', { exact: true }).click()
    const loop = 'import time\nfor n in range(100):\n    print("line", n)\n    time.sleep(0.1)'
    await write(page, loop, 'Python source')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('log').getByText('line 1').waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByText('Cancelled', { exact: true }).first().waitFor()
    const [last] = await stoa.get('/api/v1/sandbox/executions', { query: { errorCode: 'cancelled' } })
    assert.equal(last?.sourceStart, loop)
  })

  it('shows a fault with its code and place, and what the server refuses', async () => {
    const page = await testBrowser.signedIn('/sandbox')
    await write(page, 'console.error("careful")\nnull.x')
    await page.getByLabel('Timeout (ms)').fill('999')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('alert').getByText('Request').waitFor()
    await page.getByLabel('Timeout (ms)').fill('5000')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('Script failed').first().waitFor()
    await page.getByRole('log').getByText('careful').waitFor()
    await eventuallyAccessible(page)
  })
})

describe('executions', () => {
  it('are found, looked into, run again and taken back to the playground', async () => {
    const page = await testBrowser.signedIn('/sandbox')
    await write(page, 'console.log("kept"); return { answer: 42 }')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await result(page).getByText('42').waitFor()
    await page.getByRole('link', { name: 'View log' }).first().click()
    await page.getByRole('heading', { name: 'JavaScript execution' }).waitFor()
    const id = idIn(page)
    await page.getByText('Receipt').waitFor()
    await page.getByText('none (network disabled)').waitFor()
    await page.getByRole('button', { name: 'Rerun' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rerun' }).click()
    await page.getByText('Identical: value, error and output match').waitFor()
    await eventuallyAccessible(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.goto(`${baseUrl}/sandbox/executions?language=javascript&status=succeeded`)
    await page.getByRole('row').filter({ hasText: 'rerun' }).first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search pages').fill(id)
    await page.getByRole('option', { name: 'Execution' }).click()
    await page.getByRole('button', { name: 'Open in playground' }).click()
    await page.getByLabel('JavaScript source').getByText('answer: 42').waitFor()
    await page.waitForURL(/\/sandbox$/)
  })
})

/** A session whose script has written a file, and a file of the project to copy into it. */
async function sessionWithFile(threadId: string): Promise<string> {
  const { id } = await stoa.post('/api/v1/sandbox/sessions', { body: { threadId } })
  await stoa.post('/api/v1/sandbox/sessions/{id}/execute', {
    params: { id },
    body: { language: 'javascript', source: 'files.write("made.txt", "by a script")' },
  })
  await stoa.upload('/api/v1/file/upload/multiple/{fileType}', {
    params: { fileType: 'image' },
    file: new Blob([testImage(32, 32)]),
    name: 'quay.png',
  })
  return id
}

describe('sessions', () => {
  it('are made from the playground and keep what a script made', inLongRun, async () => {
    const page = await testBrowser.signedIn('/sandbox')
    await page.getByLabel('Mode', { exact: true }).selectOption('new')
    await page.getByLabel('Thread').fill('e2e-thread')
    await page.getByLabel('Environment').fill('nonsense')
    await page.getByRole('dialog').getByRole('button', { name: 'Create session' }).click()
    await page.getByText('must have the form NAME=value').waitFor()
    await page.getByLabel('Environment').fill('WORD=secret')
    await page.getByRole('dialog').getByRole('button', { name: 'Create session' }).click()
    await page.waitForURL(/session=/)
    await write(page, 'globalThis.count = 6; files.write("made.txt", "by a script")')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('Succeeded').first().waitFor()
    await page.getByRole('button', { name: 'made.txt', exact: true }).waitFor()
    await page.goto(`${baseUrl}/sandbox/sessions?threadId=e2e-thread`)
    await page.getByRole('link', { name: 'e2e-thread' }).click()
    await page.getByText('pauses in').waitFor()
    await write(page, 'console.log("on and on"); for (;;) {}')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByText('Cancelled', { exact: true }).first().waitFor()
    await write(page, 'return count * 7')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await result(page).getByText('42').waitFor()
    await page.getByText('3 executions').waitFor()
    await page.getByRole('button', { name: 'made.txt', exact: true }).waitFor()
  })

  it('show, upload, download and delete files, pause, resume, and end', async () => {
    const page = await testBrowser.signedIn(`/sandbox/sessions/${await sessionWithFile('files-thread')}`)
    await page.getByRole('button', { name: 'made.txt', exact: true }).click()
    await page.getByRole('dialog').getByText('by a script').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
    ])
    assert.equal(await readFile((await download.path())!, 'utf8'), 'by a script')
    await page.getByRole('button', { name: 'Done' }).click()
    await page
      .getByLabel('Files for the workspace')
      .setInputFiles([{ name: 'sent.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') }])
    await page.getByRole('button', { name: 'Actions for sent.csv' }).click()
    await page.getByRole('menuitem', { name: 'Save to Files' }).click()
    await page.getByText('Saved as').waitFor()
    await page.getByRole('button', { name: 'From Files' }).click()
    await page.getByRole('dialog').getByLabel('Search by name').fill('quay')
    await page.getByRole('dialog').getByText('quay.png').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'quay.png', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Actions for sent.csv' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete file' }).click()
    await page.getByRole('button', { name: 'sent.csv', exact: true }).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Actions for session files-thread' }).click()
    await page.getByRole('menuitem', { name: 'Extend' }).click()
    await page.getByLabel('Extend to (from now)').selectOption('14400')
    await page.getByRole('button', { name: 'Extend' }).click()
    await page
      .getByText(/3:59:\d\d left|4:00:00 left/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page
      .getByText(/^Paused/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Resume', exact: true }).click()
    await page.getByText('pauses in').waitFor()
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
    await isCleanInBothThemes(page)
    await page.getByRole('button', { name: 'Actions for session files-thread' }).click()
    await page.getByRole('menuitem', { name: /^End/ }).click()
    await page.getByRole('button', { name: 'End session' }).click()
    await page.getByText(/^Ended.*: ended by user$/).waitFor()
    await page.getByText('1 execution', { exact: true }).waitFor()
  })
})
