import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { apiKey, launcher, makeInstallation } from '../process/stoa.ts'

export type ApiResponse = { status: number; text: string }
export type Measured = { maxMs: number; residentBytes: number }

const preload = new URL('./watch/preload.ts', import.meta.url).href

/** A service on loopback that returns what it was last given to every request. */
async function startUpstream() {
  let content: { type: string; body: Buffer } = { type: 'application/json', body: Buffer.from('{}') }
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': content.type }).end(content.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    give(type: string, body: string) {
      content = { type, body: Buffer.from(body) }
    },
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * One request on its own connection: one that is kept alive could be closed by the other side at this very moment. Not
 * with `fetch`, which ends its process when a large response and the end of its connection arrive together.
 */
async function exchange(
  url: string,
  body?: string | Buffer,
  options: RequestOptions = {},
): Promise<ApiResponse> {
  const sent = request(url, { ...options, agent: false }).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode!, text: await text(response) }
}

/** A real server process with a watch on its event loop and its memory. */
export async function startTarget(
  t: Pick<TestContext, 'after'>,
  copyTo?: (dataDir: string) => Promise<void>,
) {
  const installation = await makeInstallation(t, launcher)
  await copyTo?.(installation.dataDir)
  const portFile = join(installation.directory, 'watch-port')
  const upstream = await startUpstream()
  t.after(upstream.stop)
  const server = await installation.start({
    STOA_DATA_DIR: installation.dataDir,
    STOA_API_KEY: apiKey,
    STOA_ALLOW_PRIVATE: '127.0.0.0/8',
    STOA_RATE_LIMIT: '1000000',
    STOA_TEST_LOOP_WATCH: portFile,
    NODE_OPTIONS: `--import=${preload}`,
  })
  const { origin, port, hostname } = new URL(server.line.api)
  const watchUrl = `http://127.0.0.1:${await readFile(portFile, 'utf8')}/`

  async function send(
    method: string,
    path: string,
    body?: string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> {
    return exchange(`${origin}${path}`, body, {
      method,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json', ...headers },
    })
  }

  return {
    pid: server.pid,
    port: Number(port),
    upstream,
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown, headers?: Record<string, string>) =>
      send('POST', path, JSON.stringify(body), headers),
    executeTool: (slug: string, args: object) =>
      send('POST', `/api/v1/tools/execute/${slug}`, JSON.stringify({ arguments: args })),
    /**
     * Writes these bytes to the port of the server and gives what came back until it closed. The own side stays open: an
     * HTTP server owes no response to a client that has closed it.
     */
    async sendBytes(bytes: Buffer): Promise<string> {
      const socket = connect(Number(port), hostname)
      let response = ''
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        response += chunk
      })
      socket.on('error', () => undefined)
      socket.write(bytes)
      await once(socket, 'close')
      return response
    },
    /** Of the time since the last call. */
    async measure(): Promise<Measured> {
      return JSON.parse((await exchange(watchUrl)).text) as Measured
    },
    isAlive: () =>
      exchange(`${origin}/healthz`).then(
        ({ status }) => status === 200,
        () => false,
      ),
    stop: server.stop,
  }
}

export type Target = Awaited<ReturnType<typeof startTarget>>
