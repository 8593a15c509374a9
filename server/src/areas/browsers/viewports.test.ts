import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { chromium } from 'playwright-core'
import { startSite } from '../../../test/browsers/site.ts'
import { type Caller, startTestApp } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { openWebSocket } from '../../../test/websocket-client.ts'
import { installedChromiums } from './drivers/find-chromium.ts'

const site = await startSite()
after(() => site.close())

const path = '/api/v1/browser/sessions'
type Size = { width: number; height: number }
type Sent = { viewport?: Size; url?: string }

/** One with windows and one without: the shell. */
const isShell = (executable: string) => executable.includes('headless-shell')
const installed = [process.env.STOA_CHROMIUM ?? '', ...installedChromiums()].filter(existsSync)
const whole = installed.find((each) => !isShell(each))
const shell = installed.find(isShell)

const sizeOfWindow = '({ width: innerWidth, height: innerHeight })'
const openingTab = `{
  const opened = window.open('/account')
  opened.onload = opened.onresize = () => { opened.document.title = [opened.innerWidth, opened.innerHeight].join('x') }
}`
const openingWindow = "void window.open('/account', 'small', 'width=700,height=300')"
const showingClicks = `document.addEventListener('click', ({ clientX, clientY }) => {
  location.hash = [clientX, clientY, innerWidth, innerHeight].join()
})`

/** By the first segment that begins a frame. */
function sizeOfJpeg(image: Buffer): Size {
  let at = 2
  while (image.readUInt16BE(at) !== 0xffc0 && image.readUInt16BE(at) !== 0xffc2)
    at += 2 + image.readUInt16BE(at + 2)
  return { height: image.readUInt16BE(at + 5), width: image.readUInt16BE(at + 7) }
}

const isLike = (a: Size, b: Size) => Math.abs(a.width / a.height - b.width / b.height) < 0.01

for (const [name, executable] of [
  ['Chromium with windows', whole],
  ['the Chromium shell', shell],
] as const)
  describe(`viewports of ${name}`, { skip: executable === undefined }, () => {
    let app: Awaited<ReturnType<typeof startTestApp>>
    let address = ''
    let ada: Caller

    before(async () => {
      app = await startTestApp({ allowPrivate: `127.0.0.1/32:${site.port}`, chromium: executable! })
      address = await app.listen()
      ada = (await app.newProject()).member.as('ada')
    })
    after(() => app.stop())

    async function open(viewport: Size) {
      const made = await ada.post(path, { driver: 'chromium', startUrl: `${site.url}/login`, viewport })
      assert.equal(made.status, 200, made.text)
      const { id, connectUrl } = made.body.data
      const evaluate = async (expression: string) => {
        const acted = await ada.post(`${path}/${id}/actions`, { actions: [{ type: 'evaluate', expression }] })
        assert.equal(acted.status, 200, acted.text)
        return acted.body.data.results[0].value
      }
      const reach = (url: string) => {
        const { pathname, search } = new URL(url)
        return `${address.replace('http', 'ws')}${pathname}${search}`
      }
      return {
        id,
        evaluate,
        connectUrl: reach(connectUrl),
        reach,
        close: () => ada.post(`${path}/${id}/close`),
      }
    }

    for (const viewport of [
      { width: 800, height: 640 },
      { width: 1280, height: 720 },
      { width: 390, height: 844 },
    ])
      it(`are ${viewport.width} × ${viewport.height} when that is requested, also in pages that open later`, async () => {
        const session = await open(viewport)
        assert.deepEqual(await session.evaluate(sizeOfWindow), viewport)
        await session.evaluate(openingTab)
        assert.deepEqual(await session.evaluate(sizeOfWindow), viewport)
        const titles = async () =>
          (await ada.get(`${path}/${session.id}`)).body.data.pages.map(
            (each: { title: string }) => each.title,
          )
        const expected = `${viewport.width}x${viewport.height}`
        await until(async () => (await titles()).includes(expected), `a page of ${expected}`)
        await session.close()
      })

    it('are those of a context that a client creates that sets no size', async () => {
      const viewport = { width: 1000, height: 600 }
      const session = await open(viewport)
      const browser = await chromium.connectOverCDP(session.connectUrl)
      const page = await (await browser.newContext({ viewport: null })).newPage()
      assert.deepEqual(await page.evaluate(sizeOfWindow), viewport)
      await browser.close()
      await session.close()
    })

    for (const [what, viewport, script, title] of [
      ['a window of another size', { width: 1280, height: 720 }, openingWindow, 'Account'],
      ['a page that is larger than its images', { width: 2560, height: 1600 }, '0', 'Sign in'],
    ] as const)
      it(`are those of the images of a handoff, so that a click lands where it is shown: ${what}`, async () => {
        const session = await open(viewport)
        await session.evaluate(script)
        await until(async () => (await session.evaluate('document.title')) === title, title)
        const { width, height } = await session.evaluate(`${showingClicks}; ${sizeOfWindow}`)
        const handoff = (await ada.post(`${path}/${session.id}/handoff`)).body.data
        const view = await openWebSocket(session.reach(handoff.liveViewUrl).replace('/view?', '/stream?'))
        const states = () => view.messages.filter((each) => !Buffer.isBuffer(each)) as Sent[]
        const images = () => view.messages.filter((each) => Buffer.isBuffer(each)) as Buffer[]
        const find = () =>
          images()
            .map(sizeOfJpeg)
            .find((each) => isLike(each, { width, height }))
        const image = (await until(find, 'its image'))!
        const shown = states().at(-1)!.viewport!
        assert.deepEqual(shown, { width, height })
        // As the page of the live view does it.
        const [x, y] = [image.width * 0.9, image.height * 0.8]
        const at = {
          x: Math.round((x * shown.width) / image.width),
          y: Math.round((y * shown.height) / image.height),
        }
        for (const type of ['mousePressed', 'mouseReleased'])
          view.say({ type, ...at, button: 'left', buttons: 1, clickCount: 1 })
        const clicked = `#${at.x},${at.y},${width},${height}`
        await until(() => states().some(({ url }) => url?.endsWith(clicked)), clicked)
        view.ws.terminate()
        await session.close()
      })
  })
