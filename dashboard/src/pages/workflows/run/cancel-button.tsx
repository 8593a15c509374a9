import type { WorkflowExecution } from '@stoa/sdk'
import CircleStop from 'lucide-react/icons/circle-stop'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { hasEnded } from '../../../features/workflows/execution-state.tsx'
import { executionPath } from '../../../features/workflows/workflows-api.ts'
import { useRefresh } from '../../../project.ts'

/** Stops an execution; there as long as it can be stopped. */
export function CancelButton({
  execution: { id, status },
}: {
  execution: Pick<WorkflowExecution, 'id' | 'status'>
}) {
  const api = useApiAs()
  const refresh = useRefresh()
  const [isBusy, setBusy] = useState(false)
  if (hasEnded(status)) return null
  const cancel = async () => {
    setBusy(true)
    try {
      await api.post(`${executionPath}/cancel`, { params: { id } })
      toasts.success('Cancelled')
    } catch (error) {
      toasts.error(errorMessage(error))
    } finally {
      setBusy(false)
      await refresh(['workflows'])
    }
  }
  return (
    <Button
      variant="danger-outline"
      icon={<CircleStop size={14} aria-hidden />}
      isBusy={isBusy}
      onClick={() => void cancel()}
    >
      Cancel
    </Button>
  )
}
