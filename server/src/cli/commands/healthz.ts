import { get } from 'node:http'
import type { Config } from '../../config.ts'

/** What responds where the server would listen: Stoa, another program, or nothing. */
export type ServerHealth = { by: 'stoa'; version: string } | { by: 'other' } | { by: 'none' }

const timeoutMs = 2_000

export function readHealth({ host, port }: Pick<Config, 'host' | 'port'>): Promise<ServerHealth> {
  if (port === 0) return Promise.resolve({ by: 'none' })
  return new Promise((resolve) => {
    const request = get(
      { host: reachable(host), port, path: '/healthz', agent: false, timeout: timeoutMs },
      async (response) => {
        try {
          let text = ''
          for await (const chunk of response.setEncoding('utf8')) {
            text += chunk
            if (text.length > 10_000) break
          }
          resolve(recognise(text))
        } catch {
          resolve({ by: 'other' })
        }
      },
    )
    // A caller that takes a connection and says nothing is there all the same, and is not us.
    request.once('timeout', () => {
      resolve({ by: 'other' })
      request.destroy()
    })
    request.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve({ by: code === 'ECONNREFUSED' || code === 'ENOTFOUND' ? 'none' : 'other' }),
    )
  })
}

/** A server that listens on all interfaces is checked on loopback. */
const reachable = (host: string): string => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host)

function recognise(text: string): ServerHealth {
  try {
    const { status, version } = JSON.parse(text) as { status?: unknown; version?: unknown }
    return status === 'ok' && typeof version === 'string' ? { by: 'stoa', version } : { by: 'other' }
  } catch {
    return { by: 'other' }
  }
}
