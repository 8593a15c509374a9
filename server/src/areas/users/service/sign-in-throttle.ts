import { createHmac } from 'node:crypto'
import type { Clock } from '../../../kernel/clock.ts'
import { AppError } from '../../../kernel/errors.ts'
import { newToken } from '../../../kernel/ids.ts'
import { addressGroup } from '../../../kernel/limits/address-group.ts'
import { createRateLimit } from '../../../kernel/limits/rate-limit.ts'
import { sameToken } from '../../../kernel/secrets/token.ts'

const attemptsPerMinute = 10
const addressesPerAccount = 10

const deviceForm = /^([A-Za-z0-9]{20,60})\.([A-Za-z0-9_-]{43})$/

/**
 * Slows guessing down without letting an attacker lock the owner out. Attempts are counted by account and IP address,
 * by IP address, and for the whole account, so that many machines get no more than a few. A browser that has signed in
 * to the account before carries a signed cookie and has its own count, which no other client can use up.
 */
export function createSignInThrottle({ clock, key }: { clock: Clock; key: Buffer }) {
  const limitOf = (perMinute: number) => createRateLimit({ perMinute, clock })
  const byAddress = limitOf(attemptsPerMinute * 3)
  const byAccountAndAddress = limitOf(attemptsPerMinute)
  const byAccount = limitOf(attemptsPerMinute * addressesPerAccount)
  const byDevice = limitOf(attemptsPerMinute)

  const sign = (account: string, id: string) =>
    createHmac('sha256', key).update(`device\n${account}\n${id}`).digest('base64url')

  function knownDevice(account: string, cookie: string | null): string | null {
    const [, id, signature] = deviceForm.exec(cookie ?? '') ?? []
    return id && signature && sameToken(signature, sign(account, id)) ? id : null
  }

  return {
    /** The cookie of a browser that has signed in to the account. */
    newDevice(account: string): string {
      const id = newToken()
      return `${id}.${sign(account, id)}`
    },
    limitSignIn(account: string, ip: string, deviceCookie: string | null): void {
      const device = knownDevice(account, deviceCookie)
      const address = addressGroup(ip)
      const isAllowed =
        device !== null
          ? byDevice.take(device).isAllowed
          : byAddress.take(address).isAllowed &&
            byAccountAndAddress.take(`${address} ${account}`).isAllowed &&
            byAccount.take(account).isAllowed
      if (!isAllowed) throw tooHasty()
    },
    /** For requests without an account, or of a signed-in one: counted by client. */
    limitAttemptsOf(caller: string): void {
      if (!byDevice.take(caller).isAllowed) throw tooHasty()
    },
  }
}

const tooHasty = () =>
  new AppError('rate_limited', 'Too many sign-in attempts', {
    hint: 'Wait a minute.',
    headers: { 'retry-after': '60' },
  })
