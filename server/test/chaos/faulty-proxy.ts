import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** What a network or the service behind it does when it is in trouble. */
export type Trouble = 'refuses' | 'hangs' | 'returns 500' | 'breaks off'

// More than the headers of a response, less than any stream of a model or stored bytes with their headers.
const bytesBeforeBreak = 350
const serverError = 'HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'

/** A proxy in front of an outside service: passes everything on, but for the time in which it makes trouble. */
export async function startFaultyProxy(target: NetConnectOpts) {
  let trouble: Trouble | null = null
  let met = 0
  const sockets = new Set<Socket>()
  const track = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    return socket.setNoDelay(true).on('error', () => socket.destroy())
  }

  function passOn(client: Socket): void {
    const service = track(connect(target))
    let left = trouble === 'breaks off' ? bytesBeforeBreak : Number.POSITIVE_INFINITY
    client.pipe(service)
    service.on('data', (chunk) => {
      client.write(chunk.subarray(0, left))
      left -= chunk.length
      if (left <= 0) client.destroy()
    })
    service.on('close', () => client.end())
    client.on('close', () => service.destroy())
  }

  const server = createServer((client) => {
    track(client)
    if (trouble !== null) met++
    if (trouble === 'refuses') return void client.destroy()
    if (trouble === 'hangs') return void client.resume()
    if (trouble === 'returns 500') return void client.once('data', () => client.end(serverError))
    passOn(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  function become(next: Trouble | null): void {
    trouble = next
    met = 0
    // Connections that are kept open would notice nothing of it.
    for (const socket of sockets) socket.destroy()
  }

  return {
    port: (server.address() as AddressInfo).port,
    become,
    /** How many connections met the present trouble. */
    met: () => met,
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>
