import assert from 'node:assert/strict'
import { getPriority } from 'node:os'
import { after, before, describe, it } from 'node:test'
import { startSite } from '../../../test/browsers/site.ts'
import { type Caller, startTestApp } from '../../../test/harness.ts'
import { descendantsOf } from '../../../test/sandbox/attacks/processes.ts'
import { inLongRun, sizeOf } from '../../../test/size.ts'
import { until } from '../../../test/until.ts'
import { findChromium } from './drivers/find-chromium.ts'

const site = await startSite()
const app = await startTestApp({ allowPrivate: `127.0.0.1/32:${site.port}` })
after(async () => {
  await app.stop()
  site.close()
})

const path = '/api/v1/browser/sessions'
let member: Caller

async function open(user: string) {
  const caller = member.as(user)
  const { id } = (await caller.post(path, { driver: 'chromium', startUrl: site.url })).body.data
  return {
    act: (...actions: object[]) => caller.post(`${path}/${id}/actions`, { actions }),
    get: async (rest = '') => (await caller.get(`${path}/${id}${rest}`)).body.data,
    close: () => caller.post(`${path}/${id}/close`),
  }
}

const evaluate = (expression: string, timeoutMs = 30_000) => ({ type: 'evaluate', expression, timeoutMs })

describe('pages that take what they can', { skip: findChromium(null).kind === 'missing' }, () => {
  before(async () => {
    member = (await app.newProject()).member
  })

  it('a download of 10 GB is cancelled, and the session continues', async () => {
    const session = await open('ada')
    await session.act({ type: 'goto', url: `${site.url}/huge` })
    const [download] = await until(async () => {
      const found = await session.get('/downloads')
      return found.length > 0 ? found : null
    }, 'the end of the download')
    assert.deepEqual([download.name, download.fileId], ['huge.bin', null])
    assert.match(download.failure, /cancel/)
    await until(() => site.takenBytes() > 0, 'the end of the response')
    assert.ok(site.takenBytes() < 2 * 1024 ** 3, `${site.takenBytes()} bytes were taken`)
    const [after] = (await session.act({ type: 'goto', url: site.url })).body.data.results
    assert.equal(after.title, 'Home')
    await session.close()
  })

  it('workers that never stop leave other sessions usable, and end with theirs', async () => {
    const [busy, other] = [await open('ada'), await open('bob')]
    await busy.act(
      evaluate(`void [1, 2, 3, 4].map(() => new Worker(URL.createObjectURL(new Blob(['for (;;);']))))`),
    )
    const response = await other.act({ type: 'goto', url: `${site.url}/login` })
    assert.equal(response.body.data.results[0].title, 'Sign in')
    assert.equal((await busy.close()).body.data.status, 'completed')
    await other.close()
  })

  it('a page that opens windows without end has a few of them, and others go on', async () => {
    const [hostile, other] = [await open('ada'), await open('bob')]
    const count = sizeOf({ short: 25, long: 1000 })
    await hostile.act(
      { type: 'goto', url: `${site.url}/popup` },
      evaluate(`for (let i = 0; i < ${count}; i++) window.open('/login?' + i), 0`),
    )
    const response = await other.act({ type: 'goto', url: `${site.url}/login` })
    assert.equal(response.body.data.results[0].title, 'Sign in')
    await until(async () => (await hostile.get()).pages.length <= 20, 'the windows to be closed')
    assert.equal((await hostile.close()).body.data.status, 'completed')
    await other.close()
  })

  it('every process of a browser yields to the server', { skip: process.platform !== 'linux' }, async () => {
    const session = await open('ada')
    const browsers = descendantsOf(process.pid).filter(({ name }) => /chrom|headless/.test(name))
    assert.ok(browsers.length >= 3, `${browsers.length} processes`)
    for (const { pid, name } of browsers) assert.ok(getPriority(pid) > 0, `${name} has ${getPriority(pid)}`)
    await session.close()
  })

  it('a page that fills the heap is closed, and the session continues', inLongRun, async () => {
    const session = await open('ada')
    const bomb = await session.act(
      evaluate('for (const all = []; ; ) all.push(new Array(1e6).fill(Math.random()))'),
    )
    assert.equal(bomb.status, 422, bomb.text)
    const [after] = (await session.act({ type: 'goto', url: site.url })).body.data.results
    assert.equal(after.title, 'Home')
    await session.close()
  })

  it('a session that takes more memory than it may is ended with the reason', inLongRun, async () => {
    const session = await open('ada')
    void session.act(
      evaluate(`(async () => {
        for (const all = []; ; ) {
          all.push(new Uint8Array(50e6).fill(1))
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      })()`),
    )
    await until(async () => (await session.get()).status === 'error', 'the end of the session')
    assert.ok(['memory_limit', 'crashed'].includes((await session.get()).endedReason))
  })
})
