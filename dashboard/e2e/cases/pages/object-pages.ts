import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStoa } from '@stoa/sdk'
import { someOf } from '../../../../server/test/size.ts'
import { apiKey, baseUrl, openTestBrowser } from '../../harness/browser.ts'
import { checkPages } from '../../harness/check-pages.ts'
import { objectPages, objectRoutes } from '../../harness/object-pages.ts'

const stoa = createStoa({ baseUrl, apiKey })

describe('every page of an object', () => {
  const testBrowser = openTestBrowser()

  it('is among those that are checked', async () => {
    assert.deepEqual(Object.keys(await objectPages(stoa)).sort(), [...objectRoutes].sort())
  })

  it('loads, has nothing that axe calls serious in either theme, and fits on a phone', async () => {
    const pages = Object.values(await objectPages(stoa))
    // The guide has another frame, and its own tests.
    const framed = pages.filter(({ path }) => !path.startsWith('/guide/'))
    await checkPages(await testBrowser.signedIn('/'), someOf(framed, 8))
  })
})
