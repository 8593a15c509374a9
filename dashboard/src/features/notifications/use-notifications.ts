import type { Notifications } from '@stoa/sdk'
import { useIsAdmin, useProject, useRead, useRefresh } from '../../project.ts'

const path = '/api/v1/notifications'
const pollMs = 15_000

/** For admins alone: others could not do anything about them. */
export function useNotifications() {
  const isEnabled = useIsAdmin()
  return useRead<Notifications>(['notifications'], (api, signal) => api.get(path, { signal }), {
    refetchInterval: pollMs,
    isEnabled,
  })
}

export function useMarkRead() {
  const { api } = useProject()
  const refresh = useRefresh()
  return async (keys: readonly string[]) => {
    if (keys.length === 0) return
    await api.post(`${path}/read`, { body: { keys: [...keys] } })
    await refresh(['notifications'])
  }
}
