import type { WorkflowSummary } from '@stoa/sdk'
import { saveBlob } from '../../components/actions/download-response.ts'
import { errorMessage } from '../../components/feedback/error-alert.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { useApiAs } from '../../features/end-users/act-as.ts'
import { deletePath, duplicatePath, exportPath } from '../../features/workflows/workflows-api.ts'
import { useRefresh } from '../../project.ts'

const asJson = (value: unknown) => new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' })

const showingFailure = (work: Promise<unknown>): void => {
  work.catch((error) => toasts.error(errorMessage(error)))
}

/** What can be done with a workflow or an agent as a whole, in its settings and in lists. */
export function useWorkflowCommands({ id, name }: Pick<WorkflowSummary, 'id' | 'name'>) {
  const api = useApiAs()
  const refresh = useRefresh()
  const params = { id }
  const copied = async (onCreated?: (id: string) => unknown) => {
    const copy = await api.post(duplicatePath, { params, body: {} })
    toasts.success(`"${copy.name}" created`)
    await refresh(['workflows'])
    await onCreated?.(copy.id)
  }
  return {
    exportJson: () =>
      showingFailure(api.get(exportPath, { params }).then((flow) => saveBlob(asJson(flow), `${name}.json`))),
    duplicate: (onCreated?: (id: string) => unknown) => showingFailure(copied(onCreated)),
    /** The caller leaves its page before lists are read again: it is not there any more. */
    async remove(onRemoved?: () => unknown): Promise<void> {
      await api.delete(deletePath, { params })
      toasts.success(`"${name}" deleted`)
      await onRemoved?.()
      await refresh(['workflows'])
    },
  }
}
