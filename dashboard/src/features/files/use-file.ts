import type { Stoa, StoredFile } from '@stoa/sdk'
import { useRead } from '../../project.ts'
import { actAs } from '../end-users/act-as.ts'

/** A file with the ETag it was read with. */
export type ReadFile = { file: StoredFile; etag: string | undefined }

export async function readFile(api: Stoa, id: string, signal?: AbortSignal): Promise<ReadFile> {
  let etag: string | undefined
  const file = await api.get('/api/v1/file/meta/{id}', {
    params: { id },
    signal,
    onResponse: ({ headers }) => {
      etag = headers.get('etag') ?? undefined
    },
  })
  return { file, etag }
}

export const useFile = (id: string, owner: string | undefined) =>
  useRead(['files', 'one', id, owner], (api, signal) => readFile(actAs(api, owner), id, signal), {
    refetchInterval: 15_000,
  })
