import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type ClientOptions, WebSocket } from 'ws'

/** Opens a WebSocket; its messages are collected, and `closed` resolves with how it ended. */
export async function openWebSocket(url: string, options: ClientOptions = {}, protocols: string[] = []) {
  const ws = new WebSocket(url.replace(/^http/, 'ws'), protocols, options)
  const messages: unknown[] = []
  ws.on('message', (data, isBinary) => messages.push(isBinary ? data : JSON.parse(String(data))))
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    ws.once('close', (code, reason) => resolve({ code, reason: String(reason) }))
  })
  await once(ws, 'open')
  ws.on('error', () => undefined)
  return { ws, messages, closed, say: (message: unknown) => ws.send(JSON.stringify(message)) }
}

/** The response to a refused handshake. */
export async function refusedWebSocket(url: string, options: ClientOptions = {}, protocols: string[] = []) {
  const ws = new WebSocket(url.replace(/^http/, 'ws'), protocols, options)
  const reply = await new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      ws.once('open', () => reject(new Error('it was opened')))
      ws.once('unexpected-response', (_request, response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        )
      })
    },
  )
  ws.on('error', () => undefined).terminate()
  return { ...reply, body: JSON.parse(reply.text) }
}

/** A handshake by hand, for what no library would send behind it. */
export async function rawWebSocket(
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<{ socket: Socket; status: number; received(): Buffer }> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  let bytes = Buffer.alloc(0)
  const lines = Object.entries({
    host: `127.0.0.1:${port}`,
    upgrade: 'websocket',
    connection: 'Upgrade',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      if (bytes.includes('\r\n\r\n')) resolve()
    })
  })
  const head = bytes.indexOf('\r\n\r\n') + 4
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(bytes.toString('latin1'))?.[1] ?? 0)
  return { socket, status, received: () => bytes.subarray(head) }
}

/** One frame as a client sends it: masked, with a mask of zeros so that it can be read. */
export function clientFrame(opcode: number, payload: Buffer | string, isFinal = true): Buffer {
  const body = Buffer.from(payload)
  const length =
    body.length < 126
      ? Buffer.from([0x80 | body.length])
      : body.length < 65_536
        ? Buffer.from([0x80 | 126, body.length >> 8, body.length & 255])
        : Buffer.concat([Buffer.from([0x80 | 127, 0, 0, 0, 0]), uint32(body.length)])
  return Buffer.concat([Buffer.from([(isFinal ? 0x80 : 0) | opcode]), length, Buffer.alloc(4), body])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** The code of the close frame at the end of what the server sent; null when there is none. */
export function closeCodeIn(received: Buffer): number | null {
  const at = received.lastIndexOf(0x88)
  return at < 0 || received.length < at + 4 ? null : received.readUInt16BE(at + 2)
}
