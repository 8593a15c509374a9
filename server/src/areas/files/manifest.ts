import type { AreaManifest } from '../../kernel/area.ts'

export const filesManifest = {
  name: 'files',
  tables: [
    'file_storage',
    'file_user_storage',
    'file_blob',
    'file',
    'file_reference',
    'file_incoming',
    'file_upload',
    'file_upload_part',
  ],
  blobFolders: ['files'],
  errors: {
    empty_file: 400,
    checksum_mismatch: 400,
    invalid_link: 403,
    file_not_found: 404,
    upload_not_found: 404,
    file_in_use: 409,
    link_expired: 410,
    storage_quota_exceeded: 413,
  },
  events: { 'file.uploaded': 'A file was uploaded, or created by a tool.' },
  auditActions: ['file.uploaded', 'file.updated', 'file.shared', 'file.deleted'],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    files: typeof filesManifest
  }
}
