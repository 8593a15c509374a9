import type { CdpMessage } from '../../../protocol/messages.ts'
import { clip, type Emit, Fault } from '../../driver.ts'
import { maxPages, type Pages } from '../pages.ts'
import type { CdpClient, Pipe } from '../pipe.ts'
import type { TargetRecorder } from '../target-recorder.ts'
import { type ClientContexts, createClientContexts } from './client-contexts.ts'
import type { Contexts } from './contexts.ts'
import type { DownloadEvents } from './download-events.ts'
import { encode, errorOf } from './encode.ts'
import { judge, type Verdict } from './filter.ts'
import { readMessage } from './read-message.ts'

const attachTimeoutMs = 10_000

type Client = { browser: CdpClient; contexts: ClientContexts; stopDownloadEvents: () => void }
type Parts = {
  pipe: Pipe
  pages: Pages
  contexts: Contexts
  downloadEvents: DownloadEvents
  recorder: Pick<TargetRecorder, 'announces'>
}

type Reply = Pick<CdpMessage, 'result' | 'error'>

/** Clients from outside, such as Playwright: each has its own session of the browser, and passes a filter. */
export function createCdpClients(parts: Parts, emit: Emit) {
  const { pipe, pages, contexts, downloadEvents, recorder } = parts
  const clients = new Map<string, Client>()

  function say(connection: string, message: CdpMessage): void {
    const bytes = encode(message)
    if (bytes) emit({ kind: 'cdp', connection }, bytes)
  }

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

  function refusalOf({ method, params = {} }: CdpMessage, verdict: Verdict): string | null {
    // In the words of Chromium, which clients look for.
    if (method === 'Page.navigate' && !URL.canParse(String(params.url)))
      return 'Cannot navigate to invalid URL'
    if (verdict === 'refuse') return `${method} is not allowed in a browser session`
    return method === 'Target.createTarget' && pages.isFull()
      ? `A browser session has at most ${maxPages} pages`
      : null
  }

  return {
    async cdpOpen(connection: string): Promise<void> {
      const rootSession = await attach()
      const browser = pipe.connect({
        rootSession,
        onMessage(message) {
          if (!recorder.announces(message)) say(connection, message)
        },
        onClose: () => undefined,
      })
      const stopDownloadEvents = downloadEvents.listen((message) => say(connection, message))
      clients.set(connection, { browser, contexts: createClientContexts(contexts), stopDownloadEvents })
    },
    cdpSend(connection: string, bytes: Buffer): void {
      const client = clients.get(connection)
      if (!client) return
      const read = readMessage(bytes)
      if (!('message' in read)) {
        say(connection, read)
        return
      }
      const { message } = read
      const { id, sessionId } = message
      const reply = (rest: Reply) => say(connection, { id, ...(sessionId ? { sessionId } : {}), ...rest })
      const verdict = judge(message)
      const refusal = refusalOf(message, verdict)
      const response = refusal === null ? client.contexts.respond(message) : null
      if (refusal !== null) reply(errorOf(refusal))
      else if (response)
        response.then(
          (result) => reply({ result }),
          (error: Error) => reply(errorOf(clip(error.message, 300))),
        )
      else if (verdict === 'ignore') reply({ result: {} })
      else client.browser.send(message)
    },
    cdpClose(connection: string): void {
      const client = clients.get(connection)
      clients.delete(connection)
      client?.browser.detach()
      client?.stopDownloadEvents()
      client?.contexts.leave().catch(() => undefined)
    },
  }
}
