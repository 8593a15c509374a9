import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../../kernel/clock.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Session } from '../schema/session.ts'
import type { StoredSession } from '../store/session.ts'

/** What a token allows: to look, to look and act, or to connect a client to the browser. */
export type LinkMode = 'view' | 'control' | 'connect'
export type LinkClaims = { projectId: string; sessionId: string; mode: LinkMode }

export type LinkDeps = { clock: Clock; publicUrl: URL; key: Buffer }

const lifetimeMs = 5 * 60_000

/** URLs with signed tokens, for those who have no key: humans at a live view, clients of other libraries. */
export function createLinks({ clock, publicUrl, key }: LinkDeps) {
  const signatureOf = (text: string) => createHmac('sha256', key).update(text).digest()

  function sign({ projectId, sessionId, mode }: LinkClaims): string {
    const text = [projectId, sessionId, mode, clock.now().getTime() + lifetimeMs].join('~')
    return `${Buffer.from(text).toString('base64url')}.${signatureOf(text).toString('base64url')}`
  }

  /** Throws unless it was signed here, for this session and one of these uses, within the last five minutes. */
  function verify(token: string, sessionId: string, modes: readonly LinkMode[]): LinkClaims {
    const [content = '', signature = ''] = token.split('.')
    const text = Buffer.from(content, 'base64url').toString()
    const [expected, received] = [signatureOf(text), Buffer.from(signature, 'base64url')]
    const isGenuine = received.length === expected.length && timingSafeEqual(received, expected)
    const [projectId = '', id = '', mode = '', until = '0'] = text.split('~')
    const isValid = isGenuine && id === sessionId && modes.some((each) => each === mode)
    if (!isValid || Number(until) <= clock.now().getTime())
      throw new AppError(
        'browser_token_invalid',
        'The token of the browser session is wrong or has expired',
        {
          hint: 'Get a new one with GET /api/v1/browser/sessions/{sessionId}/status.',
        },
      )
    return { projectId, sessionId, mode: mode as LinkMode }
  }

  const urlOf = (claims: LinkClaims, path: string, name: string): URL =>
    new URL(`/api/v1/browser/sessions/${claims.sessionId}/${path}?${name}=${sign(claims)}`, publicUrl)

  const viewOf = (claims: LinkClaims): string => urlOf(claims, 'view', 'state').href

  return {
    sign,
    verify,
    ofSession({ projectId, id, status, driver }: StoredSession): Pick<Session, 'liveViewUrl' | 'connectUrl'> {
      if (status !== 'running' && status !== 'handoff') return { liveViewUrl: null, connectUrl: null }
      const claims = { projectId, sessionId: id }
      const connectUrl = urlOf({ ...claims, mode: 'connect' }, 'connect', 'token')
      connectUrl.protocol = connectUrl.protocol.replace('http', 'ws')
      return {
        liveViewUrl: viewOf({ ...claims, mode: 'view' }),
        connectUrl: driver === 'chromium' ? connectUrl.href : null,
      }
    },
    toControl: (projectId: string, sessionId: string): string =>
      viewOf({ projectId, sessionId, mode: 'control' }),
  }
}

export type Links = ReturnType<typeof createLinks>
