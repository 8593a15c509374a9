import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startSite } from '../../../test/browsers/site.ts'
import { type Caller, startTestApp } from '../../../test/harness.ts'
import { sizeOf } from '../../../test/size.ts'
import { until } from '../../../test/until.ts'
import { findChromium } from './drivers/find-chromium.ts'

const site = await startSite()
const inner = await startSite()
const app = await startTestApp({ allowPrivate: `127.0.0.1/32:${site.port}` })
after(async () => {
  await app.stop()
  site.close()
  inner.close()
})

const path = '/api/v1/browser/sessions'
const windows = sizeOf({ short: 60, long: 1000 })
const workers = sizeOf({ short: 2, long: 16 })
let ada: Caller
let bob: Caller
let id = ''

async function act(...actions: object[]) {
  const response = await ada.post(`${path}/${id}/actions`, { actions })
  assert.equal(response.status, 200, response.text)
  return response.body.data.results
}
const goto = (page: string) => ({ type: 'goto', url: `${site.url}${page}` })
const evaluate = async (expression: string) => {
  const results = await act({ type: 'evaluate', expression })
  return results[0].value
}
const refusedHosts = async (): Promise<string[]> =>
  (await ada.get(`${path}/${id}/events?type=refused&limit=100`)).body.data.map(
    (event: { data: { host: string } }) => event.data.host,
  )
const textOf = async (): Promise<string> =>
  (await ada.get(`${path}/${id}/snapshot?format=text`)).body.data.content

