import { refuseUnpermitted } from '../../../kernel/http/auth/authorize.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { CapturedLogin, Connections } from '../../connections/index.ts'
import type { BrowserConnection, CompleteConnectionBody } from '../schema/connection.ts'
import type { LiveSessions } from './live-sessions.ts'
import type { Sessions } from './sessions.ts'

export type BrowserConnectionDeps = {
  live: LiveSessions
  sessions: Sessions
  connections: Pick<Connections, 'connectCaptured'>
}

/**
 * A session in which someone has signed in becomes a connected account. What was captured goes from the browser to the
 * sealed row and is returned nowhere, so this is possible also while a human is in control.
 */
export function createBrowserConnections({ live, sessions, connections }: BrowserConnectionDeps) {
  return async (scope: Scope, id: string, body: CompleteConnectionBody): Promise<BrowserConnection> => {
    refuseUnpermitted(scope.permissions, 'connected-accounts:write')
    const turn = await sessions.requireLive(scope, id)
    const { close, ...connection } = body
    const made = await live.inTurn(turn, async () => {
      const { output } = await live.call(turn, 'storage', {})
      const { url } = await sessions.get(scope, id)
      const login = { ...output, url: url ?? '' } as CapturedLogin
      return connections.connectCaptured(scope, { ...connection, login })
    })
    if (close) await sessions.close(scope, id)
    return { connectedAccountId: made.id, status: made.status, redirectUrl: made.redirectUrl }
  }
}

export type BrowserConnections = ReturnType<typeof createBrowserConnections>
