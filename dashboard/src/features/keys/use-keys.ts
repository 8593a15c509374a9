import { useIsAdmin, useRead } from '../../project.ts'

/** Keys are few, and only admins see them. */
export function useKeys() {
  const isAdmin = useIsAdmin()
  return useRead(
    ['keys', 'live'],
    (api, signal) => api.page('/api/v1/api-keys', { query: { limit: 100 }, signal }),
    { isEnabled: isAdmin },
  )
}
