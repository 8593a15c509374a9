import type { LlmProvider } from '@stoa/sdk'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { Switch } from '../../../components/form/switch.tsx'
import { providerName } from '../../../features/models/provider-state.tsx'
import { providersPath } from '../../../features/models/use-providers.ts'
import { useProject, useRefresh } from '../../../project.ts'

/** Only what the project itself has set up can be switched here. */
export function ProviderSwitch({ provider: { name, source, isEnabled } }: { provider: LlmProvider }) {
  const { api } = useProject()
  const refresh = useRefresh()
  if (source !== 'project') return null
  const change = (isOn: boolean, isUndo = false) => {
    api.put(providersPath, { body: { name, isEnabled: isOn } }).then(
      () => {
        toasts.success(
          `${providerName(name)} ${isOn ? 'enabled' : 'disabled'}`,
          isUndo ? undefined : { label: 'Undo', run: () => change(!isOn, true) },
        )
        return refresh(['models'], ['llm'])
      },
      (error) => toasts.error(errorMessage(error)),
    )
  }
  return <Switch label={`${providerName(name)}: on`} isOn={isEnabled} onChange={(isOn) => change(isOn)} />
}
