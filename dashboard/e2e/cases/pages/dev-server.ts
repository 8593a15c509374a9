import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openDevServer } from '../../../scripts/dev-server.ts'
import { baseUrl } from '../../harness/browser.ts'
import { owner } from '../../harness/test-server.ts'

describe('the server for those who change the dashboard', () => {
  let dev: Awaited<ReturnType<typeof openDevServer>>
  let origin: string
  before(async () => {
    dev = await openDevServer(baseUrl, { port: 0, logLevel: 'silent' })
    origin = new URL(dev.resolvedUrls!.local[0]!).origin
  })
  after(() => dev.close())

  const signIn = (from: string) =>
    fetch(`${origin}/api/v1/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: from },
      body: JSON.stringify({ email: owner.email, password: owner.password }),
    })

  it('lets its own pages write, and those of no other site', async () => {
    assert.equal((await signIn(origin)).status, 200)
    const other = await signIn('https://evil.example')
    assert.equal(other.status, 403)
    assert.match(await other.text(), /origin_not_allowed/)
  })

  it('serves the app for pages and proxies everything else to the server', async () => {
    for (const path of ['/connections', '/docs']) {
      const page = await fetch(origin + path, { headers: { accept: 'text/html' } })
      assert.match(await page.text(), /src="\/src\/main\.tsx/, path)
    }
    const link = await fetch(`${origin}/connect/no-such-link`, { headers: { accept: 'text/html' } })
    assert.match(await link.text(), /Link not found/)
  })
})
