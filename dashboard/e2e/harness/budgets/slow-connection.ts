import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { baseUrl } from '../browser.ts'
import { type NetworkUse, thirdGeneration, watchNetwork } from './network-use.ts'

/** When a mobile connection has brought what a page needs, computed: a connection, and then one wait after another. */
const secondsOf = ({ kilobytes, roundTrips }: NetworkUse): number =>
  ((1 + roundTrips) * thirdGeneration.latencyMs) / 1000 + (kilobytes * 1024) / thirdGeneration.bytesPerSecond

/** When the page had a heading, in seconds: that of an object is its kind until its name is there. */
const noteHeading = `new MutationObserver((_, observer) => {
  if (!document.querySelector('h1')) return
  observer.disconnect()
  globalThis.headingAt = Date.now() / 1000
}).observe(document, { childList: true, subtree: true })`

/** What a page loads until it shows its heading, over a mobile connection of the third generation. */
export async function firstContent(page: Page, path: string, heading: string): Promise<NetworkUse> {
  const network = await watchNetwork(page, thirdGeneration)
  await page.addInitScript(noteHeading)
  await page.goto(baseUrl + path, { waitUntil: 'commit' })
  await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor()
  // What came while the test waited for its turn is not part of it.
  return network.use(undefined, (await page.evaluate('headingAt')) as number)
}

export function isQuick(path: string, use: NetworkUse): void {
  const found = `${path}: ${secondsOf(use)} s, ${JSON.stringify(use)}`
  assert.ok(use.roundTrips > 1, found)
  assert.ok(secondsOf(use) <= 3, found)
}
