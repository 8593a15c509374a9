import type { CdpMessage } from '../../protocol/messages.ts'
import { type Emit, Fault } from '../driver.ts'
import { judge } from './cdp-filter.ts'
import type { CdpClient, Pipe } from './pipe.ts'

const attachTimeoutMs = 10_000
const notAllowed = -32_000

/** Clients from outside, such as Playwright: each has its own session of the browser, and passes a filter. */
export function createCdpClients(pipe: Pipe, emit: Emit) {
  const clients = new Map<string, CdpClient>()

  /** A session of the browser target, in which a client sees the targets that it attaches to itself. */
  function attach(): Promise<string> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Fault('action_timeout', 'The browser did not respond')),
        attachTimeoutMs,
      )
      const helper = pipe.connect({
        rootSession: undefined,
        onMessage({ result, error }) {
          clearTimeout(timer)
          helper.close()
          const { sessionId } = (result ?? {}) as { sessionId?: string }
          if (sessionId) resolve(sessionId)
          else reject(new Fault('action_failed', JSON.stringify(error).slice(0, 300)))
        },
        onClose: () => reject(new Fault('browser_session_gone', 'The browser session has ended')),
      })
      helper.send({ id: 1, method: 'Target.attachToBrowserTarget' })
    })
  }

  return {
    async cdpOpen(connection: string): Promise<void> {
      const rootSession = await attach()
      const client = pipe.connect({
        rootSession,
        onMessage: (message) => emit({ kind: 'cdp', connection, message }),
        onClose: () => undefined,
      })
      clients.set(connection, client)
    },
    cdpSend(connection: string, message: CdpMessage): void {
      const client = clients.get(connection)
      if (!client) return
      const verdict = judge(message)
      const reply = (rest: Pick<CdpMessage, 'result' | 'error'>) => {
        const { id, sessionId } = message
        emit({ kind: 'cdp', connection, message: { id, ...(sessionId ? { sessionId } : {}), ...rest } })
      }
      if (verdict === 'pass') client.send(message)
      else if (verdict === 'ignore') reply({ result: {} })
      else
        reply({
          error: { code: notAllowed, message: `${message.method} is not allowed in a browser session` },
        })
    },
    cdpClose(connection: string): void {
      clients.get(connection)?.detach()
      clients.delete(connection)
    },
  }
}
