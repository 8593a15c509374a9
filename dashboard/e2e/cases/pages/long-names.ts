import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import type { Page } from 'playwright-core'
import { someOf } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, openTestBrowser, pageSatisfies, settled } from '../../harness/browser.ts'
import { execute } from '../../seed/seed-workflows.ts'

const stoa = createStoa({ baseUrl, apiKey })
const across = stoa.with({ headers: { 'x-act-across-users': 'true' } })

// Without a place to break it, from right to left, and without spaces between words.
const names = [
  `Long${'unbroken'.repeat(12)}`,
  'تقرير المبيعات الشهري للعملاء الدائمين (2026)',
  'דוח מכירות חודשי ללקוחות קבועים (2026)',
  '季度销售报告与客户满意度分析以及下一年度的市场计划'.repeat(3),
] as const

async function createObjects(name: string): Promise<string[]> {
  const key = await stoa.post('/api/v1/api-keys', { body: { name, role: 'member' } })
  // Names of end users have no spaces.
  const user = await stoa.post('/api/v1/external-users', {
    body: { name: /^\w+$/.test(name) ? name.repeat(2) : `user-${name.length}`, profileSummary: name },
  })
  const table = await stoa.post('/api/v1/table/collections', {
    body: {
      name,
      slug: `long-${name.length}`,
      description: name,
      access: 'project',
      schema: { fields: [{ name: 'title', type: 'text' }] },
    },
  })
  await stoa.post('/api/v1/table/collections/{id}/documents', {
    params: { id: table.id },
    body: { title: name },
  })
  const collection = await stoa.post('/api/v1/knowledge/collections', { body: { name, description: name } })
  await stoa.post('/api/v1/knowledge/collections/{id}/ingest/text', {
    params: { id: collection.id },
    body: { title: name, content: `# ${name}\n\n${name}` },
  })
  const flow = await stoa.post('/api/v1/workflow/manager/create', {
    body: {
      name,
      description: name,
      graph: {
        nodes: [
          { id: 'start', type: 'start' },
          { id: 'end', type: 'end', name, output: name },
        ],
        edges: [{ from: 'start', to: 'end' }],
      },
    },
  })
  await execute(stoa, flow.id, {}, 'completed')
  const agent = await stoa.post('/api/v1/workflow/manager/create', {
    body: { name: `${name}.`, workflowType: 'agent', agent: { prompt: name } },
  })
  const form = new FormData()
  form.append('file', new Blob([name]), `${name}.txt`)
  const uploaded = await fetch(`${baseUrl}/api/v1/file/upload/single/document`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: form,
  })
  const { data: file } = (await uploaded.json()) as { data: { id: string } }
  return [
    `/keys/${key.id}`,
    `/end-users/${user.id}`,
    `/tables/${table.id}`,
    `/knowledge/${collection.id}`,
    `/knowledge/${collection.id}/source?key=${encodeURIComponent(`text:${encodeURIComponent(name)}`)}`,
    `/workflows/${flow.id}`,
    `/workflows/${agent.id}`,
    `/files/${file.id}`,
  ]
}

const lists = [
  '/',
  '/keys',
  '/end-users',
  '/tables',
  '/knowledge',
  '/workflows',
  '/workflow-executions',
  '/agents',
  '/files',
  '/audit',
  '/chats',
]

/** Texts that end at the border of their box without a sign of it, or whose rest cannot be seen by pointing at them. */
const cutTexts = `[...document.querySelectorAll('main *, nav.sidebar *')].flatMap((element) => {
  const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element)
  const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '')
  if (!hasText || element.closest('.visually-hidden, svg, canvas, .code-block, .cm-editor')) return []
  if (overflowX === 'visible') {
    // What is scrolled on purpose is not out of the screen; a table of names is not.
    const isScrolled = element.closest('pre, fieldset, .segmented-control, [role="grid"], .react-flow')
    const { width, right } = element.getBoundingClientRect()
    return !isScrolled && width > 0 && right > innerWidth + 1 ? ['out of the screen: ' + element.outerHTML.slice(0, 160)] : []
  }
  const isCut = element.scrollWidth > element.clientWidth + 1
  if (!isCut || overflowX === 'auto' || overflowX === 'scroll' || element.matches('input, textarea, select')) return []
  if (textOverflow !== 'ellipsis' && webkitLineClamp === 'none') return ['no ellipsis: ' + element.outerHTML.slice(0, 160)]
  element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  return element.closest('[title]') ? [] : ['no title: ' + element.outerHTML.slice(0, 160)]
})`

describe('long names, and names in other scripts', () => {
  const testBrowser = openTestBrowser()
  const paths = [...lists]
  before(async () => {
    for (const [at, name] of names.entries()) {
      const objects = await createObjects(name)
      // The lists have all names; the pages of two are enough.
      if (at < 2) paths.push(...objects)
    }
  })

  const screens = [
    [390, 844],
    [768, 1024],
    [1440, 900],
  ] as const
  // What fits on a phone in the short version; all pages on all screens in the long one.
  for (const [width, height] of someOf(screens, 1))
    it(`fit into every page at a width of ${width}`, async () => {
      const page = await testBrowser.signedIn('/')
      await page.setViewportSize({ width, height })
      const found: string[] = []
      for (const path of someOf(paths, 11))
        found.push(...(await faultsOf(page, path)).map((fault) => `${path}: ${fault}`))
      assert.deepEqual(found, [])
    })

  it('are read in the direction of their script', async () => {
    const page = await testBrowser.signedIn('/keys')
    const [, arabic] = names
    const link = page.getByRole('link', { name: arabic })
    await link.click()
    const heading = page.getByRole('heading', { level: 1 })
    await heading.getByText(arabic).waitFor()
    await pageSatisfies(page, `document.querySelector('h1').matches(':dir(rtl)')`)
    const { id } = (await across.get('/api/v1/api-keys', { query: { q: arabic } }))[0]!
    assert.ok(page.url().includes(id))
  })
})

async function faultsOf(page: Page, path: string): Promise<string[]> {
  await page.goto(baseUrl + path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await settled(page)
  const [content, screen] = (await page.evaluate(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )) as [number, number]
  const wide = content > screen ? [`${content} wide on a screen of ${screen}`] : []
  return [...wide, ...new Set((await page.evaluate(cutTexts)) as string[])]
}
