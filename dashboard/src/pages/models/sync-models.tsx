import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { errorMessage } from '../../components/feedback/error-alert.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { useProject, useRefresh } from '../../project.ts'

export const syncPath = '/api/v1/ai/models/sync'

/** Lists the models of Ollama and self-hosted servers. */
export function SyncModels() {
  const { api } = useProject()
  const refresh = useRefresh()
  const [isBusy, setBusy] = useState(false)
  const sync = async () => {
    setBusy(true)
    try {
      const { providers } = await api.post(syncPath)
      const found = providers.reduce((sum, { models }) => sum + models, 0)
      for (const { name, error } of providers) if (error !== null) toasts.error(`${name}: ${error}`)
      toasts.success(
        providers.length === 0 ? 'No additional models found' : `${found} additional models found`,
      )
      await refresh(['models'])
    } catch (error) {
      toasts.error(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<RefreshCw size={14} aria-hidden />} isBusy={isBusy} onClick={() => void sync()}>
      Refresh models
    </Button>
  )
}
