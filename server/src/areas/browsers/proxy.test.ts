import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startHttpProxy, startSocksProxy } from '../../../test/browsers/proxies.ts'
import { startSite } from '../../../test/browsers/site.ts'
import { testCertificate } from '../../../test/fakes/https-server.ts'
import { type Caller, startTestApp } from '../../../test/harness.ts'
import { findChromium } from './drivers/find-chromium.ts'

const credentials = { username: 'ada', password: 'correct horse' }
const site = await startSite()
const http = await startHttpProxy(credentials.username, credentials.password)
const socks = await startSocksProxy(credentials.username, credentials.password)
const secure = await startHttpProxy(credentials.username, credentials.password, testCertificate)
const ports = [site.port, http.port, socks.port, secure.port]
const folder = await mkdtemp(join(tmpdir(), 'stoa-proxy-'))
process.env.NODE_EXTRA_CA_CERTS = join(folder, 'authority.pem')
await writeFile(process.env.NODE_EXTRA_CA_CERTS, testCertificate.authority)
const app = await startTestApp({ allowPrivate: ports.map((port) => `127.0.0.1/32:${port}`).join(',') })
after(async () => {
  await app.stop()
  for (const each of [site, http, socks, secure]) each.close()
  delete process.env.NODE_EXTRA_CA_CERTS
  await rm(folder, { recursive: true })
})

const path = '/api/v1/browser/sessions'
const urls = {
  http: `http://127.0.0.1:${http.port}`,
  socks: `socks5://127.0.0.1:${socks.port}`,
  secure: `https://127.0.0.1:${secure.port}`,
}
let ada: Caller

async function open(driver: string, proxy: object, startUrl = `${site.url}/login`) {
  const response = await ada.post(path, { driver, proxy, startUrl })
  assert.equal(response.status, 200, response.text)
  return response.body.data
}

const without = { chromium: findChromium(null).kind === 'missing', http: false }

describe('a session with a proxy of the caller', () => {
  before(async () => {
    ada = (await app.newProject()).admin.as('ada')
  })

  for (const driver of ['http', 'chromium'] as const)
    it(`sends every request of the ${driver} driver through it`, { skip: without[driver] }, async () => {
      for (const [url, proxy] of [
        [urls.http, http],
        [urls.socks, socks],
        [urls.secure, secure],
      ] as const) {
        const session = await open(driver, { url, ...credentials })
        assert.deepEqual([session.title, session.proxy], ['Sign in', { url }])
        assert.ok(proxy.requests.at(-1)?.endsWith(`127.0.0.1:${site.port}`), proxy.requests.join())
        const stored = [
          await ada.get(`${path}/${session.id}`),
          await ada.get(`${path}/${session.id}/events`),
          await ada.get(path),
        ]
        for (const { text } of stored) assert.doesNotMatch(text, /correct horse/)
        await ada.post(`${path}/${session.id}/close`)
      }
    })

  for (const driver of ['http', 'chromium'] as const)
    it(`says what the proxy of the ${driver} driver refused`, { skip: without[driver] }, async () => {
      const proxy = { url: urls.http, ...credentials, password: 'wrong' }
      const { id } = await open(driver, proxy)
      const actions = [{ type: 'goto', url: `${site.url}/login` }]
      const failed = await ada.post(`${path}/${id}/actions`, { actions })
      assert.deepEqual([failed.status, failed.body.error.code], [422, 'action_failed'], failed.text)
      assert.match(failed.body.message, /refused its user name and password/)
      await ada.post(`${path}/${id}/close`)
    })

  it('applies the guard to the destination as well', async () => {
    const { id } = await open('http', { url: urls.http, ...credentials })
    const count = http.requests.length
    const actions = [{ type: 'goto', url: 'http://10.0.0.1/' }]
    const refused = await ada.post(`${path}/${id}/actions`, { actions })
    assert.equal(refused.body.error.code, 'address_not_allowed', refused.text)
    assert.equal(http.requests.length, count)
    await ada.post(`${path}/${id}/close`)
  })

  it('refuses a proxy at a private address or at a port of other services, in every form', async () => {
    for (const url of [
      'http://127.0.0.1:1',
      'https://127.0.0.1',
      'https://[::ffff:10.0.0.1]:8443',
      'http://10.0.0.1:3128',
      'socks5://169.254.169.254',
      'socks5://0x7f000001:1080',
      'socks5://2130706433',
      'socks5://[::1]:1080',
      'socks5://[::ffff:10.0.0.1]',
      'http://localhost:3128',
      'socks5://93.184.216.34:25',
    ]) {
      const refused = await ada.post(path, { driver: 'http', proxy: { url } })
      assert.equal(refused.body.error?.code, 'address_not_allowed', `${url} ${refused.text}`)
    }
    const long = { url: urls.socks, username: '\u{1f511}'.repeat(100) }
    assert.equal((await ada.post(path, { proxy: long })).status, 400)
    for (const url of [
      'ftp://a.example',
      'http://a:b@a.example',
      'http://a.example/x',
      'http://a.example\\@b',
    ])
      assert.equal((await ada.post(path, { driver: 'http', proxy: { url } })).status, 400, url)
  })
})
