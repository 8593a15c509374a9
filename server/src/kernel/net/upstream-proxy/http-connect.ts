import type { Socket } from 'node:net'
import { takeHead } from './read-socket.ts'
import { ProxyRefusal } from './refusal.ts'

type Connect = { authority: string; authorization: string | null; signal: AbortSignal }

/** Afterwards the socket is a connection to the authority. */
export async function requestConnect(
  socket: Socket,
  { authority, authorization, signal }: Connect,
): Promise<void> {
  const lines = [
    `CONNECT ${authority} HTTP/1.1`,
    `Host: ${authority}`,
    ...(authorization === null ? [] : [`Proxy-Authorization: ${authorization}`]),
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const head = await takeHead(socket, signal)
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1]
  if (status === undefined) throw new ProxyRefusal('sent no HTTP response')
  if (status === '407') throw new ProxyRefusal('refused its user name and password (407)')
  if (!status.startsWith('2')) throw new ProxyRefusal(`refused the connection (${status})`)
}
