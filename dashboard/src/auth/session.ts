import { createStoa, isStoaError, type Session } from '@stoa/sdk'
import { onlineManager, QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { connection, watchedFetch } from '../connection/server-connection.ts'
import { memoryStore } from '../state/memory-store.ts'
import { clearTabStorage } from '../state/tab-storage.ts'

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

/** The client of a signed-in browser. Pages use the one of their project, derived from it. */
export const stoa = createStoa({
  session: true,
  fetch: watchedFetch,
  onUnauthorized() {
    // A valid session has ended: reloading it opens the sign-in dialog.
    const known = queryClient.getQueryState(sessionKey)
    if (known?.status === 'success' && known.fetchStatus === 'idle')
      void queryClient.invalidateQueries({ queryKey: sessionKey })
  },
})

export const isSignedOut = (error: unknown): boolean => isStoaError(error) && error.status === 401

// Reading is paused while it cannot succeed, and resumes by itself. The browser's network state decides
// nothing: the server may be on this machine.
let isExpired = false
onlineManager.setEventListener(() => () => undefined)
const updateOnlineState = () => onlineManager.setOnline(connection.current().isOnline && !isExpired)
connection.subscribe(updateOnlineState)

/** While the user has to sign in again, pages send no requests that would fail. */
export function setExpired(next: boolean): void {
  isExpired = next
  updateOnlineState()
}

const sessionQuery = queryOptions<Session>({
  queryKey: sessionKey,
  queryFn: ({ signal }) => stoa.get('/api/v1/auth/session', { signal }),
  staleTime: 60_000,
  // That no one is signed in is known before the page is drawn.
  retryOnMount: false,
})

export const useSession = () => useQuery(sessionQuery)

/** Asks before there is a page to ask: on a slow connection its scripts are still on their way. */
export const loadSession = (): void => void queryClient.prefetchQuery(sessionQuery)

export const storeSession = (session: Session) => queryClient.setQueryData(sessionKey, session)

export const refreshSession = () => queryClient.invalidateQueries({ queryKey: sessionKey })

/** Data and drafts of one user must not be visible to the next. */
export function clearUserData(): void {
  queryClient.clear()
  memoryStore.clear()
  clearTabStorage()
}

export async function signOut(): Promise<void> {
  await stoa.post('/api/v1/auth/sign-out').catch((error) => {
    if (!isSignedOut(error)) throw error
  })
  clearUserData()
}
