import { createStoa, isStoaError, type Session } from '@stoa/sdk'
import { QueryClient, useQuery } from '@tanstack/react-query'
import { keptStore } from './parts/kept-store.ts'
import { forgetTab } from './tab-memory.ts'

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
  onUnauthorized() {
    // A session that was good a moment ago has ended: asking for it again leads to the sign-in page.
    const known = queryClient.getQueryState(sessionKey)
    if (known?.status === 'success' && known.fetchStatus === 'idle')
      void queryClient.invalidateQueries({ queryKey: sessionKey })
  },
})

export const isSignedOut = (error: unknown): boolean => isStoaError(error) && error.status === 401

export const useSession = () =>
  useQuery<Session>({
    queryKey: sessionKey,
    queryFn: ({ signal }) => stoa.get('/api/v1/auth/session', { signal }),
    staleTime: 60_000,
  })

export const rememberSession = (session: Session) => queryClient.setQueryData(sessionKey, session)

export const refreshSession = () => queryClient.invalidateQueries({ queryKey: sessionKey })

/** What one person has read must not be there for the next. */
export async function signOut(): Promise<void> {
  await stoa.post('/api/v1/auth/sign-out').catch((error) => {
    if (!isSignedOut(error)) throw error
  })
  queryClient.clear()
  keptStore.clear()
  forgetTab()
}
