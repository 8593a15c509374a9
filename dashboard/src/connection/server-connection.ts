import { createStoa } from '@stoa/sdk'
import { useSyncExternalStore } from 'react'
import { createConnection } from './connection.ts'

const probeLimitMs = 5_000
const firstPauseMs = 500
const maxPauseMs = 4_000

/** Not watched: the probe itself must not trigger another probe. */
export const unwatched = createStoa({ session: true, retries: 0, timeoutMs: probeLimitMs })

const isReachable = () =>
  unwatched.download('/healthz').then(
    () => true,
    () => false,
  )

const pause = (attempt: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, Math.min(maxPauseMs, firstPauseMs * 2 ** attempt)))

export const connection = createConnection(isReachable, pause)

// The browser knows only whether it has a network. A server on this machine needs none, so it is probed either way.
for (const name of ['offline', 'online']) addEventListener(name, () => void connection.check())

export const useConnection = () => useSyncExternalStore(connection.subscribe, connection.current)

/** A proxy that responds for a server which does not. */
const isGateway = ({ status, headers }: Response) =>
  status >= 502 && status <= 504 && !headers.has('x-request-id')

/** Every call of the app goes through this, so that the first failure starts the probe. */
export const watchedFetch: typeof globalThis.fetch = async (input, init) => {
  try {
    const response = await globalThis.fetch(input, init)
    if (isGateway(response)) void connection.check()
    return response
  } catch (error) {
    if (!init?.signal?.aborted) void connection.check()
    throw error
  }
}
