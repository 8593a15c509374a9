import type { LlmProvider } from '@stoa/sdk'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { providerName } from '../../../features/models/provider-state.tsx'
import { useProject, useRefresh } from '../../../project.ts'

export const providerPath = '/api/v1/ai/providers/{name}'

export function RemoveProvider({ provider: { name }, onClose }: { provider: LlmProvider; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  return (
    <ConfirmDialog
      title={`Remove ${providerName(name)} settings?`}
      confirmLabel="Remove settings"
      onClose={onClose}
      run={async () => {
        await api.delete(providerPath, { params: { name } })
        toasts.success(`${providerName(name)} settings removed`)
        await refresh(['models'], ['llm'])
      }}
    >
      <p>
        Its keys are deleted and its models become unavailable in this project, unless the operator has
        configured it for all projects. To pause it, disable it instead.
      </p>
    </ConfirmDialog>
  )
}
