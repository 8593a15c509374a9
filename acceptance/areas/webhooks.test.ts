import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { assertDone, assertError, assertPage, assertSuccess } from '../harness/client.ts'
import {
  amount,
  assertFields,
  filledText,
  flag,
  form,
  listOf,
  oneOf,
  orNull,
  record,
  timestamp,
  uuid,
} from '../harness/field-checks.ts'
import { createStage } from '../harness/stage.ts'
import { outsideAddress } from '../harness/start-server.ts'
import { until } from '../harness/until.ts'

const stage = createStage()
const { admin, baseUrl, adminKey } = stage
const path = '/api/v1/webhooks'

type Webhook = {
  id: string
  secret: string
  version: number
  isActive: boolean
  disabledReason: string | null
}
type Delivery = { id: string; eventId: string; eventType: string; status: string; attemptCount: number }
type Received = { path: string; headers: IncomingHttpHeaders; body: string }

/** Plays the developer's own server. */
const received: Received[] = []
const statuses = new Map<string, number>()
const receiver = createServer(async (request, response) => {
  received.push({ path: request.url ?? '', headers: request.headers, body: await text(request) })
  response.writeHead(statuses.get(request.url ?? '') ?? 200).end('seen')
})
const isListening = await new Promise<boolean>((resolve) => {
  receiver.once('error', () => resolve(false))
  receiver.listen(0, outsideAddress, () => resolve(true))
})
const made: string[] = []
after(async () => {
  for (const id of made) await admin.delete(`${path}/${id}`)
  if (!isListening) return
  receiver.close()
  receiver.closeAllConnections()
  await once(receiver, 'close')
})

/** Only our own server is configured to reach the URL of the fake receiver. */
const skip =
  isListening && process.env.STOA_ACCEPTANCE_AT_HOME ? false : 'no outside service can be played here'

async function create(name: string, fields: Record<string, unknown> = {}): Promise<Webhook> {
  const url = `http://${outsideAddress}:${(receiver.address() as AddressInfo).port}/${name}`
  const webhook = assertSuccess<Webhook>(await admin.post(path, { url, ...fields }))
  made.push(webhook.id)
  return webhook
}

/** What arrived about one thing of ours: the project is shared, and others act at the same time. */
const about = (at: string, id: string) =>
  received.filter(({ path: seen, body }) => seen === `/${at}` && JSON.parse(body).data.id === id)

const signed = (secret: string, { headers, body }: Received) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')}`

