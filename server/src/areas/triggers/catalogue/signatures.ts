/** How a service signs what it sends. Every part of a rule is data, so that a further service is a further entry. */
export type SignatureRule = {
  signatureHeader: string
  /**
   * How signatures are in the header: one text behind a prefix, pairs such as `t=1,v1=abc`, or a list such as
   * `v1,abc v1,def`.
   */
  form: { kind: 'text'; prefix: string } | { kind: 'pairs'; key: string } | { kind: 'list'; version: string }
  algorithm: 'sha1' | 'sha256' | 'sha512'
  encoding: 'hex' | 'base64'
  /** The signed text, around the body as it was received. */
  signed: readonly ('id' | 'timestamp' | 'body' | { text: string })[]
  timestamp: { header: string } | { pair: string } | null
  idHeader: string | null
  /** The field of the body with the id of the event: the body is signed, headers often are not. */
  idField: string | null
  /** Whether the secret is Base64 behind this prefix. */
  secretPrefix: string | null
  /** The service generates the secret, so that ours would never match. */
  hasOwnSecret: boolean
  /** Events that only say that the webhook was set up: accepted, and nothing is started. */
  setUpEvent: { header: string; value: string } | null
  /** A request whose body has this field is returned the value of another one. */
  challenge: { field: string; value: string; reply: string } | null
}

const plain = {
  form: { kind: 'text', prefix: '' },
  algorithm: 'sha256',
  encoding: 'hex',
  signed: ['body'],
  timestamp: null,
  idHeader: null,
  idField: null,
  secretPrefix: null,
  hasOwnSecret: false,
  setUpEvent: null,
  challenge: null,
} as const

const dot = { text: '.' }

export const signatureRules = {
  github: {
    ...plain,
    signatureHeader: 'x-hub-signature-256',
    form: { kind: 'text', prefix: 'sha256=' },
    setUpEvent: { header: 'x-github-event', value: 'ping' },
  },
  stripe: {
    ...plain,
    signatureHeader: 'stripe-signature',
    form: { kind: 'pairs', key: 'v1' },
    signed: ['timestamp', dot, 'body'],
    timestamp: { pair: 't' },
    idField: 'id',
    hasOwnSecret: true,
  },
  slack: {
    ...plain,
    signatureHeader: 'x-slack-signature',
    form: { kind: 'text', prefix: 'v0=' },
    signed: [{ text: 'v0:' }, 'timestamp', { text: ':' }, 'body'],
    timestamp: { header: 'x-slack-request-timestamp' },
    idField: 'event_id',
    hasOwnSecret: true,
    challenge: { field: 'type', value: 'url_verification', reply: 'challenge' },
  },
  shopify: {
    ...plain,
    signatureHeader: 'x-shopify-hmac-sha256',
    encoding: 'base64',
    hasOwnSecret: true,
  },
  standard_webhooks: {
    ...plain,
    signatureHeader: 'webhook-signature',
    form: { kind: 'list', version: 'v1' },
    encoding: 'base64',
    signed: ['id', dot, 'timestamp', dot, 'body'],
    timestamp: { header: 'webhook-timestamp' },
    idHeader: 'webhook-id',
    secretPrefix: 'whsec_',
  },
} as const satisfies Record<string, SignatureRule>

/** What a generic HMAC is made of: the rest is in the configuration of the trigger. */
export const genericRule: SignatureRule = { ...plain, signatureHeader: 'x-signature' }
