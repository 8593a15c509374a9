import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { baseUrl, openTestBrowser, testServer } from '../../harness/browser.ts'
import { goTo } from '../../harness/check-pages.ts'

const stoa = createStoa({ baseUrl, apiKey: testServer.secondKey })
const run = promisify(execFile)
const workspace = fileURLToPath(new URL('../../..', import.meta.url))
const env = { ...process.env, STOA_API_KEY: testServer.secondKey }

/** What a user does with a snippet: pastes it into a shell, a file or an interpreter. */
const ways = {
  curl: async (text: string) => {
    const { stdout } = await run(
      'sh',
      ['-c', text.replace(/^curl /, 'curl --silent --show-error --max-time 20 ')],
      { env },
    )
    return stdout
  },
  TypeScript: async (text: string) => {
    const { stdout } = await run(
      process.execPath,
      ['--input-type=module', '--eval', `${text}\nconsole.log(JSON.stringify({ success: true, result }))`],
      { env, cwd: workspace },
    )
    return stdout
  },
  Python: async (text: string) => {
    const path = join(testServer.dataDir, 'example.py')
    await writeFile(path, `${text}\nprint(json.dumps(result))\n`)
    return (await run('python3', [path], { env })).stdout
  },
}

type Language = keyof typeof ways
type Example = { path: string; language: Language; text: string }

const isThere = (program: string) =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  )

/** One page for all of them: switched to the second project once, it then navigates inside the app. */
async function openSecondProject(testBrowser: ReturnType<typeof openTestBrowser>): Promise<Page> {
  const page = await testBrowser.signedIn('/settings')
  const { id } = await stoa.get('/api/v1/project')
  await page.evaluate(`localStorage.setItem('stoa.project', ${JSON.stringify(id)})`)
  await page.reload()
  return page
}

describe('the examples on pages where nothing is yet', () => {
  const testBrowser = openTestBrowser()
  const programs = { curl: false, TypeScript: true, Python: false }
  before(async () => {
    const [curl, python] = await Promise.all([isThere('curl'), isThere('python3')])
    Object.assign(programs, { curl, Python: python })
  })

  /** A table whose fields take only what is right. */
  async function createTable(): Promise<string> {
    const fields = [
      { name: 'title', type: 'text', required: true, min: 10 },
      { name: 'count', type: 'integer', min: 5 },
      { name: 'state', type: 'select', options: ['open', 'done'] },
      { name: 'when', type: 'date', required: true },
    ] as const
    const body = { name: 'Typed', mode: 'strict', schema: { fields: [...fields] } } as const
    return (await stoa.post('/api/v1/table/collections', { body })).id
  }

  const pathsWith = (tableId: string) => [
    `/tables/${tableId}`,
    `/tables/${tableId}/proposals`,
    '/proposals',
    '/files',
    '/models/calls',
    '/models/media',
    '/connections',
    '/auth-configs',
    '/sandbox/sessions',
    '/sandbox/executions',
    '/usage',
    '/usage/caps',
    '/usage/holds',
    '/usage/ledger',
    '/webhooks',
    '/questions',
  ]

  /** What the page shows, in one of the languages that this machine has: each page in the next of them. */
  async function exampleAt(page: Page, path: string, at: number): Promise<Example> {
    // By way of a page without examples: the one that is waited for is then the one of this path.
    await goTo(page, '/settings', 'Settings')
    await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
    const example = page.locator('.empty .code').first()
    await example.waitFor()
    const offered = await example.locator('.code-tab').allTextContents()
    const known = offered.filter((label): label is Language => programs[label as Language])
    const language = known[at % known.length]!
    await example.getByRole('button', { name: language, exact: true }).click()
    await example.getByRole('button', { name: language, exact: true, pressed: true }).waitFor()
    const text = (await example.locator('pre').textContent())!
    return { path, language, text }
  }

  it('are accepted by the server unchanged', async () => {
    // All are read before any is sent: what one makes may take the place of another.
    const examples: Example[] = []
    const refused: string[] = []
    const paths = pathsWith(await createTable())
    const page = await openSecondProject(testBrowser)
    for (const [at, path] of paths.entries())
      await exampleAt(page, path, at).then(
        (example) => examples.push(example),
        () => refused.push(`${path} shows no example`),
      )
    for (const { path, language, text } of examples) {
      const response = await ways[language](text).catch((error: Error) => error.message)
      if (!/"success": ?true/.test(response))
        refused.push(`${path} ${language}\n${text}\n${response.slice(0, 600)}`)
    }
    assert.deepEqual(refused, [])
  })
})