describe('Webhooks (1.7)', { skip }, () => {
  it('shows the secret once and everything else again', async () => {
    const webhook = await create('fields', { description: 'ours', eventTypes: ['run.*'] })
    assertFields(
      webhook,
      {
        id: uuid,
        url: filledText,
        description: oneOf('ours'),
        eventTypes: listOf(oneOf('run.*')),
        isActive: oneOf(true),
        disabledReason: oneOf(null),
        lastDeliveryAt: orNull(timestamp),
        lastStatus: orNull(filledText),
        consecutiveFailures: amount,
        version: amount,
        createdAt: timestamp,
        secret: form(/^whsec_[A-Za-z0-9+/=]{32,}$/),
      },
      'the webhook',
    )
    const read = await admin.get(`${path}/${webhook.id}`)
    assert.ok(!read.text.includes('whsec_'))
    assert.ok(read.headers.get('etag'))
    const { data } = assertPage<Webhook>(await admin.get(`${path}?limit=100`))
    assert.ok(data.some(({ id }) => id === webhook.id))
  })

  it('brings an event with a signature that its secret makes', async () => {
    const webhook = await create('signed', { eventTypes: ['external_user.created'] })
    const user = await stage.newUser('signed')
    const [first] = await until('the event', async () => {
      const found = about('signed', user.id)
      return found.length > 0 ? found : null
    })
    const event = JSON.parse(first!.body)
    assertFields(
      event,
      {
        id: oneOf(first!.headers['webhook-id']),
        type: oneOf('external_user.created'),
        timestamp,
        projectId: uuid,
        externalUserId: oneOf(user.id),
        data: record,
      },
      'the event',
    )
    assert.equal(first!.headers['webhook-signature'], signed(webhook.secret, first!))
    const sentAt = Number(first!.headers['webhook-timestamp']) * 1000
    assert.ok(Math.abs(Date.now() - sentAt) < 5 * 60_000)
  })

  it('signs with both secrets after a rotation', async () => {
    const webhook = await create('rotated')
    const fresh = assertSuccess<Webhook>(await admin.post(`${path}/${webhook.id}/rotate-secret`))
    assertSuccess(await admin.post(`${path}/${webhook.id}/test`))
    const sent = received
      .filter((each) => each.path === '/rotated')
      .find(({ body }) => body.includes('webhook.test'))!
    const both = [fresh.secret, webhook.secret].map((secret) => signed(secret, sent)).join(' ')
    assert.equal(sent.headers['webhook-signature'], both)
  })

  it('logs deliveries, and redelivers under the same id', async () => {
    const webhook = await create('log', { eventTypes: ['external_user.created'] })
    const user = await stage.newUser('logged')
    await until('the event', async () => about('log', user.id).length > 0)
    const eventId = JSON.parse(about('log', user.id)[0]!.body).id as string
    const find = async () => {
      const { data } = assertPage<Delivery>(
        await admin.get(`${path}/${webhook.id}/deliveries?status=delivered`),
      )
      return data.find((delivery) => delivery.eventId === eventId)
    }
    const delivery = await until('its delivery', find)
    const detail = assertSuccess<{ attempts: unknown[]; body: unknown }>(
      await admin.get(`${path}/${webhook.id}/deliveries/${delivery.id}`),
    )
    assertFields(
      detail.attempts[0],
      {
        number: oneOf(1),
        startedAt: timestamp,
        durationMs: amount,
        statusCode: oneOf(200),
        responseExcerpt: oneOf('seen'),
      },
      'the attempt',
    )
    assertFields(detail.body, { id: oneOf(eventId) }, 'what was sent')
    assertSuccess(await admin.post(`${path}/${webhook.id}/deliveries/${delivery.id}/redeliver`))
    await until('the second time', async () => about('log', user.id).length === 2)
    assert.equal(about('log', user.id)[1]!.headers['webhook-id'], eventId)
  })

  it('tries again what failed, and is switched off by 410', async () => {
    statuses.set('/failing', 500)
    const failing = await create('failing', { eventTypes: ['external_user.created'] })
    statuses.set('/gone', 410)
    const gone = await create('gone', { eventTypes: ['external_user.created'] })
    const user = await stage.newUser('failing')
    await until('the second try', async () => about('failing', user.id).length === 2)
    const [first, second] = about('failing', user.id)
    assert.equal(second!.headers['webhook-id'], first!.headers['webhook-id'])
    assertDone(await admin.delete(`${path}/${failing.id}`))
    made.splice(made.indexOf(failing.id), 1)
    const off = await until('the webhook switched off', async () => {
      const webhook = assertSuccess<Webhook>(await admin.get(`${path}/${gone.id}`))
      return webhook.isActive ? null : webhook
    })
    assert.match(off.disabledReason ?? '', /410/)
  })

  it('returns the outcome of a test event', async () => {
    statuses.set('/trial', 503)
    const { id } = await create('trial', { isActive: false })
    const outcome = assertSuccess(await admin.post(`${path}/${id}/test`))
    assertFields(
      outcome,
      { deliveryId: uuid, isDelivered: flag, statusCode: oneOf(503), durationMs: amount, error: filledText },
      'the outcome',
    )
  })

  it('holds changes against the version that was seen', async () => {
    const { id } = await create('versions')
    const etag = (await admin.get(`${path}/${id}`)).headers.get('etag') ?? ''
    assertSuccess(await admin.patch(`${path}/${id}`, { description: 'one' }, { 'if-match': etag }))
    assertError(
      await admin.patch(`${path}/${id}`, { description: 'two' }, { 'if-match': etag }),
      'precondition_failed',
      412,
    )
  })
})

