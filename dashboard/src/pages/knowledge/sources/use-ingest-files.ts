import type { KnowledgeCollection, StoredFile } from '@stoa/sdk'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { projectUser, useApiAs } from '../../../features/end-users/act-as.ts'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { useUploader } from '../../../features/files/upload/use-uploader.ts'
import { ingestFilePath } from '../../../features/knowledge/knowledge-api.ts'
import { useRefresh } from '../../../project.ts'

/** Files become sources: those of this machine once they are uploaded, stored ones immediately. */
export function useIngestFiles({ id, externalUserId }: KnowledgeCollection) {
  const api = useApiAs()
  const refresh = useRefresh()
  const name = useEndUserNames([externalUserId])(externalUserId)
  // What is added to the collection of an end user is theirs too.
  const owner = name === undefined || name === projectUser ? undefined : name
  const { begin } = useUploader(owner)

  const ingest = async ({ id: fileId, name: fileName }: Pick<StoredFile, 'id' | 'name'>) => {
    try {
      const { changed } = await api.post(ingestFilePath, { params: { id }, body: { fileId } })
      if (!changed) toasts.success(`The collection has "${fileName}" already`)
    } catch (error) {
      toasts.error(`${fileName}: ${errorMessage(error)}`)
    }
    await refresh(['knowledge'])
  }
  return {
    owner,
    upload: (files: readonly File[]) => begin(files, { onStored: (file) => void ingest(file) }),
    async ingestStored(files: readonly StoredFile[]): Promise<void> {
      for (const file of files) await ingest(file)
    },
  }
}
