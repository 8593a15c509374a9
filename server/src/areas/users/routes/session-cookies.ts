import { deviceCookieHeader, sessionCookieHeader } from '../../../kernel/http/auth/credentials.ts'
import type { Session } from '../schema.ts'
import { type OpenedSession, sessionLifeSeconds } from '../service/sessions.ts'

/** How a response opens a session: its tokens are in cookies, and the rest is the response. */
export const sessionCookies =
  (isHttps: boolean) =>
  (
    { session, token, deviceToken }: OpenedSession,
    setHeader: (name: string, value: string) => void,
  ): Session => {
    setHeader('set-cookie', sessionCookieHeader(token, sessionLifeSeconds, isHttps))
    setHeader('set-cookie', deviceCookieHeader(deviceToken, isHttps))
    return session
  }