describe('Webhooks anywhere (1.7)', () => {
  it('lists the types of events', async () => {
    const types = assertSuccess<{ type: string; description: string }[]>(
      await admin.get(`${path}/event-types`),
    )
    for (const type of ['execution.completed', 'run.error', 'external_user.deleted', 'api_key.revoked'])
      assert.ok(
        types.some((each) => each.type === type && each.description !== ''),
        type,
      )
  })

  it('refuses an internal address', async () => {
    for (const url of [
      'http://127.0.0.1:1/',
      'http://169.254.169.254/',
      'http://[::1]/',
      'file:///etc/passwd',
    ])
      assertError(await admin.post(path, { url }), 'address_not_allowed', 400)
  })

  it('refuses an unknown type and names the one that was meant', async () => {
    const body = { url: 'https://receiver.invalid/', eventTypes: ['api_key.revokd'] }
    assert.match(
      assertError(await admin.post(path, body), 'invalid_parameter', 400).error.hint ?? '',
      /api_key\.revoked/,
    )
  })

  it('is for admins', async () => {
    const member = stage.callerWith((await stage.newKey()).key)
    assertError(await member.get(path), 'admin_only', 403)
  })
})

describe('The stream of events (1.7)', () => {
  type Frame = { id: string; event: string; data: { data: { id?: string } } }

  async function* frames(headers: Record<string, string>, query = ''): AsyncGenerator<Frame> {
    const leaving = new AbortController()
    const response = await fetch(`${baseUrl}/api/v1/events${query}`, {
      headers: { 'x-api-key': adminKey, ...headers },
      signal: AbortSignal.any([leaving.signal, AbortSignal.timeout(20_000)]),
    })
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/)
    let rest = ''
    try {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        const parts = (rest + chunk).split('\n\n')
        rest = parts.pop() ?? ''
        for (const part of parts) {
          const lines = Object.fromEntries(part.split('\n').map((line) => line.split(/: (.*)/s)))
          if (lines.data) yield { id: lines.id, event: lines.event, data: JSON.parse(lines.data) }
        }
      }
    } finally {
      leaving.abort()
    }
  }

  it('sends what happens, and resumes after Last-Event-ID', async () => {
    const live = frames({}, '?types=external_user.created')
    const start = (await live.next()).value as Frame
    assert.equal(start.event, 'stream.start')
    const ids = [(await stage.newUser('streamed1')).id, (await stage.newUser('streamed2')).id]
    const seen: Frame[] = []
    for await (const frame of live) {
      if (ids.includes(frame.data.data.id ?? '')) seen.push(frame)
      if (seen.length === 2) break
    }
    assert.deepEqual(
      seen.map(({ data }) => data.data.id),
      ids,
    )
    assert.ok(Number(seen[0]!.id) < Number(seen[1]!.id))
    for await (const frame of frames({ 'last-event-id': seen[0]!.id })) {
      if (frame.event === 'stream.start') continue
      assert.equal(Number(frame.id), Number(seen[0]!.id) + 1)
      break
    }
  })

  it('shows an end user what concerns them', async () => {
    const { id } = await stage.newUser('concerned')
    await stage.newUser('unconcerned')
    const own = frames({ 'x-username': stage.nameOf('concerned') }, '?after=0')
    await own.next()
    assert.equal(((await own.next()).value as Frame).data.data.id, id)
    await own.return(undefined)
  })

  it('reports when the requested position never existed', async () => {
    const stream = frames({ 'last-event-id': '999999999999' })
    assert.equal(((await stream.next()).value as Frame).event, 'stream.gap')
    await stream.return(undefined)
  })
})
