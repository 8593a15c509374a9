import { isRecord, isStoaError } from './error.ts'

// These open a session and therefore need none. They take no Idempotency-Key either: no one is known yet.
const publicPaths = /\/api\/v1\/auth\/(sign-in|set-up)$/

export const opensSession = (path: string): boolean => publicPaths.test(path)

/**
 * Stores the CSRF token, which proves that a change comes from our own page. The responses of the session contain it,
 * and a page that was just loaded requests it once, before its first change.
 */
export function createCsrf(readSession: () => Promise<unknown>) {
  let token: Promise<string | null> | null = null

  const request = () =>
    readSession().then(tokenIn, (error: unknown) => {
      token = null
      // No one is signed in: the server knows better than we do what that means for the call.
      if (isStoaError(error) && error.status === 401) return null
      throw error
    })

  return {
    token(): Promise<string | null> {
      token ??= request()
      return token
    },
    /** Reads it from responses that contain a token. */
    note(path: string, data: unknown) {
      const found = path.startsWith('/api/v1/auth/') ? tokenIn(data) : null
      if (found !== null) token = Promise.resolve(found)
    },
    forget() {
      token = null
    },
  }
}

const tokenIn = (data: unknown): string | null =>
  isRecord(data) && typeof data.csrfToken === 'string' ? data.csrfToken : null
