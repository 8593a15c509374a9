import { AppError } from '../../../kernel/errors.ts'
import { SealError, type Sealer } from '../../../kernel/secrets/seal.ts'
import type { Masks } from '../schema/auth-config.ts'

/** The decrypted secrets. Never logged, never returned. */
export type SecretValues = Readonly<Record<string, unknown>>

type Purpose = 'auth-config' | 'connected-account' | 'connection-link' | 'connection-revocation'

/** Secrets at rest: each opens for its own row and purpose only, so that one moved to another row is worthless. */
export function createSecretBox(sealer: Sealer) {
  return {
    seal: (purpose: Purpose, projectId: string, rowId: string, values: SecretValues): string =>
      sealer.seal({ projectId, purpose, rowId }, JSON.stringify(values)),
    open(purpose: Purpose, projectId: string, rowId: string, sealed: string): SecretValues {
      try {
        return JSON.parse(sealer.openText({ projectId, purpose, rowId }, sealed)) as SecretValues
      } catch (error) {
        if (!(error instanceof SealError)) throw error
        throw new AppError('internal_error', 'The stored credentials cannot be decrypted', { cause: error })
      }
    },
  }
}

export type SecretBox = ReturnType<typeof createSecretBox>

// Four characters of a short secret would be a good part of it.
const minVisibleChars = 16

/** The redacted form of values; unchanged ones preserve their timestamp. */
export function masksOf(values: SecretValues, before: SecretValues, known: Masks, at: Date): Masks {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => {
        const text = typeof value === 'string' ? value : JSON.stringify(value)
        const isSame = known[name] !== undefined && JSON.stringify(before[name]) === JSON.stringify(value)
        return [
          name,
          {
            hasValue: true,
            last4: text.length >= minVisibleChars ? text.slice(-4) : null,
            updatedAt: isSame ? known[name]!.updatedAt : at.toISOString(),
          },
        ]
      }),
  )
}
