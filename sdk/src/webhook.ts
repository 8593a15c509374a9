import { StoaError } from './error.ts'

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** A message that was proven to come from the server. */
export type WebhookMessage = { id: string; timestamp: Date; payload: unknown }

export type WebhookOptions = {
  /** How far the sender's clock may be from ours; five minutes by default. */
  toleranceMs?: number
  now?: Date
}

const standardToleranceMs = 5 * 60 * 1000

/**
 * Proves that a delivery comes from the server and is not an old one sent again, as the Standard Webhooks say. While a
 * secret is being rotated, give the old one and the new one. The body must be the very bytes that arrived: one that was
 * parsed and written again has another signature.
 */
export async function verifyWebhook(
  secrets: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array,
  { toleranceMs = standardToleranceMs, now = new Date() }: WebhookOptions = {},
): Promise<WebhookMessage> {
  const id = headerOf(headers, 'webhook-id')
  const time = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!/^\d{1,12}$/.test(time)) throw refusal('The header webhook-timestamp is not a time')
  const timestamp = new Date(Number(time) * 1000)
  if (Math.abs(now.getTime() - timestamp.getTime()) > toleranceMs)
    throw refusal('The webhook is too old or from the future', 'Check the clock of this machine.')
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = joined(new TextEncoder().encode(`${id}.${time}.`), bytes)
  if (!(await isSigned(typeof secrets === 'string' ? [secrets] : secrets, signatures, signed)))
    throw refusal(
      'No signature of the webhook fits',
      'Check the secret, and pass the body as it arrived, before it was parsed.',
    )
  return { id, timestamp, payload: payloadOf(bytes) }
}

/** One header has several signatures while a secret is rotated, and may have other versions than ours. */
async function isSigned(secrets: readonly string[], header: string, signed: Uint8Array<ArrayBuffer>) {
  const candidates = header.split(' ').filter((each) => each.startsWith('v1,'))
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', secretBytes(secret), hmac, false, ['verify'])
    for (const candidate of candidates) {
      const signature = bytesOfBase64(candidate.slice('v1,'.length))
      // Compared by the platform, which takes the same time however much of it is right.
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return true
    }
  }
  return false
}

const hmac = { name: 'HMAC', hash: 'SHA-256' }

function secretBytes(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = bytesOfBase64(secret.replace(/^whsec_/, ''))
  if (!bytes || bytes.length === 0)
    throw refusal('The secret is not one of a webhook', 'It begins with whsec_.')
  return bytes
}

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  if (typeof value !== 'string' || value === '') throw refusal(`The header ${name} is missing`)
  return value
}

function payloadOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown
  } catch {
    throw refusal('The body of the webhook is not JSON')
  }
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(head.length + tail.length)
  all.set(head)
  all.set(tail, head.length)
  return all
}

const refusal = (message: string, hint: string | null = null) =>
  new StoaError({ code: 'invalid_webhook', type: 'authentication', status: 0, message, hint })
