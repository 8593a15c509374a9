import type { StoredFile } from '@stoa/sdk'
import { useState } from 'react'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { useProject } from '../../../project.ts'
import { guessType } from '../upload/guess-type.ts'
import { sendFile } from '../upload/send-file.ts'
import { useUploader } from '../upload/use-uploader.ts'
import type { Attachment } from './attachment.ts'

const weekMs = 7 * 24 * 60 * 60 * 1000

/** Whatever is being written that files may go along with. */
export type Attaching = { user: string; files: readonly Attachment[] }

export const attachmentOf = ({ id, name, mimeType, sizeBytes }: StoredFile): Attachment => ({
  id,
  name,
  mimeType,
  sizeBytes,
})

/** Uploads attachments for the end user of the conversation; they expire after a week. */
export function useAttachments(
  draft: Attaching,
  change: (patch: (before: Attaching) => Pick<Attaching, 'files'>) => void,
) {
  const { api } = useProject()
  const { rules } = useUploader(undefined)
  const [sending, setSending] = useState(0)
  const owner = draft.user.trim()

  const send = async (file: File) => {
    setSending((before) => before + 1)
    try {
      const stored = await sendFile({
        api: owner === '' ? api : api.as(owner),
        file,
        fileType: guessType(file, rules ?? []),
        expiresAt: new Date(Date.now() + weekMs).toISOString(),
        fingerprint: `attachment ${owner} ${file.name} ${file.size} ${file.lastModified}`,
        signal: new AbortController().signal,
        onProgress: () => undefined,
      })
      change(({ files }) => ({ files: [...files, attachmentOf(stored)] }))
    } catch (error) {
      toasts.error(`${file.name}: ${errorMessage(error)}`)
    } finally {
      setSending((before) => before - 1)
    }
  }
  return {
    sending,
    /** Such as are stored already. */
    add: (stored: readonly StoredFile[]) =>
      change(({ files }) => {
        const known = new Set(files.map(({ id }) => id))
        return { files: [...files, ...stored.filter(({ id }) => !known.has(id)).map(attachmentOf)] }
      }),
    attach: (files: readonly File[]) => {
      for (const file of files) void send(file)
    },
    detach: (id: string) => change(({ files }) => ({ files: files.filter((each) => each.id !== id) })),
  }
}
