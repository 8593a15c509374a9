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
  {
    name: 'usage',
    purpose: 'what was used and what it cost, and how much may be',
    tables: [
      'usage_entry',
      'usage_balance',
      'usage_hold',
      'usage_cap',
      'usage_cap_counter',
      'usage_cap_request',
      'usage_unrolled',
      'usage_day',
      'usage_user_day',
      'usage_user_month',
      'usage_user_total',
    ],
  },
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
    name: 'webhooks',
    purpose: 'what happens in a project, told to the outside: webhooks and the stream of events',
    tables: ['webhook', 'webhook_delivery', 'webhook_attempt'],
  },
  {
    name: 'files',
    purpose: 'files of end users: uploads, downloads, what uses them, how much they take',
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
  {
    name: 'sandboxes',
    purpose: 'code that nobody trusts, run once or in sessions that live on',
    tables: ['sandbox_session', 'sandbox_execution'],
  },
  {
    name: 'llm',
    purpose: 'the models that can be called, what they cost, and every call of one',
    tables: [
      ...[
        'model_setting',
        'llm_call',
        'llm_call_open',
        'llm_provider',
        'llm_quote',
        'llm_model',
        'llm_media_job',
      ],
      'llm_settings_mark',
    ],
  },
  {
    name: 'toolkits',
    purpose: 'the catalogue of toolkits, and the ports by which tools come into it',
    tables: ['toolkit', 'toolkit_setting'],
  },
  {
    name: 'openapi-tools',
    purpose: 'tools made of API descriptions: shipped ones, and those that projects import',
    tables: ['toolkit_document', 'toolkit_tool'],
  },
  {
    name: 'pieces',
    purpose: 'integrations of the Activepieces community, each in a process of its own',
    tables: ['piece_value', 'installed_piece'],
  },
  { name: 'tool-search', purpose: 'tools found by what they should do', tables: [] },
  {
    name: 'connections',
    purpose: 'accounts of end users at outside services, and how a project is known there',
    tables: ['auth_config', 'connected_account', 'connection_link', 'connection_revocation', 'demo_grant'],
  },
  {
    name: 'tools',
    purpose: 'what agents can do: custom tools, built-in ones, executing them, logs and fixtures',
    tables: ['tool', 'tool_version', 'tool_setting', 'tool_execution', 'tool_question', 'tool_fixture'],
  },
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
  'run_schedule',
  'run_kind',
  'event',
  'event_counter',
  'node_lease',
  'node_slot',
] as const
