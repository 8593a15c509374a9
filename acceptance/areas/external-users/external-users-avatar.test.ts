import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { assertError, assertSuccess } from '../../harness/client.ts'
import type { ExternalUser } from '../../harness/resources.ts'
import { createStage } from '../../harness/stage.ts'
import { outsideAddress } from '../../harness/start-server.ts'
import { until } from '../../harness/until.ts'

const stage = createStage()
const { admin } = stage
const path = '/api/v1/external-users'
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A fake messaging channel that has the image. Held requests wait, so that calls are sure to overlap. */
const requested: string[] = []
let release: () => void = () => undefined
const held = new Promise<void>((resolve) => {
  release = resolve
})
const channel = createServer((request, response) => {
  requested.push(request.url ?? '')
  if (request.url === '/missing.png') return response.writeHead(404).end()
  if (request.url === '/page.png')
    return response.writeHead(200, { 'content-type': 'image/png' }).end('<html>')
  const respond = () => response.writeHead(200, { 'content-type': 'image/png' }).end(png)
  return request.url === '/held.png' ? void held.then(respond) : respond()
})
const isListening = await new Promise<boolean>((resolve) => {
  channel.once('error', () => resolve(false))
  channel.listen(0, outsideAddress, () => resolve(true))
})
after(async () => {
  if (!isListening) return
  channel.close()
  channel.closeAllConnections()
  await once(channel, 'close')
})

/** Only our own server is configured to reach the URL of the fake channel. */
const skip =
  isListening && process.env.STOA_ACCEPTANCE_AT_HOME ? false : 'no outside service can be played here'
const addressOf = (name: string) =>
  `http://${outsideAddress}:${(channel.address() as AddressInfo).port}/${name}`
const refresh = (id: string) => admin.post(`${path}/${id}/refresh-avatar`)

describe('Refreshing the picture of an external user (3.2)', { skip }, () => {
  it('stores a copy of the image that the channel reports', async () => {
    const { id } = await stage.newUser('photo', {
      metadata: { profile: { photoUrl: addressOf('face.png') } },
    })
    const user = assertSuccess<ExternalUser>(await refresh(id))
    assert.equal(user.refreshed, true)
    const stored = new URL(user.avatarUrl ?? '', stage.baseUrl)
    assert.equal(stored.origin, new URL(stage.baseUrl).origin)
    const response = await fetch(stored, {
      headers: { 'x-api-key': stage.adminKey },
    })
    assert.equal(response.headers.get('content-type'), 'image/png')
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), png)
  })

  it('shares one fetch among calls at the same time', async () => {
    const { id } = await stage.newUser('shared', { avatarUrl: addressOf('held.png') })
    const calls = Array.from({ length: 4 }, () => refresh(id))
    await until('the image is requested', async () => requested.includes('/held.png'))
    // Responses to later requests show that the earlier calls have arrived as well.
    for (let i = 0; i < 10; i++) assertSuccess(await admin.get(`${path}/${id}`))
    release()
    for (const response of await Promise.all(calls)) {
      assert.equal(assertSuccess<ExternalUser>(response).refreshed, true)
    }
    assert.equal(requested.filter((url) => url === '/held.png').length, 1)
  })

  it('reports an upstream error and retains what it had', async () => {
    const { id } = await stage.newUser('broken', { avatarUrl: addressOf('missing.png') })
    const { error } = assertError(await refresh(id), 'upstream_error', 502)
    assert.equal(error.type, 'upstream')
    assertSuccess(await admin.patch(`${path}/${id}`, { avatarUrl: addressOf('page.png') }))
    assertError(await refresh(id), 'upstream_error', 502)
    assertError(await admin.get(`${path}/${id}/avatar`), 'avatar_not_found', 404)
  })
})