describe('a session in Chromium', { skip: findChromium(null).kind === 'missing' }, () => {
  before(async () => {
    const { member } = await app.newProject()
    ada = member.as('ada')
    bob = member.as('bob')
    const made = await ada.post(path, { driver: 'chromium', locale: 'de-DE', timezone: 'Europe/Athens' })
    assert.equal(made.status, 200, made.text)
    id = made.body.data.id
  })

  it('waits for what scripts do later, in the language and time zone of the session', async () => {
    await act(goto('/script'), { type: 'click', selector: 'text=Run' }, { type: 'wait', text: 'after' })
    assert.equal(await textOf(), 'after\nRun')
    const zone = 'Intl.DateTimeFormat().resolvedOptions().timeZone'
    assert.deepEqual(await evaluate(`[navigator.language, ${zone}]`), ['de-DE', 'Europe/Athens'])
    assert.deepEqual(await evaluate('({ sum: await0 })').catch(() => 'failed'), 'failed')
    assert.deepEqual(await evaluate('Promise.resolve({ a: [1] })'), { a: [1] })
  })

  it('dismisses dialogs unless the next one is to be accepted, and reports both', async () => {
    const ask = { type: 'click', selector: 'button' }
    const [, first] = await act(goto('/dialog'), ask)
    assert.deepEqual(first.dialogs, [{ type: 'confirm', message: 'Really?', accepted: false }])
    assert.match(await textOf(), /false/)
    const [, second] = await act({ type: 'dialog', accept: true }, ask)
    assert.equal(second.dialogs[0].accepted, true)
    assert.match(await textOf(), /true/)
  })

  it('follows windows that open, switches between pages, and closes them', async () => {
    const [, opened] = await act(goto('/popup'), { type: 'click', selector: 'button' })
    const [pageId] = opened.openedPages
    assert.equal(await textOf(), 'Account of no one\n\n/account')
    await until(async () => (await ada.get(`${path}/${id}`)).body.data.pages.length === 2, 'the second page')
    const { pages } = (await ada.get(`${path}/${id}`)).body.data
    const other = pages.find((page: { id: string }) => page.id !== pageId).id
    await act({ type: 'switch', pageId: other })
    assert.match(await textOf(), /Open/)
    await act({ type: 'closePage', pageId })
    const missing = await ada.post(`${path}/${id}/actions`, { actions: [{ type: 'switch', pageId }] })
    assert.deepEqual([missing.status, missing.body.error.code], [422, 'action_failed'])
  })

  it('acts inside frames by their refs', async () => {
    await act(goto('/frame'))
    const { content } = (await ada.get(`${path}/${id}/snapshot`)).body.data
    const ref = /button "Inside" \[ref=(\w+)\]/.exec(content)?.[1]
    assert.ok(ref, content)
    await act({ type: 'click', ref })
    assert.equal(await evaluate('document.title'), 'clicked inside')
  })

  it('logs each action behind the one before it, with its element as it was, whatever scripts of the page say', async () => {
    const before = (await ada.get(`${path}/${id}/events?limit=100&type=action`)).body.data.length
    const hostile = `document.body.innerHTML = '<label>Code <input oninput="this.type = \\'password\\'"></label>' +
      '<button onclick="this.remove()">Send</button>'; document.title = 'Form';
      JSON.stringify = () => '{"selectors":["css=.forged"],"name":"Forged"}'; Element.prototype.matches = () => false; 1`
    const actions = [
      goto('/script'),
      { type: 'evaluate', expression: hostile },
      { type: 'fill', selector: 'input', value: 'hunter2' },
      { type: 'click', selector: 'button' },
      { type: 'click', selector: '.missing', timeoutMs: 300 },
    ]
    const { status, body } = await ada.post(`${path}/${id}/actions`, { actions })
    assert.deepEqual([status, body.error.index, body.error.results.length], [504, 4, 4])
    assert.match(body.message, /waiting for locator\('\.missing'\)\.first\(\)$/)
    const logged = (await ada.get(`${path}/${id}/events?limit=100&type=action`)).body.data.slice(before)
    const [, , typed, clicked, failed] = logged.map(({ data }: { data: object }) => data)
    assert.deepEqual(
      logged.map(({ data }: { data: { type: string; status: string } }) => `${data.type} ${data.status}`),
      ['goto succeeded', 'evaluate succeeded', 'fill succeeded', 'click succeeded', 'click failed'],
    )
    assert.deepEqual([typed.value, typed.title, typed.target.label], ['••••••••', 'Form', 'Code'])
    assert.equal(clicked.target.selectors[0], 'role=button[name="Send"]')
    assert.equal(failed.target, undefined)
  })

  it('uploads and downloads files of the end user', async () => {
    const form =
      '--b\r\ncontent-disposition: form-data; name="file"; filename="note.txt"\r\n\r\nhello\r\n--b--\r\n'
    const type = { 'content-type': 'multipart/form-data; boundary=b' }
    const uploaded = await ada.post('/api/v1/file/upload/single/document', form, type)
    const fileIds = [uploaded.body.data.id]
    await act(
      goto('/upload'),
      { type: 'upload', selector: 'input', fileIds },
      { type: 'wait', text: 'note.txt: hello' },
    )
    const foreign = [{ type: 'upload', selector: 'input', fileIds: ['0199f1a0-0000-7000-8000-0000000000ff'] }]
    assert.equal((await ada.post(`${path}/${id}/actions`, { actions: foreign })).status, 404)

    await act(goto('/download'), { type: 'click', selector: 'a' })
    const list = async () => (await ada.get(`${path}/${id}/downloads`)).body.data
    const [download] = await until(async () => ((await list()).length > 0 ? list() : null), 'the download')
    assert.deepEqual([download.name, download.sizeBytes, download.failure], ['report.txt', 10, null])
    assert.equal((await ada.get(`/api/v1/file/download/${download.fileId}`)).text, 'ten bytes.')
  })

  it('takes images of what is visible and of the whole page', async () => {
    await act(goto('/login'))
    const { headers, text } = await ada.get(`${path}/${id}/snapshot?format=png`)
    assert.deepEqual([headers['content-type'], text.slice(1, 4)], ['image/png', 'PNG'])
    assert.equal((await ada.get(`${path}/${id}/snapshot?format=png&fullPage=true`)).status, 200)
  })

  it('masks secret fields in images, also inside of frames', async () => {
    const image = async () => (await ada.get(`${path}/${id}/snapshot?format=png`)).text
    for (const [page, root] of [
      ['/login', 'document'],
      ['/framed-login', 'document.querySelector("iframe").contentDocument'],
    ] as const) {
      await act(goto(page))
      const before = await image()
      await evaluate(`void (${root}.querySelector('[type=password]').value = 'correct horse')`)
      assert.ok((await image()) === before, `${page} shows a password`)
      await evaluate(`void (${root}.querySelector('[name=name]').value = 'ada')`)
      assert.ok((await image()) !== before, `${page} shows no name`)
    }
  })

  it('reaches nothing inside from a page: requests, sockets, workers, frames, hints', async () => {
    await act(goto('/'))
    const before = inner.requests.length
    const target = JSON.stringify(inner.url)
    const tried = await evaluate(`(async () => {
      const outcome = (promise) => promise.then(() => 'reached', () => 'refused')
      for (const [tag, name] of [['img', 'src'], ['script', 'src'], ['iframe', 'src'], ['link', 'href'], ['video', 'src']]) {
        const element = document.createElement(tag)
        if (tag === 'link') element.rel = 'stylesheet'
        element[name] = ${target} + '/' + tag
        document.body.append(element)
      }
      for (const rel of ['prefetch', 'preconnect', 'dns-prefetch', 'preload', 'modulepreload']) {
        const link = document.createElement('link')
        Object.assign(link, { rel, href: ${target} + '/' + rel, as: 'script' })
        document.head.append(link)
      }
      navigator.sendBeacon(${target} + '/beacon', 'x')
      const socket = new Promise((resolve, reject) => {
        const made = new WebSocket(${target}.replace('http', 'ws'))
        Object.assign(made, { onopen: resolve, onerror: reject })
      })
      const source = 'fetch(' + JSON.stringify(${target}) + ', { mode: "no-cors" }).then(() => postMessage(1), () => postMessage(0))'
      const worker = new Promise((resolve, reject) => {
        new Worker(URL.createObjectURL(new Blob([source]))).onmessage = ({ data }) => (data ? resolve() : reject())
      })
      const xhr = new Promise((resolve, reject) => {
        const request = new XMLHttpRequest()
        request.open('GET', ${target})
        Object.assign(request, { onload: resolve, onerror: reject })
        request.send()
      })
      return Promise.all([socket, xhr].map(outcome))
    })()`)
    assert.deepEqual(tried, ['refused', 'refused'])
    assert.equal(inner.requests.length, before, inner.requests.slice(before).join(', '))
    assert.ok((await refusedHosts()).length > 0)
  })

  it('reaches nothing inside from a service worker, whose requests no page sees', async () => {
    await act(goto('/'))
    const before = inner.requests.length
    const port = new URL(inner.url).port
    // An address that nothing else in this file requests: what is refused for it was requested by the worker.
    const own = `http://127.0.0.2:${port}`
    const fetched = await evaluate(`(async () => {
      await navigator.serviceWorker.register('/worker.js')
      const { active } = await navigator.serviceWorker.ready
      const fetchThere = (url) => new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('message', ({ data }) => resolve(data), { once: true })
        active.postMessage(url)
      })
      const allowed = await fetchThere(location.origin + '/by-worker')
      await fetchThere('${own}')
      await fetchThere('${inner.url}')
      return allowed
    })()`)
    assert.equal(fetched, 'reached')
    assert.ok(site.requests.includes('GET /by-worker'), 'the worker can fetch what is admitted')
    await until(
      async () => (await refusedHosts()).some((host) => host.startsWith('127.0.0.2')),
      'the refusal',
    )
    assert.equal(inner.requests.length, before, inner.requests.slice(before).join(', '))
  })

  it('opens WebSockets of what is admitted', async () => {
    await act(goto('/'))
    const said = await evaluate(`new Promise((resolve) => {
      new WebSocket(location.origin.replace('http', 'ws') + '/socket').onmessage = ({ data }) => resolve(data)
    })`)
    assert.equal(said, 'hi')
  })

  it('survives a page that opens window after window', async () => {
    await ada.post(`${path}/${id}/actions`, {
      actions: [{ ...goto(`/popups?count=${windows}`), timeoutMs: 3000 }],
    })
    const { pages, status } = (await ada.get(`${path}/${id}`)).body.data
    assert.equal(status, 'running')
    assert.ok(pages.length <= 20)
    assert.equal((await ada.get('/api/v1/users/profile')).status, 200)
  })

  it('takes nothing from others with a page that never stops, on every processor', async () => {
    const endless = `for (let i = 0; i < ${workers}; i++) new Worker(URL.createObjectURL(new Blob(['for (;;);']))); for (;;);`
    const stuck = { type: 'evaluate', expression: endless, timeoutMs: 500 }
    const late = await ada.post(`${path}/${id}/actions`, { actions: [goto('/'), stuck] })
    assert.deepEqual([late.status, late.body.error.code], [504, 'action_timeout'])
    // It continues after the timeout, while another session starts, acts and is read.
    const other = (await bob.post(path, { driver: 'chromium', startUrl: `${site.url}/login` })).body.data
    assert.deepEqual([other.status, other.title], ['running', 'Sign in'])
    const fill = { type: 'fill', selector: '[name=name]', value: 'bob' }
    assert.equal((await bob.post(`${path}/${other.id}/actions`, { actions: [fill] })).status, 200)
    assert.match((await bob.get(`${path}/${other.id}/snapshot`)).body.data.content, /textbox "Name".*bob/)
    assert.equal((await ada.get(`${path}/${id}`)).body.data.status, 'running')
    for (const [caller, session] of [
      [ada, id],
      [bob, other.id],
    ] as const)
      assert.equal((await caller.post(`${path}/${session}/close`)).body.data.status, 'completed')
  })
})
