/**
 * Every area, lowest first. Calls go down this list, events go up it: an area may know only the areas that
 * stand before it. `tables` are the tables that the area alone may write.
 */
export const areaOrder = [
  { name: 'audit', purpose: 'who did what, written in the transaction that did it', tables: ['audit_entry'] },
  { name: 'projects', purpose: 'projects and their API keys', tables: ['project', 'api_key'] },
  {
    name: 'users',
    purpose: 'people at the dashboard: accounts, sessions, the profile',
    tables: ['account', 'project_member', 'account_session', 'setup_token'],
  },
  { name: 'usage', purpose: 'what was used and what it cost', tables: ['usage_entry'] },
  {
    name: 'external-users',
    purpose: 'the end users of a project, selected with x-username',
    tables: [
      'external_user',
      'external_user_stats',
      'external_user_alias',
      'external_user_token',
      'deletion_receipt',
    ],
  },
  {
    name: 'tables',
    purpose: 'collections of documents: schema, filters, history, proposals',
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
  },
  { name: 'llm', purpose: 'the models that can be called, and what they cost', tables: ['model_setting'] },
] as const

/** Tables of the kernel; no area writes them. */
export const kernelTables = [
  'schema_migration',
  'idempotency_key',
  'installation_fact',
  'blob_garbage',
  'run',
  'run_step',
  'run_signal',
  'run_event',
  'event',
] as const
