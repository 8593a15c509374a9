import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { startSite } from '../../../test/browsers/site.ts'
import { type Caller, startTestApp } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'
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
const isMissing = findChromium(null).kind === 'missing'

async function open(caller: Caller, body: object = {}) {
  const response = await caller.post(path, body)
  assert.equal(response.status, 200, response.text)
  return response.body.data
}

async function act(caller: Caller, id: string, ...actions: object[]) {
  const response = await caller.post(`${path}/${id}/actions`, { actions })
  assert.equal(response.status, 200, response.text)
  return response.body.data.results
}

const read = async (caller: Caller, id: string, format: string): Promise<string> => {
  const { status, text, body } = await caller.get(`${path}/${id}/snapshot?format=${format}`)
  assert.equal(status, 200, text)
  return body.data.content
}

const refOf = (snapshot: string, line: RegExp): string => {
  const found = snapshot.split('\n').find((each) => line.test(each))
  return /\[ref=(\w+)\]/.exec(found ?? '')?.[1] ?? assert.fail(`no ${line} in ${snapshot}`)
}

/** Signs in with what an agent would use: the refs of snapshots. */
async function signIn(caller: Caller, id: string): Promise<void> {
  await act(caller, id, { type: 'goto', url: `${site.url}/login` })
  const form = await read(caller, id, 'a11y')
  await act(
    caller,
    id,
    { type: 'fill', ref: refOf(form, /textbox "Name/), value: 'ada' },
    { type: 'fill', ref: refOf(form, /textbox "Password/), value: 'correct horse' },
    { type: 'select', ref: refOf(form, /combobox/), values: ['Large'] },
    { type: 'click', ref: refOf(form, /checkbox/) },
  )
  assert.doesNotMatch(await read(caller, id, 'a11y'), /correct horse/)
  const [result] = await act(caller, id, { type: 'click', ref: refOf(form, /button/) })
  assert.equal(result.title, 'Account')
}

for (const driver of ['http', 'chromium'] as const)
  describe(`a session of the driver ${driver}`, { skip: driver === 'chromium' && isMissing }, () => {
    it('200: signs in, reads, is given to a human and back, and ends; it is paid once', async () => {
      const { member } = await app.newProject()
      const ada = member.as('ada')
      const session = await open(ada, { driver, startUrl: site.url })
      assert.deepEqual([session.status, session.driver, session.title], ['running', driver, 'Home'])
      await signIn(ada, session.id)
      assert.match(await read(ada, session.id, 'text'), /Account of ada\s+\/account\?plan=b&terms=on/)
      assert.match(await read(ada, session.id, 'html'), /<h1>Account of ada<\/h1>/)

      const handoff = (await ada.post(`${path}/${session.id}/handoff`, { reason: 'Pay' })).body.data
      assert.equal((await ada.get(`${path}/${session.id}/status`)).body.data.status, 'handoff')
      const held = await ada.get(`${path}/${session.id}/snapshot`)
      assert.deepEqual([held.status, held.body.error.code], [409, 'control_held'])
      const actions = { actions: [{ type: 'reload' }] }
      assert.equal((await ada.post(`${path}/${session.id}/actions`, actions)).status, 409)
      assert.equal((await member.as('bob').post(`${path}/handoff/${handoff.id}/done`)).status, 404)
      const done = await ada.post(`${path}/handoff/${handoff.id}/done`, { note: 'paid' })
      assert.deepEqual([done.status, done.body.data.note], [200, 'paid'])
      await act(ada, session.id, { type: 'back' })

      const events = (await ada.get(`${path}/${session.id}/events?limit=100`)).body.data
      assert.doesNotMatch(JSON.stringify(events), /correct horse/)
      assert.match(JSON.stringify(events), /"value":"ada"/)
      const closed = await ada.post(`${path}/${session.id}/close`)
      assert.deepEqual([closed.body.data.status, closed.body.data.endedReason], ['completed', 'closed'])
      const late = await ada.post(`${path}/${session.id}/actions`, actions)
      assert.deepEqual([late.status, late.body.error.endedReason], [410, 'closed'])
      const usage = await member.get('/api/v1/usage?type=browser')
      assert.deepEqual([usage.body.total, usage.body.data[0].creditAmount], [1, closed.body.data.creditsUsed])
    })

    it('422 and 504: says which action failed, with the results of those before it', async () => {
      const { member } = await app.newProject()
      const { id } = await open(member, { driver })
      const late = await member.post(`${path}/${id}/actions`, {
        actions: [
          { type: 'goto', url: site.url },
          { type: 'click', selector: '#nothing', timeoutMs: 300 },
          { type: 'reload' },
        ],
      })
      assert.deepEqual([late.status, late.body.error.code, late.body.error.index], [504, 'action_timeout', 1])
      assert.equal(late.body.error.results[0].title, 'Home')
      for (const action of [
        { type: 'click' },
        { type: 'click', ref: 'e1', selector: 'a' },
        { type: 'goto' },
        { type: 'fly' },
      ])
        assert.equal((await member.post(`${path}/${id}/actions`, { actions: [action] })).status, 400)
      await member.post(`${path}/${id}/close`)
    })

    it('400: reaches nothing that is not public, whatever the URL or the redirect', async () => {
      const { member } = await app.newProject()
      const { id } = await open(member, { driver })
      const before = inner.requests.length
      const forms = [
        inner.url,
        `http://localhost:${inner.port}/`,
        `http://2130706433:${inner.port}/`,
        `http://0x7f.1:${inner.port}/`,
        `http://[::ffff:127.0.0.1]:${inner.port}/`,
        `http://[::1]:${inner.port}/`,
        `http://0.0.0.0:${inner.port}/`,
        'http://169.254.169.254/latest/meta-data/',
        'https://10.0.0.1/',
        'file:///etc/passwd',
        'chrome://version',
        'view-source:file:///etc/passwd',
        'javascript:alert(1)',
      ]
      for (const url of forms) {
        const { status, body } = await member.post(`${path}/${id}/actions`, {
          actions: [{ type: 'goto', url }],
        })
        assert.deepEqual([url, status, body.error?.code], [url, 400, 'address_not_allowed'])
      }
      const away = `${site.url}/away?to=${encodeURIComponent(inner.url)}`
      await member.post(`${path}/${id}/actions`, { actions: [{ type: 'goto', url: away }] })
      assert.doesNotMatch(await read(member, id, 'text'), /Hello visitor/)
      assert.equal((await member.post(path, { driver, startUrl: inner.url })).status, 400)
      assert.equal(inner.requests.length, before)
      await member.post(`${path}/${id}/close`)
    })

    it('200: a profile signs the next session in, is open in one at a time, and is of its user', async () => {
      const { member } = await app.newProject()
      const ada = member.as('ada')
      const profile = (await ada.post('/api/v1/browser/profiles', { name: 'shop' })).body.data
      const first = await open(ada, { driver, profileId: profile.id })
      await signIn(ada, first.id)
      const second = await ada.post(path, { driver, profileId: profile.id })
      assert.deepEqual([second.status, second.body.error.code], [409, 'profile_in_use'])
      assert.equal((await ada.delete(`/api/v1/browser/profiles/${profile.id}`)).status, 409)
      await ada.post(`${path}/${first.id}/close`)
      assert.equal((await ada.get(`/api/v1/browser/profiles/${profile.id}`)).body.data.cookieCount, 1)
      const bob = await member.as('bob').post(path, { driver, profileId: profile.id })
      assert.deepEqual([bob.status, bob.body.error.code], [404, 'browser_profile_not_found'])
      const again = await open(ada, { driver, profileId: profile.id, startUrl: site.url })
      assert.match(await read(ada, again.id, 'text'), /Hello ada/)
      await ada.post(`${path}/${again.id}/close`)
      assert.equal((await ada.delete(`/api/v1/browser/profiles/${profile.id}`)).status, 200)
    })
  })

describe('a session of any driver', () => {
  it('200 and 429: two run for a user, five wait with their position, and start when one ends', async () => {
    const { member } = await app.newProject()
    const ada = member.as('ada')
    const sessions: Awaited<ReturnType<typeof open>>[] = []
    for (let i = 0; i < 7; i++) sessions.push(await open(ada, { driver: 'http' }))
    assert.deepEqual(
      sessions.map(({ status, queuePosition }) => [status, queuePosition]),
      [['running', null], ['running', null], ...[1, 2, 3, 4, 5].map((position) => ['pending', position])],
    )
    const refused = await ada.post(path, { driver: 'http' })
    assert.deepEqual([refused.status, refused.body.error.queuePosition], [429, 6])
    const early = await ada.get(`${path}/${sessions[2].id}/snapshot`)
    assert.deepEqual([early.status, early.body.error.state], [409, 'pending'])
    await open(member.as('bob'), { driver: 'http' })
    await Promise.all([3, 0].map((index) => ada.post(`${path}/${sessions[index].id}/close`)))
    const statusOf = async (index: number) => (await ada.get(`${path}/${sessions[index].id}`)).body.data
    const isWaiting = async () => (await statusOf(2)).status === 'pending'
    await until(async () => !(await isWaiting()), 'the first that waits to start')
    const started = await statusOf(2)
    assert.deepEqual([started.status, started.endedReason, started.error], ['running', null, null])
    assert.deepEqual((await statusOf(4)).queuePosition, 1)
  })

  it('410 and 404: what is done in a session that another node has ended, or that is of another user, is not acknowledged', async () => {
    const { member } = await app.newProject()
    const [ada, bob] = [member.as('ada'), member.as('bob')]
    const { id } = await open(ada, { driver: 'http', startUrl: site.url })
    const body = { actions: [{ type: 'reload' }] }
    const refused = async (caller: Caller) => {
      const replies = [
        await caller.post(`${path}/${id}/actions`, body),
        await caller.get(`${path}/${id}/snapshot`),
      ]
      return replies.map(({ status, body: { error } }) => [status, error?.code])
    }
    assert.deepEqual(await refused(bob), Array(2).fill([404, 'browser_session_not_found']))
    await app.db.rows(
      sql`update browser_session set status = 'error', ended_at = now(), ended_reason = 'host_restart' where id = ${id}`,
    )
    assert.deepEqual(await refused(ada), Array(2).fill([410, 'browser_session_gone']))
    await app.db.rows(sql`update browser_session set status = 'forgotten' where id = ${id}`)
    assert.deepEqual(await refused(ada), Array(2).fill([404, 'browser_session_not_found']))
  })

  it('400: says what an action may be, and what is wrong with it', async () => {
    const { member } = await app.newProject()
    const ada = member.as('ada')
    const { id } = await open(ada, { driver: 'http' })
    const faultOf = async (action: object) => {
      const { status, body } = await ada.post(`${path}/${id}/actions`, { actions: [action] })
      const [{ path: place, message }] = body.error.details
      return `${status} ${place} ${message}`
    }
    assert.match(await faultOf({ type: 'fly' }), /^400 \/actions\/0\/type must be one of goto, click, /)
    assert.match(await faultOf({ type: 'goto', url: 7 }), /^400 \/actions\/0\/url must be a string/)
  })

  it('200: ends when it is idle or too old, and says so', async () => {
    const { member } = await app.newProject()
    const idle = await open(member.as('ada'), { driver: 'http', idleTimeoutSec: 30 })
    const kept = await open(member.as('bob'), {
      driver: 'http',
      idleTimeoutSec: 30,
      keepAlive: true,
      timeoutSec: 60,
    })
    app.clock.advance(31_000)
    const reasonOf = async (user: string, id: string) => {
      const { status, endedReason } = (await member.as(user).get(`${path}/${id}`)).body.data
      return `${status} ${endedReason}`
    }
    await until(async () => (await reasonOf('ada', idle.id)) === 'timed_out idle_timeout', 'the idle timeout')
    assert.equal(await reasonOf('bob', kept.id), 'running null')
    app.clock.advance(30_000)
    await until(async () => (await reasonOf('bob', kept.id)) === 'timed_out max_duration', 'the timeout')
  })
})
