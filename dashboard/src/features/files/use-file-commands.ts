import type { StoredFile } from '@stoa/sdk'
import { errorMessage } from '../../components/feedback/error-alert.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { useApiAs } from '../end-users/act-as.ts'

// Long enough to begin: the browser has opened it by then.
const startSeconds = 60

/** Where a signed link leads on this very server, which may be known under another name than the link says. */
export const pathOfLink = (url: string, disposition: 'inline' | 'attachment'): string =>
  `${new URL(url).pathname}?disposition=${disposition}`

export function useFileCommands(owner: string | undefined) {
  const api = useApiAs(owner)
  return {
    /** By a signed link, so that the browser writes to disk what would not fit into a page. */
    download({ id, name }: StoredFile) {
      api
        .post('/api/v1/file/{id}/signed-url', {
          params: { id },
          body: { ttlSec: startSeconds, purpose: 'preview' },
        })
        .then(({ url }) => {
          const link = document.createElement('a')
          link.href = pathOfLink(url, 'attachment')
          link.download = name
          link.click()
        })
        .catch((error) => toasts.error(errorMessage(error)))
    },
  }
}
