import { findChromium } from '../../src/areas/browsers/drivers/find-chromium.ts'
import { until } from '../until.ts'
import { openWebSocket } from '../websocket-client.ts'
import { type Client, dataOf } from './client.ts'
import type { Operation } from './operation.ts'

const base = '/browser/sessions'
const viewsPerSession = 10
const maxImageMs = 30_000

/** One person after the other looks at the live view of a session, which is closed after some and ends by itself when none comes. */
export function viewOperations(send: Client, api: () => string): Operation[] {
  if (findChromium(null).kind === 'missing') return []
  let session: { id: string; views: number } | null = null
  let previous: Promise<unknown> = Promise.resolve()

  async function open(): Promise<{ id: string; views: number } | null> {
    const { status, text } = await send('POST', base, { driver: 'chromium', idleTimeoutSec: 30 })
    return status === 200 ? { id: dataOf(text).id!, views: 0 } : null
  }

  async function look(id: string): Promise<boolean> {
    const { status, text } = await send('GET', `${base}/${id}/status`)
    const { liveViewUrl } = status === 200 ? dataOf(text) : {}
    if (!liveViewUrl) return false
    const { pathname, search } = new URL(liveViewUrl)
    const stream = new URL(`${pathname.replace(/\/view$/, '/stream')}${search}`, api())
    const view = await openWebSocket(stream.href)
    try {
      return await until(() => view.messages.some(Buffer.isBuffer), 'an image', maxImageMs)
    } finally {
      view.ws.terminate()
    }
  }

  async function view() {
    session ??= await open()
    if (session === null) return null
    const { id } = session
    const isSeen = await look(id).catch(() => false)
    if (!isSeen || ++session.views === viewsPerSession) {
      session = null
      await send('POST', `${base}/${id}/close`)
    }
    // However it ends, by its last viewer, by the clock or with its server: it says so.
    return isSeen ? { path: `${base}/${id}`, contains: '"endedReason":"' } : null
  }

  return [
    {
      area: 'live view',
      run() {
        const next = previous.then(view)
        previous = next.catch(() => undefined)
        return next
      },
    },
  ]
}
