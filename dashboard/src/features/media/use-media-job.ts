import { useState } from 'react'
import { errorMessage } from '../../components/feedback/error-alert.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { useProject, useRead, useRefresh } from '../../project.ts'
import { actAs } from '../end-users/act-as.ts'
import { cancelPath, jobPath } from './media-kinds.ts'

const pollMs = 1_000

/** One job, looked at again until it is over; none while no id is known. */
export const useMediaJob = (id: string | undefined) =>
  useRead(
    ['llm', 'media', 'one', id],
    (api, signal) => actAs(api).get(jobPath, { params: { id: id! }, signal }),
    {
      refetchInterval: (job) => (job?.endedAt === null ? pollMs : false),
      isEnabled: id !== undefined,
    },
  )

export function useCancelMedia(id: string) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [isBusy, setBusy] = useState(false)
  const cancel = async () => {
    setBusy(true)
    try {
      await actAs(api).post(cancelPath, { params: { id } })
    } catch (error) {
      toasts.error(errorMessage(error))
    } finally {
      setBusy(false)
      await refresh(['llm', 'media'])
    }
  }
  return { isBusy, cancel: () => void cancel() }
}
