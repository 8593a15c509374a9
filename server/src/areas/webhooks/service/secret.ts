import { createHmac } from 'node:crypto'
import { randomLetters } from '../../../kernel/ids.ts'
import type { Sealer } from '../../../kernel/secrets/seal.ts'

const prefix = 'whsec_'
// Standard Webhooks reads a secret as base64 of 24 to 64 bytes. A multiple of four letters and digits is that, without the
// marks at which a double click would stop.
const secretLetters = 44

export const newSecret = (): string => `${prefix}${randomLetters(secretLetters)}`

/** Secrets at rest: each can be opened for its own webhook only. */
export function createSecretBox(sealer: Sealer) {
  const sealContext = (projectId: string, rowId: string) => ({ projectId, purpose: 'webhook-secret', rowId })
  return {
    seal: (projectId: string, webhookId: string, secret: string): string =>
      sealer.seal(sealContext(projectId, webhookId), secret),
    open: (projectId: string, webhookId: string, sealed: string): string =>
      sealer.openText(sealContext(projectId, webhookId), sealed),
  }
}

export type SecretBox = ReturnType<typeof createSecretBox>

export type SignedContent = { id: string; timestamp: number; body: string }

/** One signature for each secret that is honoured, as Standard Webhooks writes them. */
export const signatureOf = (secrets: readonly string[], { id, timestamp, body }: SignedContent): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
