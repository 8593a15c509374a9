import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../../../kernel/clock.ts'
import type { Outbound } from '../../../../kernel/net/outbound.ts'
import { serviceErrorCode } from '../../../../kernel/net/service-response.ts'
import {
  anything,
  type BuiltInToolkit,
  flag,
  integer,
  record,
  result,
  shape,
  ToolFailure,
  text,
  tool,
} from '../tool.ts'

const secret = text('The shared secret, whsec_… or any text; it is not stored in logs.', {
  'x-secret': true,
  minLength: 8,
  maxLength: 500,
})
const toleranceSeconds = 5 * 60

const keyOf = (secret: string): Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)

/** As Standard Webhooks writes it. */
const signatureOf = (key: string, id: string, timestamp: string | number, body: string) =>
  createHmac('sha256', keyOf(key)).update(`${id}.${timestamp}.${body}`).digest('base64')

type Signed = { secret: string; id: string; timestamp: string; signature: string; body: string }

function isGenuine(
  { secret: key, id, timestamp, signature, body }: Signed,
  now: Date,
): { isValid: boolean; reason: string } {
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp))
  if (!(age <= toleranceSeconds))
    return { isValid: false, reason: 'The timestamp differs by more than five minutes.' }
  const expected = Buffer.from(signatureOf(key, id, timestamp, body))
  const isSigned = signature.split(' ').some((each) => {
    const received = Buffer.from(each.replace(/^v1,/, ''))
    return received.length === expected.length && timingSafeEqual(received, expected)
  })
  return isSigned
    ? { isValid: true, reason: 'The signature is valid.' }
    : { isValid: false, reason: 'No signature is valid.' }
}

export const createWebhookToolkit = ({
  outbound,
  clock,
}: {
  outbound: Outbound
  clock: Clock
}): BuiltInToolkit => ({
  slug: 'webhook',
  name: 'Webhooks',
  description:
    'Sends events to URLs, signed by the Standard Webhooks specification, and verifies received ones.',
  category: 'workflow-automation',
  tools: [
    tool<{ url: string; payload: unknown; secret?: string; type?: string }>({
      operation: 'send',
      name: 'Send an event',
      description:
        'Posts a JSON payload to a public address once, with an id and, where a secret is given, a signature.',
      input: shape({
        url: text('The URL.', { minLength: 8, maxLength: 8000 }),
        payload: anything('The JSON to send.'),
        'secret?': secret,
        'type?': text('What happened, such as order.paid.', { maxLength: 200 }),
      }),
      output: result({
        status: integer('The status of the response.'),
        id: text('The id it was sent with.'),
      }),
      effect: 'write',
      example: { arguments: { url: 'https://example.com/hook', payload: { a: 1 }, type: 'thing.made' } },
      run: async ({ url, payload, secret: key, type }, call) => {
        const body = JSON.stringify(
          type === undefined ? payload : { type, timestamp: clock.now().toISOString(), data: payload },
        )
        const id = `msg_${call.idempotencyKey}`
        const timestamp = Math.floor(clock.now().getTime() / 1000)
        const signature =
          key === undefined ? {} : { 'webhook-signature': `v1,${signatureOf(key, id, timestamp, body)}` }
        const response = await outbound.request({
          url,
          method: 'POST',
          body,
          maxRedirects: 0,
          timeoutMs: call.timeoutMs,
          signal: call.signal,
          headers: {
            'content-type': 'application/json',
            'webhook-id': id,
            'webhook-timestamp': String(timestamp),
            ...signature,
          },
        })
        response.discard()
        if (response.status >= 300)
          throw new ToolFailure(
            serviceErrorCode(response.status),
            `The receiver responded with status ${response.status}.`,
            response.status,
          )
        return { status: response.status, id }
      },
    }),
    tool<Signed>({
      operation: 'verify',
      name: 'Check a received event',
      description:
        'Checks whether a received webhook was signed with the shared secret, and within the last five minutes.',
      input: shape({
        secret,
        id: text('The header webhook-id.', { maxLength: 500 }),
        timestamp: text('The header webhook-timestamp.', { maxLength: 20 }),
        signature: text('The header webhook-signature.', { maxLength: 5000 }),
        body: text('The body, exactly as it came.'),
      }),
      output: result({ isValid: flag('Whether it is genuine.'), reason: text('Why.') }),
      effect: 'compute',
      example: {
        arguments: {
          secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
          id: 'msg_1',
          timestamp: '1',
          signature: 'v1,x',
          body: '{}',
        },
        result: { isValid: false, reason: 'The timestamp differs by more than five minutes.' },
      },
      run: (signed) => isGenuine(signed, clock.now()),
    }),
    tool<{ payload: unknown; secret: string; id: string }>({
      operation: 'sign',
      name: 'Sign an event',
      description: 'Makes the headers with which an event is sent by yourself.',
      input: shape({
        payload: anything('The JSON to sign.'),
        secret,
        id: text('The id of the event.', { minLength: 1, maxLength: 200 }),
      }),
      output: result({ headers: record('The headers.'), body: text('The exact body to send.') }),
      effect: 'compute',
      example: { arguments: { payload: {}, secret: 'long-enough', id: 'msg_1' } },
      run: ({ payload, secret: key, id }) => {
        const body = JSON.stringify(payload)
        const timestamp = String(Math.floor(clock.now().getTime() / 1000))
        return {
          headers: {
            'webhook-id': id,
            'webhook-timestamp': timestamp,
            'webhook-signature': `v1,${signatureOf(key, id, timestamp, body)}`,
          },
          body,
        }
      },
    }),
  ],
})
