import { isStoaError, type Stoa } from '@stoa/sdk'
import { useRead } from '../../../project.ts'
import type { Attachment } from '../../files/attachments/attachment.ts'
import { Attachments } from '../../files/attachments/attachments.tsx'
import { attachmentOf } from '../../files/attachments/use-attachments.ts'
import { readFile } from '../../files/use-file.ts'

async function factsOf(api: Stoa, id: string, signal: AbortSignal): Promise<Attachment> {
  try {
    return attachmentOf((await readFile(api, id, signal)).file)
  } catch (error) {
    if (isStoaError(error) && error.status === 404)
      return { id, name: 'Deleted file', mimeType: 'application/octet-stream', sizeBytes: 0 }
    throw error
  }
}

/** The files of a message, of which it has the ids alone. */
export function MessageFiles({ api, fileIds }: { api: Stoa; fileIds: readonly string[] }) {
  const { data } = useRead(
    ['chat', 'files', ...fileIds],
    (_, signal) => Promise.all(fileIds.map((id) => factsOf(api, id, signal))),
    { isEnabled: fileIds.length > 0 },
  )
  return <Attachments files={data ?? []} owner="" />
}
