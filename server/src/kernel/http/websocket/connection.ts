import { Readable } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import type { z } from 'zod'
import type { Clock } from '../../clock.ts'
import { AppError } from '../../errors.ts'
import { createRateLimit } from '../../limits/rate-limit.ts'
import { validate } from '../request/validate.ts'
import { errorResponse } from '../response/envelope.ts'
import { type Closing, closingFor, closings } from './close-codes.ts'
import type { Socket, SocketLimits } from './socket.ts'

export type ConnectionOptions = {
  sends: z.ZodType
  receives: z.ZodType | null
  /** The handler gets the bytes of messages. */
  isRelayed: boolean
  limits: SocketLimits
  clock: Clock
  requestId: string
  /** Parses JSON; large messages elsewhere than on the event loop. */
  parse(bytes: Buffer): Promise<unknown>
}

// Messages that wait for their handler before the client is no longer read from.
const inboxLength = 16
// Bytes that another process reads can be of many megabytes each.
const relayedInboxLength = 1
// Below this a message counts as sent once it is given to the operating system or waits behind little.
const flushBytes = 16 * 1024

/**
 * Holds one connection to its limits: how large and how many messages come in, how much waits to go out, and whether
 * there is still a client at the other end.
 */
export function createConnection(ws: WebSocket, options: ConnectionOptions) {
  const { sends, receives, isRelayed, limits, clock, requestId } = options
  const controller = new AbortController()
  const rate = createRateLimit({ perMinute: limits.messagesPerMinute, clock })
  const highWaterMark = isRelayed ? relayedInboxLength : inboxLength
  const inbox = new Readable({ objectMode: true, highWaterMark, read: () => ws.resume() })
  // A reader that leaves its loop destroys what it read from; nothing follows from that.
  inbox.on('error', () => undefined)
  let isAlive = true
  let pinged: Buffer | null = null
  let reading = Promise.resolve()

  function close({ code, reason }: Closing): void {
    if (ws.readyState !== ws.OPEN) return
    ws.close(code, reason)
    // The client's own close must be seen, also when its messages no longer are.
    ws.resume()
    end()
  }

  /** The handler is released when the closing begins, not when the client agrees. */
  function end(): void {
    clearInterval(heartbeat)
    if (!inbox.destroyed) inbox.push(null)
    controller.abort(closedError())
  }

  const isTooMany = (): boolean => {
    isAlive = true
    if (rate.take('').isAllowed) return false
    close(closings.tooManyMessages)
    return true
  }

  function write(data: string | Uint8Array, binary = typeof data !== 'string'): Promise<void> {
    if (ws.bufferedAmount > limits.bufferedBytes) close(closings.slowReader)
    const written = new Promise<void>((resolve, reject) => {
      if (ws.readyState !== ws.OPEN) return reject(closedError())
      ws.send(data, { binary }, (error) => (error ? reject(closedError()) : resolve()))
      if (ws.bufferedAmount < flushBytes) resolve()
    })
    // A sender that does not wait for it learns of the end by the signal.
    written.catch(() => undefined)
    return written
  }

  /** Sends a pong for the last of several pings, as RFC 6455 allows, and none while pongs pile up. */
  function pong(): void {
    const data = pinged
    pinged = null
    if (data && ws.readyState === ws.OPEN && ws.bufferedAmount < flushBytes) ws.pong(data)
  }

  const tell = (error: AppError) => write(errorResponse(error, requestId, null).body)

  async function read(bytes: Buffer): Promise<unknown> {
    if (!receives) throw new AppError('invalid_parameter', 'This connection does not accept messages')
    return isRelayed ? bytes : validate(receives, await options.parse(bytes), 'body', false).value
  }

  async function receive(data: RawData): Promise<void> {
    if (ws.readyState !== ws.OPEN) return
    try {
      if (!inbox.push(await read(data as Buffer))) ws.pause()
    } catch (error) {
      // A message that cannot be used says nothing about the next one.
      if (!(error instanceof AppError)) throw error
      await tell(error)
    }
  }

  ws.on('message', (data, isBinary) => {
    if (ws.readyState !== ws.OPEN || isTooMany()) return
    if (isBinary) return close(closings.binaryMessage)
    reading = reading.then(() => receive(data)).catch((error) => fail(error))
  })
  ws.on('ping', (data) => {
    if (ws.readyState !== ws.OPEN || isTooMany()) return
    if (pinged === null) setImmediate(pong)
    pinged = data
  })
  ws.on('pong', () => {
    isAlive = true
  })
  // Broken frames and lost connections: the library closes with the code of the fault, and 'close' follows.
  ws.on('error', () => undefined)
  ws.once('close', end)

  /** A client that sends no pong has disconnected without a close; one with a full buffer is too slow. */
  const heartbeat = setInterval(() => {
    if (isAlive || ws.isPaused) {
      isAlive = false
      ws.ping()
    } else if (ws.bufferedAmount > 0) close(closings.slowReader)
    else ws.terminate()
  }, limits.pingIntervalMs).unref()

  /** Sends the reason in a message, because not every client sees the code of a close, and closes. */
  function fail(error: AppError): void {
    void tell(error)
    close(closingFor(error))
  }

  const socket: Socket<unknown, unknown> = {
    messages: inbox,
    signal: controller.signal,
    send: (message) => write(message instanceof Uint8Array ? message : JSON.stringify(sends.parse(message))),
    sendJson: (bytes) => write(bytes, false),
  }
  return { socket, close, fail }
}

const closedError = () => new DOMException('The connection is closed', 'AbortError')

export type Connection = ReturnType<typeof createConnection>
