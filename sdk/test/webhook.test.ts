import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { verifyWebhook } from '../src/index.ts'

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`
const body = '{"type":"run.completed","data":{"name":"Zoë"}}'

/** As any sender of Standard Webhooks would sign it. */
function delivery(secret: string, at = new Date(), text = body) {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`msg_1.${seconds}.${text}`).digest('base64')
  return { 'Webhook-Id': 'msg_1', 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` }
}

describe('a webhook', () => {
  test('of the example that all implementations share is proven', async () => {
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    }
    const now = new Date(1614265330_000)
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const { payload } = await verifyWebhook(secret, headers, '{"test": 2432232314}', { now })
    assert.deepEqual(payload, { test: 2432232314 })
  })

  test('is proven as text and as bytes', async () => {
    const secret = newSecret()
    const found = await verifyWebhook(secret, delivery(secret), body)
    assert.equal(found.id, 'msg_1')
    assert.deepEqual(found.payload, JSON.parse(body))
    const asBytes = await verifyWebhook(secret, new Headers(delivery(secret)), new TextEncoder().encode(body))
    assert.deepEqual(asBytes.payload, found.payload)
  })

  test('passes while its secret is rotated, on either side', async () => {
    const [old, fresh] = [newSecret(), newSecret()]
    await verifyWebhook([old, fresh], delivery(fresh), body)
    const both = delivery(old)
    both['webhook-signature'] = `v1a,abc ${both['webhook-signature']} ${delivery(fresh)['webhook-signature']}`
    await verifyWebhook(fresh, both, body)
  })

  test('is refused when anything about it is wrong', async () => {
    const secret = newSecret()
    const headers = delivery(secret)
    const refused = (sentHeaders: Record<string, string>, text = body, key = secret) =>
      assert.rejects(verifyWebhook(key, sentHeaders, text), { code: 'invalid_webhook' })
    await refused(headers, `${body} `)
    await refused(headers, body, newSecret())
    await refused({ ...headers, 'Webhook-Id': 'msg_2' })
    await refused({ ...headers, 'webhook-signature': 'v1,???' })
    await refused({ ...headers, 'webhook-timestamp': 'soon' })
    await refused({ 'webhook-id': 'msg_1' })
    await refused(delivery(secret, new Date(), 'no json'), 'no json')
    await refused(headers, body, 'whsec_')
  })

  test('is refused when it is old, or from a clock that runs ahead', async () => {
    const secret = newSecret()
    const now = new Date()
    for (const minutes of [-6, 6]) {
      const at = new Date(now.getTime() + minutes * 60_000)
      await assert.rejects(
        verifyWebhook(secret, delivery(secret, at), body, { now }),
        /too old or from the future/,
      )
    }
    await verifyWebhook(secret, delivery(secret, new Date(now.getTime() - 4 * 60_000)), body, { now })
  })
})
