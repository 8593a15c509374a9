import type { ExternalUser } from '@stoa/sdk'
import { downloadResponse } from '../../components/actions/download-response.ts'
import { errorMessage } from '../../components/feedback/error-alert.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { useProject, useRefresh } from '../../project.ts'

/** Commands without a form: each shows its result, with an undo where possible. */
export function useEndUserCommands(user: ExternalUser) {
  const { api } = useProject()
  const refresh = useRefresh()
  const params = { id: user.id }
  const withErrorToast = (work: Promise<unknown>) => {
    work.then(
      () => refresh(['end-user', user.id], ['end-users']),
      (error) => toasts.error(errorMessage(error)),
    )
  }

  async function switchTo(isActive: boolean): Promise<void> {
    await api.put('/api/v1/external-users/{id}/toggle-active', { params, body: { isActive } })
  }

  return {
    setActive(isActive: boolean) {
      withErrorToast(
        switchTo(isActive).then(() =>
          toasts.success(`"${user.name}" ${isActive ? 'activated' : 'deactivated'}`, {
            label: 'Undo',
            run: () => withErrorToast(switchTo(!isActive)),
          }),
        ),
      )
    },
    refreshPicture() {
      withErrorToast(
        api
          .post('/api/v1/external-users/{id}/refresh-avatar', { params })
          .then(({ refreshed }) => toasts.success(refreshed ? 'Avatar refreshed' : 'No avatar URL is set')),
      )
    },
    download() {
      withErrorToast(
        api
          .download('/api/v1/external-users/{id}/export', { params })
          .then((response) => downloadResponse(response, `external-user-${user.id}.jsonl`)),
      )
    },
  }
}
