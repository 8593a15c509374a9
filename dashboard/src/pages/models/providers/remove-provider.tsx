import type { LlmProvider } from '@stoa/sdk'
import { Confirm } from '../../../parts/confirm.tsx'
import { toasts } from '../../../parts/toast-store.ts'
import { useProject, useRefresh } from '../../../project.tsx'
import { providerName } from './provider-state.tsx'

export const providerPath = '/api/v1/ai/providers/{name}'

export function RemoveProvider({ provider: { name }, onClose }: { provider: LlmProvider; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  return (
    <Confirm
      title={`Remove the settings of ${providerName(name)}?`}
      confirmLabel="Remove settings"
      onClose={onClose}
      run={async () => {
        await api.delete(providerPath, { params: { name } })
        toasts.tell(`The settings of ${providerName(name)} are removed`)
        await refresh(['models'], ['llm'])
      }}
    >
      <p>
        Its keys are destroyed, and its models are called no more from this project, unless the operator has
        set it up for all projects. To pause it, switch it off instead.
      </p>
    </Confirm>
  )
}
