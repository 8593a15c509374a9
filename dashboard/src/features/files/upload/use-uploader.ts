import type { StoredFile } from '@stoa/sdk'
import { useProject, useRead } from '../../../project.ts'
import type { FileType } from '../file-types.tsx'
import { uploads } from './upload-store.ts'

type UploadOptions = {
  fileType: FileType | null
  expiresAt: string | null
  onStored?(file: StoredFile): void
}

const defaults: UploadOptions = { fileType: null, expiresAt: null }

/** Begins uploads in the project that is switched to, for the end user that is looked at. */
export function useUploader(owner: string | undefined) {
  const { api, project } = useProject()
  const { data: rules } = useRead(['file-types'], (each, signal) =>
    each.get('/api/v1/file/fileTypes', { signal }),
  )
  return {
    rules,
    begin: (files: readonly File[], options: Partial<UploadOptions> = {}) =>
      uploads.add({ ...defaults, ...options, files, api, projectId: project.id, owner, rules: rules ?? [] }),
  }
}
