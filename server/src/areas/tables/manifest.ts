import type { AreaManifest } from '../../kernel/area.ts'

export const tablesManifest = {
  name: 'tables',
  tables: [
    'collection',
    'collection_feed',
    'document',
    'document_key',
    'document_unique',
    'document_link',
    'document_version',
    'document_proposal',
    'document_import',
    'document_import_error',
  ],
  blobFolders: ['tables/imports'],
  errors: {
    reserved_field: 400,
    not_owner: 403,
    collection_not_found: 404,
    document_not_found: 404,
    proposal_not_found: 404,
    import_not_found: 404,
    relation_restricted: 409,
    collection_in_use: 409,
    collection_full: 409,
    collection_too_large: 409,
    ambiguous_upsert: 409,
    cursor_expired: 410,
    schema_violation: 422,
    migration_blocked: 422,
    batch_failed: 422,
  },
  events: {
    'table.document.created':
      'A document was created. Events of documents are published only where a webhook or an active trigger selects them.',
    'table.document.updated': 'A document was changed.',
    'table.document.deleted': 'A document was deleted.',
  },
  auditActions: [
    'collection.created',
    'collection.updated',
    'collection.deleted',
    'collection.import_started',
    'collection.import_cancelled',
    'proposal.approved',
    'proposal.rejected',
  ],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    tables: typeof tablesManifest
  }
}
