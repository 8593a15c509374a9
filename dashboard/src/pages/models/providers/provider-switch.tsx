import type { LlmProvider } from '@stoa/sdk'
import { messageOf } from '../../../parts/failure.tsx'
import { Switch } from '../../../parts/switch.tsx'
import { toasts } from '../../../parts/toast-store.ts'
import { useProject, useRefresh } from '../../../project.tsx'
import { providersPath } from '../use-providers.ts'
import { providerName } from './provider-state.tsx'

/** Only what the project itself has set up can be switched here. */
export function ProviderSwitch({ provider: { name, source, isEnabled } }: { provider: LlmProvider }) {
  const { api } = useProject()
  const refresh = useRefresh()
  if (source !== 'project') return null
  const change = (isOn: boolean, isUndo = false) => {
    api.put(providersPath, { body: { name, isEnabled: isOn } }).then(
      () => {
        toasts.tell(
          `${providerName(name)} ${isOn ? 'enabled' : 'disabled'}`,
          isUndo ? undefined : { label: 'Undo', run: () => change(!isOn, true) },
        )
        return refresh(['models'], ['llm'])
      },
      (error) => toasts.warn(messageOf(error)),
    )
  }
  return <Switch label={`${providerName(name)}: on`} isOn={isEnabled} onChange={(isOn) => change(isOn)} />
}
