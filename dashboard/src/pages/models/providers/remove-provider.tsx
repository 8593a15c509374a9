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
      title={`Remove ${providerName(name)} settings?`}
      confirmLabel="Remove settings"
      onClose={onClose}
      run={async () => {
        await api.delete(providerPath, { params: { name } })
        toasts.tell(`${providerName(name)} settings removed`)
        await refresh(['models'], ['llm'])
      }}
    >
      <p>
        Its keys are deleted and its models become unavailable in this project, unless the operator has
        configured it for all projects. To pause it, disable it instead.
      </p>
    </Confirm>
  )
}
