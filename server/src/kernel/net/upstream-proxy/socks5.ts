import type { Socket } from 'node:net'
import { parseAddress } from '../addresses.ts'
import { takeBytes } from './read-socket.ts'
import { ProxyRefusal } from './refusal.ts'

type Connect = {
  address: string
  port: number
  credentials: { username: string; password: string } | null
  signal: AbortSignal
}

const version = 5
const method = { none: 0, password: 2, refused: 255 } as const
const addressBytes: Readonly<Record<number, number>> = { 1: 4, 4: 16 }
const reasons: Readonly<Record<number, string>> = {
  2: 'does not allow the connection',
  3: 'cannot reach the network',
  4: 'cannot reach the host',
  5: 'was refused by the host',
}

const withLength = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

async function signIn(socket: Socket, { credentials, signal }: Connect): Promise<void> {
  const { username, password } = credentials!
  socket.write(Buffer.concat([Buffer.from([1]), withLength(username), withLength(password)]))
  const [, status] = await takeBytes(socket, 2, signal)
  if (status !== 0) throw new ProxyRefusal('refused its user name and password')
}

/** RFC 1928 and 1929, with an address: names were resolved before. Afterwards the socket is a connection to it. */
export async function requestSocks(socket: Socket, request: Connect): Promise<void> {
  const { address, port, credentials, signal } = request
  const offered = credentials ? [method.none, method.password] : [method.none]
  socket.write(Buffer.from([version, offered.length, ...offered]))
  const [spoken, chosen] = await takeBytes(socket, 2, signal)
  if (spoken !== version) throw new ProxyRefusal('does not speak SOCKS 5')
  if (chosen === method.password && credentials) await signIn(socket, request)
  else if (chosen !== method.none) throw new ProxyRefusal('needs a user name and a password')

  const bytes = parseAddress(address)!.toByteArray()
  const type = bytes.length === 4 ? 1 : 4
  socket.write(Buffer.from([version, 1, 0, type, ...bytes, port >> 8, port & 255]))
  const [, reply, , boundType] = await takeBytes(socket, 4, signal)
  if (reply !== 0) throw new ProxyRefusal(reasons[reply!] ?? `refused the connection (${reply})`)
  const length = boundType === 3 ? (await takeBytes(socket, 1, signal))[0]! : addressBytes[boundType!]
  if (length === undefined) throw new ProxyRefusal('does not speak SOCKS 5')
  await takeBytes(socket, length + 2, signal)
}
