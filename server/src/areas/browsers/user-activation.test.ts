import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { startSite } from '../../../test/browsers/site.ts'
import { startTestApp } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { openWebSocket } from '../../../test/websocket-client.ts'
import { findChromium } from './drivers/find-chromium.ts'

const site = await startSite()
const app = await startTestApp({ allowPrivate: `127.0.0.1/32:${site.port}` })
const address = await app.listen()
after(async () => {
  await app.stop()
  site.close()
})

type Message = { id?: number; method?: string; params?: Record<string, unknown>; result?: unknown }

/** Playwright and Puppeteer evaluate as if a user had acted, so this client speaks the protocol itself. */
async function connectTo(connectUrl: string) {
  const { pathname, search } = new URL(connectUrl)
  const { messages, say, ws } = await openWebSocket(`${address}${pathname}${search}`)
  let last = 0
  async function call(method: string, params: object = {}, sessionId?: string) {
    const id = ++last
    say({ id, method, params, ...(sessionId ? { sessionId } : {}) })
    const response = () => (messages as Message[]).find((each) => each.id === id)
    await until(() => response() !== undefined, method)
    return response()!.result as Record<string, unknown>
  }
  const { targetInfos } = await call('Target.getTargets')
  const { targetId } = (targetInfos as { type: string; targetId: string }[]).find(
    ({ type }) => type === 'page',
  )!
  const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true })
  return {
    async evaluate(expression: string): Promise<unknown> {
      const { result } = await call('Runtime.evaluate', { expression }, sessionId as string)
      return (result as { value: unknown }).value
    },
    close: () => ws.close(),
  }
}

it('to read a page is no act of its user: a script may then do no more than before', {
  skip: findChromium(null).kind === 'missing',
}, async () => {
  const { member } = await app.newProject()
  const path = '/api/v1/browser/sessions'
  const { id, connectUrl } = (await member.post(path, { driver: 'chromium', startUrl: site.url })).body.data
  const status = async () => (await member.get(`${path}/${id}/status`)).body.data
  const client = await connectTo(connectUrl)
  await client.evaluate(`document.title = 'Changed'; history.pushState(null, '', '/changed')`)
  await until(async () => (await status()).title === 'Changed', 'the title')
  for (const format of ['a11y', 'text', 'html', 'png'])
    assert.equal((await member.get(`${path}/${id}/snapshot?format=${format}`)).status, 200)
  assert.equal(await client.evaluate('navigator.userActivation.hasBeenActive'), false)
  client.close()
})
