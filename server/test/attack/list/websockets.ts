import { apiKey } from '../../process/stoa.ts'
import { clientFrame, rawWebSocket } from '../../websocket-client.ts'
import type { Attack } from '../attack.ts'

/** Frames behind a handshake, on several concurrent connections; each must be closed by the server. */
const frames = (id: string, what: string, bytes: () => Buffer): Attack => ({
  id,
  what,
  play({ port }) {
    const sent = bytes()
    return Promise.all(
      Array.from({ length: 8 }, async () => {
        const { socket, status } = await rawWebSocket(port, '/api/v1/events/socket', { 'x-api-key': apiKey })
        socket.write(sent)
        await new Promise((resolve) => socket.once('close', resolve))
        return { status, text: 'handshake' }
      }),
    )
  },
  expects: [101],
  residentMb: 600,
})

const repeated = (frame: Buffer, count: number) => Buffer.concat(Array<Buffer>(count).fill(frame))

/** What a client may send once its connection is a WebSocket. */
export const websocketAttacks: readonly Attack[] = [
  frames('W01', '10,000 pings on a WebSocket', () => repeated(clientFrame(0x9, 'x'.repeat(125)), 10_000)),
  frames('W02', '10,000 messages that no WebSocket takes', () => repeated(clientFrame(0x1, '{}'), 10_000)),
  frames('W03', 'a message of 100,000 empty fragments', () =>
    Buffer.concat([clientFrame(0x1, '', false), repeated(clientFrame(0x0, '', false), 100_000)]),
  ),
  frames('W04', 'a message of 100 MB in fragments', () =>
    Buffer.concat([
      clientFrame(0x1, 'x', false),
      repeated(clientFrame(0x0, 'x'.repeat(50_000), false), 2_000),
    ]),
  ),
]
