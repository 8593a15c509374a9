import type { BrowserSession } from '@stoa/sdk'
import { useState } from 'react'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { handoffDonePath, handoffPath, requestHandoffPath } from '../../../features/browsers/browser-paths.ts'
import { actAs, useApiAs } from '../../../features/end-users/act-as.ts'
import { useRead, useRefresh } from '../../../project.ts'

const reason = 'Taken over in the dashboard'

/** The handoff of the session, if a human is in control, and how to begin and end one. */
export function useHandoff({ id: sessionId, handoffId }: BrowserSession) {
  const api = useApiAs()
  const refresh = useRefresh()
  const [isBusy, setBusy] = useState(false)
  const { data } = useRead(
    ['browsers', 'handoff', handoffId],
    (read, signal) => actAs(read).get(handoffPath, { params: { handoffId: handoffId! }, signal }),
    { isEnabled: handoffId !== null },
  )

  async function change(work: () => Promise<unknown>, done: string): Promise<void> {
    setBusy(true)
    try {
      await work()
      toasts.success(done)
    } catch (error) {
      toasts.error(errorMessage(error))
    } finally {
      await refresh(['browsers', 'session', sessionId], ['browsers', 'events', sessionId])
      setBusy(false)
    }
  }

  return {
    current: handoffId === null ? null : (data ?? null),
    isBusy,
    take: () =>
      void change(
        () => api.post(requestHandoffPath, { params: { sessionId }, body: { reason } }),
        'You are in control',
      ),
    giveBack: () =>
      void change(
        () => api.post(handoffDonePath, { params: { handoffId: handoffId! }, body: {} }),
        'Control returned to the agent',
      ),
  }
}
