import type { ExternalUser } from '@stoa/sdk'
import { saveAnswer } from '../../components/actions/download-response.ts'
import { messageOf } from '../../components/feedback/error-alert.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { useProject, useRefresh } from '../../project.ts'

/** What happens at a press, without a form: each tells how it went, and what can be taken back offers to. */
export function useEndUserCommands(user: ExternalUser) {
  const { api } = useProject()
  const refresh = useRefresh()
  const params = { id: user.id }
  const told = (work: Promise<unknown>) => {
    work.then(
      () => refresh(['end-user', user.id], ['end-users']),
      (error) => toasts.warn(messageOf(error)),
    )
  }

  async function switchTo(isActive: boolean): Promise<void> {
    await api.put('/api/v1/external-users/{id}/toggle-active', { params, body: { isActive } })
  }

  return {
    setActive(isActive: boolean) {
      told(
        switchTo(isActive).then(() =>
          toasts.tell(`"${user.name}" ${isActive ? 'activated' : 'deactivated'}`, {
            label: 'Undo',
            run: () => told(switchTo(!isActive)),
          }),
        ),
      )
    },
    refreshPicture() {
      told(
        api
          .post('/api/v1/external-users/{id}/refresh-avatar', { params })
          .then(({ refreshed }) => toasts.tell(refreshed ? 'Avatar refreshed' : 'No avatar URL is set')),
      )
    },
    download() {
      told(
        api
          .download('/api/v1/external-users/{id}/export', { params })
          .then((answer) => saveAnswer(answer, `external-user-${user.id}.jsonl`)),
      )
    },
  }
}
