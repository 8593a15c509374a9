import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { AppError } from '../../../../kernel/errors.ts'

/** What a program may send within one exchange; what is sent outside of one counts for the next. */
export type LineLimits = {
  maxLineBytes: number
  maxBytes: number
  maxMessages: number
  maxUnreadBytes: number
}

export const lineLimits: LineLimits = {
  maxLineBytes: 4 * 1024 * 1024,
  maxBytes: 16 * 1024 * 1024,
  maxMessages: 5_000,
  maxUnreadBytes: 8 * 1024 * 1024,
}

const newline = 0x0a

type LineTransport = Transport & {
  beginExchange(): void
  failure(): AppError | null
  /** By these two the client of the SDK recognises a program, which it gives more time than a server. */
  pid: number | undefined
  stderr: null
}

/**
 * Messages of MCP as lines over the pipes of a process. The program is not trusted: it is ended as soon as it sends more than
 * a result can be, does not read, or writes what is no message.
 */
export function createLineTransport(child: ChildProcessWithoutNullStreams, limits: LineLimits = lineLimits) {
  const parts: Buffer[] = []
  let lineBytes = 0
  let bytes = 0
  let messages = 0
  let failure: AppError | null = null
  let isEnded = false

  function fail(error: AppError): void {
    failure ??= error
    child.kill('SIGKILL')
    end()
  }

  function end(): void {
    if (isEnded) return
    isEnded = true
    parts.length = 0
    if (failure) transport.onerror?.(failure)
    transport.onclose?.()
  }

  function receive(line: Buffer): void {
    if (line.length === 0 || isEnded) return
    if (++messages > limits.maxMessages) {
      fail(tooMuch('sends too many messages'))
      return
    }
    try {
      transport.onmessage?.(JSON.parse(line.toString('utf8')) as JSONRPCMessage)
    } catch {
      fail(broken('wrote to its output what is no message of MCP'))
    }
  }

  function read(chunk: Buffer): void {
    bytes += chunk.length
    if (bytes > limits.maxBytes) fail(tooMuch('sends more than a result may have'))
    let from = 0
    for (let at = chunk.indexOf(newline); at !== -1 && !isEnded; at = chunk.indexOf(newline, from)) {
      const line = Buffer.concat([...parts, chunk.subarray(from, at)])
      parts.length = 0
      lineBytes = 0
      from = at + 1
      receive(line)
    }
    if (isEnded) return
    const rest = chunk.subarray(from)
    lineBytes += rest.length
    if (lineBytes > limits.maxLineBytes) fail(tooMuch('sends a message that is too long'))
    else if (rest.length > 0) parts.push(rest)
  }

  const transport: LineTransport = {
    pid: child.pid,
    stderr: null,
    async start() {
      child.stdout.on('data', read)
    },
    async send(message) {
      if (isEnded) throw failure ?? broken('has exited')
      if (child.stdin.writableLength > limits.maxUnreadBytes) {
        fail(broken('does not read what it is sent'))
        throw failure
      }
      child.stdin.write(`${JSON.stringify(message)}\n`)
    },
    async close() {
      child.kill('SIGKILL')
      end()
    },
    beginExchange() {
      bytes = 0
      messages = 0
    },
    failure: () => failure,
  }
  child.once('close', end)
  return transport
}

const tooMuch = (what: string) => new AppError('upstream_too_large', `The MCP server ${what}`)
const broken = (what: string) => new AppError('upstream_error', `The MCP server ${what}`)
