import type { BrowserAction } from '@stoa/sdk'
import { useState } from 'react'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { actionsPath } from '../../../features/browsers/browser-paths.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { useRefresh } from '../../../project.ts'

/** Acts in the session as an agent does: by the API, into the event log. */
export function useBrowserActions(sessionId: string) {
  const api = useApiAs()
  const refresh = useRefresh()
  const [isBusy, setBusy] = useState(false)
  return {
    isBusy,
    async act(action: BrowserAction): Promise<void> {
      setBusy(true)
      try {
        await api.post(actionsPath, { params: { sessionId }, body: { actions: [action] } })
      } catch (error) {
        toasts.error(errorMessage(error))
      } finally {
        setBusy(false)
        await refresh(['browsers', 'session', sessionId], ['browsers', 'events', sessionId])
      }
    },
  }
}

export type BrowserActions = ReturnType<typeof useBrowserActions>
