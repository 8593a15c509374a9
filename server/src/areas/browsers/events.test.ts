import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startSite } from '../../../test/browsers/site.ts'
import { type Caller, startTestApp, type TestProject } from '../../../test/harness.ts'

const site = await startSite()
const app = await startTestApp({ allowPrivate: `127.0.0.1/32:${site.port}` })
after(async () => {
  await app.stop()
  site.close()
})

type Frame = {
  id: string
  event: string
  data: { number: number; type: string; data: Record<string, unknown> }
}

const path = '/api/v1/browser/sessions'
let origin = ''
let project: TestProject
let ada: Caller
let id = ''

/** The events of a stream, one by one as they come. */
async function* follow(lastEventId?: string): AsyncGenerator<Frame> {
  const leaving = new AbortController()
  const response = await fetch(`${origin}${path}/${id}/events/stream`, {
    headers: {
      'x-api-key': project.adminKey,
      'x-username': 'ada',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: leaving.signal,
  })
  assert.equal(response.status, 200)
  try {
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const frames = (text + chunk).split('\n\n')
      text = frames.pop()!
      for (const frame of frames) {
        const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(frame)?.[1]
        const [event, data] = [field('event'), field('data')]
        if (event && data) yield { id: field('id')!, event, data: JSON.parse(data) as Frame['data'] }
      }
    }
  } finally {
    leaving.abort()
  }
}

const goto = (page: string) =>
  ada.post(`${path}/${id}/actions`, { actions: [{ type: 'goto', url: `${site.url}${page}` }] })

const next = async (frames: AsyncGenerator<Frame>) => (await frames.next()).value as Frame | undefined

describe('the event log of a browser session, as a stream', () => {
  before(async () => {
    origin = await app.listen()
    project = await app.newProject()
    ada = project.admin.as('ada')
    id = (await ada.post(path, { driver: 'http', startUrl: `${site.url}/login` })).body.data.id
  })

  it('has what happened before, what happens, and the end', async () => {
    const frames = follow()
    assert.deepEqual((await next(frames))?.data.data.title, 'Sign in')
    await goto('/')
    const second = await next(frames)
    assert.deepEqual([second?.id, second?.event, second?.data.data.title], ['2', 'action', 'Home'])
    await goto('/login')
    assert.equal((await next(frames))?.id, '3')
    await ada.post(`${path}/${id}/close`)
    const last = await next(frames)
    assert.deepEqual([last?.id, last?.event, last?.data.data.endedReason], ['4', 'end', 'closed'])
    assert.equal(await next(frames), undefined)
  })

  it('resumes after the last event that was seen, without loss and without the end twice', async () => {
    const numbers: string[] = []
    for await (const { id: number } of follow('1')) numbers.push(number)
    assert.deepEqual(numbers, ['2', '3', '4'])
    for await (const frame of follow('4')) assert.fail(`again ${frame.event}`)
  })

  it('is empty behind a number that no session reaches, as the list is', async () => {
    for (const number of ['2147483648', '999999999999999']) {
      for await (const frame of follow(number)) assert.fail(`${number}: ${frame.event}`)
      const { status, body, text } = await ada.get(`${path}/${id}/events?after=${number}`)
      assert.equal(status, 200, text)
      assert.deepEqual(body.data, [])
    }
  })

  it('is of its own end user alone', async () => {
    const other = await project.admin.as('bob').get(`${path}/${id}/events/stream`)
    assert.deepEqual([other.status, other.body.error.code], [404, 'browser_session_not_found'])
  })
})

describe('lists of browser sessions', () => {
  it('can be of one driver', async () => {
    const count = async (driver: string) => (await ada.get(`${path}?driver=${driver}`)).body.total
    assert.deepEqual([await count('http'), await count('chromium')], [1, 0])
    assert.equal((await ada.get(`${path}?driver=other`)).status, 400)
  })
})
