import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { signatureRules } from './catalogue/signatures.ts'
import { isSigned } from './service/hooks/verify.ts'

// The secret of GitHub's example.
const githubSecret = Buffer.from('SXQncyBhIFNlY3JldCB0byBFdmVyeWJvZHk=', 'base64').toString()

/** As the services publish them. */
describe('Signatures of the documentation of services are accepted', () => {
  const at = (seconds: number) => new Date(seconds * 1000)

  test('GitHub', () => {
    const received = {
      headers: {
        'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
      },
      body: Buffer.from('Hello, World!'),
    }
    assert.ok(isSigned(signatureRules.github, [githubSecret], received, at(0)))
    const changed = { ...received, body: Buffer.from('Hello, World') }
    assert.ok(!isSigned(signatureRules.github, [githubSecret], changed, at(0)))
  })

  test('Slack', () => {
    const body =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c'
    const received = {
      headers: {
        'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
        'x-slack-request-timestamp': '1531420618',
      },
      body: Buffer.from(body),
    }
    const secrets = ['8f742231b10e8888abcd99yyyzzz85a5']
    assert.ok(isSigned(signatureRules.slack, secrets, received, at(1531420618)))
    assert.ok(!isSigned(signatureRules.slack, secrets, received, at(1531420618 + 301)))
    assert.ok(!isSigned(signatureRules.slack, secrets, received, at(1531420618 - 301)))
  })

  test('Standard Webhooks', () => {
    const received = {
      headers: {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': '1614265330',
        'webhook-signature': 'v2,x v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      },
      body: Buffer.from('{"test": 2432232314}'),
    }
    const rule = signatureRules.standard_webhooks
    assert.ok(isSigned(rule, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], received, at(1614265330)))
    const other = { ...received, headers: { ...received.headers, 'webhook-id': 'msg_other' } }
    assert.ok(!isSigned(rule, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], other, at(1614265330)))
  })

  // Neither prints a whole example: these were computed once by the packages of the vendors.
  test('Stripe, as its package (stripe 23.1.0) signs', () => {
    const body = Buffer.from(JSON.stringify({ id: 'evt_test_webhook', object: 'event' }, null, 2))
    const v1 = 'c2f890decbc5ede7c5060bb9a6d31e0626a4342bacb9aeae2adb1bcea72f9812'
    const accepts = (header: string, seconds: number) =>
      isSigned(
        signatureRules.stripe,
        ['whsec_test_secret'],
        { headers: { 'stripe-signature': header }, body },
        at(seconds),
      )
    assert.ok(accepts(`t=1492774577,v1=${v1}`, 1492774577))
    // While a secret is rotated there are several; v0 is only sent for test events and never accepted.
    assert.ok(accepts(`t=1492774577,v1=00ff,v1=${v1},v0=6ffbb59b`, 1492774577))
    assert.ok(!accepts(`t=1492774577,v0=${v1}`, 1492774577))
    assert.ok(!accepts(`t=1492774578,v1=${v1}`, 1492774578), 'the time is signed')
    assert.ok(!accepts(`t=1492774577,v1=${v1}`, 1492774577 + 301), 'replayed later')
  })

  test('Shopify, as its package (@shopify/shopify-api 15.0.0) signs', () => {
    const body = Buffer.from('{"id":820982911946154508,"email":"jon@example.com"}')
    const headers = { 'x-shopify-hmac-sha256': 'WEIjaZVU+XHw3xcTFPJuelppxM8q6/oqexokC0/D+TE=' }
    const secret = 'shopify-client-secret'
    assert.ok(isSigned(signatureRules.shopify, [secret], { headers, body }, at(0)))
    assert.ok(!isSigned(signatureRules.shopify, [`${secret}x`], { headers, body }, at(0)))
    assert.ok(!isSigned(signatureRules.shopify, [], { headers, body }, at(0)))
    const forged = Buffer.from(String(body).replace('jon', 'eve'))
    assert.ok(!isSigned(signatureRules.shopify, [secret], { headers, body: forged }, at(0)))
  })
})
