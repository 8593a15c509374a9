import { once } from 'node:events'
import type { Product } from '../product.ts'
import type { Frames } from './bare.ts'

export type Session = { id: string; liveViewUrl: string }
type Handoff = { id: string; liveViewUrl: string }

const base = '/api/v1/browser/sessions'

/** Calls of the product as an end user. */
export function sessionsOf({ url, apiKey }: Product) {
  async function call<T>(user: string, method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(url + path, {
      method,
      headers: { 'x-api-key': apiKey, 'x-username': user, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text}`)
    return (JSON.parse(text) as { data: T }).data
  }
  return {
    open: (user: string) => call<Session>(user, 'POST', base, { driver: 'chromium', keepAlive: true }),
    close: (user: string, { id }: Session) => call<Session>(user, 'POST', `${base}/${id}/close`, {}),
    act: (user: string, { id }: Session, ...actions: object[]) =>
      call<unknown>(user, 'POST', `${base}/${id}/actions`, { actions }),
    snapshot: (user: string, { id }: Session) => call<unknown>(user, 'GET', `${base}/${id}/snapshot`),
    takeOver: (user: string, { id }: Session) => call<Handoff>(user, 'POST', `${base}/${id}/handoff`, {}),
    handBack: (user: string, { id }: Handoff) =>
      call<Handoff>(user, 'POST', `${base}/handoff/${id}/done`, {}),
  }
}

/** The images of a live view, as a viewer gets them. */
export async function watchSession({ url }: Product, liveViewUrl: string): Promise<Frames> {
  const { pathname, search } = new URL(liveViewUrl)
  const socket = new WebSocket(`${url.replace('http', 'ws')}${pathname.replace(/view$/, 'stream')}${search}`)
  let resolveNext: () => void = () => undefined
  const frames: Frames = {
    count: 0,
    next: () =>
      new Promise<void>((resolve) => {
        resolveNext = resolve
      }),
    async press() {
      const at = { x: 600, y: 300, button: 'left', clickCount: 1 }
      for (const type of ['mousePressed', 'mouseReleased']) socket.send(JSON.stringify({ type, ...at }))
    },
    async close() {
      const closed = once(socket, 'close')
      socket.close()
      await closed
    },
  }
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') return
    frames.count++
    resolveNext()
  })
  await once(socket, 'open')
  return frames
}
