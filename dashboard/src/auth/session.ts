import { createStoa, isStoaError, type Session } from '@stoa/sdk'
import { onlineManager, QueryClient, useQuery } from '@tanstack/react-query'
import { connection, watchedFetch } from '../connection/server-connection.ts'
import { keptStore } from '../state/memory-store.ts'
import { forgetTab } from '../state/tab-storage.ts'

const sessionKey = ['session']

const staleAfterMs = 1_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: staleAfterMs,
      // The client repeats what is worth repeating.
      retry: false,
    },
  },
})

/** The client of a signed-in browser. Pages use the one of their project, which is made from it. */
export const stoa = createStoa({
  session: true,
  fetch: watchedFetch,
  onUnauthorized() {
    // A session that was good a moment ago has ended: asking for it again leads to the question for the password.
    const known = queryClient.getQueryState(sessionKey)
    if (known?.status === 'success' && known.fetchStatus === 'idle')
      void queryClient.invalidateQueries({ queryKey: sessionKey })
  },
})

export const isSignedOut = (error: unknown): boolean => isStoaError(error) && error.status === 401

// Reading is paused while it cannot succeed, and goes on by itself. What the browser says of its network decides
// nothing: the server may be on this machine.
let isExpired = false
onlineManager.setEventListener(() => () => undefined)
const pauseOrGoOn = () => onlineManager.setOnline(connection.current().isOnline && !isExpired)
connection.watch(pauseOrGoOn)

/** While the user is asked to sign in again, pages do not ask the server for what it would refuse. */
export function setExpired(next: boolean): void {
  isExpired = next
  pauseOrGoOn()
}

export const useSession = () =>
  useQuery<Session>({
    queryKey: sessionKey,
    queryFn: ({ signal }) => stoa.get('/api/v1/auth/session', { signal }),
    staleTime: 60_000,
  })

export const rememberSession = (session: Session) => queryClient.setQueryData(sessionKey, session)

export const refreshSession = () => queryClient.invalidateQueries({ queryKey: sessionKey })

/** What one person has read and typed must not be there for the next. */
export function forgetEverything(): void {
  queryClient.clear()
  keptStore.clear()
  forgetTab()
}

export async function signOut(): Promise<void> {
  await stoa.post('/api/v1/auth/sign-out').catch((error) => {
    if (!isSignedOut(error)) throw error
  })
  forgetEverything()
}
