import type { ConnectedAccount } from '@stoa/sdk'
import { messageOf } from '../../components/feedback/error-alert.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { useProject, useRefresh } from '../../project.ts'
import { actAs } from '../end-users/act-as.ts'
import { accountPath } from './connections-api.ts'

/** What needs no question: it can be taken back, or does no harm. */
export function useAccountCommands({ id, label }: ConnectedAccount) {
  const api = actAs(useProject().api)
  const refresh = useRefresh()
  const told = async (work: () => Promise<void>) => {
    try {
      await work()
      await refresh(['accounts'], ['account', id])
    } catch (error) {
      toasts.warn(messageOf(error))
    }
  }
  const setDisabled = (isDisabled: boolean): Promise<void> =>
    told(async () => {
      await api.patch(accountPath, { params: { id }, body: { isDisabled } })
      toasts.tell(`${label} ${isDisabled ? 'disabled' : 'enabled'}`, {
        label: 'Undo',
        run: () => void setDisabled(!isDisabled),
      })
    })
  return {
    setDisabled,
    refreshToken: () =>
      told(async () => {
        await api.post(`${accountPath}/refresh`, { params: { id } })
        toasts.tell(`Token of ${label} refreshed`)
      }),
  }
}
