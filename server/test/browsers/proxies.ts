import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export type TestProxy = { port: number; requests: string[]; close(): void }

async function listening(server: Server, requests: string[], sockets: Set<Socket>): Promise<TestProxy> {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, requests, close }
}

const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/** An HTTP proxy as users have one: CONNECT, with a user name and a password, by TLS with a certificate. */
export function startHttpProxy(
  username: string,
  password: string,
  certificate?: { key: string; cert: string },
): Promise<TestProxy> {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  const server = certificate ? createHttpsServer(certificate) : createHttpServer()
  server.on('connect', (incoming, client, head) => {
    requests.push(`CONNECT ${incoming.url}`)
    if (incoming.headers['proxy-authorization'] !== basic(username, password))
      return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const [host, port] = incoming.url!.split(':')
    const remote = connect(Number(port), host)
    sockets.add(remote)
    remote.on('error', () => client.destroy())
    remote.once('connect', () => {
      client.write('HTTP/1.1 200 OK\r\nVia: test\r\n\r\n')
      remote.write(head)
      remote.pipe(client)
      client.pipe(remote)
    })
  })
  return listening(server, requests, sockets)
}

/** The bytes of a client in the pieces in which SOCKS names them. */
async function* piecesOf(socket: Socket): AsyncGenerator<Buffer, never, number> {
  let seen = Buffer.alloc(0)
  let count = yield seen
  for (;;) {
    while (seen.length < count) {
      const chunk = socket.read() as Buffer | null
      if (chunk) seen = Buffer.concat([seen, chunk])
      else await new Promise((resolve) => socket.once('readable', resolve))
    }
    const piece = seen.subarray(0, count)
    seen = seen.subarray(count)
    count = yield piece
  }
}

/** A SOCKS 5 proxy with a user name and a password, for IPv4 addresses. */
export function startSocksProxy(username: string, password: string): Promise<TestProxy> {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  async function serve(client: Socket): Promise<void> {
    const pieces = piecesOf(client)
    await pieces.next()
    const take = async (count: number) => (await pieces.next(count)).value
    const [, methods] = await take(2)
    const offered = await take(methods!)
    if (!offered.includes(2)) return void client.end(Buffer.from([5, 255]))
    client.write(Buffer.from([5, 2]))
    const [, nameLength] = await take(2)
    const name = String(await take(nameLength!))
    const [passwordLength] = await take(1)
    const isKnown = name === username && String(await take(passwordLength!)) === password
    client.write(Buffer.from([1, isKnown ? 0 : 1]))
    if (!isKnown) return void client.end()
    const request = await take(10)
    const [host, port] = [[...request.subarray(4, 8)].join('.'), request.readUInt16BE(8)]
    requests.push(`SOCKS ${host}:${port}`)
    const remote = connect(port, host)
    sockets.add(remote)
    remote.on('error', () => client.destroy())
    remote.once('connect', () => {
      client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
      remote.pipe(client)
      client.pipe(remote)
    })
  }
  return listening(
    createServer((client) => void serve(client)),
    requests,
    sockets,
  )
}
