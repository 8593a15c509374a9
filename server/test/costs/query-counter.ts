import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

export type QueryCounts = { roundTrips: number; statements: number }

/**
 * A proxy in front of PostgreSQL that counts what its clients send: statements, and round trips, which are the times that a
 * connection with nothing outstanding sends something. It reads the protocol, so that no client has to count by itself.
 */
export async function startQueryCounter(server: pg.ClientConfig) {
  const counts: QueryCounts = { roundTrips: 0, statements: 0 }
  const sockets = new Set<Socket>()
  let lastSentAt = 0
  const { host = '127.0.0.1', port = 5432 } = server
  const target: NetConnectOpts = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }

  const proxy = createServer((client) => {
    const database = connect(target)
    let outstanding = 0
    // The first message has no type; SCRAM, which follows, counts as one round trip and happens once for each connection.
    const fromClient = createFrames({ hasUntypedStart: true }, (type) => {
      lastSentAt = performance.now()
      if (outstanding === 0) counts.roundTrips++
      if (type === 'E' || type === 'Q') counts.statements++
      // Sync and simple queries are answered by ReadyForQuery; what precedes a Sync is on its way with it.
      if (type === 'S' || type === 'Q') outstanding = Math.floor(outstanding) + 1
      else if (outstanding === 0) outstanding = 0.5
    })
    const fromDatabase = createFrames({ hasUntypedStart: false }, (type) => {
      if (type === 'Z') outstanding = Math.max(0, Math.floor(outstanding) - 1)
    })
    client.on('data', fromClient)
    database.on('data', fromDatabase)
    client.pipe(database).pipe(client)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.setNoDelay(true).on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')

  return {
    port: (proxy.address() as AddressInfo).port,
    counts: (): QueryCounts => ({ ...counts }),
    /** When nothing was sent for so long: what follows a response has been sent too. */
    async quiet(ms: number): Promise<void> {
      while (performance.now() - lastSentAt < ms) await pause(ms / 4)
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

export type QueryCounter = Awaited<ReturnType<typeof startQueryCounter>>

/** Reports the type of every message of one direction, which come in pieces of any size. */
function createFrames({ hasUntypedStart }: { hasUntypedStart: boolean }, onMessage: (type: string) => void) {
  let rest: Buffer = Buffer.alloc(0)
  let isTyped = !hasUntypedStart
  return (chunk: Buffer): void => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const typeBytes = isTyped ? 1 : 0
      if (rest.length < typeBytes + 4) return
      const end = typeBytes + rest.readUInt32BE(typeBytes)
      if (rest.length < end) return
      if (isTyped) onMessage(String.fromCharCode(rest[0]!))
      isTyped = true
      rest = rest.subarray(end)
    }
  }
}
