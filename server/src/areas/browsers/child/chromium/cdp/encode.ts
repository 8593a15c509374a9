import type { CdpMessage } from '../../../protocol/messages.ts'

const megabyte = 1024 ** 2
// The server ends the process of all browsers when a frame is larger than 64 MB.
const maxMegabytes = 48

/** An error of the browser session in place of a result. */
export const errorOf = (message: string) => ({ error: { code: -32_000, message } })

/** A message in bytes, which the server passes on as they are. Null for an event that is too large. */
export function encode(message: CdpMessage): Buffer | null {
  const bytes = Buffer.from(JSON.stringify(message))
  if (bytes.length <= maxMegabytes * megabyte) return bytes
  const { id, sessionId } = message
  if (id === undefined) return null
  const size = Math.ceil(bytes.length / megabyte)
  const error = errorOf(
    `The response has ${size} MB, and a client of a browser session gets up to ${maxMegabytes} MB`,
  )
  return Buffer.from(JSON.stringify({ id, ...(sessionId ? { sessionId } : {}), ...error }))
}
