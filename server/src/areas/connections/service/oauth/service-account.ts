import { createPrivateKey, createSign } from 'node:crypto'
import { AppError } from '../../../../kernel/errors.ts'
import type { SecretValues } from '../secrets.ts'

export type ServiceAccountKey = {
  email: string
  privateKey: string
  keyId: string | null
  tokenUri: string | null
}

// As long as such assertions may live; the token that is issued for them has its own lifetime.
const assertionSeconds = 3600

/** The key file of a service account, whichever field of the connection holds it. */
export function readServiceAccount(values: SecretValues): ServiceAccountKey {
  const file = Object.values(values).find(
    (value) => typeof value === 'string' && value.trim().startsWith('{'),
  )
  const raw = typeof file === 'string' ? parse(file) : values
  const email = raw?.client_email
  const privateKey = raw?.private_key
  if (typeof email !== 'string' || typeof privateKey !== 'string')
    throw unusable('it names no client_email or private_key')
  return {
    email,
    privateKey: privateKey.replaceAll('\\n', '\n'),
    keyId: typeof raw?.private_key_id === 'string' ? raw.private_key_id : null,
    tokenUri: typeof raw?.token_uri === 'string' ? raw.token_uri : null,
  }
}

/** A statement signed with the account's key, by which the service gives a token. */
export function assertionOf(
  key: ServiceAccountKey,
  request: { audience: string; scopes: readonly string[]; subject: string | null; now: Date },
): string {
  const issuedAt = Math.floor(request.now.getTime() / 1000)
  const header = { alg: 'RS256', typ: 'JWT', ...(key.keyId === null ? {} : { kid: key.keyId }) }
  const claims = {
    iss: key.email,
    sub: request.subject ?? key.email,
    aud: request.audience,
    scope: request.scopes.join(' '),
    iat: issuedAt,
    exp: issuedAt + assertionSeconds,
  }
  const body = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  try {
    const privateKey = createPrivateKey(key.privateKey)
    return `${body}.${createSign('RSA-SHA256').update(body).sign(privateKey, 'base64url')}`
  } catch {
    // What the platform says of a broken key may quote it.
    throw unusable('its private key cannot be read')
  }
}

function parse(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw unusable('it is not JSON')
  }
}

const unusable = (why: string) =>
  new AppError('invalid_parameter', `The key of the service account cannot be used: ${why}`, {
    hint: 'Send the unmodified key file as a string.',
  })
