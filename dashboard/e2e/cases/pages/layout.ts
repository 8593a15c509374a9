import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestBrowser } from '../../harness/browser.ts'
import { eventuallyEqual, isCleanInBothThemes } from '../../harness/expect.ts'

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
