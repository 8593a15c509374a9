import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { apiKey, baseUrl, openTestBrowser } from '../../harness/browser.ts'
import { eventuallyAccessible } from '../../harness/expect.ts'
import { owner } from '../../harness/test-server.ts'

/** A program that waits on loopback for the response, as desktop clients do. */
async function startClient() {
  const received = Promise.withResolvers<URLSearchParams>()
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://127.0.0.1')
    if (url.pathname === '/callback') received.resolve(url.searchParams)
    response.setHeader('content-type', 'text/html').end('<h1>You can close this window</h1>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  const registered = await fetch(`${baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Editor', redirect_uris: [redirectUri] }),
  })
  const { client_id } = (await registered.json()) as { client_id: string }
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'a b&c=d',
    resource: `${baseUrl}/api/v1/mcp`,
  })
  return { server, verifier, client_id, received: received.promise, path: `/oauth/authorize?${query}` }
}

describe('the consent page of MCP clients', () => {
  const testBrowser = openTestBrowser({ isHost: (url) => url.startsWith('http://127.0.0.1') })

  it('leads through sign-in, and back to the client with a code that is worth tokens', async () => {
    const client = await startClient()
    try {
      const page = await testBrowser.newPage()
      await page.goto(baseUrl + client.path)
      await page.getByLabel('Email').fill(owner.email)
      await page.getByLabel('Password').fill(owner.password)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Authorize Editor' }).waitFor()
      await eventuallyAccessible(page)
      await page.getByLabel('Act as end user').fill('carol')
      await page.getByRole('button', { name: 'Approve' }).click()
      await page.getByRole('heading', { name: 'You can close this window' }).waitFor()
      const response = await client.received
      assert.equal(response.get('state'), 'a b&c=d')
      const form = {
        grant_type: 'authorization_code',
        client_id: client.client_id,
        code: response.get('code')!,
        code_verifier: client.verifier,
      }
      const issued = await fetch(`${baseUrl}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams(form),
      })
      assert.equal(issued.status, 200)
      const listed = await fetch(`${baseUrl}/api/v1/mcp_clients?q=carol`, {
        headers: { 'x-api-key': apiKey },
      })
      assert.equal(((await listed.json()) as { total: number }).total, 1)
    } finally {
      client.server.close()
    }
  })

  it('says what is wrong with a request, and sends nothing anywhere', async () => {
    const page = await testBrowser.signedIn(
      '/oauth/authorize?client_id=made-up&redirect_uri=https://evil.example',
    )
    await page.getByText('The client_id is not known here').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)
  })
})
