import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { apiKey, baseUrl, openTestBrowser, settled } from '../../harness/browser.ts'
import { eventuallyEqual, isCleanInBothThemes } from '../../harness/expect.ts'
import { createAgent } from '../../seed/seed-chat.ts'

const stoa = createStoa({ baseUrl, apiKey })
const testBrowser = openTestBrowser()

/** The distance of each name of a group from the entry above it, and the height of the lowest entry. */
const spacing = `(() => {
  const box = (element) => element.getBoundingClientRect()
  const groups = [...document.querySelectorAll('.sidebar-groups > div')]
  const above = groups.slice(1).map((group, at) => {
    const name = document.createRange()
    name.selectNodeContents(group.querySelector('.sidebar-group'))
    return box(name).top - box([...groups[at].querySelectorAll('a')].at(-1)).bottom
  })
  const heights = [...document.querySelectorAll('.sidebar-groups a')].map((entry) => box(entry).height)
  return { distance: Math.min(...above), height: Math.min(...heights) }
})()`

const isInSight = `(() => {
  const entry = document.querySelector('.sidebar-groups [aria-current="page"]').getBoundingClientRect()
  const groups = document.querySelector('.sidebar-groups').getBoundingClientRect()
  return entry.top >= groups.top && entry.bottom <= groups.bottom
})()`

describe('the sidebar', () => {
  it('keeps its groups apart on low screens, shows the entry of the page, and has the account always in sight', async () => {
    // The last entry of the last group.
    const page = await testBrowser.signedIn('/audit')
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor()
    for (const height of [600, 800, 930, 1100]) {
      await page.setViewportSize({ width: 1280, height })
      const { distance, height: entryHeight } = (await page.evaluate(spacing)) as Record<string, number>
      assert.ok(distance! >= 10, `${height}: ${distance} pixels above the name of a group`)
      assert.ok(entryHeight! >= 28, `${height}: entries of ${entryHeight} pixels`)
      await page.reload()
      await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor()
      await eventuallyEqual(() => page.evaluate(isInSight), true, `${height}`)
      const foot = await page.locator('.sidebar-foot').boundingBox()
      assert.ok(foot!.y + foot!.height <= height, `${height}: ${JSON.stringify(foot)}`)
    }
    await page.setViewportSize({ width: 1280, height: 600 })
    await isCleanInBothThemes(page)
  })
})

/** Of the elements that match, how many reach beyond the window or are higher than a line. */
const exceeding = (selector: string, height: number) => `[...document.querySelectorAll('${selector}')]
  .filter((element) => {
    const box = element.getBoundingClientRect()
    return box.right > innerWidth || box.height > ${height}
  }).length`

describe('texts that are wider than their place', () => {
  it('break on a phone where they are sentences: the prompts that a conversation starts with', async () => {
    const prompt = 'Where is the order that I placed last week, and when will the parcel arrive at the shop?'
    await createAgent(stoa, 'Long starters', { starterPrompts: [prompt] })
    const page = await testBrowser.signedIn('/chats')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByLabel('Agent', { exact: true }).selectOption('Long starters')
    await page.getByRole('button', { name: prompt }).waitFor()
    await eventuallyEqual(() => page.evaluate(exceeding('.starters, .starters *, .chat .button', 400)), 0)
  })

  it('do not break where they are names: the types of events', async () => {
    const page = await testBrowser.signedIn('/events')
    await stoa.post('/api/v1/external-users', { body: { name: 'seen-in-the-feed' } })
    await page.locator('td code', { hasText: 'external_user.created' }).first().waitFor()
    await eventuallyEqual(() => page.evaluate(exceeding('td code', 24)), 0)
  })

  it('are cut where they would push a time out of sight: the names of end users in events and the ledger', async () => {
    const page = await testBrowser.signedIn('/events')
    const name = 'W'.repeat(120)
    await stoa.as(name).post('/api/v1/ai/llm/chat', {
      body: { model: 'local/demo', messages: [{ role: 'user', content: '/say hello' }] },
    })
    await page.getByRole('link', { name }).waitFor()
    const beyond = `(() => {
      const { scrollWidth, clientWidth } = document.querySelector('.table-frame')
      return scrollWidth - clientWidth
    })()`
    for (const width of [390, 800, 1081, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await eventuallyEqual(() => page.evaluate(beyond), 0, `${width}`)
    }
    // A list of many rows knows where they are by this height.
    await eventuallyEqual(() => page.evaluate(`document.querySelectorAll('tbody tr')[1].offsetHeight`), 41)
    await page.goto(`${baseUrl}/usage/ledger`)
    await page.getByRole('link', { name }).first().waitFor()
    await eventuallyEqual(() => page.evaluate(beyond), 0)
    await page.goto(`${baseUrl}/models/calls?owner=${name}`)
    await page
      .getByRole('link', { name: /Offline demo/ })
      .first()
      .click()
    await page.setViewportSize({ width: 390, height: 800 })
    await page.locator('dd .end-user').waitFor()
    await eventuallyEqual(() => page.evaluate(exceeding('dd .end-user', 30)), 0)
  })

  it('are beside their icon on a phone where they are states', async () => {
    const [collection] = await stoa.get('/api/v1/knowledge/collections', { query: { q: 'Support handbook' } })
    const page = await testBrowser.signedIn(`/knowledge/${collection!.id}`)
    await page.setViewportSize({ width: 390, height: 800 })
    await page.locator('td .status').first().waitFor()
    await eventuallyEqual(
      () =>
        page.evaluate(`[...document.querySelectorAll('td .status')].filter((state) => {
          const text = document.createRange()
          text.selectNode(state.lastChild)
          return text.getBoundingClientRect().left - state.querySelector('svg').getBoundingClientRect().right > 10
        }).length`),
      0,
    )
  })

  it('are cut after two lines where they are the names of a list', async () => {
    const name = 'M'.repeat(200)
    await stoa.post('/api/v1/external-users', { body: { name } })
    const page = await testBrowser.signedIn('/end-users?q=MMM')
    const row = page.locator('tbody tr').first()
    await row.getByText(name).waitFor()
    for (const width of [390, 768, 1081, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await eventuallyEqual(async () => (await row.boundingBox())!.height < 60, true, `${width}`)
      const cell = await row.getByText(name).boundingBox()
      assert.ok(cell!.width >= 100, `${width}: ${cell!.width} pixels`)
    }
  })

  it('are cut where the composer would leave the screen: two models that are compared', async () => {
    const page = await testBrowser.signedIn('/playground')
    await settled(page)
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('button', { name: /^Second model/ }).waitFor()
    await eventuallyEqual(() => page.evaluate(exceeding('.model-bar', 40)), 0)
    const box = await page.getByRole('button', { name: 'Send' }).boundingBox()
    assert.ok(box!.y + box!.height <= 800, JSON.stringify(box))
  })
})
