import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { chromium } from 'playwright-core'
import { startSite } from '../../../test/browsers/site.ts'
import { type Caller, startTestApp } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { openWebSocket } from '../../../test/websocket-client.ts'
import { readMessage } from './child/chromium/cdp/read-message.ts'
import { findChromium } from './drivers/find-chromium.ts'

const site = await startSite()
const app = await startTestApp({ allowPrivate: `127.0.0.1/32:${site.port}` })
const address = await app.listen()
after(async () => {
  await app.stop()
  site.close()
})

type Reply = { id?: number; sessionId?: string; result?: unknown; error?: { message: string } }

/** A message of that many levels: itself, `params`, and lists in them. */
const nested = (id: number, levels: number, method = 'Browser.getVersion') =>
  `{"params":{"deep":${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}},"method":"${method}","id":${id}}`

describe('readMessage', () => {
  const read = (text: string) => readMessage(Buffer.from(text)) as Reply & { message?: unknown }

  for (const [title, text, reason] of [
    ['a method that is no text', '{"id":7,"method":1,"sessionId":"S"}', /method must be a text/],
    [
      'params that are a list',
      '{"id":7,"params":[],"method":"A.b","sessionId":"S"}',
      /params must be an object/,
    ],
    ['JSON that ends early', '{"sessionId":"S","id":7,"method":', /not valid JSON/],
    ['too many values', `{"id":7,"sessionId":"S","a":[${'{},'.repeat(2_000_001)}1]}`, /more than 4000000/],
  ] as const)
    it(`refuses ${title} with the id and the session`, () => {
      const { id, sessionId, error } = read(text)
      assert.deepEqual([id, sessionId], [7, 'S'])
      assert.match(error!.message, reason)
    })

  it('refuses a message without an id, and what is no object', () => {
    for (const text of ['{"method":"A.b"}', '{"id":"1","method":"A.b"}', '[]', '1', ''])
      assert.ok(read(text).error, text)
  })

  it('takes no id from inside of params or of a text', () => {
    const { id } = read('{"params":{"id":1,"text":"\\"id\\":2,{"},"id":7,"method":""}x')
    assert.equal(id, 7)
  })
})

describe('a message of a client', { skip: findChromium(null).kind === 'missing' }, () => {
  let ada: Caller
  let id = ''

  before(async () => {
    ada = (await app.newProject()).member.as('ada')
    id = (await ada.post('/api/v1/browser/sessions', { driver: 'chromium', startUrl: site.url })).body.data.id
  })

  async function connectUrl(): Promise<string> {
    const { body } = await ada.get(`/api/v1/browser/sessions/${id}/status`)
    const { pathname, search } = new URL(body.data.connectUrl)
    return `${address.replace('http', 'ws')}${pathname}${search}`
  }

  async function rawClient() {
    const { ws, messages } = await openWebSocket(await connectUrl())
    return {
      async responseTo(text: string, id: number): Promise<Reply> {
        ws.send(text)
        const response = () => (messages as Reply[]).find((each) => each.id === id)
        await until(() => response() !== undefined, 'the response')
        return response()!
      },
      close: () => ws.close(),
    }
  }

  it('may be as deep as selectors and values of Playwright make it', async () => {
    const browser = await chromium.connectOverCDP(await connectUrl())
    const page = browser.contexts()[0]!.pages()[0]!
    assert.equal(await page.locator(':not(:not(body a))').count(), await page.locator('body a').count())
    let value: unknown = 'end'
    for (let i = 0; i < 80; i++) value = [value]
    assert.deepEqual(await page.evaluate((given) => given, value), value)
    await browser.close()
  })

  it('is refused with its id where Chromium would drop it', async () => {
    const client = await rawClient()
    assert.ok((await client.responseTo(nested(1, 300), 1)).result)
    const { error } = await client.responseTo(nested(2, 301), 2)
    assert.match(error!.message, /nested deeper than 300 levels/)
    assert.ok((await client.responseTo(nested(3, 3), 3)).result)
    client.close()
  })

  it('with a key that occurs twice is to the browser as it is to the filter', async () => {
    const client = await rawClient()
    const twice = (id: number, ...names: string[]) =>
      client.responseTo(`{"id":${id},${names.map((name) => `"method":"${name}"`).join()}}`, id)
    const { error } = await twice(1, 'Browser.getVersion', 'Browser.crash')
    assert.match(error!.message, /Browser.crash is not allowed/)
    assert.ok((await twice(2, 'Browser.crash', 'Browser.getVersion')).result)
    const url = '"url":"file:///etc/passwd","url":"about:blank","__proto__":{"url":"file:///etc/passwd"}'
    const { result } = await client.responseTo(
      `{"id":3,"method":"Target.createTarget","params":{${url}},"id":3}`,
      3,
    )
    assert.ok((result as { targetId: string }).targetId)
    const { result: all } = await client.responseTo('{"id":4,"method":"Target.getTargets"}', 4)
    assert.doesNotMatch(JSON.stringify(all), /passwd/)
    client.close()
  })

  it('may be larger than 8 MB, as files are', async () => {
    const browser = await chromium.connectOverCDP(await connectUrl())
    const page = browser.contexts()[0]!.pages()[0]!
    const megabytes = 12
    const length = await page.evaluate((text) => text.length, 'a'.repeat(megabytes * 1024 ** 2))
    assert.equal(length, megabytes * 1024 ** 2)
    await browser.close()
  })
})
