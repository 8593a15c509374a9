import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { baseUrl, openTestBrowser } from '../../harness/browser.ts'

const testBrowser = openTestBrowser()

/** What a page may load before it is complete, in an empty browser: files of the build, compressed. */
type Budget = { path: string; heading: string; kilobytes: number; requests: number }

const budgets: readonly Budget[] = [
  { path: '/sign-in', heading: 'Sign in', kilobytes: 160, requests: 10 },
  { path: '/guide', heading: 'Quickstart', kilobytes: 182, requests: 14 },
  { path: '/docs', heading: 'Getting started', kilobytes: 182, requests: 16 },
]

describe('the budget of a page', () => {
  for (const { path, heading, kilobytes, requests } of budgets) {
    it(`holds for ${path}`, async () => {
      const page = await testBrowser.newPage()
      const session = await page.context().newCDPSession(page)
      await session.send('Network.enable')
      const files = new Set<string>()
      let bytes = 0
      session.on('Network.responseReceived', ({ requestId, response }) => {
        if (response.url.startsWith(`${baseUrl}/assets/`)) files.add(requestId)
      })
      session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        if (files.has(requestId)) bytes += encodedDataLength
      })
      await page.goto(baseUrl + path, { waitUntil: 'networkidle' })
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      const loaded = { kilobytes: Math.ceil(bytes / 1024), requests: files.size }
      assert.ok(loaded.kilobytes <= kilobytes, `${loaded.kilobytes} KB, and ${kilobytes} at most`)
      assert.ok(loaded.requests <= requests, `${loaded.requests} files, and ${requests} at most`)
      assert.ok(loaded.requests > 0)
    })
  }
})
