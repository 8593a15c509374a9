import { createHmac, timingSafeEqual } from 'node:crypto'
import { genericRule, type SignatureRule, signatureRules } from '../../catalogue/signatures.ts'
import type { WebhookConfig } from '../../schema/config.ts'

export type ReceivedHeaders = Readonly<Record<string, string | undefined>>
export type Received = { headers: ReceivedHeaders; body: Buffer }

// As Stripe, Slack and Standard Webhooks recommend.
export const toleranceMs = 5 * 60_000

/** Null where requests are not signed, which only a configuration that says so has. */
export function ruleOf({ signature, hmac = {} }: WebhookConfig): SignatureRule | null {
  if (signature === 'none') return null
  if (signature !== 'hmac') return signatureRules[signature]
  const { header, prefix = '', algorithm = 'sha256', encoding = 'hex', timestampHeader } = hmac
  return {
    ...genericRule,
    signatureHeader: (header ?? genericRule.signatureHeader).toLowerCase(),
    form: { kind: 'text', prefix },
    algorithm,
    encoding,
    ...(timestampHeader
      ? { timestamp: { header: timestampHeader.toLowerCase() }, signed: ['timestamp', { text: '.' }, 'body'] }
      : {}),
  }
}

/** Whether the request was signed with one of the secrets, now. Anything that is missing refuses it. */
export function isSigned(
  rule: SignatureRule,
  secrets: readonly string[],
  { headers, body }: Received,
  now: Date,
): boolean {
  const header = headers[rule.signatureHeader]
  if (header === undefined) return false
  const timestamp = timestampIn(rule, headers, header)
  if (rule.timestamp && !isRecent(timestamp, now)) return false
  const id = rule.idHeader === null ? undefined : headers[rule.idHeader]
  if (rule.idHeader !== null && !id) return false
  const signed = Buffer.concat(
    rule.signed.map((part) => {
      if (part === 'body') return body
      return Buffer.from(part === 'id' ? (id ?? '') : part === 'timestamp' ? (timestamp ?? '') : part.text)
    }),
  )
  const received = signaturesIn(rule, header).map((text) => decoded(text, rule.encoding))
  return secrets.some((secret) => {
    const expected = createHmac(rule.algorithm, keyOf(rule, secret)).update(signed).digest()
    return received.some((each) => each.length === expected.length && timingSafeEqual(each, expected))
  })
}

const pairsIn = (header: string, key: string): string[] =>
  header.split(',').flatMap((pair) => {
    const at = pair.indexOf('=')
    return pair.slice(0, at).trim() === key ? [pair.slice(at + 1).trim()] : []
  })

function signaturesIn({ form }: SignatureRule, header: string): string[] {
  if (form.kind === 'pairs') return pairsIn(header, form.key)
  if (form.kind === 'text') return header.startsWith(form.prefix) ? [header.slice(form.prefix.length)] : []
  return header.split(' ').flatMap((each) => {
    const [version, signature] = each.split(',', 2)
    return version === form.version && signature ? [signature] : []
  })
}

function timestampIn({ timestamp }: SignatureRule, headers: ReceivedHeaders, header: string) {
  if (timestamp === null) return undefined
  return 'header' in timestamp ? headers[timestamp.header] : pairsIn(header, timestamp.pair)[0]
}

/** Seconds since 1970, neither long ago nor ahead. */
const isRecent = (text: string | undefined, now: Date): boolean =>
  text !== undefined &&
  /^\d{1,12}$/.test(text) &&
  Math.abs(now.getTime() - Number(text) * 1000) <= toleranceMs

const forms = { hex: /^(?:[0-9a-f]{2})+$/i, base64: /^[A-Za-z0-9+/]+={0,2}$/ } as const

/** What is not of the encoding has no bytes, and so equals nothing. */
function decoded(text: string, encoding: SignatureRule['encoding']): Buffer {
  return forms[encoding].test(text) ? Buffer.from(text, encoding) : Buffer.alloc(0)
}

function keyOf({ secretPrefix }: SignatureRule, secret: string): Buffer {
  if (secretPrefix === null) return Buffer.from(secret)
  return Buffer.from(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret, 'base64')
}
