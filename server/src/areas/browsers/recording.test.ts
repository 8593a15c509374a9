import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startSite } from '../../../test/browsers/site.ts'
import { startTestApp } from '../../../test/harness.ts'
import { findChromium } from './drivers/find-chromium.ts'

const site = await startSite()
const app = await startTestApp({ allowPrivate: `127.0.0.1/32:${site.port}` })
after(async () => {
  await app.stop()
  site.close()
})

const path = '/api/v1/browser/sessions'
const isMissing = findChromium(null).kind === 'missing'

describe('the recording of a session', () => {
  it('200: has an image after each action, also a failed one, and none of a handoff', {
    skip: isMissing,
  }, async () => {
    const { member, admin } = await app.newProject()
    const ada = member.as('ada')
    const { id } = (await ada.post(path, { driver: 'chromium', record: true })).body.data
    const act = (...actions: object[]) => ada.post(`${path}/${id}/actions`, { actions })
    const secret = 'input[name=password]'
    await act(
      { type: 'goto', url: `${site.url}/login` },
      { type: 'fill', selector: secret, value: 'correct horse' },
    )
    await act({ type: 'click', selector: '#nothing', timeoutMs: 200 })
    await ada.post(`${path}/${id}/handoff`)
    assert.equal((await act({ type: 'reload' })).status, 409)
    const recorded = await ada.get(`${path}/${id}/recording`)
    const { isRecorded, frames } = recorded.body.data
    assert.equal(isRecorded, true)
    assert.deepEqual(
      frames.map(({ title, action }: { title: string; action: Record<string, string> }) => [
        title,
        action.type,
        action.status,
      ]),
      [
        ['Sign in', 'goto', 'succeeded'],
        ['Sign in', 'fill', 'succeeded'],
        ['Sign in', 'click', 'failed'],
      ],
    )
    assert.doesNotMatch(recorded.text, /correct horse/)
    const file = await ada.get(`/api/v1/file/download/${frames[1].fileId}`)
    assert.deepEqual([file.status, file.headers['content-type']], [200, 'image/jpeg'])
    const bob = member.as('bob')
    assert.equal((await bob.get(`/api/v1/file/download/${frames[1].fileId}`)).status, 404)
    assert.equal((await bob.get(`${path}/${id}/recording`)).status, 404)
    await ada.post(`${path}/${id}/close`)
    assert.equal((await ada.get(`${path}/${id}/recording`)).body.data.frames.length, 3)

    const limits = { name: 'browser only', role: 'member', scopes: ['browser:*'] }
    const key = await admin.post('/api/v1/api-keys', limits)
    const limited = app.callerWith({ 'x-api-key': key.body.data.key }).as('ada')
    assert.equal((await limited.post(path, { record: true })).status, 403)
  })

  it('200: is empty without record, and with the http driver has the log alone', async () => {
    const { member } = await app.newProject()
    const { id } = (await member.post(path, { driver: 'http', record: true, startUrl: site.url })).body.data
    const { isRecorded, frames } = (await member.get(`${path}/${id}/recording`)).body.data
    assert.deepEqual([isRecorded, frames], [true, []])
    assert.equal((await member.get(`${path}/${id}/events`)).body.total, 1)
    await member.post(`${path}/${id}/close`)
  })
})
