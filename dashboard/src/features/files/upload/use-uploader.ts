import type { FileTypeRule, StoredFile } from '@stoa/sdk'
import { useProject, useRead } from '../../../project.ts'
import type { FileType } from '../file-types.tsx'
import { uploads } from './upload-store.ts'

type UploadOptions = {
  fileType: FileType | null
  expiresAt: string | null
  onStored?(file: StoredFile): void
}

const typesPath = '/api/v1/file/fileTypes'

const defaults: UploadOptions = { fileType: null, expiresAt: null }

/** Begins uploads in the project that is switched to, for the end user that is looked at. */
export function useUploader(owner: string | undefined) {
  const { api, project } = useProject()
  const { data: rules } = useRead(['file-types'], (each, signal) => each.get(typesPath, { signal }))
  return {
    rules,
    begin: (files: readonly File[], options: Partial<UploadOptions> = {}) => {
      const add = (known: readonly FileTypeRule[]) =>
        uploads.add({ ...defaults, ...options, files, api, projectId: project.id, owner, rules: known })
      // A file can be dropped before the rules are read; without them it would be of type "other".
      if (rules) add(rules)
      else void api.get(typesPath).then(add, () => add([]))
    },
  }
}
