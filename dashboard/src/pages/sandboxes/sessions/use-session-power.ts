import type { SandboxSession } from '@stoa/sdk'
import { useState } from 'react'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { useRefresh } from '../../../project.ts'

/** Pauses and resumes, with a notice that offers to undo it. */
export function useSessionPower({ id }: Pick<SandboxSession, 'id'>) {
  const api = useApiAs()
  const refresh = useRefresh()
  const [isBusy, setBusy] = useState(false)
  const params = { id }

  async function change(work: () => Promise<unknown>, done: () => void): Promise<void> {
    setBusy(true)
    try {
      await work()
      done()
      await refresh(['sandbox'])
    } catch (error) {
      toasts.error(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  const resume = () =>
    void change(
      () => api.post('/api/v1/sandbox/sessions/{id}/resume', { params }),
      () => toasts.success('Session resumed'),
    )
  const pause = () =>
    void change(
      () => api.post('/api/v1/sandbox/sessions/{id}/pause', { params }),
      () => toasts.success('Session paused', { label: 'Undo', run: resume }),
    )
  return { isBusy, pause, resume }
}
