import type { ConnectedAccount } from '@stoa/sdk'
import { errorMessage } from '../../components/feedback/error-alert.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { useProject, useRefresh } from '../../project.ts'
import { actAs } from '../end-users/act-as.ts'
import { accountPath } from './connections-api.ts'

/** What needs no question: it can be taken back, or does no harm. */
export function useAccountCommands({ id, label }: ConnectedAccount) {
  const api = actAs(useProject().api)
  const refresh = useRefresh()
  const withErrorToast = async (work: () => Promise<void>) => {
    try {
      await work()
      await refresh(['accounts'], ['account', id])
    } catch (error) {
      toasts.error(errorMessage(error))
    }
  }
  const setDisabled = (isDisabled: boolean): Promise<void> =>
    withErrorToast(async () => {
      await api.patch(accountPath, { params: { id }, body: { isDisabled } })
      toasts.success(`${label} ${isDisabled ? 'disabled' : 'enabled'}`, {
        label: 'Undo',
        run: () => void setDisabled(!isDisabled),
      })
    })
  return {
    setDisabled,
    refreshToken: () =>
      withErrorToast(async () => {
        await api.post(`${accountPath}/refresh`, { params: { id } })
        toasts.success(`Token of ${label} refreshed`)
      }),
  }
}
