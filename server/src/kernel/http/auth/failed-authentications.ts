import type { Clock } from '../../clock.ts'
import { AppError } from '../../errors.ts'
import { addressGroup } from '../../limits/address-group.ts'
import { createRateLimit } from '../../limits/rate-limit.ts'
import type { Credentials, Principal } from './identity.ts'

// Wrong credentials from one IP address before it is rate-limited. Right ones are never counted.
const failuresPerMinute = 300

const guesses = new Set(['invalid_api_key', 'missing_api_key'])

/**
 * Counts wrong keys, end-user tokens and session cookies by IP address, so that none of them can be guessed. A request
 * that brings none of them has tried nothing.
 */
export function createFailedAuthentications({ clock }: { clock: Clock }) {
  const failures = createRateLimit({ perMinute: failuresPerMinute, clock })
  return async function counted(
    { token, sessionToken, ip }: Credentials,
    authenticate: () => Promise<Principal>,
  ): Promise<Principal> {
    try {
      return await authenticate()
    } catch (error) {
      const isGuess =
        error instanceof AppError && guesses.has(error.code) && (token !== null || sessionToken !== null)
      if (!isGuess || failures.take(addressGroup(ip)).isAllowed) throw error
      throw new AppError('rate_limited', 'Too many failed authentications from this IP address', {
        hint: 'Wait a minute.',
        headers: { 'retry-after': '60' },
      })
    }
  }
}
