import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { connect as connectPlain } from 'node:net'
import { connect as connectSecure } from 'node:tls'

/** The status is 0 when the other side closed the connection, as servers do whose limits were exceeded. */
export type AttackResponse = { status: number; headers: IncomingHttpHeaders; text: string }

/** A throwaway project and its admin key. */
export type AttackProject = { id: string; key: string }

type SendOptions = { key?: string; body?: unknown; headers?: Record<string, string> }

const timeoutMs = 15_000
const maxBytes = 20_000_000

/** The installation as a client sees it, with two projects that belong to no one. One request at a time: an attack is no load. */
export function createAttackTarget(url: URL, mine: AttackProject, theirs: AttackProject) {
  const isSecure = url.protocol === 'https:'
  const request = isSecure ? requestSecure : requestPlain

  async function send(method: string, path: string, options: SendOptions = {}): Promise<AttackResponse> {
    const { key, body, headers } = options
    const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
    const sent = request(new URL(path, url), {
      method,
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...(key === undefined ? {} : { 'x-api-key': key }),
        ...(payload === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
        ...headers,
      },
    })
    sent.end(payload)
    try {
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      return { status: response.statusCode!, headers: response.headers, text: await textOf(response) }
    } catch (error) {
      if (!isReset(error)) throw error
      return { status: 0, headers: {}, text: '' }
    }
  }

  return {
    url,
    mine,
    theirs,
    send,
    get: (path: string, options?: SendOptions) => send('GET', path, options),
    /** What a request of our own returned, which has to succeed for an attempt to mean something. */
    async create(path: string, body: unknown, key = mine.key, headers: Record<string, string> = {}) {
      const response = await send('POST', path, { key, body, headers })
      if (response.status !== 200) throw new Error(`POST ${path} got ${response.status}: ${response.text}`)
      return (JSON.parse(response.text) as { data: { id: string; key?: string } }).data
    },
    /** The status of the response to bytes as they are, also such as no client would send; 0 when the connection was closed. */
    async statusOfBytes(bytes: string): Promise<number> {
      const port = Number(url.port || (isSecure ? 443 : 80))
      const socket = isSecure
        ? connectSecure({ host: url.hostname, port, servername: url.hostname })
        : connectPlain(port, url.hostname)
      let response = ''
      socket.setEncoding('latin1').on('data', (chunk: string) => {
        if (response.length < 1_000) response += chunk
      })
      socket.on('error', () => undefined)
      socket.setTimeout(timeoutMs, () => socket.destroy())
      socket.write(bytes)
      await once(socket, 'close')
      return Number(/^HTTP\/1\.\d (\d{3})/.exec(response)?.[1] ?? 0)
    },
  }
}

export type AttackTarget = ReturnType<typeof createAttackTarget>

const isReset = (error: unknown) =>
  ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')

async function textOf(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk
    if (text.length > maxBytes) throw new Error('a response is larger than any of ours')
  }
  return text
}
