import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Socket } from '../../../kernel/http/websocket/socket.ts'
import type { NodeLease } from '../../../kernel/leases/node-lease.ts'
import type { CdpMessage, SessionState } from '../protocol/messages.ts'
import type { UserInput, ViewMessage } from '../schema/live-view.ts'
import { findAnySession, type StoredSession } from '../store/session.ts'
import type { LinkClaims, LinkMode, Links } from './links.ts'
import type { Follower, Live, LiveSessions } from './live-sessions.ts'
import { controlHeld, elsewhere, notStarted, sessionEnded, sessionNotFound, usedByTool } from './refusals.ts'
import { isOver } from './session-rows.ts'

export type ViewDeps = { db: Db; live: LiveSessions; links: Links; lease: Pick<NodeLease, 'nodeId'> }

type Looked = { live: Live; stored: StoredSession; claims: LinkClaims }

// More would only be a way to keep a server busy.
const maxFollowers = 20
const renewMs = 4 * 60_000

/** Those who follow a session from outside, by a token: humans who look or act, and clients of the browser. */
export function createViews({ db, live: all, links, lease }: ViewDeps) {
  async function find(sessionId: string, token: string, modes: readonly LinkMode[]): Promise<Looked> {
    const claims = links.verify(token, sessionId, modes)
    const stored = await findAnySession(db, claims.projectId, sessionId)
    if (!stored) throw sessionNotFound()
    if (isOver(stored)) throw sessionEnded(stored)
    const live = all.find(sessionId)
    if (!live) throw stored.nodeId === lease.nodeId ? notStarted(stored) : elsewhere(stored)
    if (live.isPrivate) throw usedByTool()
    if (live.followers.size >= maxFollowers)
      throw new AppError('concurrency_limited', `${maxFollowers} connections to the session are open already`)
    return { live, stored, claims }
  }

  async function follow(live: Live, follower: Follower, signal: AbortSignal, work: () => Promise<void>) {
    live.followers.add(follower)
    signal.addEventListener('abort', follower.onEnd)
    try {
      await work()
    } finally {
      live.followers.delete(follower)
    }
  }

  /** Images go out while someone looks, and the newest alone: those that a slow viewer missed are of no use. */
  function viewing({ live, stored, claims }: Looked) {
    const hasImages = live.session.driver === 'chromium'
    const isInteractive = claims.mode === 'control'

    return async (socket: Socket<UserInput, ViewMessage>): Promise<void> => {
      const ended = Promise.withResolvers<void>()
      let waiting: Buffer | null = null
      let viewport = live.session.options.viewport
      let isSending = false

      async function sendImages(): Promise<void> {
        if (isSending) return
        isSending = true
        for (let image = waiting; image; image = waiting) {
          waiting = null
          await socket.send(image).catch(() => undefined)
        }
        isSending = false
      }
      const describe = (state: SessionState | StoredSession): Promise<void> =>
        socket.send({
          type: 'state',
          url: state.url ?? '',
          title: state.title ?? '',
          pages: state.pages,
          control: live.control,
          isInteractive,
          hasImages,
          viewport,
          state: links.sign(claims),
        })
      let last: SessionState | StoredSession = stored
      const follower: Follower = {
        onEvent(event, body) {
          if (event.kind === 'image' && body) {
            if (!isDeepStrictEqual(event.size, viewport)) {
              viewport = event.size
              void describe(last).catch(() => undefined)
            }
            waiting = body
            void sendImages()
          } else if (event.kind === 'state') {
            last = event
            void describe(event).catch(() => undefined)
          }
        },
        onControl: () => void describe(last).catch(() => undefined),
        onEnd: ended.resolve,
      }
      const renewal = setInterval(() => void describe(last).catch(() => undefined), renewMs).unref()
      await follow(live, follower, socket.signal, async () => {
        await describe(stored)
        if (hasImages) await all.call(live, 'cast', { isOn: true })
        await Promise.race([ended.promise, readInput(live, socket, isInteractive)])
      }).finally(() => clearInterval(renewal))
      const isWatched = [...live.followers].some(({ onControl }) => onControl)
      if (hasImages && !isWatched && !live.ending)
        await all.call(live, 'cast', { isOn: false }).catch(() => undefined)
      if (!socket.signal.aborted) await socket.send({ type: 'ended', reason: 'The session has ended.' })
    }
  }

  /** Only while the session was given to a human: an agent that acts is not disturbed. */
  async function readInput(live: Live, socket: Socket<UserInput, ViewMessage>, isInteractive: boolean) {
    for await (const input of socket.messages) {
      const refuse = (reason: string) => socket.send({ type: 'refused', reason })
      if (!isInteractive) await refuse('This view is read-only.')
      else if (live.control !== 'human') await refuse('The agent controls the session.')
      else await all.call(live, 'input', input).catch((error: Error) => refuse(error.message))
    }
  }

  /** A client of the Chrome DevTools Protocol. It is cut off while a human is in control. */
  function connecting({ live }: Looked) {
    return async (socket: Socket<Buffer, CdpMessage>): Promise<void> => {
      const connection = randomUUID()
      const ended = Promise.withResolvers<void>()
      const follower: Follower = {
        onEvent(event, body) {
          if (event.kind === 'cdp' && event.connection === connection && body) void socket.sendJson(body)
        },
        onEnd: ended.resolve,
      }
      const cut = { ...follower, onControl: () => live.control === 'human' && ended.resolve() }
      await follow(live, cut, socket.signal, async () => {
        await all.call(live, 'cdpOpen', { connection })
        const reading = async () => {
          for await (const message of socket.messages) {
            all.noteUse(live)
            await all.call(live, 'cdpSend', { connection }, { body: message })
          }
        }
        await Promise.race([ended.promise, reading()])
      })
      await all.call(live, 'cdpClose', { connection }).catch(() => undefined)
    }
  }

  return {
    /** Throws unless the token opens the view. */
    open: (sessionId: string, token: string): Promise<Looked> => find(sessionId, token, ['view', 'control']),
    view: async (sessionId: string, token: string) =>
      viewing(await find(sessionId, token, ['view', 'control'])),
    async connect(sessionId: string, token: string) {
      const found = await find(sessionId, token, ['connect'])
      if (found.live.control === 'human') throw controlHeld()
      if (found.live.session.driver !== 'chromium')
        throw new AppError(
          'unsupported_by_driver',
          'The http driver takes no clients of the DevTools Protocol',
        )
      return connecting(found)
    },
  }
}

export type Views = ReturnType<typeof createViews>
