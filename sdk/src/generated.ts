// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

/** Lists in a query may be given as one value. */
type OneOrMore<T> = T | readonly T[]

/** The stable key of every failure the server tells of. */
export type ErrorCode = ErrorEnvelope['error']['code']

export type ErrorEnvelope = {
  success: false
  message: string
  requestId: string
  error: {
    code: 
      | 'address_not_allowed'
      | 'callback_url_not_allowed'
      | 'checksum_mismatch'
      | 'empty_file'
      | 'file_required'
      | 'invalid_cron'
      | 'invalid_id'
      | 'invalid_json'
      | 'invalid_parameter'
      | 'invalid_piece'
      | 'invalid_time_zone'
      | 'invalid_username'
      | 'malformed_request'
      | 'missing_field'
      | 'oauth_state_invalid'
      | 'reserved_field'
      | 'unknown_field'
      | 'unsupported_parameter'
      | 'api_key_expired'
      | 'api_key_revoked'
      | 'conflicting_credentials'
      | 'invalid_api_key'
      | 'invalid_credentials'
      | 'invalid_session'
      | 'invalid_setup_token'
      | 'missing_api_key'
      | 'budget_exceeded'
      | 'insufficient_credits'
      | 'admin_only'
      | 'admin_only_field'
      | 'csrf_token_required'
      | 'end_user_token_not_accepted'
      | 'exceeds_key_limits'
      | 'external_user_inactive'
      | 'insufficient_scope'
      | 'invalid_link'
      | 'ip_not_allowed'
      | 'not_owner'
      | 'operator_only'
      | 'origin_not_allowed'
      | 'tool_restricted'
      | 'api_key_not_found'
      | 'auth_config_not_found'
      | 'avatar_not_found'
      | 'collection_not_found'
      | 'connected_account_not_found'
      | 'deletion_receipt_not_found'
      | 'document_not_found'
      | 'external_user_not_found'
      | 'file_not_found'
      | 'human_request_not_found'
      | 'import_not_found'
      | 'link_not_found'
      | 'llm_call_not_found'
      | 'llm_quote_not_found'
      | 'media_job_not_found'
      | 'model_not_found'
      | 'piece_not_found'
      | 'project_not_found'
      | 'proposal_not_found'
      | 'provider_not_found'
      | 'revocation_not_found'
      | 'route_not_found'
      | 'run_not_found'
      | 'sandbox_command_not_found'
      | 'sandbox_execution_not_found'
      | 'sandbox_file_not_found'
      | 'sandbox_session_not_found'
      | 'tool_fixture_not_found'
      | 'tool_log_not_found'
      | 'tool_not_found'
      | 'tool_version_not_found'
      | 'toolkit_not_found'
      | 'upload_not_found'
      | 'usage_cap_not_found'
      | 'usage_cap_request_not_found'
      | 'usage_not_found'
      | 'webhook_delivery_not_found'
      | 'webhook_not_found'
      | 'method_not_allowed'
      | 'not_acceptable'
      | 'request_timeout'
      | 'ambiguous_upsert'
      | 'auth_config_disabled'
      | 'auth_config_in_use'
      | 'auth_config_limit_reached'
      | 'collection_full'
      | 'collection_in_use'
      | 'collection_too_large'
      | 'connected_account_limit_reached'
      | 'default_user_protected'
      | 'file_in_use'
      | 'hold_exceeded'
      | 'idempotency_key_in_use'
      | 'invalid_state'
      | 'key_limit_reached'
      | 'last_admin_key'
      | 'link_used'
      | 'model_inactive'
      | 'name_conflict'
      | 'relation_restricted'
      | 'run_ended'
      | 'session_busy'
      | 'slug_conflict'
      | 'tool_disabled'
      | 'tool_limit_reached'
      | 'toolkit_in_use'
      | 'toolkit_limit_reached'
      | 'unique_violation'
      | 'usage_cap_conflict'
      | 'version_conflict'
      | 'webhook_limit_reached'
      | 'cursor_expired'
      | 'link_expired'
      | 'sandbox_session_gone'
      | 'precondition_failed'
      | 'file_too_large'
      | 'payload_too_large'
      | 'storage_quota_exceeded'
      | 'workspace_full'
      | 'unsupported_media_type'
      | 'range_not_satisfiable'
      | 'host_not_allowed'
      | 'batch_failed'
      | 'compute_limit_exceeded'
      | 'connection_required'
      | 'context_length_exceeded'
      | 'credentials_rejected'
      | 'driver_required'
      | 'idempotency_key_reused'
      | 'invalid_api_description'
      | 'migration_blocked'
      | 'model_unpriced'
      | 'provider_managed_auth_unavailable'
      | 'provider_not_configured'
      | 'refresh_refused'
      | 'schema_violation'
      | 'tool_arguments_invalid'
      | 'tool_not_executable'
      | 'unsupported_auth_scheme'
      | 'upgrade_required'
      | 'concurrency_limited'
      | 'rate_limited'
      | 'upstream_rate_limited'
      | 'headers_too_large'
      | 'internal_error'
      | 'upstream_error'
      | 'upstream_too_large'
      | 'compute_busy'
      | 'provider_unavailable'
      | 'sandbox_busy'
      | 'sandbox_unavailable'
      | 'service_unavailable'
      | 'starting'
      | 'upstream_timeout'
      | 'storage_full'
    type: string
    status: number
    retryable: boolean
    hint?: string | undefined
    details: {
      in?: 'body' | 'query' | 'path' | 'header' | undefined
      path?: string | undefined
      rule?: string | undefined
      message?: string | undefined
      received?: unknown
    }[]
  }
}

export type AuditEntry = {
  id: string
  actor: {
    kind: 'key' | 'session' | 'end-user-token' | 'system'
    id: string | null
    accountId: string | null
  }
  action: string
  target: {
    type: string
    id: string
  }
  details: Record<string, unknown>
  ip: string
  requestId: string
  createdAt: string
}

export type ApiKey = {
  id: string
  name: string
  prefix: string
  suffix: string
  role: 'member' | 'admin'
  /** Acts for the whole installation, beyond its project. */
  isOperator: boolean
  scopes: string[]
  state: 'active' | 'rotating' | 'expired' | 'revoked'
  allowedIps: string[]
  monthlyCreditCap: number | null
  expiresAt: string | null
  oldValueAcceptedUntil: string | null
  revokedAt: string | null
  lastUsedAt: string | null
  createdAt: string
  updatedAt: string
}

export type NewApiKey = {
  id: string
  name: string
  prefix: string
  suffix: string
  role: 'member' | 'admin'
  /** Acts for the whole installation, beyond its project. */
  isOperator: boolean
  scopes: string[]
  state: 'active' | 'rotating' | 'expired' | 'revoked'
  allowedIps: string[]
  monthlyCreditCap: number | null
  expiresAt: string | null
  oldValueAcceptedUntil: string | null
  revokedAt: string | null
  lastUsedAt: string | null
  createdAt: string
  updatedAt: string
  key: string
}

export type KeySimulation = {
  allowed: boolean
  rule: string
  requiredScope: string | null
}

export type Project = {
  id: string
  name: string
  slug: string
  retentionDays: number | null
  storePayloads: boolean
  storePrompts: boolean
  defaultModel: string | null
  webhookBaseUrl: string | null
  monthlyCreditCap: number | null
  createdAt: string
  updatedAt: string
}

export type Run = {
  id: string
  projectId: string
  /** What it does, such as `tables.import`. */
  kind: string
  /** Whose capacity it shares; null for a kind that this server does not know. */
  pool: 'work' | 'outgoing' | 'executions' | null
  status: 'queued' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'cancelled'
  /** What ends its waiting. */
  waitingFor: 'signal' | 'children' | 'time' | null
  /** How often it was claimed by a worker. */
  attempt: number
  /** How often its worker was lost. */
  losses: number
  error: {
    code: string
    message: string
    step?: string | undefined
  } | null
  isCancelRequested: boolean
  parentId: string | null
  /** How many runs stand above it. */
  depth: number
  hasChildren: boolean
  /** When it is due; null while only a signal or its children can wake it. */
  runAt: string | null
  createdAt: string
  startedAt: string | null
  endedAt: string | null
}

export type RunDetail = {
  id: string
  projectId: string
  /** What it does, such as `tables.import`. */
  kind: string
  /** Whose capacity it shares; null for a kind that this server does not know. */
  pool: 'work' | 'outgoing' | 'executions' | null
  status: 'queued' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'cancelled'
  /** What ends its waiting. */
  waitingFor: 'signal' | 'children' | 'time' | null
  /** How often it was claimed by a worker. */
  attempt: number
  /** How often its worker was lost. */
  losses: number
  error: {
    code: string
    message: string
    step?: string | undefined
  } | null
  isCancelRequested: boolean
  parentId: string | null
  /** How many runs stand above it. */
  depth: number
  hasChildren: boolean
  /** When it is due; null while only a signal or its children can wake it. */
  runAt: string | null
  createdAt: string
  startedAt: string | null
  endedAt: string | null
  inputBytes: number
  outputBytes: number
  /** The last 1,000 that were recorded, in their order. */
  steps: RunStep[]
  stepCount: number
  events: {
    count: number
    lastAt: string | null
    types: {
      type: string
      count: number
    }[]
  }
  children: {
    count: number
    open: number
  }
}

export type RunStep = {
  name: string
  /** The attempt that recorded it. */
  attempt: number
  /** An earlier attempt that was lost and may have done it as well. */
  maybeAlsoAttempt: number | null
  tries: number
  outputBytes: number
  startedAt: string
  finishedAt: string
}

export type CancelledRun = {
  id: string
  /** `running` until its worker has stopped, within a second or so. */
  status: 'cancelled' | 'running'
}

export type Profile = {
  id: string
  email: string | null
  name: string
  role: 'member' | 'admin'
  avatarUrl: string | null
  locale: string | null
  createdAt: string
  project: {
    id: string
    name: string
    slug: string
  }
  apiKey: {
    id: string
    name: string
    prefix: string
    scopes: string[]
    role: 'member' | 'admin'
    expiresAt: string | null
    lastUsedAt: string | null
  } | null
  externalUser: {
    id: string
    name: string
  }
}

export type Session = {
  account: {
    id: string
    email: string | null
    name: string
    /** Answers for the whole server, not only for projects on it. */
    isOwner: boolean
  }
  projects: {
    id: string
    name: string
    slug: string
    role: 'member' | 'admin'
  }[]
  csrfToken: string
  expiresAt: string
}

export type UsageEntry = {
  id: string
  type: 
    | 'ai_model'
    | 'tool'
    | 'sandbox'
    | 'browser'
    | 'workflow'
    | 'media'
    | 'connected_account'
    | 'storage'
    | 'grant'
    | 'adjustment'
  entryType: 'debit' | 'credit'
  /** The amount without its sign. */
  creditAmount: number
  /** What the entry does to the balance. */
  delta: number
  /** Null while the balance is unlimited. */
  balanceAfter: number | null
  usdCost: number
  status: 'held' | 'settled' | 'released'
  /** The end user for whom it was done. */
  eUID: string | null
  workflowId: string | null
  executionId: string | null
  threadId: string | null
  runId: string | null
  toolSlug: string | null
  /** The model that served, or is to serve. */
  modelId: string | null
  apiKeyId: string | null
  /** The model that was asked for: another one than `modelId` after a fallback. */
  requestedModelId: string | null
  workId: string | null
  /** How much of what has a price. */
  quantity: {
    tokens?: number | undefined
    seconds?: number | undefined
    calls?: number | undefined
    units?: number | undefined
  }
  priceRef: string | null
  metadata: Record<string, unknown>
  createdAt: string
}

export type UsageGroup = {
  /** The day, type, end user, model or tool; null where there is none. */
  group: string | null
  /** What was used, less what was given back. */
  credits: number
  usdCost: number
  entries: number
}

export type UsageSummary = {
  from: string
  to: string
  /** What was used, less what was given back. */
  credits: number
  usdCost: number
  entries: number
  breakdown: {
    type: 
      | 'ai_model'
      | 'tool'
      | 'sandbox'
      | 'browser'
      | 'workflow'
      | 'media'
      | 'connected_account'
      | 'storage'
      | 'grant'
      | 'adjustment'
    credits: number
    usdCost: number
    entries: number
  }[]
  /** How many caps refuse paid work now: `GET /usage/caps?isBlocking=true`. */
  blockingCaps: number
  series: {
    from: string
    credits: number
    usdCost: number
    entries: number
  }[]
}

export type UsageHold = {
  id: string
  workId: string
  type: 'ai_model' | 'tool' | 'sandbox' | 'browser' | 'workflow' | 'media' | 'connected_account' | 'storage'
  credits: number
  /** The end user for whom it was done. */
  eUID: string | null
  workflowId: string | null
  executionId: string | null
  threadId: string | null
  runId: string | null
  toolSlug: string | null
  /** The model that served, or is to serve. */
  modelId: string | null
  apiKeyId: string | null
  ageSeconds: number
  /** It is about to be released: its work did not end within the hour. */
  isExpired: boolean
  createdAt: string
  expiresAt: string
}

export type WorkUsage = {
  id: string
  /** What was used, less what was given back. */
  credits: number
  usdCost: number
  entries: number
  breakdown: {
    type: 
      | 'ai_model'
      | 'tool'
      | 'sandbox'
      | 'browser'
      | 'workflow'
      | 'media'
      | 'connected_account'
      | 'storage'
      | 'grant'
      | 'adjustment'
    credits: number
    usdCost: number
    entries: number
  }[]
  /** Reserved for work that is not done yet. */
  held: number
}

export type UsageBalance = {
  /** Null while it is unlimited: no grant was made yet. */
  balance: number | null
  unlimited: boolean
  currency: 'credits'
  /** Reserved for work that is not done yet. */
  held: number
  available: number | null
  lowBalance: boolean
  lowBalanceAt: number | null
  monthlyGrant: number | null
  renewsAt: string | null
}

export type UsagePrice = {
  ref: string
  type: string
  unit: string
  /** For one unit. */
  credits: number
  usd: number
  description: string
}

export type UsageReconciliation = {
  isClean: boolean
  checkedAt: string
  entries: number
  works: number
  differences: {
    check: 'balance' | 'held' | 'cap_used' | 'cap_held' | 'day_sums' | 'user_sums'
    what: string
    /** As the rows say. */
    expected: number
    /** As it is kept. */
    found: number
  }[]
  orphans: {
    /** Work that nobody paid for, paid twice, a payment without work, a hold that outlived its hour. */
    kind: 'work_without_entry' | 'work_with_several_entries' | 'entry_without_work' | 'overdue_hold'
    source: string
    workId: string
  }[]
  /** There is more than is listed. */
  isTruncated: boolean
}

export type UsageCap = {
  id: string
  scope: 'project' | 'key' | 'external_user' | 'workflow' | 'thread'
  scopeId: string | null
  period: 'day' | 'month' | 'total'
  credits: number
  action: 'block' | 'warn' | 'approve'
  /** `key` and `project`: the monthlyCreditCap that is set there. */
  origin: 'cap' | 'key' | 'project'
  /** A cap of the operator stands beside those of the project, and only an operator changes it. */
  setBy: 'operator' | 'project'
  /** In the period that is running. */
  used: number
  held: number
  /** Approved on top for this period. */
  extraCredits: number
  available: number
  /** Nothing is left of a cap that refuses work: paid work in its scope is refused with 402. */
  isBlocking: boolean
  /** Null for `total`. */
  periodStart: string | null
  /** When the next period begins; null for `total`. */
  resetsAt: string | null
  createdAt: string
  updatedAt: string
}

export type UsageCapRequest = {
  id: string
  capId: string
  status: 'pending' | 'approved' | 'refused'
  /** For whom the first refused work was to be done. */
  eUID: string | null
  needed: number
  available: number
  granted: number | null
  reason: string | null
  periodStart: string | null
  createdAt: string
  decidedAt: string | null
}

export type ExternalUser = {
  id: string
  name: string
  projectId: string
  source: 'project_default' | 'username' | 'embed_visitor' | 'trigger_thread' | 'project_runtime'
  isActive: boolean
  channel: string | null
  profileSummary: string | null
  avatarUrl: string | null
  creditsUsed: number
  createdAt: string
  lastSeenAt: string | null
  isOnline: boolean
  resourceStats: {
    agentCount: number
    workflowCount: number
    knowledgeStorageKb: number
    databaseStorageKb: number
    storageUsedKb: number
    connectionCount: number
  }
  addedByWorkflowIds: string[]
  addedByWorkflowId: string | null
  metadata: Record<string, unknown>
  verifiedEmail: string | null
  verifiedPhone: string | null
  identitySources: string[]
}

export type NewExternalUser = {
  id: string
  name: string
  projectId: string
  source: 'project_default' | 'username' | 'embed_visitor' | 'trigger_thread' | 'project_runtime'
  isActive: boolean
  channel: string | null
  profileSummary: string | null
  avatarUrl: string | null
  creditsUsed: number
  createdAt: string
  lastSeenAt: string | null
  isOnline: boolean
  resourceStats: {
    agentCount: number
    workflowCount: number
    knowledgeStorageKb: number
    databaseStorageKb: number
    storageUsedKb: number
    connectionCount: number
  }
  addedByWorkflowIds: string[]
  addedByWorkflowId: string | null
  metadata: Record<string, unknown>
  verifiedEmail: string | null
  verifiedPhone: string | null
  identitySources: string[]
  created: boolean
}

export type RefreshedExternalUser = {
  id: string
  name: string
  projectId: string
  source: 'project_default' | 'username' | 'embed_visitor' | 'trigger_thread' | 'project_runtime'
  isActive: boolean
  channel: string | null
  profileSummary: string | null
  avatarUrl: string | null
  creditsUsed: number
  createdAt: string
  lastSeenAt: string | null
  isOnline: boolean
  resourceStats: {
    agentCount: number
    workflowCount: number
    knowledgeStorageKb: number
    databaseStorageKb: number
    storageUsedKb: number
    connectionCount: number
  }
  addedByWorkflowIds: string[]
  addedByWorkflowId: string | null
  metadata: Record<string, unknown>
  verifiedEmail: string | null
  verifiedPhone: string | null
  identitySources: string[]
  refreshed: boolean
}

export type ExternalUserDeletion = {
  connections: number
  triggers: number
  workflows: number
  threads: number
  files: number
  collections: number
  dryRun: boolean
  receiptId: string | null
}

export type DeletionReceipt = {
  id: string
  projectId: string
  externalUserId: string
  nameHash: string
  counts: {
    connections: number
    triggers: number
    workflows: number
    threads: number
    files: number
    collections: number
  }
  deletedAt: string
  signature: string
}

export type EndUserToken = {
  token: string
  expiresAt: string
  externalUser: {
    id: string
    name: string
  }
}

export type EventType = {
  type: string
  description: string
}

export type Webhook = {
  id: string
  url: string
  description: string | null
  eventTypes: string[]
  isActive: boolean
  disabledReason: string | null
  oldSecretAcceptedUntil: string | null
  lastDeliveryAt: string | null
  lastStatus: 'delivered' | 'failed' | null
  lastStatusCode: number | null
  consecutiveFailures: number
  version: number
  createdAt: string
  updatedAt: string
}

export type NewWebhook = {
  id: string
  url: string
  description: string | null
  eventTypes: string[]
  isActive: boolean
  disabledReason: string | null
  oldSecretAcceptedUntil: string | null
  lastDeliveryAt: string | null
  lastStatus: 'delivered' | 'failed' | null
  lastStatusCode: number | null
  consecutiveFailures: number
  version: number
  createdAt: string
  updatedAt: string
  secret: string
}

export type WebhookTestOutcome = {
  deliveryId: string
  isDelivered: boolean
  statusCode: number | null
  durationMs: number
  errorCode: string | null
  error: string | null
  responseExcerpt: string | null
}

export type WebhookDelivery = {
  id: string
  webhookId: string
  eventId: string
  eventType: string
  isTest: boolean
  status: 'pending' | 'delivered' | 'failed'
  attemptCount: number
  lastStatusCode: number | null
  lastError: string | null
  nextAttemptAt: string | null
  createdAt: string
  endedAt: string | null
}

export type WebhookDeliveryDetail = {
  id: string
  webhookId: string
  eventId: string
  eventType: string
  isTest: boolean
  status: 'pending' | 'delivered' | 'failed'
  attemptCount: number
  lastStatusCode: number | null
  lastError: string | null
  nextAttemptAt: string | null
  createdAt: string
  endedAt: string | null
  body: Record<string, unknown>
  attempts: WebhookAttempt[]
}

export type WebhookAttempt = {
  number: number
  url: string
  requestHeaders: Record<string, string>
  startedAt: string
  durationMs: number
  statusCode: number | null
  errorCode: string | null
  error: string | null
  responseExcerpt: string | null
}

export type StreamedEvent = {
  id?: string | undefined
  type: string
  timestamp: string
  projectId?: string | undefined
  externalUserId?: string | undefined
  data: Record<string, unknown>
}

export type EventMessage = {
  /** The number to give as `after` when connecting again. */
  id: string
  event: string
  data: StreamedEvent
}

export type StoredFile = {
  id: string
  name: string
  fileType: 'image' | 'document' | 'audio' | 'video' | 'chat' | 'avatar' | 'other'
  mimeType: string
  extension: string
  sizeBytes: number
  sha256: string
  /** Where the bytes are, for as long as the file is there; takes a key. */
  url: string
  /** How messages, documents and workflows name the file: `file:` and its id. */
  ref: string
  status: 'ready' | 'processing' | 'quarantined'
  expiresAt: string | null
  metadata: Record<string, unknown>
  /** The end user it belongs to. */
  eUID: string
  createdAt: string
  updatedAt: string
}

export type UploadResult = {
  name: string
  success: boolean
  file: StoredFile | null
  error: {
    code: string
    message: string
  } | null
}

export type Upload = {
  id: string
  status: 'uploading' | 'ready'
  fileId: string | null
  fileType: 'image' | 'document' | 'audio' | 'video' | 'chat' | 'avatar' | 'other'
  name: string
  sizeBytes: number
  partSizeBytes: number
  partCount: number
  /** Those that are here, in order. */
  parts: UploadPart[]
  createdAt: string
  /** When it is forgotten unless it is complete. */
  expiresAt: string
}

export type UploadPart = {
  number: number
  sizeBytes: number
  sha256: string
}

export type FileReference = {
  kind: string
  id: string
  createdAt: string
}

export type DeletedFiles = {
  deleted: number
  results: {
    id: string
    deleted: boolean
    error: string | null
  }[]
}

export type PrunedFiles = {
  deleted: number
  freedKb: number
}

export type FileTypeRule = {
  fileType: 'image' | 'document' | 'audio' | 'video' | 'chat' | 'avatar' | 'other'
  /** In one request. */
  maxBytes: number
  /** In parts. */
  maxResumableBytes: number
  accepts: string[]
}

export type StorageBreakdown = {
  accountUsedKb: number
  projectUsedKb: number
  endUserUsedKb: number
  /** Of the project, in GiB; null means without limit. */
  limitGb: number | null
  endUserLimitGb: number | null
  /** Of the project, the largest first; null unless it was asked for. */
  byType: FileTypeUsage[] | null
}

export type FileTypeUsage = {
  fileType: 'image' | 'document' | 'audio' | 'video' | 'chat' | 'avatar' | 'other'
  files: number
  usedKb: number
}

export type SignedUrl = {
  url: string
  expiresAt: string
}

export type TableCollection = {
  id: string
  slug: string
  name: string
  description: string
  /** Flexible collections take fields that no schema names. */
  mode: 'flexible' | 'strict'
  /** Who sees and who changes a document. */
  access: 'owner' | 'project' | 'readProject_writeOwner'
  /** Proposed: what a member key writes waits for an admin. */
  writes: 'direct' | 'proposed'
  schema: {
    fields: {
      name: string
      type: 
        | 'text'
        | 'number'
        | 'integer'
        | 'boolean'
        | 'date'
        | 'json'
        | 'select'
        | 'email'
        | 'url'
        | 'relation'
        | 'file'
      /** false unless given. */
      required: boolean
      /** A value stands once: in the whole collection, or for each owner where `access` is `owner`, so that values of other owners are not revealed. false unless given. */
      unique: boolean
      /** `$NOW` and `$CURRENT_USER` stand for the moment and the acting user. */
      default?: unknown
      /** Of numbers the least value, of texts the least length. */
      min?: number | undefined
      max?: number | undefined
      pattern?: string | undefined
      options?: string[] | undefined
      relation?: {
        /** The id or slug of the collection it points to. */
        collectionId: string
        /** "restrict" unless given. */
        onDelete: 'restrict' | 'setNull' | 'cascade'
      } | undefined
      description?: string | undefined
    }[]
  }
  indexes: {
    fields: string[]
    state: 'building' | 'ready'
  }[]
  exposeViaMcp: boolean
  maxDocuments: number
  historyDays: number
  documentCount: number
  sizeBytes: number
  ownerId: string
  version: number
  createdAt: string
  updatedAt: string
  /** What a change of the schema did, or with `dryRun` would do. */
  migration?: {
    checkedDocuments: number
    /** Documents that get a new version: renamed, filled or cleared fields. */
    rewrittenDocuments: number
    blockers: {
      field: string
      rule: string
      message: string
      count: number
      /** Ids of the first documents that stand in the way. */
      examples: string[]
    }[]
  } | undefined
}

export type TableDocument = {
  id: string
  collectionId: string
  ownerId: string
  createdAt: string
  updatedAt: string
  version: number
  [name: string]: unknown
}

export type TableProposal = {
  id: string
  collectionId: string
  status: 'pending' | 'approved' | 'rejected'
  reason: string | null
  requestedBy: {
    kind: 'key' | 'session' | 'end-user-token' | 'system'
    id: string | null
    externalUserId: string
  }
  changes: {
    op: string
    documentId: string | null
    data: Record<string, unknown> | null
    baseVersion: number | null
    /** The document was changed or deleted since. */
    isOutdated: boolean
    diff: {
      field: string
      from: unknown
      to: unknown
    }[]
  }[]
  decidedBy: {
    kind: 'key' | 'session' | 'end-user-token' | 'system'
    id: string | null
    externalUserId: string
  } | null
  decisionNote: string | null
  decidedAt: string | null
  createdAt: string
}

export type TableImport = {
  id: string
  collectionId: string
  status: 'queued' | 'running' | 'completed' | 'failed'
  format: 'csv' | 'jsonl'
  sizeBytes: number
  /** Rows 1 to this one are done for good: written, or listed as faulty. */
  rowsSettled: number
  createdCount: number
  updatedCount: number
  failedCount: number
  error: string | null
  createdAt: string
  updatedAt: string
}

export type TableProposalItem = {
  id: string
  collection: {
    id: string
    slug: string
    name: string
  }
  status: 'pending' | 'approved' | 'rejected'
  reason: string | null
  requestedBy: {
    kind: 'key' | 'session' | 'end-user-token' | 'system'
    id: string | null
    externalUserId: string
  }
  /** How many changes of each kind it makes. */
  operations: {
    op: string
    count: number
  }[]
  decidedBy: {
    kind: 'key' | 'session' | 'end-user-token' | 'system'
    id: string | null
    externalUserId: string
  } | null
  decidedAt: string | null
  createdAt: string
}

export type TableDocumentVersion = {
  documentId: string
  version: number
  change: 'created' | 'updated' | 'deleted'
  data: Record<string, unknown> | null
  actor: {
    kind: 'key' | 'session' | 'end-user-token' | 'system'
    id: string | null
    externalUserId: string
  }
  changedAt: string
}

export type SandboxRunResult = {
  id: string
  status: 'succeeded' | 'failed'
  language: 'javascript' | 'python'
  /** What is no object stands in `value`; a script without a value gives `{}`. Integers that JSON would round are texts, and what is no number is null. */
  result: Record<string, unknown> | null
  error: string | null
  errorCode: 'script_error' | 'timeout' | 'memory_limit' | 'result_too_large' | 'killed' | 'cancelled' | null
  trace: string | null
  stdout: string
  stderr: string
  /** Of each stream the last 64 KiB are kept. */
  truncated: {
    stdout: boolean
    stderr: boolean
  }
  /** How long the script itself ran; this is what is charged. */
  durationMs: number
  /** How long it waited for its turn and for an interpreter; free of charge. */
  queuedMs: number
  creditsUsed: number
  /** The session went back to its last save, by this run or since the one before. It is said once. */
  stateLost: boolean
  logs: {
    stream: 'stdout' | 'stderr'
    text: string
  }[]
}

export type SandboxExecutionResult = {
  id: string
  status: 'succeeded' | 'failed'
  language: 'javascript' | 'python'
  /** What is no object stands in `value`; a script without a value gives `{}`. Integers that JSON would round are texts, and what is no number is null. */
  result: Record<string, unknown> | null
  error: string | null
  errorCode: 'script_error' | 'timeout' | 'memory_limit' | 'result_too_large' | 'killed' | 'cancelled' | null
  trace: string | null
  stdout: string
  stderr: string
  /** Of each stream the last 64 KiB are kept. */
  truncated: {
    stdout: boolean
    stderr: boolean
  }
  /** How long the script itself ran; this is what is charged. */
  durationMs: number
  /** How long it waited for its turn and for an interpreter; free of charge. */
  queuedMs: number
  creditsUsed: number
  /** The session went back to its last save, by this run or since the one before. It is said once. */
  stateLost: boolean
}

export type SandboxExecutionSummary = {
  id: string
  status: 'succeeded' | 'failed'
  language: 'javascript' | 'python'
  error: string | null
  errorCode: 'script_error' | 'timeout' | 'memory_limit' | 'result_too_large' | 'killed' | 'cancelled' | null
  /** How long the script itself ran; this is what is charged. */
  durationMs: number
  creditsUsed: number
  sessionId: string | null
  rerunOf: string | null
  eUID: string
  createdAt: string
  endedAt: string | null
  /** The first 200 characters. Null where the project keeps no payloads. */
  sourceStart: string | null
}

export type SandboxSessionExecution = {
  id: string
  status: 'succeeded' | 'failed'
  language: 'javascript' | 'python'
  error: string | null
  errorCode: 'script_error' | 'timeout' | 'memory_limit' | 'result_too_large' | 'killed' | 'cancelled' | null
  /** How long the script itself ran; this is what is charged. */
  durationMs: number
  creditsUsed: number
  sessionId: string | null
  rerunOf: string | null
  eUID: string
  createdAt: string
  endedAt: string | null
  /** The first 200 characters. Null where the project keeps no payloads. */
  sourceStart: string | null
  /** The last 2,000 characters. Empty where the project keeps no payloads. */
  stdout: string
  /** The last 2,000 characters. Empty where the project keeps no payloads. */
  stderr: string
}

export type SandboxExecution = {
  id: string
  status: 'succeeded' | 'failed'
  language: 'javascript' | 'python'
  /** What is no object stands in `value`; a script without a value gives `{}`. Integers that JSON would round are texts, and what is no number is null. */
  result: Record<string, unknown> | null
  error: string | null
  errorCode: 'script_error' | 'timeout' | 'memory_limit' | 'result_too_large' | 'killed' | 'cancelled' | null
  trace: string | null
  stdout: string
  stderr: string
  /** Of each stream the last 64 KiB are kept. */
  truncated: {
    stdout: boolean
    stderr: boolean
  }
  /** How long the script itself ran; this is what is charged. */
  durationMs: number
  /** How long it waited for its turn and for an interpreter; free of charge. */
  queuedMs: number
  creditsUsed: number
  /** The session went back to its last save, by this run or since the one before. It is said once. */
  stateLost: boolean
  sessionId: string | null
  rerunOf: string | null
  eUID: string
  /** Null where the project keeps no payloads. */
  source: string | null
  state: Record<string, unknown> | null
  receipt: {
    sourceSha256: string
    stateSha256: string
    outputSha256: string | null
    engine: string | null
    limits: {
      timeoutMs: number
      memoryMb: number
    }
    egress: {
      allowedHosts: string[]
      requests: {
        method: string
        host: string
        status: number | null
      }[]
    }
    envNames: string[]
  }
  createdAt: string
  endedAt: string | null
}

export type SandboxRerun = {
  verdict: 'same' | 'different'
  original: {
    id: string
    outputSha256: string | null
  }
  execution: SandboxExecutionResult
  outputSha256: string
  /** The original ran in a session, the repetition in an interpreter of its own. */
  isFreshState: boolean
}

export type SandboxTemplate = {
  id: string
  name: string
  isolation: 'process' | 'container' | 'microvm' | 'remote'
  languages: {
    language: 'javascript' | 'python'
    driver: string
    engine: string | null
    isLive: boolean
    isSealed: boolean | null
    isDurable: boolean
    hasPackages: boolean
  }[]
  packages: string[]
  limits: {
    cpuMs: number
    memoryMb: number
    diskMb: number
  }
}

export type SandboxSession = {
  id: string
  status: 'creating' | 'running' | 'paused' | 'ended'
  isolation: 'wasm' | 'process' | 'container' | 'microvm'
  templateId: string
  threadId: string
  workflowId: string | null
  eUID: string
  metadata: Record<string, unknown>
  network: 'none' | 'allowlist'
  allowedHosts: string[]
  envNames: string[]
  onTimeout: 'pause' | 'kill'
  idleTimeoutSec: number
  maxDurationSec: number
  limits: {
    cpuMs: number
    memoryMb: number
    diskMb: number
  }
  executionCount: number
  creditsUsed: number
  createdAt: string
  lastActivityAt: string
  /** Null while it is paused. */
  expiresAt: string | null
  pausedAt: string | null
  endedAt: string | null
  endedReason: 'released' | 'idle_timeout' | 'max_duration' | 'error' | 'host_restart' | null
}

export type SandboxThread = {
  threadId: string
  power: 'off' | 'on' | 'paused'
  session: SandboxSession | null
}

export type SandboxWorkspaceFile = {
  path: string
  sizeBytes: number
}

export type SandboxWorkspaceList = {
  files: SandboxWorkspaceFile[]
  totalBytes: number
  maxBytes: number
  maxFiles: number
}

export type SandboxExportedFile = {
  id: string
  name: string
  mimeType: string
  sizeBytes: number
  ref: string
}

export type LlmThought = {
  text: string
  /** How many other parts of the message, its text and its tool calls, stand before it. 0 unless given. */
  place?: number | undefined
  /** By which the provider knows it again; send it back unchanged. */
  signature?: string | undefined
}

export type LlmReply = {
  id: string
  text: string
  message: {
    role: 'assistant'
    content: string
    reasoning?: string | undefined
    /** The reasoning in its parts, where the provider signed them. Send them back with the message. */
    thoughts?: LlmThought[] | undefined
    toolCalls?: {
      id: string
      name: string
      arguments: Record<string, unknown>
      /** By which the provider knows the call again; send it back unchanged. */
      signature?: string | undefined
    }[] | undefined
  }
  finishReason: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'error' | 'budget'
  /** The model that answered. */
  model: string
  provider: string
  usage: LlmUsage
  latencyMs: number
  /** The model that was asked for, when another one answered. */
  fallbackFrom?: string | undefined
  /** What of the request was not done as asked. */
  warnings?: {
    code: string
    message: string
  }[] | undefined
}

export type LlmUsage = {
  /** All of the prompt, what came from a cache or went into one included. */
  promptTokens: number
  /** All of the answer, reasoning included. */
  completionTokens: number
  cachedInputTokens: number
  cacheCreationInputTokens: number
  reasoningTokens: number
  credits: number
  usd: number
  /** The provider told no usage: tokens were counted here. */
  estimated: boolean
  /** No price is known for the model, so the call cost nothing. */
  unpriced: boolean
}

export type LlmEmbeddings = {
  id: string
  model: string
  provider: string
  dimensions: number
  /** In the order of the texts. */
  embeddings: number[][]
  usage: LlmUsage
  latencyMs: number
}

export type LlmTokenCount = {
  tokens: number
  encoding: string
  /** False for models that divide text in another way; the count is then near. */
  isExact: boolean
  model: string | null
  contextLength: number | null
}

export type LlmQuote = {
  /** Send it with the call: it then stops before it costs more, with `finishReason: "budget"`. */
  holdId: string
  model: string
  /** An estimate, rather too high than too low. */
  promptTokens: number
  maxCompletionTokens: number | null
  /** What the prompt alone costs. */
  least: {
    credits: number
    usd: number
  }
  /** What is held, and the most that is charged. */
  most: {
    credits: number
    usd: number
  }
  expiresAt: string
}

export type LlmCall = {
  id: string
  kind: 'chat' | 'generate' | 'embedding'
  status: 'running' | 'succeeded' | 'failed' | 'cancelled'
  modelAsked: string
  modelServed: string | null
  provider: string
  stream: boolean
  finishReason: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'error' | 'budget' | null
  usage: LlmUsage
  firstTokenMs: number | null
  totalMs: number | null
  /** Every try of every model, in order. */
  attempts: {
    model: string
    provider: string
    /** Which of the provider's keys, by its place. */
    key: number
    /** From the begin of the call. */
    startMs: number
    firstTokenMs: number | null
    endMs: number
    outcome: 'answered' | 'failed' | 'skipped' | 'cancelled'
    error: string | null
    /** What the provider answered with. */
    status: number | null
  }[]
  requestId: string
  apiKeyId: string | null
  eUID: string
  error: {
    code: string
    message: string | null
  } | null
  metadata: Record<string, string>
  createdAt: string
  endedAt: string | null
}

export type LlmCallDetail = {
  id: string
  kind: 'chat' | 'generate' | 'embedding'
  status: 'running' | 'succeeded' | 'failed' | 'cancelled'
  modelAsked: string
  modelServed: string | null
  provider: string
  stream: boolean
  finishReason: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'error' | 'budget' | null
  usage: LlmUsage
  firstTokenMs: number | null
  totalMs: number | null
  /** Every try of every model, in order. */
  attempts: {
    model: string
    provider: string
    /** Which of the provider's keys, by its place. */
    key: number
    /** From the begin of the call. */
    startMs: number
    firstTokenMs: number | null
    endMs: number
    outcome: 'answered' | 'failed' | 'skipped' | 'cancelled'
    error: string | null
    /** What the provider answered with. */
    status: number | null
  }[]
  requestId: string
  apiKeyId: string | null
  eUID: string
  error: {
    code: string
    message: string | null
  } | null
  metadata: Record<string, string>
  createdAt: string
  endedAt: string | null
  /** What was asked; null where the project keeps no payloads. */
  prompt: unknown
  /** What was answered. */
  answer: unknown
}

export type LlmProvider = {
  name: string
  kind: 
    | 'local'
    | 'openai'
    | 'anthropic'
    | 'google'
    | 'mistral'
    | 'groq'
    | 'xai'
    | 'deepseek'
    | 'openrouter'
    | 'amazon-bedrock'
    | 'azure'
    | 'openai-compatible'
  /** Where its settings come from. */
  source: 'built-in' | 'environment' | 'project' | 'none'
  isConfigured: boolean
  isEnabled: boolean
  baseUrl: string | null
  options: {
    /** Which of OpenAI's two wires: chat where another base URL is set, else responses. */
    api?: 'responses' | 'chat' | undefined
    /** Amazon Bedrock. */
    region?: string | undefined
    /** Amazon Bedrock with a pair of keys; the secret is the key. */
    accessKeyId?: string | undefined
    /** Azure. */
    resourceName?: string | undefined
    /** Azure. */
    apiVersion?: string | undefined
  }
  keys: {
    hasValue: boolean
    last4: string | null
    updatedAt: string | null
  }[]
  /** Which media can be made through it, once it is set up. */
  media: ('image' | 'video' | 'tts' | 'stt')[]
  /** The variables that set it up for all projects. */
  environment: string[]
}

export type ModelProviderState = {
  /** The first part of its model ids. */
  name: string
  /** `incomplete` has no key; `disabled` was switched off in this project. */
  status: 'ready' | 'incomplete' | 'disabled'
  /** What keeps models from being called, as the node that answers has seen it; empty when all is well. */
  health: {
    /** Null for all models of the key. */
    model: string | null
    /** Which of the keys of the provider, by its place. */
    key: number
    /** `open` failed several times in a row and is not called until `retryAt`; `half_open` is called once to see whether it works again. `rate_limited` and `key_refused` keys come last until then. */
    state: 'open' | 'half_open' | 'rate_limited' | 'key_refused'
    /** In a row. */
    failures: number
    retryAt: string
  }[]
}

export type LlmProviderTest = {
  ok: boolean
  model: string
  latencyMs: number
  /** What the model said. */
  text: string | null
  error: {
    code: string
    message: string
  } | null
}

export type LlmModelSync = {
  /** Models that this release knows. */
  catalogue: number
  providers: {
    name: string
    /** Those beyond the catalogue. */
    models: number
    error: string | null
  }[]
}

export type MediaJob = {
  id: string
  kind: 'image' | 'video' | 'tts' | 'stt'
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  model: string
  provider: string
  /** Made by this server to try things out: no model has seen the request. */
  isPlaceholder: boolean
  /** What was made, as files of the end user. */
  fileIds: string[]
  transcript: {
    text: string
    language: string | null
    durationSeconds: number | null
    segments: {
      text: string
      startSecond: number
      endSecond: number
    }[]
  } | null
  usage: {
    units: number
    unit: 'image' | 'second' | 'char' | 'minute'
    credits: number
    usd: number
    /** The provider did not say how much it was. */
    estimated: boolean
    /** No price is known for the model, so it cost nothing. */
    unpriced: boolean
  }
  error: {
    code: string
    message: string | null
  } | null
  metadata: Record<string, string>
  eUID: string
  createdAt: string
  startedAt: string | null
  endedAt: string | null
}

export type MediaJobDetail = {
  id: string
  kind: 'image' | 'video' | 'tts' | 'stt'
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  model: string
  provider: string
  /** Made by this server to try things out: no model has seen the request. */
  isPlaceholder: boolean
  /** What was made, as files of the end user. */
  fileIds: string[]
  transcript: {
    text: string
    language: string | null
    durationSeconds: number | null
    segments: {
      text: string
      startSecond: number
      endSecond: number
    }[]
  } | null
  usage: {
    units: number
    unit: 'image' | 'second' | 'char' | 'minute'
    credits: number
    usd: number
    /** The provider did not say how much it was. */
    estimated: boolean
    /** No price is known for the model, so it cost nothing. */
    unpriced: boolean
  }
  error: {
    code: string
    message: string | null
  } | null
  metadata: Record<string, string>
  eUID: string
  createdAt: string
  startedAt: string | null
  endedAt: string | null
  /** What was asked; null once it is over where the project keeps no payloads. */
  input: Record<string, unknown> | null
}

export type OpenAiError = {
  error: {
    message: string
    type: string
    param: string | null
    /** A code of this server. */
    code: string
    hint?: string | undefined
  }
}

export type OpenAiResponse = {
  id: string
  object: 'response'
  created_at: number
  status: 'in_progress' | 'completed' | 'incomplete' | 'failed'
  /** The model that answered. */
  model: string
  /** Items of the types reasoning, message and function_call. */
  output: Record<string, unknown>[]
  usage: {
    input_tokens: number
    input_tokens_details: {
      cached_tokens: number
    }
    output_tokens: number
    output_tokens_details: {
      reasoning_tokens: number
    }
    total_tokens: number
  } | null
  error: {
    code: string
    message: string
  } | null
  incomplete_details: {
    reason: string
  } | null
  /** Answers are not kept. */
  store: false
  [name: string]: unknown
}

export type OpenAiReasoningDetail = {
  text: string
  /** How many other parts of the message, its text and its tool calls, stand before it. 0 unless given. */
  place: number
  /** By which the provider knows it again; send it back unchanged. */
  signature?: string | undefined
  type: 'reasoning.text'
  index?: number | undefined
}

export type OpenAiChatCompletion = {
  id: string
  object: 'chat.completion'
  created: number
  /** The model that answered. */
  model: string
  choices: {
    index: number
    message: {
      role: 'assistant'
      content: string | null
      refusal: null
      reasoning_content?: string | undefined
      reasoning_details?: OpenAiReasoningDetail[] | undefined
      tool_calls?: {
        id: string
        type: 'function'
        function: {
          name: string
          arguments: string
        }
        extra_content?: {
          google?: {
            thought_signature?: string | undefined
          } | undefined
        } | undefined
      }[] | undefined
    }
    logprobs: null
    finish_reason: 'stop' | 'length' | 'tool_calls' | 'content_filter'
  }[]
  usage: {
    prompt_tokens: number
    completion_tokens: number
    total_tokens: number
    prompt_tokens_details: {
      cached_tokens: number
    }
    completion_tokens_details: {
      reasoning_tokens: number
    }
  }
}

export type OpenAiEmbeddings = {
  object: 'list'
  model: string
  data: {
    object: 'embedding'
    index: number
    /** A text is base64 of float32 values. */
    embedding: number[] | string
  }[]
  usage: {
    prompt_tokens: number
    total_tokens: number
  }
}

export type OpenAiModels = {
  object: 'list'
  data: OpenAiModel[]
}

export type OpenAiModel = {
  id: string
  object: 'model'
  created: number
  owned_by: string
}

export type AnthropicError = {
  type: 'error'
  error: {
    type: string
    message: string
    /** A code of this server. */
    code: string
  }
  request_id: string
}

export type AnthropicMessage = {
  id: string
  type: 'message'
  role: 'assistant'
  /** The model that answered. */
  model: string
  /** Blocks of the types thinking, redacted_thinking, text and tool_use. */
  content: Record<string, unknown>[]
  stop_reason: 'end_turn' | 'max_tokens' | 'tool_use' | 'refusal' | null
  stop_sequence: null
  usage: {
    /** Without what came from a cache or went into one. */
    input_tokens: number
    output_tokens: number
    cache_creation_input_tokens: number
    cache_read_input_tokens: number
  }
}

export type AnthropicModels = {
  data: AnthropicModel[]
  has_more: boolean
  first_id: string | null
  last_id: string | null
}

export type AnthropicModel = {
  type: 'model'
  id: string
  display_name: string
  /** Not known here; clients want a time in its place. */
  created_at: string
}

export type AnthropicTokenCount = {
  input_tokens: number
}

export type ToolkitItem = {
  id: string
  slug: string
  name: string
  description: string
  logo: string | null
  appUrl: string | null
  categories: string[]
  authSchemes: string[]
  providerManagedAuthSchemes: string[]
  noAuth: boolean
  provider: 'PLATFORM' | 'LOCAL' | 'OPENAPI' | 'MCP'
  version: string
  availableVersions: string[]
  toolCount: number
  triggerCount: number
  isDisabled: boolean
  isConnected: boolean
  popularityScore: number
  baseUrl: string | null
  getCurrentUserEndpoint: string | null
  regions: string[] | null
  /** Where its description is published. */
  sourceUrl: string | null
  describedAt: string | null
  /** Comes with the product, but the project reads a newer description of it. */
  isRefreshed: boolean
  /** Was added to this server from the npm registry, for every project. */
  isInstalled: boolean
  /** Since when the published description is known to differ from the version in use. */
  driftedAt: string | null
  createdAt: string | null
  updatedAt: string | null
}

export type Toolkit = {
  id: string
  slug: string
  name: string
  description: string
  logo: string | null
  appUrl: string | null
  categories: string[]
  authSchemes: string[]
  providerManagedAuthSchemes: string[]
  noAuth: boolean
  provider: 'PLATFORM' | 'LOCAL' | 'OPENAPI' | 'MCP'
  version: string
  availableVersions: string[]
  toolCount: number
  triggerCount: number
  isDisabled: boolean
  isConnected: boolean
  popularityScore: number
  baseUrl: string | null
  getCurrentUserEndpoint: string | null
  regions: string[] | null
  /** Where its description is published. */
  sourceUrl: string | null
  describedAt: string | null
  /** Comes with the product, but the project reads a newer description of it. */
  isRefreshed: boolean
  /** Was added to this server from the npm registry, for every project. */
  isInstalled: boolean
  /** Since when the published description is known to differ from the version in use. */
  driftedAt: string | null
  createdAt: string | null
  updatedAt: string | null
  authConfigDetails: ToolkitAuthDetails[]
  /** Null where nothing was read from an address. */
  watch: ToolkitWatch | null
}

export type ToolkitAuthDetails = {
  name: string
  mode: string
  fields: {
    authConfigCreation: {
      required: ToolkitAuthField[]
      optional: ToolkitAuthField[]
    }
    connectedAccountInitiation: {
      required: ToolkitAuthField[]
      optional: ToolkitAuthField[]
    }
  }
  proxy: {
    baseUrl?: string | undefined
  } | null
  deprecatedAuthProviderDetails: {
    authorization_url?: string | undefined
    token_url?: string | undefined
  } | null
  oauth2: {
    authorizationUrl: string
    tokenUrl: string
    revocationUrl?: string | undefined
    issuer?: string | undefined
    scopes: {
      name: string
      description: string
    }[]
    scopeSeparator: string
    hasPkce: boolean
    clientAuthentication: 'basic' | 'body'
  } | null
  placements: {
    in: string
    name: string
    prefix: string
    field: string
  }[]
  allowedHosts: string[]
}

export type ToolkitAuthField = {
  name: string
  displayName: string
  default: string | null
  type: string
  description: string
  required: boolean
  isSecret: boolean
  legacyTemplateName: string
}

export type ToolkitWatch = {
  check: 'off' | 'hourly' | 'daily' | 'weekly'
  checkedAt: string | null
  /** Why the address could not be read the last time. */
  fault: string | null
  driftedAt: string | null
  /** What the published description calls its version. */
  apiVersion: string | null
  changes: ToolkitChanges | null
  /** Where the published description would send credentials. */
  newHosts: string[]
}

export type ToolkitChanges = {
  added: string[]
  removed: string[]
  changed: {
    slug: string
    addedParameters: string[]
    removedParameters: string[]
    changedParameters: string[]
    nowRequired: string[]
    isOutputChanged: boolean
    isBreaking: boolean
  }[]
}

export type ToolkitCategory = {
  slug: string
  name: string
  toolkitCount: number
}

export type MessagingChannels = {
  channels: {
    slug: string
    name: string
    logo: string | null
    isConnected: boolean
    isDisabled: boolean
  }[]
}

export type ToolkitWithTools = {
  id: string
  slug: string
  name: string
  description: string
  logo: string | null
  appUrl: string | null
  categories: string[]
  authSchemes: string[]
  providerManagedAuthSchemes: string[]
  noAuth: boolean
  provider: 'PLATFORM' | 'LOCAL' | 'OPENAPI' | 'MCP'
  version: string
  availableVersions: string[]
  toolCount: number
  triggerCount: number
  isDisabled: boolean
  isConnected: boolean
  popularityScore: number
  baseUrl: string | null
  getCurrentUserEndpoint: string | null
  regions: string[] | null
  /** Where its description is published. */
  sourceUrl: string | null
  describedAt: string | null
  /** Comes with the product, but the project reads a newer description of it. */
  isRefreshed: boolean
  /** Was added to this server from the npm registry, for every project. */
  isInstalled: boolean
  /** Since when the published description is known to differ from the version in use. */
  driftedAt: string | null
  createdAt: string | null
  updatedAt: string | null
  tools: ToolkitTool[]
  hasMoreTools: boolean
}

export type ToolkitTool = {
  slug: string
  name: string
  description: string
  type: 'action' | 'poll' | 'webhook'
  noAuth: boolean
  scopes: string[]
  tags: string[]
  isImportant: boolean
  isDeprecated: boolean
  version: string
}

export type ToolkitImport = {
  isDryRun: boolean
  isChanged: boolean
  toolkit: Toolkit | null
  version: string
  baseUrl: string | null
  allowedHosts: string[]
  authSchemes: string[]
  toolCount: number
  tools: ToolkitTool[]
  changes: ToolkitChanges | null
}

export type ToolkitVersion = {
  version: string
  isCurrent: boolean
  toolCount: number
  sizeBytes: number | null
  sha256: string | null
  changes: ToolkitChanges | null
  createdAt: string | null
}

export type InstalledToolkit = {
  slug: string
  package: string
  version: string
  /** The digest with which the registry named what was taken. */
  integrity: string
  sizeBytes: number
  toolCount: number
  triggerCount: number
  /** The only hosts that its tools can reach. */
  allowedHosts: string[]
  installedAt: string
}

export type OfferedToolkit = {
  package: string
  /** The newest. */
  version: string
  description: string
  /** Null when it is not installed. */
  installedVersion: string | null
}

export type OfferedToolkitDetails = {
  package: string
  /** The newest. */
  version: string
  description: string
  /** Null when it is not installed. */
  installedVersion: string | null
  /** As the package names it; null when it names none. */
  license: string | null
  /** Of all of its files; null when the registry does not say. */
  sizeBytes: number | null
  /** The newest first, at most 50. */
  versions: string[]
  isInstallable: boolean
  /** Why the newest cannot be installed. */
  reason: string | null
}

export type AuthConfig = {
  id: string
  name: string
  displayName: string | null
  toolkit: {
    slug: string
    name: string
    logo: string | null
  }
  authScheme: string
  isProviderManaged: boolean
  scopes: string[]
  /** To be entered at the service as where people come back to. Each auth config has its own, unless the service names itself in its answers: then `issuer` is set. */
  redirectUri: string | null
  status: 'ENABLED' | 'DISABLED'
  isDisabled: boolean
  connectionCount: number
  restrictToFollowingTools: string[]
  toolAccessConfig: {
    toolsForConnectedAccountCreation: string[]
  }
  allowedCallbackUrls: string[]
  credentials: Record<string, {
    hasValue: boolean
    /** Null where four characters would give too much away. */
    last4: string | null
    updatedAt: string
  }>
  /** Staged by an update; in use once they have worked. */
  nextCredentials: Record<string, {
    hasValue: boolean
    /** Null where four characters would give too much away. */
    last4: string | null
    updatedAt: string
  }> | null
  previousCredentialsUntil: string | null
  lastTest: {
    isPassed: boolean
    at: string
  } | null
  createdAt: string
  updatedAt: string
}

export type AuthFields = {
  toolkit: {
    slug: string
    name: string
    logo: string | null
  }
  schemes: {
    authScheme: string
    /** `use_provider_managed_auth` works: nothing is to be set up. */
    isProviderManaged: boolean
    /** {authConfigId} stands for the id that the auth config will have. */
    redirectUri: string | null
    scopes: {
      name: string
      description: string
    }[]
    authConfigCreation: {
      required: {
        name: string
        displayName: string
        description: string
        type: string
        required: boolean
        isSecret: boolean
        default: string | null
        options: {
          label: string
          value: string
        }[] | null
      }[]
      optional: {
        name: string
        displayName: string
        description: string
        type: string
        required: boolean
        isSecret: boolean
        default: string | null
        options: {
          label: string
          value: string
        }[] | null
      }[]
    }
    connectedAccountInitiation: {
      required: {
        name: string
        displayName: string
        description: string
        type: string
        required: boolean
        isSecret: boolean
        default: string | null
        options: {
          label: string
          value: string
        }[] | null
      }[]
      optional: {
        name: string
        displayName: string
        description: string
        type: string
        required: boolean
        isSecret: boolean
        default: string | null
        options: {
          label: string
          value: string
        }[] | null
      }[]
    }
  }[]
}

export type AuthConfigTest = {
  isPassed: boolean
  checks: {
    name: string
    outcome: 'passed' | 'failed' | 'skipped'
    message: string
  }[]
  /** The staged credentials worked and are in use from now on. */
  isPromoted: boolean
}

export type AuthConfigDrift = {
  scopes: string[]
  accounts: {
    id: string
    label: string
    eUID: string
    missingScopes: string[]
  }[]
  totalAccounts: number
}

export type ConnectedAccount = {
  id: string
  toolkit: {
    slug: string
    name: string
    logo: string | null
  }
  authConfig: {
    id: string
    authScheme: string
    isProviderManaged: boolean
    isDisabled: boolean
  }
  /** The end user to whom it belongs. */
  eUID: string
  /** What to call it: its display name, else whose account it is. */
  label: string
  displayName: string | null
  labels: string[]
  status: 'INITIALIZING' | 'INITIATED' | 'ACTIVE' | 'FAILED' | 'EXPIRED' | 'INACTIVE'
  statusReason: string | null
  isDisabled: boolean
  scopesGranted: string[]
  identity: {
    email: string | null
    username: string | null
    accountId: string | null
  } | null
  state: {
    authScheme: string
    val: Record<string, {
      hasValue: boolean
      /** Null where four characters would give too much away. */
      last4: string | null
      updatedAt: string
    }>
  }
  /** When the token runs out; it is renewed before. */
  expiresAt: string | null
  lastRefreshedAt: string | null
  lastUsedAt: string | null
  lastError: {
    code: string
    message: string
    at: string
  } | null
  testRequestEndpoint: string | null
  createdAt: string
  updatedAt: string
}

export type CreatedConnectedAccount = {
  id: string
  connectionData: {
    authScheme: string
    val: Record<string, {
      hasValue: boolean
      /** Null where four characters would give too much away. */
      last4: string | null
      updatedAt: string
    }>
  }
  status: 'INITIALIZING' | 'INITIATED' | 'ACTIVE' | 'FAILED' | 'EXPIRED' | 'INACTIVE'
  /** Where the end user has to go first; null when nothing is left to do. */
  redirectUrl: string | null
}

export type ConnectionLink = {
  linkToken: string
  redirectUrl: string
  expiresAt: string
  connectedAccountId: string
}

export type ConnectedAccountsByToolkit = {
  externalUser: {
    id: string
    name: string | null
  }
  groups: {
    toolkit: {
      slug: string
      name: string
      logo: string | null
    }
    connections: ConnectedAccount[]
  }[]
  totalConnections: number
}

export type ConnectedAccountTest = {
  isWorking: boolean
  status: 'INITIALIZING' | 'INITIATED' | 'ACTIVE' | 'FAILED' | 'EXPIRED' | 'INACTIVE'
  identity: {
    email: string | null
    username: string | null
    accountId: string | null
  } | null
  message: string
}

export type ConnectedAccountImpact = {
  connectedAccountId: string
  /** What stops when the account goes. */
  dependants: {
    type: string
    id: string
    name: string
    nextRunAt: string | null
  }[]
  /** Active accounts of the same end user and toolkit that remain. */
  otherAccounts: number
  revokesUpstream: boolean
}

export type ConnectionRevocation = {
  connectedAccountId: string
  /** `unsupported`: the service has no way to take a grant back. */
  status: 'pending' | 'revoked' | 'failed' | 'unsupported'
  tries: number
  lastError: string | null
  createdAt: string
  endedAt: string | null
}

export type Tool = {
  id: string
  slug: string
  name: string
  description: string
  instructions: string
  toolkitSlug: string
  provider: 'PLATFORM' | 'LOCAL' | 'OPENAPI' | 'MCP'
  type: 'action' | 'poll' | 'webhook'
  noAuth: boolean
  scopes: string[]
  tags: string[]
  isImportant: boolean
  popularityScore: number
  version: string
  availableVersions: string[]
  isDeprecated: boolean
  isDisabled: boolean
  executionCreditCost: number
  hints: {
    isReadOnly: boolean | null
    isDestructive: boolean | null
    isIdempotent: boolean | null
  }
  fieldModifiers: Record<string, unknown>
  /** The language of its script; null when something else runs it. */
  script: string | null
  isExecutable: boolean
  triggerThreadKey: string | null
  ragContentHash: string | null
  ragSyncedAt: string | null
  createdAt: string | null
  updatedAt: string | null
  /** In lists, those of API operations are left out unless `fields` names them: they may be large. */
  inputParameters?: Record<string, unknown> | undefined
  /** In lists, those of API operations are left out unless `fields` names them: they may be large. */
  outputParameters?: Record<string, unknown> | undefined
  /** About how many tokens its name, description and input schema take. */
  schemaTokens: number
}

export type ToolDetail = {
  id: string
  slug: string
  name: string
  description: string
  instructions: string
  toolkitSlug: string
  provider: 'PLATFORM' | 'LOCAL' | 'OPENAPI' | 'MCP'
  type: 'action' | 'poll' | 'webhook'
  noAuth: boolean
  scopes: string[]
  tags: string[]
  isImportant: boolean
  popularityScore: number
  version: string
  availableVersions: string[]
  isDeprecated: boolean
  isDisabled: boolean
  executionCreditCost: number
  hints: {
    isReadOnly: boolean | null
    isDestructive: boolean | null
    isIdempotent: boolean | null
  }
  fieldModifiers: Record<string, unknown>
  /** The language of its script; null when something else runs it. */
  script: string | null
  isExecutable: boolean
  triggerThreadKey: string | null
  ragContentHash: string | null
  ragSyncedAt: string | null
  createdAt: string | null
  updatedAt: string | null
  inputParameters: Record<string, unknown>
  outputParameters: Record<string, unknown>
  /** About how many tokens its name, description and input schema take. */
  schemaTokens: number
  /** The request that it sends. */
  http: {
    /** "GET" unless given. */
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
    /** May hold {{name}} for arguments, but not in its host. */
    url: string
    /** {} unless given. */
    headers: Record<string, string>
    /** {} unless given. */
    query: Record<string, unknown>
    /** A value or a text with {{name}} for arguments; a value that is one of them keeps its type. */
    body?: unknown
  } | null
  /** Only for those who may change the tool. */
  scriptSource: string | null
  allowedHosts: string[]
}

export type ToolHit = {
  slug: string
  toolkitSlug: string
  name: string
  description: string
  /** From 0 to 1, on one scale for all tools and questions; 1 is the tool of that very slug. */
  score: number
  schemaTokens: number
  isConnected: boolean
  noAuth: boolean
  inputParameters?: Record<string, unknown> | undefined
}

export type FieldOptions = {
  field: string
  /** False when the schema of the tool says it all already. */
  isDynamic: boolean
  options: {
    label: string
    /** What goes into the arguments; for fields with `x-fields` a field to fill in. */
    value: unknown
  }[]
  /** More than 1,000 fit: search for the one that is meant. */
  hasMore: boolean
}

export type ToolExecution = {
  successful: boolean
  data: unknown
  error: string | null
  errorCode: 
    | 'arguments_invalid'
    | 'auth_expired'
    | 'insufficient_scope'
    | 'rate_limited'
    | 'not_found'
    | 'timeout'
    | 'upstream_4xx'
    | 'upstream_5xx'
    | 'upstream_unreachable'
    | 'host_not_allowed'
    | 'script_error'
    | 'output_invalid'
    | 'output_too_large'
    | 'cancelled'
    | 'interrupted'
    | 'refused'
    | 'internal' | null
  /** Null for a dry run. */
  logId: string | null
  toolSlug: string
  version: string
  durationMs: number
  creditsCharged: number
  connectedAccountId: string | null
  upstreamStatus: number | null
  /** With `rate_limited`: after how many seconds the service may be asked again. */
  retryAfter: number | null
  retryAfterMs: number | null
  tries: number
  truncated: boolean
  /** Where the whole result is when it was too large. */
  fileId: string | null
  warnings: string[]
  sessionInfo: null
  dryRun: boolean
  /** What a dry run would have sent, without secrets. */
  request: {
    method: string
    url: string
    headers: Record<string, string>
    body: unknown
  } | null
}

export type ToolBatch = {
  successful: number
  failed: number
  results: {
    toolSlug: string
    status: 'executed' | 'refused' | 'skipped'
    result: ToolExecution | null
    refusal: {
      code: string
      message: string
      details: unknown[]
      hint: string | null
      /** What the refusal of a single call would say beside its code. */
      facts: Record<string, unknown>
    } | null
  }[]
}

export type ToolExecutionLog = {
  id: string
  logId: string
  toolSlug: string
  toolkitSlug: string
  version: string
  logKind: 'actions' | 'triggers'
  status: 'running' | 'succeeded' | 'failed'
  successful: boolean
  error: string | null
  errorCode: 
    | 'arguments_invalid'
    | 'auth_expired'
    | 'insufficient_scope'
    | 'rate_limited'
    | 'not_found'
    | 'timeout'
    | 'upstream_4xx'
    | 'upstream_5xx'
    | 'upstream_unreachable'
    | 'host_not_allowed'
    | 'script_error'
    | 'output_invalid'
    | 'output_too_large'
    | 'cancelled'
    | 'interrupted'
    | 'refused'
    | 'internal' | null
  upstreamStatus: number | null
  connectedAccountId: string | null
  workflowId: string | null
  threadId: string | null
  mcpServerId: string | null
  eUID: string
  tries: number
  durationMs: number | null
  creditsCharged: number
  truncated: boolean
  fileId: string | null
  createdAt: string
  endedAt: string | null
}

export type ToolExecutionLogDetail = {
  id: string
  logId: string
  toolSlug: string
  toolkitSlug: string
  version: string
  logKind: 'actions' | 'triggers'
  status: 'running' | 'succeeded' | 'failed'
  successful: boolean
  error: string | null
  errorCode: 
    | 'arguments_invalid'
    | 'auth_expired'
    | 'insufficient_scope'
    | 'rate_limited'
    | 'not_found'
    | 'timeout'
    | 'upstream_4xx'
    | 'upstream_5xx'
    | 'upstream_unreachable'
    | 'host_not_allowed'
    | 'script_error'
    | 'output_invalid'
    | 'output_too_large'
    | 'cancelled'
    | 'interrupted'
    | 'refused'
    | 'internal' | null
  upstreamStatus: number | null
  connectedAccountId: string | null
  workflowId: string | null
  threadId: string | null
  mcpServerId: string | null
  eUID: string
  tries: number
  durationMs: number | null
  creditsCharged: number
  truncated: boolean
  fileId: string | null
  createdAt: string
  endedAt: string | null
  /** Null where the project keeps no payloads. Secrets are cut out. */
  arguments: unknown
  result: unknown
}

export type ToolFixture = {
  id: string
  name: string
  toolSlug: string
  version: string
  logId: string
  connectedAccountId: string | null
  arguments: unknown
  outcome: {
    successful: boolean
    data: unknown
    errorCode: string | null
  }
  ignoredPaths: string[]
  lastVerdict: 'same' | 'changed' | 'failed' | null
  lastReplayedAt: string | null
  eUID: string
  createdAt: string
}

export type ToolReplayReport = {
  total: number
  same: number
  changed: number
  failed: number
  replays: ToolReplay[]
}

export type ToolReplay = {
  fixtureId: string
  name: string
  toolSlug: string
  verdict: 'same' | 'changed' | 'failed'
  mode: 'execute' | 'schema'
  fromVersion: string
  toVersion: string | null
  changes: {
    path: string
    kind: 'added' | 'removed' | 'changed' | 'type'
    before: unknown
    after: unknown
  }[]
  /** What of the saved call does not fit the tool any more. */
  faults: string[]
  logId: string | null
  error: string | null
}

export type HumanRequest = {
  id: string
  question: string
  options: string[]
  context: Record<string, unknown>
  status: 'waiting' | 'answered' | 'expired' | 'cancelled'
  answer: unknown
  answeredBy: string | null
  /** The end user in whose name it was asked. */
  eUID: string
  /** The execution that asked, for `GET /api/v1/tools/execution-logs/{logId}` while it is kept. */
  executionId: string | null
  createdAt: string
  expiresAt: string
  answeredAt: string | null
}

export type Capabilities = {
  version: string
  browser: {
    isLive: boolean
    drivers: {
      name: string
      isLive: boolean
      [name: string]: unknown
    }[]
  }
  embeddings: {
    isLive: boolean
    drivers: {
      name: string
      isLive: boolean
      [name: string]: unknown
    }[]
  }
  llm: {
    isLive: boolean
    drivers: {
      name: string
      isLive: boolean
      [name: string]: unknown
    }[]
  }
  sandbox: {
    isLive: boolean
    drivers: {
      name: string
      isLive: boolean
      [name: string]: unknown
    }[]
  }
  tools: {
    isLive: boolean
    drivers: {
      name: string
      isLive: boolean
      [name: string]: unknown
    }[]
  }
  oauth: {
    /** Where providers send people back to. */
    baseUrl: string
  }
}

/** Every path with its methods. */
export type Paths = {
  '/api/v1/audit-log': {
    /** List what was done in the project */
    get: {
      query?: {
        /** Part of the action or of the id it was done to. */
        q?: string | undefined
        /** The id of a key, session or account, or a kind of actor. */
        actor?: string | undefined
        /** Such as `api_key.created`. */
        action?: string | undefined
        from?: string | Date | undefined
        to?: string | Date | undefined
        /** "createdAt" unless given. */
        sortBy?: 'createdAt' | 'action' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: AuditEntry
    }
  }
  '/api/v1/api-keys': {
    /** List API keys */
    get: {
      query?: {
        /** Part of the name, in any case. */
        q?: string | undefined
        /** "createdAt" unless given. */
        sortBy?: 'createdAt' | 'name' | 'lastUsedAt' | 'expiresAt' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: ApiKey
    }
    /** Create an API key */
    post: {
      body: {
        name: string
        /** "member" unless given. */
        role?: 'member' | 'admin' | undefined
        /** [] unless given. */
        scopes?: readonly string[] | undefined
        expiresAt?: string | null | undefined
        /** [] unless given. */
        allowedIps?: readonly string[] | undefined
        monthlyCreditCap?: number | null | undefined
        /** It acts for the whole installation; an admin key that only an operator can create. false unless given. */
        isOperator?: boolean | undefined
      }
      kind: 'data'
      result: NewApiKey
    }
  }
  '/api/v1/api-keys/{id}': {
    /** Get an API key */
    get: {
      params: { id: string }
      kind: 'data'
      result: ApiKey
    }
    /** Rename or narrow an API key */
    patch: {
      params: { id: string }
      body?: {
        name?: string | undefined
        role?: 'member' | 'admin' | undefined
        scopes?: readonly string[] | undefined
        expiresAt?: string | null | undefined
        allowedIps?: readonly string[] | undefined
        monthlyCreditCap?: number | null | undefined
      } | undefined
      kind: 'data'
      result: ApiKey
    }
    /** Revoke an API key at once */
    delete: {
      params: { id: string }
      kind: 'none'
    }
  }
  '/api/v1/api-keys/{id}/rotate': {
    /** Give an API key a new value */
    post: {
      params: { id: string }
      body?: {
        /** 0 unless given. */
        overlapSeconds?: number | undefined
      } | undefined
      kind: 'data'
      result: NewApiKey
    }
  }
  '/api/v1/api-keys/{id}/simulate': {
    /** Tell whether a key may make a call */
    post: {
      params: { id: string }
      body: {
        method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
        path: string
      }
      kind: 'data'
      result: KeySimulation
    }
  }
  '/api/v1/project': {
    /** Get the project */
    get: {
      kind: 'data'
      result: Project
    }
    /** Change the project */
    patch: {
      body?: {
        name?: string | undefined
        retentionDays?: number | null | undefined
        storePayloads?: boolean | undefined
        storePrompts?: boolean | undefined
        defaultModel?: string | null | undefined
        webhookBaseUrl?: string | null | undefined
        monthlyCreditCap?: number | null | undefined
      } | undefined
      kind: 'data'
      result: Project
    }
  }
  '/api/v1/runs': {
    /** List background runs */
    get: {
      query?: {
        kind?: string | undefined
        pool?: 'work' | 'outgoing' | 'executions' | undefined
        /** One or several, such as `queued,running`. */
        status?: OneOrMore<'queued' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'cancelled'> | undefined
        projectId?: string | undefined
        /** Created at this time or later. */
        from?: string | Date | undefined
        /** Created before this time. */
        to?: string | Date | undefined
        /** `nextCursor` of the page before: goes on there whatever was added meanwhile. */
        cursor?: string | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: Run
    }
  }
  '/api/v1/runs/{id}': {
    /** Get a background run */
    get: {
      params: { id: string }
      kind: 'data'
      result: RunDetail
    }
  }
  '/api/v1/runs/{id}/cancel': {
    /** Cancel a background run */
    post: {
      params: { id: string }
      kind: 'data'
      result: CancelledRun
    }
  }
  '/api/v1/users/profile': {
    /** Who am I */
    get: {
      kind: 'data'
      result: Profile
    }
    /** Change name, picture or language */
    patch: {
      body?: {
        name?: string | undefined
        avatarUrl?: string | null | undefined
        locale?: string | null | undefined
      } | undefined
      kind: 'data'
      result: Profile
    }
  }
  '/api/v1/auth/set-up': {
    /** Take over the first account with the one-time link */
    post: {
      body: {
        token: string
        email: string
        password: string
        name?: string | undefined
      }
      kind: 'data'
      result: Session
    }
  }
  '/api/v1/auth/sign-in': {
    /** Sign in with email and password */
    post: {
      body: {
        email: string
        password: string
      }
      kind: 'data'
      result: Session
    }
  }
  '/api/v1/auth/session': {
    /** The signed-in person and their projects */
    get: {
      kind: 'data'
      result: Session
    }
  }
  '/api/v1/auth/sign-out': {
    /** Sign out */
    post: {
      kind: 'none'
    }
  }
  '/api/v1/auth/password': {
    /** Change the password */
    post: {
      body: {
        currentPassword: string
        newPassword: string
      }
      kind: 'none'
    }
  }
  '/api/v1/usage': {
    /** List what was used */
    get: {
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
        /** The `nextCursor` of the answer before; stays right while entries are added. Overrides `page`. */
        cursor?: string | undefined
        /** The key's own project; any other is not found. */
        projectId?: string | undefined
        from?: string | Date | undefined
        /** Up to, not including. */
        to?: string | Date | undefined
        workflowId?: string | undefined
        executionId?: string | undefined
        eUID?: string | undefined
        threadId?: string | undefined
        type?: 
          | 'ai_model'
          | 'tool'
          | 'sandbox'
          | 'browser'
          | 'workflow'
          | 'media'
          | 'connected_account'
          | 'storage'
          | 'grant'
          | 'adjustment' | undefined
        toolSlug?: string | undefined
        model?: string | undefined
        apiKeyId?: string | undefined
        entryType?: 'debit' | 'credit' | undefined
        /** Sums instead of entries. Grants are left out. */
        groupBy?: 'day' | 'type' | 'eUID' | 'model' | 'tool' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** `csv` streams everything that matches, without pages. "json" unless given. */
        format?: 'json' | 'csv' | undefined
      } | undefined
      kind: 'page'
      result: UsageEntry | UsageGroup
    }
  }
  '/api/v1/usage/summary': {
    /** Sum up what was used */
    get: {
      query?: {
        /** 30 days before `to` when left out. */
        from?: string | Date | undefined
        /** Now when left out. */
        to?: string | Date | undefined
        /** "day" unless given. */
        interval?: 'day' | 'month' | undefined
        type?: 
          | 'ai_model'
          | 'tool'
          | 'sandbox'
          | 'browser'
          | 'workflow'
          | 'media'
          | 'connected_account'
          | 'storage'
          | 'grant'
          | 'adjustment' | undefined
        eUID?: string | undefined
      } | undefined
      kind: 'data'
      result: UsageSummary
    }
  }
  '/api/v1/usage/holds': {
    /** List what is reserved for work under way */
    get: {
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
        minAgeSeconds?: number | undefined
      } | undefined
      kind: 'page'
      result: UsageHold
    }
  }
  '/api/v1/usage/executions/{executionId}': {
    /** Tell what an execution used */
    get: {
      params: { executionId: string }
      kind: 'data'
      result: WorkUsage
    }
  }
  '/api/v1/usage/threads/{threadId}': {
    /** Tell what a thread used */
    get: {
      params: { threadId: string }
      kind: 'data'
      result: WorkUsage
    }
  }
  '/api/v1/usage/balance': {
    /** Get the balance of credits */
    get: {
      kind: 'data'
      result: UsageBalance
    }
  }
  '/api/v1/usage/prices': {
    /** List prices */
    get: {
      kind: 'data'
      result: {
        currency: 'credits'
        creditsPerUsd: number
        prices: UsagePrice[]
      }
    }
  }
  '/api/v1/usage/grants': {
    /** Grant credits */
    post: {
      body: {
        credits: number
        reason: string
        /** `monthly` grants the same amount again on the first day of every month, in place of what was granted monthly before; `never` ends that. Left out, it stays as it is. */
        renews?: 'monthly' | 'never' | undefined
        /** Below this the balance counts as low; a tenth of the grant when left out. */
        lowBalanceAt?: number | undefined
      }
      kind: 'data'
      result: UsageBalance
    }
  }
  '/api/v1/usage/adjustments': {
    /** Adjust the balance or what was used */
    post: {
      body: {
        /** Added when positive, taken away when negative. */
        credits: number
        reason: string
        /** Whose use is corrected: it then counts as used, or as given back. */
        eUID?: string | null | undefined
        workflowId?: string | null | undefined
        executionId?: string | null | undefined
        threadId?: string | null | undefined
      }
      kind: 'data'
      result: UsageBalance
    }
  }
  '/api/v1/usage/reconcile': {
    /** Prove the ledger */
    get: {
      query?: {
        /** Since when work is matched; everything when left out. */
        from?: string | Date | undefined
      } | undefined
      kind: 'data'
      result: UsageReconciliation
    }
  }
  '/api/v1/usage/caps': {
    /** List caps */
    get: {
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
        scope?: 'project' | 'key' | 'external_user' | 'workflow' | 'thread' | undefined
        scopeId?: string | undefined
        /** `true` lists the caps that refuse work at this moment. */
        isBlocking?: boolean | undefined
      } | undefined
      kind: 'page'
      result: UsageCap
    }
    /** Set a cap */
    post: {
      body: {
        scope: 'project' | 'key' | 'external_user' | 'workflow' | 'thread'
        /** The id of the key, end user, workflow or thread; none for the project. */
        scopeId?: string | null | undefined
        period: 'day' | 'month' | 'total'
        credits: number
        /** `block` refuses, `warn` tells once per period, `approve` refuses until an admin grants more. "block" unless given. */
        action?: 'block' | 'warn' | 'approve' | undefined
      }
      kind: 'data'
      result: UsageCap
    }
  }
  '/api/v1/usage/caps/requests': {
    /** List requests for more credits */
    get: {
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
        status?: 'pending' | 'approved' | 'refused' | undefined
      } | undefined
      kind: 'page'
      result: UsageCapRequest
    }
  }
  '/api/v1/usage/caps/requests/{id}/approve': {
    /** Approve more credits for the period */
    post: {
      params: { id: string }
      body: {
        /** How much more may be used in this period. */
        credits: number
        reason?: string | null | undefined
      }
      kind: 'data'
      result: UsageCapRequest
    }
  }
  '/api/v1/usage/caps/requests/{id}/refuse': {
    /** Refuse more credits for the period */
    post: {
      params: { id: string }
      body?: {
        reason?: string | null | undefined
      } | undefined
      kind: 'data'
      result: UsageCapRequest
    }
  }
  '/api/v1/usage/caps/{id}': {
    /** Get a cap */
    get: {
      params: { id: string }
      kind: 'data'
      result: UsageCap
    }
    /** Raise or lower a cap */
    patch: {
      params: { id: string }
      body: {
        credits: number
      }
      kind: 'data'
      result: UsageCap
    }
    /** Remove a cap */
    delete: {
      params: { id: string }
      kind: 'none'
    }
  }
  '/api/v1/external-users': {
    /** List end users */
    get: {
      query?: {
        /** Part of the name, in any case. */
        q?: string | undefined
        /** The messaging channel in `metadata.channel`. */
        channel?: string | undefined
        /** One or more, joined by commas or repeated. */
        source?: OneOrMore<'project_default' | 'username' | 'embed_visitor' | 'trigger_thread' | 'project_runtime'> | undefined
        /** All when left out. */
        isActive?: boolean | undefined
        /** The user with this id comes first if it matches the filters. */
        activeEuid?: string | undefined
        /** "createdAt" unless given. */
        sortBy?: 
          | 'name'
          | 'createdAt'
          | 'source'
          | 'creditsUsed'
          | 'isActive'
          | 'id'
          | 'channel'
          | 'profileSummary'
          | 'lastSeenAt'
          | 'agentCount'
          | 'workflowCount'
          | 'knowledgeStorageKb'
          | 'databaseStorageKb'
          | 'storageUsedKb'
          | 'connectionCount' | undefined
        /** "ASC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** Start of the sum in `creditsUsed`. */
        from?: string | Date | undefined
        /** End of that sum, not included. */
        to?: string | Date | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: ExternalUser
    }
    /** Create an end user, or find the one of that name */
    post: {
      body: {
        name: string
        metadata?: {
          channel?: string | null | undefined
          toolkitSlug?: string | null | undefined
          toolSlug?: string | null | undefined
          threadKey?: string | null | undefined
          profile?: {
            userId?: number | undefined
            username?: string | undefined
            firstName?: string | undefined
            [name: string]: unknown
          } | null | undefined
          [name: string]: unknown
        } | undefined
        profileSummary?: string | null | undefined
        avatarUrl?: string | null | undefined
      }
      kind: 'data'
      result: NewExternalUser
    }
  }
  '/api/v1/external-users/username/{username}': {
    /** Get an end user by name */
    get: {
      params: { username: string }
      query?: {
        nullable?: boolean | undefined
      } | undefined
      kind: 'data'
      result: ExternalUser | null
    }
  }
  '/api/v1/external-users/{id}': {
    /** Get an end user */
    get: {
      params: { id: string }
      kind: 'data'
      result: ExternalUser
    }
    /** Change an end user */
    patch: {
      params: { id: string }
      body?: {
        name?: string | undefined
        metadata?: {
          channel?: string | null | undefined
          toolkitSlug?: string | null | undefined
          toolSlug?: string | null | undefined
          threadKey?: string | null | undefined
          profile?: {
            userId?: number | undefined
            username?: string | undefined
            firstName?: string | undefined
            [name: string]: unknown
          } | null | undefined
          [name: string]: unknown
        } | undefined
        profileSummary?: string | null | undefined
        avatarUrl?: string | null | undefined
        verifiedEmail?: string | null | undefined
        verifiedPhone?: string | null | undefined
      } | undefined
      kind: 'data'
      result: ExternalUser
    }
    /** Erase an end user and everything they own */
    delete: {
      params: { id: string }
      query?: {
        dryRun?: boolean | undefined
      } | undefined
      kind: 'data'
      result: ExternalUserDeletion
    }
  }
  '/api/v1/external-users/{id}/toggle-active': {
    /** Switch an end user on or off */
    put: {
      params: { id: string }
      body?: {
        isActive?: boolean | undefined
      } | undefined
      kind: 'data'
      result: ExternalUser
    }
  }
  '/api/v1/external-users/{id}/refresh-avatar': {
    /** Fetch the picture of an end user again */
    post: {
      params: { id: string }
      kind: 'data'
      result: RefreshedExternalUser
    }
  }
  '/api/v1/external-users/{id}/avatar': {
    /** The kept picture of an end user */
    get: {
      params: { id: string }
      kind: 'raw'
    }
  }
  '/api/v1/external-users/deletion-receipts/{id}': {
    /** Get the receipt of an erased end user */
    get: {
      params: { id: string }
      kind: 'data'
      result: DeletionReceipt
    }
  }
  '/api/v1/external-users/{id}/merge': {
    /** Merge an end user into another */
    post: {
      params: { id: string }
      body: {
        intoId: string
      }
      kind: 'data'
      result: ExternalUser
    }
  }
  '/api/v1/external-users/{id}/export': {
    /** Download everything an end user owns */
    get: {
      params: { id: string }
      kind: 'raw'
    }
  }
  '/api/v1/external-users/{id}/tokens': {
    /** Create a short-lived token for an end user's browser */
    post: {
      params: { id: string }
      body?: {
        /** 900 unless given. */
        ttlSeconds?: number | undefined
        /** [] unless given. */
        scopes?: readonly string[] | undefined
      } | undefined
      kind: 'data'
      result: EndUserToken
    }
  }
  '/api/v1/webhooks/event-types': {
    /** List the types of events */
    get: {
      kind: 'data'
      result: EventType[]
    }
  }
  '/api/v1/webhooks': {
    /** List webhooks */
    get: {
      query?: {
        /** Part of the address or the description, in any case. */
        q?: string | undefined
        isActive?: boolean | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: Webhook
    }
    /** Create a webhook */
    post: {
      body: {
        url: string
        /** null unless given. */
        description?: string | null | undefined
        /** [] unless given. */
        eventTypes?: readonly string[] | undefined
        /** true unless given. */
        isActive?: boolean | undefined
      }
      kind: 'data'
      result: NewWebhook
    }
  }
  '/api/v1/webhooks/{id}': {
    /** Get a webhook */
    get: {
      params: { id: string }
      kind: 'data'
      result: Webhook
    }
    /** Change a webhook */
    patch: {
      params: { id: string }
      body?: {
        url?: string | undefined
        description?: string | null | undefined
        eventTypes?: readonly string[] | undefined
        isActive?: boolean | undefined
      } | undefined
      kind: 'data'
      result: Webhook
    }
    /** Delete a webhook with its deliveries */
    delete: {
      params: { id: string }
      kind: 'none'
    }
  }
  '/api/v1/webhooks/{id}/rotate-secret': {
    /** Give a webhook a new secret */
    post: {
      params: { id: string }
      kind: 'data'
      result: NewWebhook
    }
  }
  '/api/v1/webhooks/{id}/test': {
    /** Send a test event to a webhook */
    post: {
      params: { id: string }
      kind: 'data'
      result: WebhookTestOutcome
    }
  }
  '/api/v1/webhooks/{id}/deliveries': {
    /** List the deliveries of a webhook */
    get: {
      params: { id: string }
      query?: {
        status?: 'pending' | 'delivered' | 'failed' | undefined
        eventType?: 
          | 'webhook.test'
          | 'api_key.revoked'
          | 'browser.session.ended'
          | 'browser.session.handoff_requested'
          | 'connected_account.active'
          | 'connected_account.deleted'
          | 'connected_account.expired'
          | 'connected_account.failed'
          | 'execution.cancelled'
          | 'execution.completed'
          | 'execution.failed'
          | 'execution.paused'
          | 'execution.started'
          | 'execution.timeout'
          | 'external_user.created'
          | 'external_user.deactivated'
          | 'external_user.deleted'
          | 'human_request.answered'
          | 'human_request.created'
          | 'knowledge.source.failed'
          | 'knowledge.source.ready'
          | 'run.completed'
          | 'run.error'
          | 'run.interrupted'
          | 'sandbox.session.ended'
          | 'skill.updated'
          | 'toolkit.drifted'
          | 'trigger.disabled'
          | 'trigger.failed'
          | 'trigger.fired'
          | 'usage.cap_reached'
          | 'usage.low_balance' | undefined
        from?: string | Date | undefined
        to?: string | Date | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** `nextCursor` of the page before: goes on there whatever was added meanwhile. */
        cursor?: string | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: WebhookDelivery
    }
  }
  '/api/v1/webhooks/{id}/deliveries/{deliveryId}': {
    /** Get a delivery with its attempts */
    get: {
      params: { id: string; deliveryId: string }
      kind: 'data'
      result: WebhookDeliveryDetail
    }
  }
  '/api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver': {
    /** Deliver an event again */
    post: {
      params: { id: string; deliveryId: string }
      kind: 'data'
      result: WebhookDelivery
    }
  }
  '/api/v1/events': {
    /** Follow what happens in the project */
    get: {
      query?: {
        /** The number behind which to begin; 0 begins with the oldest event that is kept. */
        after?: number | undefined
        /** Only these types; `run.*` stands for everything below it. */
        types?: OneOrMore<
          | 'api_key.revoked'
          | 'browser.session.ended'
          | 'browser.session.handoff_requested'
          | 'connected_account.active'
          | 'connected_account.deleted'
          | 'connected_account.expired'
          | 'connected_account.failed'
          | 'execution.cancelled'
          | 'execution.completed'
          | 'execution.failed'
          | 'execution.paused'
          | 'execution.started'
          | 'execution.timeout'
          | 'external_user.created'
          | 'external_user.deactivated'
          | 'external_user.deleted'
          | 'human_request.answered'
          | 'human_request.created'
          | 'knowledge.source.failed'
          | 'knowledge.source.ready'
          | 'run.completed'
          | 'run.error'
          | 'run.interrupted'
          | 'sandbox.session.ended'
          | 'skill.updated'
          | 'toolkit.drifted'
          | 'trigger.disabled'
          | 'trigger.failed'
          | 'trigger.fired'
          | 'usage.cap_reached'
          | 'usage.low_balance'
          | 'api_key.*'
          | 'browser.*'
          | 'browser.session.*'
          | 'connected_account.*'
          | 'execution.*'
          | 'external_user.*'
          | 'human_request.*'
          | 'knowledge.*'
          | 'knowledge.source.*'
          | 'run.*'
          | 'sandbox.*'
          | 'sandbox.session.*'
          | 'skill.*'
          | 'toolkit.*'
          | 'trigger.*'
          | 'usage.*'> | undefined
      } | undefined
      kind: 'events'
      result: StreamedEvent
    }
  }
  '/api/v1/file/upload/single/{fileType}': {
    /** Upload a file */
    post: {
      params: { fileType: string }
      upload: true
      kind: 'data'
      result: StoredFile
    }
  }
  '/api/v1/file/upload/multiple/{fileType}': {
    /** Upload up to 20 files */
    post: {
      params: { fileType: string }
      upload: true
      kind: 'data'
      result: UploadResult[]
    }
  }
  '/api/v1/file/uploads': {
    /** Begin an upload in parts */
    post: {
      body: {
        fileType: 'image' | 'document' | 'audio' | 'video' | 'chat' | 'avatar' | 'other'
        name: string
        sizeBytes: number
        /** 8388608 unless given. */
        partSizeBytes?: number | undefined
        /** Of the whole file; checked when it is complete. */
        sha256?: string | undefined
        expiresAt?: string | null | undefined
        metadata?: Record<string, unknown> | undefined
      }
      kind: 'data'
      result: Upload
    }
  }
  '/api/v1/file/uploads/{id}': {
    /** Tell which parts of an upload are here */
    get: {
      params: { id: string }
      kind: 'data'
      result: Upload
    }
    /** Give up an upload */
    delete: {
      params: { id: string }
      kind: 'none'
    }
  }
  '/api/v1/file/uploads/{id}/parts/{n}': {
    /** Put a part of an upload */
    put: {
      params: { id: string; n: string }
      body: Blob
      kind: 'data'
      result: UploadPart
    }
  }
  '/api/v1/file/uploads/{id}/complete': {
    /** Make a file of the parts */
    post: {
      params: { id: string }
      kind: 'data'
      result: StoredFile
    }
  }
  '/api/v1/file': {
    /** List files */
    get: {
      query?: {
        /** Part of the name, in any case. */
        q?: string | undefined
        /** An extension (`pdf`), a MIME type (`image/png`) or a family of them (`image`). */
        format?: string | undefined
        fileType?: 'image' | 'document' | 'audio' | 'video' | 'chat' | 'avatar' | 'other' | undefined
        /** Created at this time or later. */
        from?: string | Date | undefined
        /** Created before this time. */
        to?: string | Date | undefined
        /** "createdAt" unless given. */
        sortBy?: 'createdAt' | 'updatedAt' | 'name' | 'sizeBytes' | 'fileType' | 'mimeType' | 'expiresAt' | 'id' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: StoredFile
    }
  }
  '/api/v1/file/meta/{id}': {
    /** Get what is known of a file */
    get: {
      params: { id: string }
      kind: 'data'
      result: StoredFile
    }
  }
  '/api/v1/file/meta/{id}/references': {
    /** List what uses a file */
    get: {
      params: { id: string }
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: FileReference
    }
  }
  '/api/v1/file/{id}': {
    /** Rename a file, or set its end or metadata */
    patch: {
      params: { id: string }
      body?: {
        name?: string | undefined
        /** When the file goes away by itself; null keeps it. */
        expiresAt?: string | null | undefined
        /** Takes the place of what was there. */
        metadata?: Record<string, unknown> | undefined
      } | undefined
      kind: 'data'
      result: StoredFile
    }
    /** Delete a file */
    delete: {
      params: { id: string }
      query?: {
        /** Refuse while something uses the file. */
        strict?: boolean | undefined
      } | undefined
      kind: 'none'
    }
    /** Download a file by its name */
    get: {
      params: { id: string }
      query?: {
        /** "attachment" unless given. */
        disposition?: 'attachment' | 'inline' | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/api/v1/file/delete-many': {
    /** Delete up to 100 files */
    post: {
      body: {
        ids: readonly string[]
      }
      kind: 'data'
      result: DeletedFiles
    }
  }
  '/api/v1/file/prune-oldest': {
    /** Delete the oldest files */
    post: {
      body?: {
        /** 10 unless given. */
        count?: number | undefined
      } | undefined
      kind: 'data'
      result: PrunedFiles
    }
  }
  '/api/v1/file/fileTypes': {
    /** List the types of files and what they take */
    get: {
      kind: 'data'
      result: FileTypeRule[]
    }
  }
  '/api/v1/file/fileType/{fileType}': {
    /** Get what a type of file takes */
    get: {
      params: { fileType: string }
      kind: 'data'
      result: FileTypeRule
    }
  }
  '/api/v1/file/storage-breakdown': {
    /** Tell how much is stored */
    get: {
      query?: {
        /** Tell it by type of file as well; counted anew with every call. */
        byType?: boolean | undefined
      } | undefined
      kind: 'data'
      result: StorageBreakdown
    }
  }
  '/api/v1/file/download/{id}': {
    /** Download a file */
    get: {
      params: { id: string }
      query?: {
        /** "attachment" unless given. */
        disposition?: 'attachment' | 'inline' | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/api/v1/file/{id}/signed-url': {
    /** Make a link that works without a key */
    post: {
      params: { id: string }
      body?: {
        /** 3600 unless given. */
        ttlSec?: number | undefined
        /** `preview` is for a signed-in person who looks at the file: that is not noted as sharing it. "share" unless given. */
        purpose?: 'share' | 'preview' | undefined
      } | undefined
      kind: 'data'
      result: SignedUrl
    }
  }
  '/api/v1/file/shared/{token}': {
    /** Download a file by a link */
    get: {
      params: { token: string }
      query?: {
        /** "attachment" unless given. */
        disposition?: 'attachment' | 'inline' | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/api/v1/table/collections': {
    /** List collections */
    get: {
      query?: {
        /** Part of the name or slug. */
        q?: string | undefined
        /** "createdAt" unless given. */
        sortBy?: 'createdAt' | 'updatedAt' | 'name' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: TableCollection
    }
    /** Create a collection */
    post: {
      body: {
        name: string
        slug?: string | undefined
        /** "" unless given. */
        description?: string | undefined
        /** Flexible collections take fields that no schema names. "flexible" unless given. */
        mode?: 'flexible' | 'strict' | undefined
        /** Who sees and who changes a document. "owner" unless given. */
        access?: 'owner' | 'project' | 'readProject_writeOwner' | undefined
        /** Proposed: what a member key writes waits for an admin. "direct" unless given. */
        writes?: 'direct' | 'proposed' | undefined
        /** 100000 unless given. */
        maxDocuments?: number | undefined
        /** How long earlier versions are kept. 30 unless given. */
        historyDays?: number | undefined
        /** {"fields":[]} unless given. */
        schema?: {
          fields: readonly {
            name: string
            type: 
              | 'text'
              | 'number'
              | 'integer'
              | 'boolean'
              | 'date'
              | 'json'
              | 'select'
              | 'email'
              | 'url'
              | 'relation'
              | 'file'
            /** false unless given. */
            required?: boolean | undefined
            /** A value stands once: in the whole collection, or for each owner where `access` is `owner`, so that values of other owners are not revealed. false unless given. */
            unique?: boolean | undefined
            /** `$NOW` and `$CURRENT_USER` stand for the moment and the acting user. */
            default?: unknown
            /** Of numbers the least value, of texts the least length. */
            min?: number | undefined
            max?: number | undefined
            pattern?: string | undefined
            options?: readonly string[] | undefined
            relation?: {
              /** The id or slug of the collection it points to. */
              collectionId: string
              /** "restrict" unless given. */
              onDelete?: 'restrict' | 'setNull' | 'cascade' | undefined
            } | undefined
            description?: string | undefined
            /** The name the field has had until now. */
            renamedFrom?: string | undefined
          }[]
        } | undefined
        /** [] unless given. */
        indexes?: readonly {
          /** Fields in their order, each with `:asc` or `:desc` behind it or nothing. */
          fields: readonly string[]
        }[] | undefined
        /** false unless given. */
        exposeViaMcp?: boolean | undefined
      }
      kind: 'data'
      result: TableCollection
    }
  }
  '/api/v1/table/collections/{id}': {
    /** Get a collection */
    get: {
      params: { id: string }
      kind: 'data'
      result: TableCollection
    }
    /** Change a collection */
    patch: {
      params: { id: string }
      query?: {
        /** Only tells what the change would do and what stands in its way. */
        dryRun?: boolean | undefined
      } | undefined
      body?: {
        name?: string | undefined
        slug?: string | undefined
        description?: string | undefined
        /** Flexible collections take fields that no schema names. */
        mode?: 'flexible' | 'strict' | undefined
        /** Who sees and who changes a document. */
        access?: 'owner' | 'project' | 'readProject_writeOwner' | undefined
        /** Proposed: what a member key writes waits for an admin. */
        writes?: 'direct' | 'proposed' | undefined
        maxDocuments?: number | undefined
        /** How long earlier versions are kept. */
        historyDays?: number | undefined
        schema?: {
          fields: readonly {
            name: string
            type: 
              | 'text'
              | 'number'
              | 'integer'
              | 'boolean'
              | 'date'
              | 'json'
              | 'select'
              | 'email'
              | 'url'
              | 'relation'
              | 'file'
            /** false unless given. */
            required?: boolean | undefined
            /** A value stands once: in the whole collection, or for each owner where `access` is `owner`, so that values of other owners are not revealed. false unless given. */
            unique?: boolean | undefined
            /** `$NOW` and `$CURRENT_USER` stand for the moment and the acting user. */
            default?: unknown
            /** Of numbers the least value, of texts the least length. */
            min?: number | undefined
            max?: number | undefined
            pattern?: string | undefined
            options?: readonly string[] | undefined
            relation?: {
              /** The id or slug of the collection it points to. */
              collectionId: string
              /** "restrict" unless given. */
              onDelete?: 'restrict' | 'setNull' | 'cascade' | undefined
            } | undefined
            description?: string | undefined
            /** The name the field has had until now. */
            renamedFrom?: string | undefined
          }[]
        } | undefined
        indexes?: readonly {
          /** Fields in their order, each with `:asc` or `:desc` behind it or nothing. */
          fields: readonly string[]
        }[] | undefined
        exposeViaMcp?: boolean | undefined
      } | undefined
      kind: 'data'
      result: TableCollection
    }
    /** Delete a collection with its documents */
    delete: {
      params: { id: string }
      kind: 'data'
      result: {
        id: string
        deleted: true
      }
    }
  }
  '/api/v1/table/collections/{id}/expose-mcp': {
    /** Share a collection over MCP, or stop sharing it */
    patch: {
      params: { id: string }
      body: {
        exposeViaMcp: boolean
      }
      kind: 'data'
      result: TableCollection
    }
  }
  '/api/v1/table/collections/{id}/documents/batch': {
    /** Write many documents */
    post: {
      params: { id: string }
      body: {
        operations: readonly ({
          op: 'create'
          data: Record<string, unknown>
        } | {
          op: 'update'
          id: string
          ifVersion?: number | undefined
          data: Record<string, unknown>
          merge?: 'shallow' | 'deep' | undefined
        } | {
          op: 'replace'
          id: string
          ifVersion?: number | undefined
          data: Record<string, unknown>
        } | {
          op: 'upsert'
          on: readonly string[]
          data: Record<string, unknown>
        } | {
          op: 'delete'
          id: string
          ifVersion?: number | undefined
        })[]
        /** All or none; else each by itself, and the answer says which went wrong. true unless given. */
        atomic?: boolean | undefined
      }
      kind: 'data'
      result: {
        applied: number
        failed: number
        results: {
          index: number
          op: string
          successful: boolean
          document: TableDocument | null
          error: {
            code: string
            message: string
            details: unknown[]
          } | null
        }[]
      } | {
        proposal: TableProposal
      }
    }
  }
  '/api/v1/table/collections/{id}/documents/import': {
    /** Import documents from a CSV or JSONL file */
    post: {
      params: { id: string }
      query?: {
        /** Told from the name of the file when left out. */
        format?: 'csv' | 'jsonl' | undefined
        /** "," unless given. */
        delimiter?: ',' | ';' | 'tab' | '|' | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        upsertOn?: OneOrMore<string> | undefined
        /** Read texts as what their field is, as is always done with CSV. */
        typecast?: boolean | undefined
        /** Stop before the first group of rows with a fault, or leave faulty rows out. "stop" unless given. */
        onError?: 'stop' | 'skip' | undefined
      } | undefined
      upload: true
      kind: 'data'
      result: TableImport
    }
  }
  '/api/v1/table/collections/{id}/documents/import/{importId}': {
    /** Get the state of an import */
    get: {
      params: { id: string; importId: string }
      kind: 'data'
      result: TableImport
    }
  }
  '/api/v1/table/collections/{id}/documents/import/{importId}/errors': {
    /** List the faulty rows of an import */
    get: {
      params: { id: string; importId: string }
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: {
        row: number
        errors: {
          path: string
          rule: string
          message: string
        }[]
      }
    }
  }
  '/api/v1/table/collections/{id}/documents/export': {
    /** Export documents as JSONL or CSV */
    get: {
      params: { id: string }
      query?: {
        /** JSON such as `{"status":{"_eq":"open"}}`; or written out, as in `filter[status][_eq]=open`. */
        filter?: string | undefined
        /** Part of any text or number in the document. */
        q?: string | undefined
        /** Such as `status:asc,age:desc`. */
        sort?: string | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
        /** As it was then. */
        asOf?: string | Date | undefined
        /** "jsonl" unless given. */
        format?: 'jsonl' | 'csv' | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/api/v1/table/collections/{id}/changes': {
    /** Follow the changes of a collection */
    get: {
      params: { id: string }
      query?: {
        /** The number of the last change that was seen; 0 begins with the first. Without it: from now on. */
        cursor?: number | undefined
      } | undefined
      kind: 'events'
      result: {
        seq: number
        change: 'created' | 'updated' | 'deleted'
        documentId: string
        version: number
        changedAt: string
        document: TableDocument | null
      }
    }
  }
  '/api/v1/table/proposals': {
    /** List proposed writes of all collections */
    get: {
      query?: {
        status?: 'pending' | 'approved' | 'rejected' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: TableProposalItem
    }
  }
  '/api/v1/table/collections/{id}/proposals': {
    /** List proposed writes */
    get: {
      params: { id: string }
      query?: {
        status?: 'pending' | 'approved' | 'rejected' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: TableProposal
    }
  }
  '/api/v1/table/collections/{id}/proposals/{proposalId}': {
    /** Get a proposed write */
    get: {
      params: { id: string; proposalId: string }
      kind: 'data'
      result: TableProposal
    }
  }
  '/api/v1/table/collections/{id}/proposals/{proposalId}/approve': {
    /** Approve a proposed write */
    post: {
      params: { id: string; proposalId: string }
      body?: {
        note?: string | undefined
        /** Approve although a document was changed since. false unless given. */
        force?: boolean | undefined
      } | undefined
      kind: 'data'
      result: TableProposal
    }
  }
  '/api/v1/table/collections/{id}/proposals/{proposalId}/reject': {
    /** Reject a proposed write */
    post: {
      params: { id: string; proposalId: string }
      body?: {
        note?: string | undefined
        /** Approve although a document was changed since. false unless given. */
        force?: boolean | undefined
      } | undefined
      kind: 'data'
      result: TableProposal
    }
  }
  '/api/v1/table/collections/{id}/documents': {
    /** List documents */
    get: {
      params: { id: string }
      query?: {
        /** JSON such as `{"status":{"_eq":"open"}}`; or written out, as in `filter[status][_eq]=open`. */
        filter?: string | undefined
        /** Part of any text or number in the document. */
        q?: string | undefined
        /** Such as `status:asc,age:desc`. */
        sort?: string | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
        /** As it was then. */
        asOf?: string | Date | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        sortBy?: string | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** Relations whose documents are shown under `expand`. */
        expand?: OneOrMore<string> | undefined
        /** Goes on behind the page that gave out `x-next-cursor`. */
        cursor?: string | undefined
        /** "auto" unless given. */
        count?: 'auto' | 'exact' | 'none' | undefined
      } | undefined
      kind: 'page'
      result: {
        id?: string | undefined
        [name: string]: unknown
      }
    }
    /** Create a document */
    post: {
      params: { id: string }
      query?: {
        /** Fields by which a document that is already there is found and changed instead. */
        upsertOn?: OneOrMore<string> | undefined
      } | undefined
      body?: Record<string, unknown> | undefined
      kind: 'data'
      result: TableDocument | {
        proposal: TableProposal
      }
    }
  }
  '/api/v1/table/collections/{id}/documents/query': {
    /** Query documents */
    post: {
      params: { id: string }
      body?: {
        filter?: Record<string, unknown> | undefined
        q?: string | undefined
        sort?: string | readonly string[] | undefined
        fields?: readonly string[] | undefined
        expand?: readonly string[] | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        offset?: number | undefined
        cursor?: string | undefined
        /** "auto" unless given. */
        count?: 'auto' | 'exact' | 'none' | undefined
        asOf?: string | undefined
        /** Figures instead of documents. */
        aggregate?: {
          count?: boolean | undefined
          sum?: readonly string[] | undefined
          avg?: readonly string[] | undefined
          min?: readonly string[] | undefined
          max?: readonly string[] | undefined
        } | undefined
        groupBy?: readonly string[] | undefined
      } | undefined
      kind: 'page'
      result: {
        id?: string | undefined
        [name: string]: unknown
      }
    }
  }
  '/api/v1/table/collections/{collectionId}/documents/{documentId}': {
    /** Get a document */
    get: {
      params: { collectionId: string; documentId: string }
      query?: {
        /** As it was then. */
        asOf?: string | Date | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        expand?: OneOrMore<string> | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'data'
      result: TableDocument
    }
    /** Update a document */
    patch: {
      params: { collectionId: string; documentId: string }
      query?: {
        /** Deep: objects inside are merged as well. "shallow" unless given. */
        merge?: 'shallow' | 'deep' | undefined
      } | undefined
      body?: Record<string, unknown> | undefined
      kind: 'data'
      result: TableDocument | {
        proposal: TableProposal
      }
    }
    /** Replace a document */
    put: {
      params: { collectionId: string; documentId: string }
      body?: Record<string, unknown> | undefined
      kind: 'data'
      result: TableDocument | {
        proposal: TableProposal
      }
    }
    /** Delete a document */
    delete: {
      params: { collectionId: string; documentId: string }
      kind: 'data'
      result: {
        id: string
        deleted: true
      } | {
        proposal: TableProposal
      }
    }
  }
  '/api/v1/table/collections/{collectionId}/documents/{documentId}/history': {
    /** List the versions of a document */
    get: {
      params: { collectionId: string; documentId: string }
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: TableDocumentVersion
    }
  }
  '/api/v1/code-sandbox/run': {
    /** Run a script */
    post: {
      body: {
        /** The body of a function with `state` in scope. Its value is what it returns, else what `main(state)` gives, else its last expression. */
        source: string
        /** Left out, the script sees `{ "preview": true, "input": {} }`. {"preview":true,"input":{}} unless given. */
        state?: Record<string, unknown> | undefined
        /** Milliseconds. 8000 unless given. */
        timeout?: number | undefined
        /** "javascript" unless given. */
        language?: 'javascript' | 'python' | undefined
      }
      kind: 'data'
      result: SandboxRunResult
    }
  }
  '/api/v1/sandbox/ephemeral': {
    /** Run a script without a session */
    post: {
      query?: {
        /** Answers with server-sent events while the script runs: `stdout`, `stderr`, then `result`. */
        stream?: boolean | undefined
      } | undefined
      body: {
        language: 'javascript' | 'python'
        /** The body of a function with `state` in scope. Its value is what it returns, else what `main(state)` gives, else its last expression. */
        source: string
        /** Left out, the script sees `{ "preview": true, "input": {} }`. {"preview":true,"input":{}} unless given. */
        state?: Record<string, unknown> | undefined
        /** 8000 unless given. */
        timeoutMs?: number | undefined
        /** [] unless given. */
        allowedHosts?: readonly string[] | undefined
      }
      kind: 'data'
      result: SandboxExecutionResult
    }
  }
  '/api/v1/sandbox/executions': {
    /** List what was run */
    get: {
      query?: {
        status?: 'succeeded' | 'failed' | undefined
        errorCode?: 'script_error' | 'timeout' | 'memory_limit' | 'result_too_large' | 'killed' | 'cancelled' | undefined
        language?: 'javascript' | 'python' | undefined
        sessionId?: string | undefined
        from?: string | Date | undefined
        /** Up to, not including. */
        to?: string | Date | undefined
        /** The `nextCursor` of the answer before; stays right while more is run. Overrides `page`. */
        cursor?: string | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: SandboxExecutionSummary
    }
  }
  '/api/v1/sandbox/sessions/{id}/executions': {
    /** List what was run in a session */
    get: {
      params: { id: string }
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: SandboxSessionExecution
    }
  }
  '/api/v1/sandbox/sessions/{id}/executions/{executionId}': {
    /** Get what was run in a session */
    get: {
      params: { id: string; executionId: string }
      kind: 'data'
      result: SandboxExecution
    }
  }
  '/api/v1/sandbox/executions/{executionId}': {
    /** Get an execution with its receipt */
    get: {
      params: { executionId: string }
      kind: 'data'
      result: SandboxExecution
    }
  }
  '/api/v1/sandbox/executions/{executionId}/cancel': {
    /** Cancel a script that runs */
    post: {
      params: { executionId: string }
      kind: 'none'
    }
  }
  '/api/v1/sandbox/executions/{executionId}/rerun': {
    /** Run the same again and compare */
    post: {
      params: { executionId: string }
      kind: 'data'
      result: SandboxRerun
    }
  }
  '/api/v1/sandbox/templates': {
    /** List what sessions can be made of */
    get: {
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: SandboxTemplate
    }
  }
  '/api/v1/sandbox/sessions': {
    /** List sandbox sessions */
    get: {
      query?: {
        status?: 'creating' | 'running' | 'paused' | 'ended' | undefined
        threadId?: string | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: SandboxSession
    }
    /** Create a sandbox session */
    post: {
      body?: {
        /** "default" unless given. */
        templateId?: string | undefined
        /** 3600 unless given. */
        maxDurationSec?: number | undefined
        /** 900 unless given. */
        idleTimeoutSec?: number | undefined
        /** What either clock does when it runs out. "pause" unless given. */
        onTimeout?: 'pause' | 'kill' | undefined
        /** "none" unless given. */
        network?: 'none' | 'allowlist' | undefined
        /** What `fetch` may reach with `network=allowlist`. [] unless given. */
        allowedHosts?: readonly string[] | undefined
        /** Shown to scripts, kept sealed, never shown again and never in the history. {} unless given. */
        env?: Record<string, string> | undefined
        threadId?: string | undefined
        workflowId?: string | null | undefined
        /** {} unless given. */
        metadata?: Record<string, unknown> | undefined
      } | undefined
      kind: 'data'
      result: SandboxSession
    }
  }
  '/api/v1/sandbox/sessions/{id}': {
    /** Get a sandbox session */
    get: {
      params: { id: string }
      kind: 'data'
      result: SandboxSession
    }
    /** Release a sandbox session */
    delete: {
      params: { id: string }
      kind: 'data'
      result: SandboxSession
    }
  }
  '/api/v1/sandbox/sessions/{id}/pause': {
    /** Pause a sandbox session */
    post: {
      params: { id: string }
      kind: 'data'
      result: SandboxSession
    }
  }
  '/api/v1/sandbox/sessions/{id}/resume': {
    /** Resume a sandbox session */
    post: {
      params: { id: string }
      kind: 'data'
      result: SandboxSession
    }
  }
  '/api/v1/sandbox/sessions/{id}/extend': {
    /** Give a sandbox session more time */
    post: {
      params: { id: string }
      body: {
        /** From now on; a session is never made shorter. */
        durationSec: number
      }
      kind: 'data'
      result: SandboxSession
    }
  }
  '/api/v1/sandbox/threads/{threadId}': {
    /** Tell whether the computer of a thread is on */
    get: {
      params: { threadId: string }
      kind: 'data'
      result: SandboxThread
    }
    /** Switch the computer of a thread off */
    delete: {
      params: { threadId: string }
      kind: 'data'
      result: SandboxThread
    }
  }
  '/api/v1/sandbox/threads/{threadId}/start': {
    /** Switch the computer of a thread on */
    post: {
      params: { threadId: string }
      kind: 'data'
      result: SandboxThread
    }
  }
  '/api/v1/sandbox/sessions/{id}/execute': {
    /** Execute code in a sandbox session */
    post: {
      params: { id: string }
      query?: {
        /** Answers with server-sent events while the script runs: `stdout`, `stderr`, then `result`. */
        stream?: boolean | undefined
      } | undefined
      body: {
        language: 'javascript' | 'python'
        /** The body of a function with `state` in scope. Its value is what it returns, else what `main(state)` gives, else its last expression. */
        source: string
        /** Left out, the script sees `{ "preview": true, "input": {} }`. {"preview":true,"input":{}} unless given. */
        state?: Record<string, unknown> | undefined
        /** 8000 unless given. */
        timeoutMs?: number | undefined
      }
      kind: 'data'
      result: SandboxExecutionResult
    }
  }
  '/api/v1/sandbox/sessions/{id}/commands': {
    /** Run a shell command in a sandbox session */
    post: {
      params: { id: string }
      body: {
        command: string
        /** false unless given. */
        isBackground?: boolean | undefined
      }
      kind: 'none'
    }
  }
  '/api/v1/sandbox/sessions/{id}/commands/{commandId}': {
    /** Get a shell command */
    get: {
      params: { id: string; commandId: string }
      kind: 'none'
    }
    /** Stop a shell command */
    delete: {
      params: { id: string; commandId: string }
      kind: 'none'
    }
  }
  '/api/v1/sandbox/sessions/{id}/files': {
    /** Download a file of the workspace */
    get: {
      params: { id: string }
      query?: {
        /** Relative, without "..", such as `data/table.csv`. */
        path?: string | undefined
      } | undefined
      kind: 'raw'
    }
    /** Write a file of the workspace */
    put: {
      params: { id: string }
      query?: {
        /** Relative, without "..", such as `data/table.csv`. */
        path?: string | undefined
      } | undefined
      body: Blob
      kind: 'data'
      result: SandboxWorkspaceFile
    }
    /** Delete a file of the workspace */
    delete: {
      params: { id: string }
      query?: {
        /** Relative, without "..", such as `data/table.csv`. */
        path?: string | undefined
      } | undefined
      kind: 'none'
    }
  }
  '/api/v1/sandbox/sessions/{id}/files/list': {
    /** List the files of the workspace */
    get: {
      params: { id: string }
      kind: 'data'
      result: SandboxWorkspaceList
    }
  }
  '/api/v1/sandbox/sessions/{id}/files/import': {
    /** Copy a stored file into the workspace */
    post: {
      params: { id: string }
      body: {
        fileId: string
        /** The name of the file when left out. */
        path?: string | undefined
      }
      kind: 'data'
      result: SandboxWorkspaceFile
    }
  }
  '/api/v1/sandbox/sessions/{id}/files/export': {
    /** Keep a file of the workspace */
    post: {
      params: { id: string }
      body: {
        path: string
        /** The last part of the path when left out. */
        name?: string | undefined
        /** "other" unless given. */
        fileType?: 'document' | 'image' | 'audio' | 'video' | 'other' | undefined
      }
      kind: 'data'
      result: SandboxExportedFile
    }
  }
  '/api/v1/ai/models': {
    /** List AI models */
    get: {
      query?: {
        /** "chat" unless given. */
        kind?: 'chat' | 'image' | 'video' | 'tts' | 'stt' | undefined
        q?: string | undefined
        provider?: string | undefined
        supportsReasoning?: boolean | undefined
        /** Only models that can be called now, or only the others. */
        isAvailable?: boolean | undefined
        /** `provider`: by provider and name. `availability`: those that can be called now first. "provider" unless given. */
        sortBy?: 'provider' | 'availability' | undefined
      } | undefined
      kind: 'data'
      result: {
        id: string
        modelId: string
        canonicalSlug: string | null
        name: string
        provider: string
        contextLength: number | null
        knowledgeCutoff: string | null
        architecture: {
          modality: string | null
          inputModalities: string[]
          outputModalities: string[]
        }
        supportedParameters: string[] | null
        pricing: {
          prompt?: string | undefined
          completion?: string | undefined
          input?: string | undefined
          output?: string | undefined
          cachedInputTokens?: string | undefined
          cacheCreationInputTokens?: string | undefined
        }
        mediaKind: 'image' | 'video' | 'tts' | 'stt' | null
        reserveUsdPerUnit: number | null
        mediaCapabilities: {
          unit?: 'image' | 'second' | 'char' | 'minute' | undefined
          supportsEdit?: boolean | undefined
          defaultVoice?: string | undefined
          supportedVoices?: string[] | undefined
          durations?: number[] | undefined
          resolutions?: string[] | undefined
          aspectRatios?: string[] | undefined
          sizes?: string[] | undefined
        }
        isActive: boolean
        description: string | null
        supportsReasoning: boolean
        supportsEffort: boolean
        /** Whether a call would reach it: active, with a provider that is set up. */
        isAvailable: boolean
        /** Why it cannot be called: `inactive` is switched off in the project, `needs_provider_key` has a provider without a key, `provider_disabled` one that is switched off, `no_price` has no price on the operator’s key, `not_supported` cannot be reached through its provider here. */
        unavailableReason: 'inactive' | 'needs_provider_key' | 'provider_disabled' | 'no_price' | 'not_supported' | null
      }[]
    }
  }
  '/api/v1/ai/models/summary': {
    /** Count AI models */
    get: {
      kind: 'data'
      result: {
        chat: {
          /** Models that the caller may see. */
          total: number
          /** Of these, those that are switched on. */
          active: number
          /** Of these, those that can be called now. */
          available: number
        }
        image: {
          /** Models that the caller may see. */
          total: number
          /** Of these, those that are switched on. */
          active: number
          /** Of these, those that can be called now. */
          available: number
        }
        video: {
          /** Models that the caller may see. */
          total: number
          /** Of these, those that are switched on. */
          active: number
          /** Of these, those that can be called now. */
          available: number
        }
        tts: {
          /** Models that the caller may see. */
          total: number
          /** Of these, those that are switched on. */
          active: number
          /** Of these, those that can be called now. */
          available: number
        }
        stt: {
          /** Models that the caller may see. */
          total: number
          /** Of these, those that are switched on. */
          active: number
          /** Of these, those that can be called now. */
          available: number
        }
      }
    }
  }
  '/api/v1/ai/models/{modelId}': {
    /** Get one AI model */
    get: {
      params: { modelId: string }
      kind: 'data'
      result: {
        id: string
        modelId: string
        canonicalSlug: string | null
        name: string
        provider: string
        contextLength: number | null
        knowledgeCutoff: string | null
        architecture: {
          modality: string | null
          inputModalities: string[]
          outputModalities: string[]
        }
        supportedParameters: string[] | null
        pricing: {
          prompt?: string | undefined
          completion?: string | undefined
          input?: string | undefined
          output?: string | undefined
          cachedInputTokens?: string | undefined
          cacheCreationInputTokens?: string | undefined
        }
        mediaKind: 'image' | 'video' | 'tts' | 'stt' | null
        reserveUsdPerUnit: number | null
        mediaCapabilities: {
          unit?: 'image' | 'second' | 'char' | 'minute' | undefined
          supportsEdit?: boolean | undefined
          defaultVoice?: string | undefined
          supportedVoices?: string[] | undefined
          durations?: number[] | undefined
          resolutions?: string[] | undefined
          aspectRatios?: string[] | undefined
          sizes?: string[] | undefined
        }
        isActive: boolean
        description: string | null
        supportsReasoning: boolean
        supportsEffort: boolean
        /** Whether a call would reach it: active, with a provider that is set up. */
        isAvailable: boolean
        /** Why it cannot be called: `inactive` is switched off in the project, `needs_provider_key` has a provider without a key, `provider_disabled` one that is switched off, `no_price` has no price on the operator’s key, `not_supported` cannot be reached through its provider here. */
        unavailableReason: 'inactive' | 'needs_provider_key' | 'provider_disabled' | 'no_price' | 'not_supported' | null
      }
    }
    /** Switch an AI model on or off for the project */
    patch: {
      params: { modelId: string }
      body: {
        isActive: boolean
      }
      kind: 'data'
      result: {
        id: string
        modelId: string
        canonicalSlug: string | null
        name: string
        provider: string
        contextLength: number | null
        knowledgeCutoff: string | null
        architecture: {
          modality: string | null
          inputModalities: string[]
          outputModalities: string[]
        }
        supportedParameters: string[] | null
        pricing: {
          prompt?: string | undefined
          completion?: string | undefined
          input?: string | undefined
          output?: string | undefined
          cachedInputTokens?: string | undefined
          cacheCreationInputTokens?: string | undefined
        }
        mediaKind: 'image' | 'video' | 'tts' | 'stt' | null
        reserveUsdPerUnit: number | null
        mediaCapabilities: {
          unit?: 'image' | 'second' | 'char' | 'minute' | undefined
          supportsEdit?: boolean | undefined
          defaultVoice?: string | undefined
          supportedVoices?: string[] | undefined
          durations?: number[] | undefined
          resolutions?: string[] | undefined
          aspectRatios?: string[] | undefined
          sizes?: string[] | undefined
        }
        isActive: boolean
        description: string | null
        supportsReasoning: boolean
        supportsEffort: boolean
        /** Whether a call would reach it: active, with a provider that is set up. */
        isAvailable: boolean
        /** Why it cannot be called: `inactive` is switched off in the project, `needs_provider_key` has a provider without a key, `provider_disabled` one that is switched off, `no_price` has no price on the operator’s key, `not_supported` cannot be reached through its provider here. */
        unavailableReason: 'inactive' | 'needs_provider_key' | 'provider_disabled' | 'no_price' | 'not_supported' | null
      }
    }
  }
  '/api/v1/ai/llm/chat': {
    /** Chat with a model */
    post: {
      body: {
        messages: readonly {
          role?: 'user' | 'assistant' | 'system' | 'tool' | 'developer' | 'human' | 'ai' | undefined
          /** Another name of `role`; `human` is the user, `ai` the assistant. */
          type?: 'user' | 'assistant' | 'system' | 'tool' | 'developer' | 'human' | 'ai' | undefined
          content?: string | readonly ({
            type: 'text' | 'input_text' | 'output_text'
            text: string
          } | {
            type: 'image' | 'file' | 'document'
            fileId: string
          } | {
            type: 'image' | 'file' | 'document'
            file_id: string
          } | {
            type: 'image_url' | 'input_image'
            image_url: string | {
              url: string
              detail?: string | undefined
            }
          } | {
            type: 'image'
            url: string
          } | {
            type: 'image' | 'file' | 'document'
            data: string
            mimeType: string
            name?: string | undefined
          })[] | null | undefined
          toolCalls?: readonly ({
            id: string
            name: string
            arguments: string | Record<string, unknown>
            /** As it came with the answer. */
            signature?: string | undefined
          } | {
            id: string
            type?: 'function' | undefined
            /** As it came with the answer. */
            signature?: string | undefined
            function: {
              name: string
              arguments: string | Record<string, unknown>
            }
          })[] | undefined
          /** Of a former answer, for models that read it again. */
          reasoning?: string | undefined
          /** Of a former answer, unchanged: models that think want them back in a turn with tools. */
          thoughts?: readonly LlmThought[] | undefined
          toolCallId?: string | undefined
          name?: string | undefined
        }[]
        /** A model id such as `openai/gpt-5`; the default model of the project when left out. */
        model?: string | undefined
        systemPrompt?: string | undefined
        temperature?: number | undefined
        topP?: number | undefined
        maxTokens?: number | undefined
        stop?: string | readonly string[] | undefined
        seed?: number | undefined
        topK?: number | undefined
        frequencyPenalty?: number | undefined
        presencePenalty?: number | undefined
        responseFormat?: 'text' | 'json' | {
          type: 'text' | 'json' | 'json_object'
        } | {
          name?: string | undefined
          description?: string | undefined
          /** A JSON Schema. */
          schema: Record<string, unknown>
          strict?: boolean | null | undefined
          type: 'json' | 'json_schema'
        } | {
          type: 'json_schema'
          json_schema: {
            name?: string | undefined
            description?: string | undefined
            /** A JSON Schema. */
            schema: Record<string, unknown>
            strict?: boolean | null | undefined
          }
        } | {
          type: 'json_schema'
          jsonSchema: {
            name?: string | undefined
            description?: string | undefined
            /** A JSON Schema. */
            schema: Record<string, unknown>
            strict?: boolean | null | undefined
          }
        } | undefined
        reasoningEffort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | undefined
        /** Asked in turn when a model fails before it has said anything. */
        fallbackModels?: readonly string[] | undefined
        /** Leave out what the model does not take instead of refusing. */
        dropUnsupported?: boolean | undefined
        stream?: boolean | undefined
        /** From `POST /api/v1/ai/llm/quote`: the call will not cost more than was quoted. */
        holdId?: string | undefined
        /** Kept with the call. */
        metadata?: Record<string, string> | undefined
        tools?: readonly ({
          name: string
          description?: string | undefined
          /** A JSON Schema. */
          parameters?: Record<string, unknown> | undefined
          /** Another name of `parameters`. */
          inputSchema?: Record<string, unknown> | undefined
          /** Whether the arguments must fit the schema exactly; left to the provider when left out. */
          strict?: boolean | null | undefined
        } | {
          type: 'function'
          function: {
            name: string
            description?: string | undefined
            /** A JSON Schema. */
            parameters?: Record<string, unknown> | undefined
            /** Another name of `parameters`. */
            inputSchema?: Record<string, unknown> | undefined
            /** Whether the arguments must fit the schema exactly; left to the provider when left out. */
            strict?: boolean | null | undefined
          }
        })[] | undefined
        toolChoice?: 'auto' | 'none' | 'required' | {
          name: string
        } | {
          type: 'function'
          function: {
            name: string
          }
        } | undefined
        /** False: at most one tool call in the answer. Others are left out, and `warnings` says so. */
        parallelToolCalls?: boolean | undefined
      }
      kind: 'data'
      result: LlmReply
    }
  }
  '/api/v1/ai/llm/generate': {
    /** Generate text from a prompt */
    post: {
      body: {
        prompt: string
        /** A model id such as `openai/gpt-5`; the default model of the project when left out. */
        model?: string | undefined
        systemPrompt?: string | undefined
        temperature?: number | undefined
        topP?: number | undefined
        maxTokens?: number | undefined
        stop?: string | readonly string[] | undefined
        seed?: number | undefined
        topK?: number | undefined
        frequencyPenalty?: number | undefined
        presencePenalty?: number | undefined
        responseFormat?: 'text' | 'json' | {
          type: 'text' | 'json' | 'json_object'
        } | {
          name?: string | undefined
          description?: string | undefined
          /** A JSON Schema. */
          schema: Record<string, unknown>
          strict?: boolean | null | undefined
          type: 'json' | 'json_schema'
        } | {
          type: 'json_schema'
          json_schema: {
            name?: string | undefined
            description?: string | undefined
            /** A JSON Schema. */
            schema: Record<string, unknown>
            strict?: boolean | null | undefined
          }
        } | {
          type: 'json_schema'
          jsonSchema: {
            name?: string | undefined
            description?: string | undefined
            /** A JSON Schema. */
            schema: Record<string, unknown>
            strict?: boolean | null | undefined
          }
        } | undefined
        reasoningEffort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | undefined
        /** Asked in turn when a model fails before it has said anything. */
        fallbackModels?: readonly string[] | undefined
        /** Leave out what the model does not take instead of refusing. */
        dropUnsupported?: boolean | undefined
        stream?: boolean | undefined
        /** From `POST /api/v1/ai/llm/quote`: the call will not cost more than was quoted. */
        holdId?: string | undefined
        /** Kept with the call. */
        metadata?: Record<string, string> | undefined
      }
      kind: 'data'
      result: LlmReply
    }
  }
  '/api/v1/ai/llm/embeddings': {
    /** Embed texts */
    post: {
      body: {
        /** One text or several; or, for models that take them, the tokens of one or several. */
        input: string | readonly string[] | readonly number[] | readonly (readonly number[])[]
        model?: string | undefined
        dimensions?: number | undefined
        /** Kept with the call. */
        metadata?: Record<string, string> | undefined
      }
      kind: 'data'
      result: LlmEmbeddings
    }
  }
  '/api/v1/ai/llm/count-tokens': {
    /** Count tokens */
    post: {
      body?: {
        messages?: readonly {
          role?: 'user' | 'assistant' | 'system' | 'tool' | 'developer' | 'human' | 'ai' | undefined
          /** Another name of `role`; `human` is the user, `ai` the assistant. */
          type?: 'user' | 'assistant' | 'system' | 'tool' | 'developer' | 'human' | 'ai' | undefined
          content?: string | readonly ({
            type: 'text' | 'input_text' | 'output_text'
            text: string
          } | {
            type: 'image' | 'file' | 'document'
            fileId: string
          } | {
            type: 'image' | 'file' | 'document'
            file_id: string
          } | {
            type: 'image_url' | 'input_image'
            image_url: string | {
              url: string
              detail?: string | undefined
            }
          } | {
            type: 'image'
            url: string
          } | {
            type: 'image' | 'file' | 'document'
            data: string
            mimeType: string
            name?: string | undefined
          })[] | null | undefined
          toolCalls?: readonly ({
            id: string
            name: string
            arguments: string | Record<string, unknown>
            /** As it came with the answer. */
            signature?: string | undefined
          } | {
            id: string
            type?: 'function' | undefined
            /** As it came with the answer. */
            signature?: string | undefined
            function: {
              name: string
              arguments: string | Record<string, unknown>
            }
          })[] | undefined
          /** Of a former answer, for models that read it again. */
          reasoning?: string | undefined
          /** Of a former answer, unchanged: models that think want them back in a turn with tools. */
          thoughts?: readonly LlmThought[] | undefined
          toolCallId?: string | undefined
          name?: string | undefined
        }[] | undefined
        /** Instead of `messages`. */
        prompt?: string | undefined
        systemPrompt?: string | undefined
        tools?: readonly ({
          name: string
          description?: string | undefined
          /** A JSON Schema. */
          parameters?: Record<string, unknown> | undefined
          /** Another name of `parameters`. */
          inputSchema?: Record<string, unknown> | undefined
          /** Whether the arguments must fit the schema exactly; left to the provider when left out. */
          strict?: boolean | null | undefined
        } | {
          type: 'function'
          function: {
            name: string
            description?: string | undefined
            /** A JSON Schema. */
            parameters?: Record<string, unknown> | undefined
            /** Another name of `parameters`. */
            inputSchema?: Record<string, unknown> | undefined
            /** Whether the arguments must fit the schema exactly; left to the provider when left out. */
            strict?: boolean | null | undefined
          }
        })[] | undefined
        model?: string | undefined
      } | undefined
      kind: 'data'
      result: LlmTokenCount
    }
  }
  '/api/v1/ai/llm/quote': {
    /** Quote a call and hold its price */
    post: {
      body?: {
        /** A model id such as `openai/gpt-5`; the default model of the project when left out. */
        model?: string | undefined
        systemPrompt?: string | undefined
        temperature?: number | undefined
        topP?: number | undefined
        maxTokens?: number | undefined
        stop?: string | readonly string[] | undefined
        seed?: number | undefined
        topK?: number | undefined
        frequencyPenalty?: number | undefined
        presencePenalty?: number | undefined
        responseFormat?: 'text' | 'json' | {
          type: 'text' | 'json' | 'json_object'
        } | {
          name?: string | undefined
          description?: string | undefined
          /** A JSON Schema. */
          schema: Record<string, unknown>
          strict?: boolean | null | undefined
          type: 'json' | 'json_schema'
        } | {
          type: 'json_schema'
          json_schema: {
            name?: string | undefined
            description?: string | undefined
            /** A JSON Schema. */
            schema: Record<string, unknown>
            strict?: boolean | null | undefined
          }
        } | {
          type: 'json_schema'
          jsonSchema: {
            name?: string | undefined
            description?: string | undefined
            /** A JSON Schema. */
            schema: Record<string, unknown>
            strict?: boolean | null | undefined
          }
        } | undefined
        reasoningEffort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | undefined
        /** Asked in turn when a model fails before it has said anything. */
        fallbackModels?: readonly string[] | undefined
        /** Leave out what the model does not take instead of refusing. */
        dropUnsupported?: boolean | undefined
        /** Kept with the call. */
        metadata?: Record<string, string> | undefined
        tools?: readonly ({
          name: string
          description?: string | undefined
          /** A JSON Schema. */
          parameters?: Record<string, unknown> | undefined
          /** Another name of `parameters`. */
          inputSchema?: Record<string, unknown> | undefined
          /** Whether the arguments must fit the schema exactly; left to the provider when left out. */
          strict?: boolean | null | undefined
        } | {
          type: 'function'
          function: {
            name: string
            description?: string | undefined
            /** A JSON Schema. */
            parameters?: Record<string, unknown> | undefined
            /** Another name of `parameters`. */
            inputSchema?: Record<string, unknown> | undefined
            /** Whether the arguments must fit the schema exactly; left to the provider when left out. */
            strict?: boolean | null | undefined
          }
        })[] | undefined
        toolChoice?: 'auto' | 'none' | 'required' | {
          name: string
        } | {
          type: 'function'
          function: {
            name: string
          }
        } | undefined
        /** False: at most one tool call in the answer. Others are left out, and `warnings` says so. */
        parallelToolCalls?: boolean | undefined
        messages?: readonly {
          role?: 'user' | 'assistant' | 'system' | 'tool' | 'developer' | 'human' | 'ai' | undefined
          /** Another name of `role`; `human` is the user, `ai` the assistant. */
          type?: 'user' | 'assistant' | 'system' | 'tool' | 'developer' | 'human' | 'ai' | undefined
          content?: string | readonly ({
            type: 'text' | 'input_text' | 'output_text'
            text: string
          } | {
            type: 'image' | 'file' | 'document'
            fileId: string
          } | {
            type: 'image' | 'file' | 'document'
            file_id: string
          } | {
            type: 'image_url' | 'input_image'
            image_url: string | {
              url: string
              detail?: string | undefined
            }
          } | {
            type: 'image'
            url: string
          } | {
            type: 'image' | 'file' | 'document'
            data: string
            mimeType: string
            name?: string | undefined
          })[] | null | undefined
          toolCalls?: readonly ({
            id: string
            name: string
            arguments: string | Record<string, unknown>
            /** As it came with the answer. */
            signature?: string | undefined
          } | {
            id: string
            type?: 'function' | undefined
            /** As it came with the answer. */
            signature?: string | undefined
            function: {
              name: string
              arguments: string | Record<string, unknown>
            }
          })[] | undefined
          /** Of a former answer, for models that read it again. */
          reasoning?: string | undefined
          /** Of a former answer, unchanged: models that think want them back in a turn with tools. */
          thoughts?: readonly LlmThought[] | undefined
          toolCallId?: string | undefined
          name?: string | undefined
        }[] | undefined
        /** Instead of `messages`. */
        prompt?: string | undefined
        /** The most the call may cost; else its worst price. */
        maxCredits?: number | undefined
      } | undefined
      kind: 'data'
      result: LlmQuote
    }
  }
  '/api/v1/ai/calls': {
    /** List calls of models */
    get: {
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
        /** The `nextCursor` of the answer before; stays right while calls are added. */
        cursor?: string | undefined
        /** Asked for or served. */
        model?: string | undefined
        provider?: string | undefined
        status?: 'running' | 'succeeded' | 'failed' | 'cancelled' | undefined
        kind?: 'chat' | 'generate' | 'embedding' | undefined
        eUID?: string | undefined
        from?: string | Date | undefined
        /** Up to, not including. */
        to?: string | Date | undefined
      } | undefined
      kind: 'page'
      result: LlmCall
    }
  }
  '/api/v1/ai/calls/{id}': {
    /** Get a call of a model */
    get: {
      params: { id: string }
      kind: 'data'
      result: LlmCallDetail
    }
  }
  '/api/v1/ai/providers': {
    /** List model providers */
    get: {
      kind: 'data'
      result: LlmProvider[]
    }
    /** Set up a model provider for the project */
    put: {
      body: {
        /** The first part of its model ids. */
        name: string
        /** What it speaks; needed for a name of your own. */
        kind?: 
          | 'openai'
          | 'anthropic'
          | 'google'
          | 'mistral'
          | 'groq'
          | 'xai'
          | 'deepseek'
          | 'openrouter'
          | 'amazon-bedrock'
          | 'azure'
          | 'openai-compatible' | undefined
        /** Where it is, if not at the usual address. Private addresses are for the operator to open. */
        baseUrl?: string | null | undefined
        /** Several are used in turn when one is refused or busy. Left out they stay as they are; empty removes them. */
        apiKeys?: readonly string[] | undefined
        options?: {
          /** Which of OpenAI's two wires: chat where another base URL is set, else responses. */
          api?: 'responses' | 'chat' | undefined
          /** Amazon Bedrock. */
          region?: string | undefined
          /** Amazon Bedrock with a pair of keys; the secret is the key. */
          accessKeyId?: string | undefined
          /** Azure. */
          resourceName?: string | undefined
          /** Azure. */
          apiVersion?: string | undefined
        } | undefined
        isEnabled?: boolean | undefined
      }
      kind: 'data'
      result: LlmProvider
    }
  }
  '/api/v1/ai/providers/status': {
    /** List which model providers are set up */
    get: {
      kind: 'data'
      result: ModelProviderState[]
    }
  }
  '/api/v1/ai/providers/{name}': {
    /** Remove the project's own settings of a model provider */
    delete: {
      params: { name: string }
      kind: 'none'
    }
  }
  '/api/v1/ai/providers/{name}/test': {
    /** Test a model provider with one call */
    post: {
      params: { name: string }
      body?: {
        model?: string | undefined
      } | undefined
      kind: 'data'
      result: LlmProviderTest
    }
  }
  '/api/v1/ai/models/sync': {
    /** Ask the providers which models they have */
    post: {
      kind: 'data'
      result: LlmModelSync
    }
  }
  '/api/v1/ai/media/image': {
    /** Make pictures */
    post: {
      body: {
        prompt: string
        n?: number | undefined
        size?: string | undefined
        aspectRatio?: string | undefined
        seed?: number | undefined
        /** Pictures to start from, for models that edit. */
        fileIds?: readonly string[] | undefined
        /** The first that is set up when left out; without any, a placeholder of this server. */
        model?: string | undefined
        /** Seconds to wait for the end before the job is answered as it stands. */
        wait?: number | undefined
        /** Kept with the call. */
        metadata?: Record<string, string> | undefined
      }
      kind: 'data'
      result: MediaJob
    }
  }
  '/api/v1/ai/media/video': {
    /** Make a film */
    post: {
      body: {
        prompt: string
        durationSeconds?: number | undefined
        size?: string | undefined
        aspectRatio?: string | undefined
        seed?: number | undefined
        /** The picture to begin with. */
        fileIds?: readonly string[] | undefined
        /** The first that is set up when left out; without any, a placeholder of this server. */
        model?: string | undefined
        /** Seconds to wait for the end before the job is answered as it stands. */
        wait?: number | undefined
        /** Kept with the call. */
        metadata?: Record<string, string> | undefined
      }
      kind: 'data'
      result: MediaJob
    }
  }
  '/api/v1/ai/media/tts': {
    /** Speak a text */
    post: {
      body: {
        text: string
        voice?: string | undefined
        format?: 'mp3' | 'wav' | 'opus' | 'aac' | 'flac' | 'pcm' | undefined
        speed?: number | undefined
        language?: string | undefined
        instructions?: string | undefined
        /** The first that is set up when left out; without any, a placeholder of this server. */
        model?: string | undefined
        /** Seconds to wait for the end before the job is answered as it stands. */
        wait?: number | undefined
        /** Kept with the call. */
        metadata?: Record<string, string> | undefined
      }
      kind: 'data'
      result: MediaJob
    }
  }
  '/api/v1/ai/media/stt': {
    /** Write down a recording */
    post: {
      body: {
        /** A recording. */
        fileId: string
        /** The first that is set up when left out; without any, a placeholder of this server. */
        model?: string | undefined
        /** Seconds to wait for the end before the job is answered as it stands. */
        wait?: number | undefined
        /** Kept with the call. */
        metadata?: Record<string, string> | undefined
      }
      kind: 'data'
      result: MediaJob
    }
  }
  '/api/v1/ai/media/jobs': {
    /** List media jobs */
    get: {
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
        /** The `nextCursor` of the answer before. */
        cursor?: string | undefined
        kind?: 'image' | 'video' | 'tts' | 'stt' | undefined
        status?: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | undefined
      } | undefined
      kind: 'page'
      result: MediaJob
    }
  }
  '/api/v1/ai/media/jobs/{id}': {
    /** Get a media job */
    get: {
      params: { id: string }
      kind: 'data'
      result: MediaJobDetail
    }
  }
  '/api/v1/ai/media/jobs/{id}/cancel': {
    /** Cancel a media job */
    post: {
      params: { id: string }
      kind: 'data'
      result: MediaJob
    }
  }
  '/api/v1/openai/responses': {
    /** A response on OpenAI's wire */
    post: {
      body: {
        /** A model id, or the name of the vendor where it is unique. */
        model: string
        input: string | readonly ({
          type: 'function_call'
          call_id: string
          name: string
          arguments: string
          extra_content?: {
            google?: {
              thought_signature?: string | undefined
            } | undefined
          } | null | undefined
        } | {
          type: 'function_call_output'
          call_id: string
          output: string | readonly ({
            type: 'input_text' | 'output_text'
            text: string
          } | {
            type: 'refusal'
            refusal: string
          } | {
            type: 'input_image'
            image_url?: string | null | undefined
            /** A file of the project. */
            file_id?: string | null | undefined
          } | {
            /** A file of the project. */
            file_id?: string | null | undefined
            /** A data: address or base64. */
            file_data?: string | null | undefined
            file_url?: string | null | undefined
            filename?: string | null | undefined
            type: 'input_file'
          })[]
        } | {
          type: 'reasoning'
          summary?: readonly {
            text: string
          }[] | null | undefined
          /** As it came with the answer. */
          encrypted_content?: string | null | undefined
        } | {
          type?: 'message' | undefined
          role: 'user' | 'assistant' | 'system' | 'developer'
          content: string | readonly ({
            type: 'input_text' | 'output_text'
            text: string
          } | {
            type: 'refusal'
            refusal: string
          } | {
            type: 'input_image'
            image_url?: string | null | undefined
            /** A file of the project. */
            file_id?: string | null | undefined
          } | {
            /** A file of the project. */
            file_id?: string | null | undefined
            /** A data: address or base64. */
            file_data?: string | null | undefined
            file_url?: string | null | undefined
            filename?: string | null | undefined
            type: 'input_file'
          })[]
        })[]
        instructions?: string | null | undefined
        stream?: boolean | null | undefined
        tools?: readonly {
          /** Only `function`: nothing is run here on behalf of the model. */
          type: string
          name?: string | undefined
          description?: string | null | undefined
          parameters?: Record<string, unknown> | null | undefined
          strict?: boolean | null | undefined
        }[] | null | undefined
        tool_choice?: 'auto' | 'none' | 'required' | {
          type: 'function'
          name: string
        } | null | undefined
        text?: {
          format?: {
            type: 'text' | 'json_object'
          } | {
            type: 'json_schema'
            name?: string | undefined
            schema: Record<string, unknown>
            strict?: boolean | null | undefined
          } | undefined
        } | null | undefined
        max_output_tokens?: number | null | undefined
        temperature?: number | null | undefined
        top_p?: number | null | undefined
        reasoning?: {
          effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null | undefined
        } | null | undefined
        metadata?: Record<string, string> | null | undefined
        /** False: at most one tool call in the answer; others are left out, which `x-llm-warnings` names unless the answer is streamed. */
        parallel_tool_calls?: boolean | null | undefined
        /** Not supported: answers are not kept for later requests; send the whole conversation. */
        previous_response_id?: unknown
        /** Not supported: answers are not kept for later requests; send the whole conversation. */
        conversation?: unknown
        /** Not supported: answers are not kept for later requests; send the whole conversation. */
        background?: unknown
        /** Not supported: templates of prompts are kept at OpenAI. */
        prompt?: unknown
        /** Not supported: conversations are not shortened here. */
        context_management?: unknown
        /** Not supported: the probabilities of tokens are not known here. */
        include?: unknown
        /** Not supported: the probabilities of tokens are not known here. */
        top_logprobs?: unknown
        /** Not supported: no moderation runs here. */
        moderation?: unknown
        /** Not supported: answers are text; POST /api/v1/ai/media/image makes images. */
        image?: unknown
        /** Not supported: they belong to accounts at OpenAI. */
        access_programs?: unknown
      }
      kind: 'raw'
    }
  }
  '/api/v1/openai/chat/completions': {
    /** A chat completion on OpenAI's wire */
    post: {
      body: {
        /** A model id, or the name of the vendor where it is unique. */
        model: string
        messages: readonly ({
          role: 'system' | 'developer' | 'user'
          content: string | readonly ({
            type: 'text'
            text: string
          } | {
            type: 'refusal'
            refusal: string
          } | {
            type: 'image_url'
            image_url: {
              url: string
            }
          } | {
            type: 'file'
            file: {
              /** A file of the project. */
              file_id?: string | null | undefined
              /** A data: address or base64. */
              file_data?: string | null | undefined
              file_url?: string | null | undefined
              filename?: string | null | undefined
            }
          } | {
            type: 'input_audio'
            input_audio: {
              data: string
              format: 'wav' | 'mp3'
            }
          })[]
        } | {
          role: 'assistant'
          content?: string | readonly ({
            type: 'text'
            text: string
          } | {
            type: 'refusal'
            refusal: string
          } | {
            type: 'image_url'
            image_url: {
              url: string
            }
          } | {
            type: 'file'
            file: {
              /** A file of the project. */
              file_id?: string | null | undefined
              /** A data: address or base64. */
              file_data?: string | null | undefined
              file_url?: string | null | undefined
              filename?: string | null | undefined
            }
          } | {
            type: 'input_audio'
            input_audio: {
              data: string
              format: 'wav' | 'mp3'
            }
          })[] | null | undefined
          reasoning_content?: string | null | undefined
          /** Of a former answer, unchanged: models that think want them back in a turn with tools. */
          reasoning_details?: readonly OpenAiReasoningDetail[] | null | undefined
          tool_calls?: readonly {
            id: string
            function: {
              name: string
              arguments: string
            }
            extra_content?: {
              google?: {
                thought_signature?: string | undefined
              } | undefined
            } | null | undefined
          }[] | null | undefined
        } | {
          role: 'tool'
          tool_call_id: string
          content: string | readonly ({
            type: 'text'
            text: string
          } | {
            type: 'refusal'
            refusal: string
          } | {
            type: 'image_url'
            image_url: {
              url: string
            }
          } | {
            type: 'file'
            file: {
              /** A file of the project. */
              file_id?: string | null | undefined
              /** A data: address or base64. */
              file_data?: string | null | undefined
              file_url?: string | null | undefined
              filename?: string | null | undefined
            }
          } | {
            type: 'input_audio'
            input_audio: {
              data: string
              format: 'wav' | 'mp3'
            }
          })[]
        })[]
        stream?: boolean | null | undefined
        stream_options?: {
          include_usage?: boolean | undefined
        } | null | undefined
        temperature?: number | null | undefined
        top_p?: number | null | undefined
        max_completion_tokens?: number | null | undefined
        max_tokens?: number | null | undefined
        stop?: string | readonly string[] | null | undefined
        seed?: number | null | undefined
        frequency_penalty?: number | null | undefined
        presence_penalty?: number | null | undefined
        tools?: readonly {
          type: 'function'
          function: {
            name: string
            description?: string | null | undefined
            parameters?: Record<string, unknown> | null | undefined
            strict?: boolean | null | undefined
          }
        }[] | null | undefined
        /** False: at most one tool call in the answer; others are left out, which `x-llm-warnings` names unless the answer is streamed. */
        parallel_tool_calls?: boolean | null | undefined
        tool_choice?: 'auto' | 'none' | 'required' | {
          type: 'function'
          function: {
            name: string
          }
        } | null | undefined
        response_format?: 'text' | 'json' | {
          type: 'text' | 'json' | 'json_object'
        } | {
          name?: string | undefined
          description?: string | undefined
          /** A JSON Schema. */
          schema: Record<string, unknown>
          strict?: boolean | null | undefined
          type: 'json' | 'json_schema'
        } | {
          type: 'json_schema'
          json_schema: {
            name?: string | undefined
            description?: string | undefined
            /** A JSON Schema. */
            schema: Record<string, unknown>
            strict?: boolean | null | undefined
          }
        } | {
          type: 'json_schema'
          jsonSchema: {
            name?: string | undefined
            description?: string | undefined
            /** A JSON Schema. */
            schema: Record<string, unknown>
            strict?: boolean | null | undefined
          }
        } | undefined
        reasoning_effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null | undefined
        metadata?: Record<string, string> | null | undefined
        /** One answer for each call. */
        n?: 1 | null | undefined
        /** Not supported: answers are text; POST /api/v1/ai/media/tts speaks. */
        audio?: unknown
        /** Not supported: answers are text. */
        modalities?: unknown
        /** Not supported: it was replaced by tools. */
        functions?: unknown
        /** Not supported: it was replaced by tool_choice. */
        function_call?: unknown
        /** Not supported: providers do not share the numbers of tokens. */
        logit_bias?: unknown
        /** Not supported: the probabilities of tokens are not known here. */
        logprobs?: unknown
        /** Not supported: the probabilities of tokens are not known here. */
        top_logprobs?: unknown
        /** Not supported: no moderation runs here. */
        moderation?: unknown
        /** Not supported: no search runs here on behalf of the model. */
        web_search_options?: unknown
      }
      kind: 'raw'
    }
  }
  '/api/v1/openai/embeddings': {
    /** Embeddings on OpenAI's wire */
    post: {
      body: {
        /** One text or several; or, for models that take them, the tokens of one or several. */
        input: string | readonly string[] | readonly number[] | readonly (readonly number[])[]
        model: string
        dimensions?: number | undefined
        encoding_format?: 'float' | 'base64' | null | undefined
      }
      kind: 'raw'
    }
  }
  '/api/v1/openai/models': {
    /** Models on OpenAI's wire */
    get: {
      kind: 'raw'
    }
  }
  '/api/v1/openai/models/{model}': {
    /** One model on OpenAI's wire */
    get: {
      params: { model: string }
      kind: 'raw'
    }
  }
  '/api/v1/anthropic/v1/messages': {
    /** A message on Anthropic's wire */
    post: {
      body: {
        /** A model id, or the name of the vendor where it is unique. */
        model: string
        messages: readonly {
          role: 'user' | 'assistant' | 'system'
          content: string | readonly ({
            type: 'text'
            text: string
          } | {
            type: 'image'
            source: {
              type: 'base64'
              media_type: string
              data: string
            } | {
              type: 'url'
              url: string
            } | {
              type: 'file'
              /** A file of the project. */
              file_id: string
            } | {
              type: 'text'
              data: string
            }
          } | {
            type: 'document'
            source: {
              type: 'base64'
              media_type: string
              data: string
            } | {
              type: 'url'
              url: string
            } | {
              type: 'file'
              /** A file of the project. */
              file_id: string
            } | {
              type: 'text'
              data: string
            }
            title?: string | null | undefined
          } | {
            type: 'tool_use'
            id: string
            name: string
            input: Record<string, unknown>
            signature?: string | null | undefined
          } | {
            type: 'tool_result'
            tool_use_id: string
            content?: string | readonly ({
              type: 'text'
              text: string
            } | {
              type: 'image'
              source: {
                type: 'base64'
                media_type: string
                data: string
              } | {
                type: 'url'
                url: string
              } | {
                type: 'file'
                /** A file of the project. */
                file_id: string
              } | {
                type: 'text'
                data: string
              }
            } | {
              type: 'document'
              source: {
                type: 'base64'
                media_type: string
                data: string
              } | {
                type: 'url'
                url: string
              } | {
                type: 'file'
                /** A file of the project. */
                file_id: string
              } | {
                type: 'text'
                data: string
              }
              title?: string | null | undefined
            })[] | null | undefined
            is_error?: boolean | null | undefined
          } | {
            type: 'thinking'
            thinking: string
            signature?: string | null | undefined
          } | {
            type: 'redacted_thinking'
            data: string
          })[]
        }[]
        system?: string | readonly {
          type: 'text'
          text: string
        }[] | null | undefined
        tools?: readonly {
          /** Only `custom`: nothing is run here on behalf of the model. */
          type?: string | null | undefined
          name: string
          description?: string | null | undefined
          input_schema?: Record<string, unknown> | undefined
          strict?: boolean | null | undefined
        }[] | null | undefined
        tool_choice?: {
          type: 'auto' | 'any' | 'none'
          /** True: at most one tool call in the answer; others are left out, which `x-llm-warnings` names unless the answer is streamed. */
          disable_parallel_tool_use?: boolean | null | undefined
        } | {
          type: 'tool'
          name: string
          /** True: at most one tool call in the answer; others are left out, which `x-llm-warnings` names unless the answer is streamed. */
          disable_parallel_tool_use?: boolean | null | undefined
        } | null | undefined
        /** A budget becomes the effort that is nearest, for models whose effort can be set. */
        thinking?: {
          type: string
          budget_tokens?: number | null | undefined
        } | null | undefined
        output_config?: {
          effort?: 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null | undefined
          format?: {
            type: 'json_schema'
            schema: Record<string, unknown>
          } | null | undefined
        } | null | undefined
        /** The former name of `output_config.format`. */
        output_format?: {
          type: 'json_schema'
          schema: Record<string, unknown>
        } | null | undefined
        max_tokens: number
        stream?: boolean | null | undefined
        temperature?: number | null | undefined
        top_p?: number | null | undefined
        top_k?: number | null | undefined
        stop_sequences?: readonly string[] | null | undefined
        /** Not supported: conversations are not kept for later requests. */
        thread?: unknown
        /** Not supported: no code runs here on behalf of the model. */
        container?: unknown
        /** Not supported: no tools are run here on behalf of the model. */
        mcp_servers?: unknown
        /** Not supported: conversations are not shortened here. */
        context_management?: unknown
        /** Not supported: conversations are not shortened here. */
        compaction?: unknown
        /** Not supported: POST /api/v1/ai/llm/chat takes fallbackModels. */
        fallbacks?: unknown
        /** Not supported: where a model runs is for its provider to say. */
        inference_geo?: unknown
      }
      kind: 'raw'
    }
  }
  '/api/v1/anthropic/v1/models': {
    /** Models on Anthropic's wire */
    get: {
      query?: {
        /** 20 unless given. */
        limit?: number | undefined
        /** Those after this one. */
        after_id?: string | undefined
        /** Those before this one. */
        before_id?: string | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/api/v1/anthropic/v1/models/{model}': {
    /** One model on Anthropic's wire */
    get: {
      params: { model: string }
      kind: 'raw'
    }
  }
  '/api/v1/anthropic/v1/messages/count_tokens': {
    /** Count tokens on Anthropic's wire */
    post: {
      body: {
        /** A model id, or the name of the vendor where it is unique. */
        model: string
        messages: readonly {
          role: 'user' | 'assistant' | 'system'
          content: string | readonly ({
            type: 'text'
            text: string
          } | {
            type: 'image'
            source: {
              type: 'base64'
              media_type: string
              data: string
            } | {
              type: 'url'
              url: string
            } | {
              type: 'file'
              /** A file of the project. */
              file_id: string
            } | {
              type: 'text'
              data: string
            }
          } | {
            type: 'document'
            source: {
              type: 'base64'
              media_type: string
              data: string
            } | {
              type: 'url'
              url: string
            } | {
              type: 'file'
              /** A file of the project. */
              file_id: string
            } | {
              type: 'text'
              data: string
            }
            title?: string | null | undefined
          } | {
            type: 'tool_use'
            id: string
            name: string
            input: Record<string, unknown>
            signature?: string | null | undefined
          } | {
            type: 'tool_result'
            tool_use_id: string
            content?: string | readonly ({
              type: 'text'
              text: string
            } | {
              type: 'image'
              source: {
                type: 'base64'
                media_type: string
                data: string
              } | {
                type: 'url'
                url: string
              } | {
                type: 'file'
                /** A file of the project. */
                file_id: string
              } | {
                type: 'text'
                data: string
              }
            } | {
              type: 'document'
              source: {
                type: 'base64'
                media_type: string
                data: string
              } | {
                type: 'url'
                url: string
              } | {
                type: 'file'
                /** A file of the project. */
                file_id: string
              } | {
                type: 'text'
                data: string
              }
              title?: string | null | undefined
            })[] | null | undefined
            is_error?: boolean | null | undefined
          } | {
            type: 'thinking'
            thinking: string
            signature?: string | null | undefined
          } | {
            type: 'redacted_thinking'
            data: string
          })[]
        }[]
        system?: string | readonly {
          type: 'text'
          text: string
        }[] | null | undefined
        tools?: readonly {
          /** Only `custom`: nothing is run here on behalf of the model. */
          type?: string | null | undefined
          name: string
          description?: string | null | undefined
          input_schema?: Record<string, unknown> | undefined
          strict?: boolean | null | undefined
        }[] | null | undefined
        tool_choice?: {
          type: 'auto' | 'any' | 'none'
          /** True: at most one tool call in the answer; others are left out, which `x-llm-warnings` names unless the answer is streamed. */
          disable_parallel_tool_use?: boolean | null | undefined
        } | {
          type: 'tool'
          name: string
          /** True: at most one tool call in the answer; others are left out, which `x-llm-warnings` names unless the answer is streamed. */
          disable_parallel_tool_use?: boolean | null | undefined
        } | null | undefined
        /** A budget becomes the effort that is nearest, for models whose effort can be set. */
        thinking?: {
          type: string
          budget_tokens?: number | null | undefined
        } | null | undefined
        output_config?: {
          effort?: 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null | undefined
          format?: {
            type: 'json_schema'
            schema: Record<string, unknown>
          } | null | undefined
        } | null | undefined
        /** The former name of `output_config.format`. */
        output_format?: {
          type: 'json_schema'
          schema: Record<string, unknown>
        } | null | undefined
      }
      kind: 'raw'
    }
  }
  '/api/v1/toolkits': {
    /** List and search toolkits */
    get: {
      query?: {
        /** Searched in slug, name, description and names of tools. */
        q?: string | undefined
        category?: 
          | 'developer-tools-&-devops'
          | 'collaboration-&-communication'
          | 'ai-&-machine-learning'
          | 'document-&-file-management'
          | 'productivity-&-project-management'
          | 'crm'
          | 'analytics-&-data'
          | 'entertainment-&-media'
          | 'education-&-lms'
          | 'design-&-creative-tools'
          | 'marketing-&-social-media'
          | 'scheduling-&-booking'
          | 'e-commerce'
          | 'finance-&-accounting'
          | 'sales-&-customer-support'
          | 'hr-&-recruiting'
          | 'social-media'
          | 'workflow-automation'
          | 'data-&-analytics'
          | 'advertising-&-marketing' | undefined
        slugs?: OneOrMore<string> | undefined
        /** COMPOSIO stands for everything that is not LOCAL. */
        provider?: 'PLATFORM' | 'LOCAL' | 'OPENAPI' | 'MCP' | 'COMPOSIO' | undefined
        /** `mine`: the project's own. "all" unless given. */
        scope?: 'all' | 'mine' | undefined
        /** A country code, `global` or `all`. */
        region?: string | undefined
        /** "include_global" unless given. */
        regionMatch?: 'include_global' | 'exact' | undefined
        requiresAuth?: boolean | undefined
        /** Whether an auth config can be made for it. */
        authConfigCreatable?: boolean | undefined
        isConnected?: boolean | undefined
        /** False leaves out what is switched off; left out, admins see it and others do not. */
        showDisabled?: boolean | undefined
        /** Left out, the best match comes first, then the most popular. "popularityScore" unless given. */
        sortBy?: 'popularityScore' | 'name' | 'slug' | 'toolCount' | 'createdAt' | 'updatedAt' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: ToolkitItem
    }
    /** Create a toolkit */
    post: {
      body: {
        slug: string
        name: string
        description: string
        logo?: string | null | undefined
        appUrl?: string | null | undefined
        authSchemes?: readonly (
          | 'OAUTH1'
          | 'OAUTH2'
          | 'S2S_OAUTH2'
          | 'API_KEY'
          | 'BASIC'
          | 'BEARER_TOKEN'
          | 'BILLCOM_AUTH'
          | 'GOOGLE_SERVICE_ACCOUNT'
          | 'NO_AUTH'
          | 'BASIC_WITH_JWT'
          | 'CALCOM_AUTH'
          | 'SERVICE_ACCOUNT'
          | 'SAML'
          | 'DCR_OAUTH'
          | 'COOKIE'
          | 'WHATSAPP_QR')[] | undefined
        providerManagedAuthSchemes?: readonly (
          | 'OAUTH1'
          | 'OAUTH2'
          | 'S2S_OAUTH2'
          | 'API_KEY'
          | 'BASIC'
          | 'BEARER_TOKEN'
          | 'BILLCOM_AUTH'
          | 'GOOGLE_SERVICE_ACCOUNT'
          | 'NO_AUTH'
          | 'BASIC_WITH_JWT'
          | 'CALCOM_AUTH'
          | 'SERVICE_ACCOUNT'
          | 'SAML'
          | 'DCR_OAUTH'
          | 'COOKIE'
          | 'WHATSAPP_QR')[] | undefined
        noAuth?: boolean | undefined
        version?: string | undefined
        popularityScore?: number | undefined
        categories?: readonly (
          | 'developer-tools-&-devops'
          | 'collaboration-&-communication'
          | 'ai-&-machine-learning'
          | 'document-&-file-management'
          | 'productivity-&-project-management'
          | 'crm'
          | 'analytics-&-data'
          | 'entertainment-&-media'
          | 'education-&-lms'
          | 'design-&-creative-tools'
          | 'marketing-&-social-media'
          | 'scheduling-&-booking'
          | 'e-commerce'
          | 'finance-&-accounting'
          | 'sales-&-customer-support'
          | 'hr-&-recruiting'
          | 'social-media'
          | 'workflow-automation'
          | 'data-&-analytics'
          | 'advertising-&-marketing')[] | undefined
        baseUrl?: string | null | undefined
        authConfigDetails?: readonly {
          /** "" unless given. */
          name?: string | undefined
          mode: 
            | 'OAUTH1'
            | 'OAUTH2'
            | 'S2S_OAUTH2'
            | 'API_KEY'
            | 'BASIC'
            | 'BEARER_TOKEN'
            | 'BILLCOM_AUTH'
            | 'GOOGLE_SERVICE_ACCOUNT'
            | 'NO_AUTH'
            | 'BASIC_WITH_JWT'
            | 'CALCOM_AUTH'
            | 'SERVICE_ACCOUNT'
            | 'SAML'
            | 'DCR_OAUTH'
            | 'COOKIE'
            | 'WHATSAPP_QR'
          /** {"authConfigCreation":{"required":[],"optional":[]},"connectedAccountInitiation":{"required":[],"optional":[]}} unless given. */
          fields?: {
            /** {"required":[],"optional":[]} unless given. */
            authConfigCreation?: {
              /** [] unless given. */
              required?: readonly {
                name: string
                displayName?: string | undefined
                default?: string | null | undefined
                /** "string" unless given. */
                type?: string | undefined
                /** "" unless given. */
                description?: string | undefined
                required?: boolean | undefined
                /** Left out, it follows from the type and the name. */
                isSecret?: boolean | undefined
                legacyTemplateName?: string | null | undefined
              }[] | undefined
              /** [] unless given. */
              optional?: readonly {
                name: string
                displayName?: string | undefined
                default?: string | null | undefined
                /** "string" unless given. */
                type?: string | undefined
                /** "" unless given. */
                description?: string | undefined
                required?: boolean | undefined
                /** Left out, it follows from the type and the name. */
                isSecret?: boolean | undefined
                legacyTemplateName?: string | null | undefined
              }[] | undefined
            } | undefined
            /** {"required":[],"optional":[]} unless given. */
            connectedAccountInitiation?: {
              /** [] unless given. */
              required?: readonly {
                name: string
                displayName?: string | undefined
                default?: string | null | undefined
                /** "string" unless given. */
                type?: string | undefined
                /** "" unless given. */
                description?: string | undefined
                required?: boolean | undefined
                /** Left out, it follows from the type and the name. */
                isSecret?: boolean | undefined
                legacyTemplateName?: string | null | undefined
              }[] | undefined
              /** [] unless given. */
              optional?: readonly {
                name: string
                displayName?: string | undefined
                default?: string | null | undefined
                /** "string" unless given. */
                type?: string | undefined
                /** "" unless given. */
                description?: string | undefined
                required?: boolean | undefined
                /** Left out, it follows from the type and the name. */
                isSecret?: boolean | undefined
                legacyTemplateName?: string | null | undefined
              }[] | undefined
            } | undefined
          } | undefined
          proxy?: {
            baseUrl?: string | undefined
          } | null | undefined
          deprecatedAuthProviderDetails?: {
            authorization_url?: string | undefined
            token_url?: string | undefined
          } | null | undefined
          oauth2?: {
            authorizationUrl?: string | undefined
            tokenUrl?: string | undefined
            revocationUrl?: string | undefined
            issuer?: string | undefined
            /** [] unless given. */
            scopes?: readonly {
              name: string
              /** "" unless given. */
              description?: string | undefined
            }[] | undefined
            /** " " unless given. */
            scopeSeparator?: ' ' | ',' | undefined
            /** true unless given. */
            hasPkce?: boolean | undefined
            /** "body" unless given. */
            clientAuthentication?: 'basic' | 'body' | undefined
            /** Sent along when consent is asked for, such as `access_type`. What OAuth itself sets is refused. */
            authorizationParameters?: Record<string, string> | undefined
          } | null | undefined
          placements?: readonly {
            in: 'header' | 'query' | 'cookie'
            name: string
            /** "" unless given. */
            prefix?: string | undefined
            field: string
          }[] | undefined
        }[] | undefined
        authFlow?: 
          | 'static_secret'
          | 'cookie_paste'
          | 'password'
          | 'password_otp'
          | 'oauth'
          | 'whatsapp_qr'
          | 'zernio_connect' | undefined
        /** Logins by recipe are not run here: it is refused. */
        authRecipe?: Record<string, unknown> | undefined
        getCurrentUserEndpoint?: string | null | undefined
        regions?: readonly string[] | null | undefined
      }
      kind: 'data'
      result: Toolkit
    }
  }
  '/api/v1/toolkits/categories': {
    /** List the categories of toolkits */
    get: {
      kind: 'data'
      result: ToolkitCategory[]
    }
  }
  '/api/v1/toolkits/messaging-channels': {
    /** List the toolkits that reach people in a chat */
    get: {
      kind: 'data'
      result: MessagingChannels
    }
  }
  '/api/v1/toolkits/byId/{id}': {
    /** Get a toolkit */
    get: {
      params: { id: string }
      kind: 'data'
      result: Toolkit
    }
    /** Change a toolkit */
    patch: {
      params: { id: string }
      body?: {
        slug?: string | undefined
        provider?: 'COMPOSIO' | 'PLATFORM' | 'LOCAL' | 'OPENAPI' | 'MCP' | undefined
        isDisabled?: boolean | undefined
        /** How often the address of an imported description is looked at for changes. */
        driftCheck?: 'off' | 'hourly' | 'daily' | 'weekly' | undefined
        name?: string | undefined
        description?: string | undefined
        logo?: string | null | undefined
        appUrl?: string | null | undefined
        authSchemes?: readonly (
          | 'OAUTH1'
          | 'OAUTH2'
          | 'S2S_OAUTH2'
          | 'API_KEY'
          | 'BASIC'
          | 'BEARER_TOKEN'
          | 'BILLCOM_AUTH'
          | 'GOOGLE_SERVICE_ACCOUNT'
          | 'NO_AUTH'
          | 'BASIC_WITH_JWT'
          | 'CALCOM_AUTH'
          | 'SERVICE_ACCOUNT'
          | 'SAML'
          | 'DCR_OAUTH'
          | 'COOKIE'
          | 'WHATSAPP_QR')[] | undefined
        providerManagedAuthSchemes?: readonly (
          | 'OAUTH1'
          | 'OAUTH2'
          | 'S2S_OAUTH2'
          | 'API_KEY'
          | 'BASIC'
          | 'BEARER_TOKEN'
          | 'BILLCOM_AUTH'
          | 'GOOGLE_SERVICE_ACCOUNT'
          | 'NO_AUTH'
          | 'BASIC_WITH_JWT'
          | 'CALCOM_AUTH'
          | 'SERVICE_ACCOUNT'
          | 'SAML'
          | 'DCR_OAUTH'
          | 'COOKIE'
          | 'WHATSAPP_QR')[] | undefined
        noAuth?: boolean | undefined
        version?: string | undefined
        popularityScore?: number | undefined
        categories?: readonly (
          | 'developer-tools-&-devops'
          | 'collaboration-&-communication'
          | 'ai-&-machine-learning'
          | 'document-&-file-management'
          | 'productivity-&-project-management'
          | 'crm'
          | 'analytics-&-data'
          | 'entertainment-&-media'
          | 'education-&-lms'
          | 'design-&-creative-tools'
          | 'marketing-&-social-media'
          | 'scheduling-&-booking'
          | 'e-commerce'
          | 'finance-&-accounting'
          | 'sales-&-customer-support'
          | 'hr-&-recruiting'
          | 'social-media'
          | 'workflow-automation'
          | 'data-&-analytics'
          | 'advertising-&-marketing')[] | undefined
        baseUrl?: string | null | undefined
        authConfigDetails?: readonly {
          /** "" unless given. */
          name?: string | undefined
          mode: 
            | 'OAUTH1'
            | 'OAUTH2'
            | 'S2S_OAUTH2'
            | 'API_KEY'
            | 'BASIC'
            | 'BEARER_TOKEN'
            | 'BILLCOM_AUTH'
            | 'GOOGLE_SERVICE_ACCOUNT'
            | 'NO_AUTH'
            | 'BASIC_WITH_JWT'
            | 'CALCOM_AUTH'
            | 'SERVICE_ACCOUNT'
            | 'SAML'
            | 'DCR_OAUTH'
            | 'COOKIE'
            | 'WHATSAPP_QR'
          /** {"authConfigCreation":{"required":[],"optional":[]},"connectedAccountInitiation":{"required":[],"optional":[]}} unless given. */
          fields?: {
            /** {"required":[],"optional":[]} unless given. */
            authConfigCreation?: {
              /** [] unless given. */
              required?: readonly {
                name: string
                displayName?: string | undefined
                default?: string | null | undefined
                /** "string" unless given. */
                type?: string | undefined
                /** "" unless given. */
                description?: string | undefined
                required?: boolean | undefined
                /** Left out, it follows from the type and the name. */
                isSecret?: boolean | undefined
                legacyTemplateName?: string | null | undefined
              }[] | undefined
              /** [] unless given. */
              optional?: readonly {
                name: string
                displayName?: string | undefined
                default?: string | null | undefined
                /** "string" unless given. */
                type?: string | undefined
                /** "" unless given. */
                description?: string | undefined
                required?: boolean | undefined
                /** Left out, it follows from the type and the name. */
                isSecret?: boolean | undefined
                legacyTemplateName?: string | null | undefined
              }[] | undefined
            } | undefined
            /** {"required":[],"optional":[]} unless given. */
            connectedAccountInitiation?: {
              /** [] unless given. */
              required?: readonly {
                name: string
                displayName?: string | undefined
                default?: string | null | undefined
                /** "string" unless given. */
                type?: string | undefined
                /** "" unless given. */
                description?: string | undefined
                required?: boolean | undefined
                /** Left out, it follows from the type and the name. */
                isSecret?: boolean | undefined
                legacyTemplateName?: string | null | undefined
              }[] | undefined
              /** [] unless given. */
              optional?: readonly {
                name: string
                displayName?: string | undefined
                default?: string | null | undefined
                /** "string" unless given. */
                type?: string | undefined
                /** "" unless given. */
                description?: string | undefined
                required?: boolean | undefined
                /** Left out, it follows from the type and the name. */
                isSecret?: boolean | undefined
                legacyTemplateName?: string | null | undefined
              }[] | undefined
            } | undefined
          } | undefined
          proxy?: {
            baseUrl?: string | undefined
          } | null | undefined
          deprecatedAuthProviderDetails?: {
            authorization_url?: string | undefined
            token_url?: string | undefined
          } | null | undefined
          oauth2?: {
            authorizationUrl?: string | undefined
            tokenUrl?: string | undefined
            revocationUrl?: string | undefined
            issuer?: string | undefined
            /** [] unless given. */
            scopes?: readonly {
              name: string
              /** "" unless given. */
              description?: string | undefined
            }[] | undefined
            /** " " unless given. */
            scopeSeparator?: ' ' | ',' | undefined
            /** true unless given. */
            hasPkce?: boolean | undefined
            /** "body" unless given. */
            clientAuthentication?: 'basic' | 'body' | undefined
            /** Sent along when consent is asked for, such as `access_type`. What OAuth itself sets is refused. */
            authorizationParameters?: Record<string, string> | undefined
          } | null | undefined
          placements?: readonly {
            in: 'header' | 'query' | 'cookie'
            name: string
            /** "" unless given. */
            prefix?: string | undefined
            field: string
          }[] | undefined
        }[] | undefined
        authFlow?: 
          | 'static_secret'
          | 'cookie_paste'
          | 'password'
          | 'password_otp'
          | 'oauth'
          | 'whatsapp_qr'
          | 'zernio_connect' | undefined
        /** Logins by recipe are not run here: it is refused. */
        authRecipe?: Record<string, unknown> | undefined
        getCurrentUserEndpoint?: string | null | undefined
        regions?: readonly string[] | null | undefined
      } | undefined
      kind: 'data'
      result: Toolkit
    }
    /** Delete a toolkit */
    delete: {
      params: { id: string }
      query?: {
        /** Deletes its tools and what was set up for it as well. */
        cascade?: boolean | undefined
      } | undefined
      kind: 'none'
    }
  }
  '/api/v1/toolkits/byId/{id}/status': {
    /** Switch a toolkit on or off */
    patch: {
      params: { id: string }
      body?: {
        isDisabled?: boolean | undefined
      } | undefined
      kind: 'data'
      result: Toolkit
    }
  }
  '/api/v1/toolkits/with-tools': {
    /** List toolkits with their tools */
    get: {
      query?: {
        /** Searched in slug, name, description and names of tools. */
        q?: string | undefined
        category?: 
          | 'developer-tools-&-devops'
          | 'collaboration-&-communication'
          | 'ai-&-machine-learning'
          | 'document-&-file-management'
          | 'productivity-&-project-management'
          | 'crm'
          | 'analytics-&-data'
          | 'entertainment-&-media'
          | 'education-&-lms'
          | 'design-&-creative-tools'
          | 'marketing-&-social-media'
          | 'scheduling-&-booking'
          | 'e-commerce'
          | 'finance-&-accounting'
          | 'sales-&-customer-support'
          | 'hr-&-recruiting'
          | 'social-media'
          | 'workflow-automation'
          | 'data-&-analytics'
          | 'advertising-&-marketing' | undefined
        slugs?: OneOrMore<string> | undefined
        /** COMPOSIO stands for everything that is not LOCAL. */
        provider?: 'PLATFORM' | 'LOCAL' | 'OPENAPI' | 'MCP' | 'COMPOSIO' | undefined
        /** `mine`: the project's own. "all" unless given. */
        scope?: 'all' | 'mine' | undefined
        /** A country code, `global` or `all`. */
        region?: string | undefined
        /** "include_global" unless given. */
        regionMatch?: 'include_global' | 'exact' | undefined
        requiresAuth?: boolean | undefined
        /** Whether an auth config can be made for it. */
        authConfigCreatable?: boolean | undefined
        isConnected?: boolean | undefined
        /** False leaves out what is switched off; left out, admins see it and others do not. */
        showDisabled?: boolean | undefined
        /** Left out, the best match comes first, then the most popular. "popularityScore" unless given. */
        sortBy?: 'popularityScore' | 'name' | 'slug' | 'toolCount' | 'createdAt' | 'updatedAt' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
        /** "all" unless given. */
        type?: 'all' | 'triggers' | 'actions' | undefined
        /** One tool alone, as `toolkitSlug:toolSlug`. */
        tool?: string | undefined
        /** Come first, whatever the order. */
        selectedToolkitSlugs?: OneOrMore<string> | undefined
        /** Deprecated: their toolkits come first. */
        selectedToolSlugs?: OneOrMore<string> | undefined
        excludeMessagingChannels?: boolean | undefined
      } | undefined
      kind: 'page'
      result: ToolkitWithTools
    }
  }
  '/api/v1/toolkits/byId/{id}/refresh': {
    /** Read the description of a toolkit again */
    post: {
      params: { id: string }
      body?: {
        /** false unless given. */
        dryRun?: boolean | undefined
        /** Lets credentials go where the new document says. For admins. false unless given. */
        acceptNewHosts?: boolean | undefined
      } | undefined
      kind: 'data'
      result: ToolkitImport
    }
  }
  '/api/v1/toolkits/byId/{id}/reset': {
    /** Go back to the description that comes with the product */
    post: {
      params: { id: string }
      kind: 'data'
      result: Toolkit
    }
  }
  '/api/v1/toolkits/byId/{id}/changelog': {
    /** List the versions of a toolkit and what changed */
    get: {
      params: { id: string }
      kind: 'data'
      result: ToolkitVersion[]
    }
  }
  '/api/v1/toolkits/import/openapi': {
    /** Import an API description as a toolkit */
    post: {
      body: {
        url?: string | undefined
        /** The document itself, as JSON or as a text of JSON or YAML. */
        spec?: string | Record<string, unknown> | undefined
        /** A file of the project’s default user. */
        fileId?: string | undefined
        slug: string
        name?: string | undefined
        description?: string | undefined
        logo?: string | null | undefined
        categories?: readonly (
          | 'developer-tools-&-devops'
          | 'collaboration-&-communication'
          | 'ai-&-machine-learning'
          | 'document-&-file-management'
          | 'productivity-&-project-management'
          | 'crm'
          | 'analytics-&-data'
          | 'entertainment-&-media'
          | 'education-&-lms'
          | 'design-&-creative-tools'
          | 'marketing-&-social-media'
          | 'scheduling-&-booking'
          | 'e-commerce'
          | 'finance-&-accounting'
          | 'sales-&-customer-support'
          | 'hr-&-recruiting'
          | 'social-media'
          | 'workflow-automation'
          | 'data-&-analytics'
          | 'advertising-&-marketing')[] | undefined
        /** Ids, tags, paths, `GET /path` or slugs of operations; * stands for anything. */
        include?: readonly string[] | undefined
        exclude?: readonly string[] | undefined
        /** Where the API stands, when the document does not say or is wrong. */
        baseUrl?: string | undefined
        /** When the document does not say how it lets callers in. */
        authSchemes?: readonly (
          | 'OAUTH1'
          | 'OAUTH2'
          | 'S2S_OAUTH2'
          | 'API_KEY'
          | 'BASIC'
          | 'BEARER_TOKEN'
          | 'BILLCOM_AUTH'
          | 'GOOGLE_SERVICE_ACCOUNT'
          | 'NO_AUTH'
          | 'BASIC_WITH_JWT'
          | 'CALCOM_AUTH'
          | 'SERVICE_ACCOUNT'
          | 'SAML'
          | 'DCR_OAUTH'
          | 'COOKIE'
          | 'WHATSAPP_QR')[] | undefined
        authConfigDetails?: readonly {
          /** "" unless given. */
          name?: string | undefined
          mode: 
            | 'OAUTH1'
            | 'OAUTH2'
            | 'S2S_OAUTH2'
            | 'API_KEY'
            | 'BASIC'
            | 'BEARER_TOKEN'
            | 'BILLCOM_AUTH'
            | 'GOOGLE_SERVICE_ACCOUNT'
            | 'NO_AUTH'
            | 'BASIC_WITH_JWT'
            | 'CALCOM_AUTH'
            | 'SERVICE_ACCOUNT'
            | 'SAML'
            | 'DCR_OAUTH'
            | 'COOKIE'
            | 'WHATSAPP_QR'
          /** {"authConfigCreation":{"required":[],"optional":[]},"connectedAccountInitiation":{"required":[],"optional":[]}} unless given. */
          fields?: {
            /** {"required":[],"optional":[]} unless given. */
            authConfigCreation?: {
              /** [] unless given. */
              required?: readonly {
                name: string
                displayName?: string | undefined
                default?: string | null | undefined
                /** "string" unless given. */
                type?: string | undefined
                /** "" unless given. */
                description?: string | undefined
                required?: boolean | undefined
                /** Left out, it follows from the type and the name. */
                isSecret?: boolean | undefined
                legacyTemplateName?: string | null | undefined
              }[] | undefined
              /** [] unless given. */
              optional?: readonly {
                name: string
                displayName?: string | undefined
                default?: string | null | undefined
                /** "string" unless given. */
                type?: string | undefined
                /** "" unless given. */
                description?: string | undefined
                required?: boolean | undefined
                /** Left out, it follows from the type and the name. */
                isSecret?: boolean | undefined
                legacyTemplateName?: string | null | undefined
              }[] | undefined
            } | undefined
            /** {"required":[],"optional":[]} unless given. */
            connectedAccountInitiation?: {
              /** [] unless given. */
              required?: readonly {
                name: string
                displayName?: string | undefined
                default?: string | null | undefined
                /** "string" unless given. */
                type?: string | undefined
                /** "" unless given. */
                description?: string | undefined
                required?: boolean | undefined
                /** Left out, it follows from the type and the name. */
                isSecret?: boolean | undefined
                legacyTemplateName?: string | null | undefined
              }[] | undefined
              /** [] unless given. */
              optional?: readonly {
                name: string
                displayName?: string | undefined
                default?: string | null | undefined
                /** "string" unless given. */
                type?: string | undefined
                /** "" unless given. */
                description?: string | undefined
                required?: boolean | undefined
                /** Left out, it follows from the type and the name. */
                isSecret?: boolean | undefined
                legacyTemplateName?: string | null | undefined
              }[] | undefined
            } | undefined
          } | undefined
          proxy?: {
            baseUrl?: string | undefined
          } | null | undefined
          deprecatedAuthProviderDetails?: {
            authorization_url?: string | undefined
            token_url?: string | undefined
          } | null | undefined
          oauth2?: {
            authorizationUrl?: string | undefined
            tokenUrl?: string | undefined
            revocationUrl?: string | undefined
            issuer?: string | undefined
            /** [] unless given. */
            scopes?: readonly {
              name: string
              /** "" unless given. */
              description?: string | undefined
            }[] | undefined
            /** " " unless given. */
            scopeSeparator?: ' ' | ',' | undefined
            /** true unless given. */
            hasPkce?: boolean | undefined
            /** "body" unless given. */
            clientAuthentication?: 'basic' | 'body' | undefined
            /** Sent along when consent is asked for, such as `access_type`. What OAuth itself sets is refused. */
            authorizationParameters?: Record<string, string> | undefined
          } | null | undefined
          placements?: readonly {
            in: 'header' | 'query' | 'cookie'
            name: string
            /** "" unless given. */
            prefix?: string | undefined
            field: string
          }[] | undefined
        }[] | undefined
        /** Makes it a new version of the toolkit of that slug. false unless given. */
        replace?: boolean | undefined
        /** Tells what would come of it and keeps nothing. false unless given. */
        dryRun?: boolean | undefined
      }
      kind: 'data'
      result: ToolkitImport
    }
  }
  '/api/v1/toolkits/install': {
    /** Install a toolkit from the npm registry */
    post: {
      body: {
        /** The name of a piece in the npm registry, such as `@activepieces/piece-wordpress`. */
        package: string
        /** The newest when it is left out. */
        version?: string | undefined
      }
      kind: 'data'
      result: InstalledToolkit
    }
  }
  '/api/v1/toolkits/installed': {
    /** List the toolkits that were installed */
    get: {
      kind: 'data'
      result: InstalledToolkit[]
    }
  }
  '/api/v1/toolkits/uninstall': {
    /** Remove a toolkit that was installed */
    post: {
      body: {
        slug: string
      }
      kind: 'none'
    }
  }
  '/api/v1/toolkits/offered': {
    /** Find toolkits that could be installed */
    get: {
      query?: {
        /** Words of the name, such as `google sheets`. */
        q?: string | undefined
      } | undefined
      kind: 'data'
      result: OfferedToolkit[]
    }
  }
  '/api/v1/toolkits/offered/details': {
    /** Read what the registry says about a toolkit */
    get: {
      query: {
        package: string
      }
      kind: 'data'
      result: OfferedToolkitDetails
    }
  }
  '/api/v1/auth_configs': {
    /** List auth configs */
    get: {
      query?: {
        /** Part of the name, the display name or the toolkit, in any case. */
        q?: string | undefined
        /** One slug or several. */
        toolkitSlug?: OneOrMore<string> | undefined
        /** Taken as `toolkitSlug` where there is none. */
        provider?: OneOrMore<string> | undefined
        showDisabled?: boolean | undefined
        /** "createdAt" unless given. */
        sortBy?: 'createdAt' | 'updatedAt' | 'name' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 10 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
        /** The `nextCursor` of the page before; overrides `page` and `offset`. Lists in the order of a time have one. */
        cursor?: string | undefined
      } | undefined
      kind: 'page'
      result: AuthConfig
    }
    /** Create an auth config */
    post: {
      body: {
        toolkit: {
          slug: string
        }
        authConfig: {
          /** "use_custom_auth" unless given. */
          type?: 'use_provider_managed_auth' | 'use_custom_auth' | undefined
          /** Needed with `use_custom_auth`. */
          authScheme?: 
            | 'NO_AUTH'
            | 'API_KEY'
            | 'BEARER_TOKEN'
            | 'BASIC'
            | 'OAUTH2'
            | 'S2S_OAUTH2'
            | 'SERVICE_ACCOUNT'
            | 'COOKIE'
            | 'OAUTH1'
            | 'BILLCOM_AUTH'
            | 'GOOGLE_SERVICE_ACCOUNT'
            | 'BASIC_WITH_JWT'
            | 'CALCOM_AUTH'
            | 'SAML'
            | 'DCR_OAUTH'
            | 'WHATSAPP_QR' | undefined
          /** Not taken: calls leave through this server alone. */
          proxyConfig?: {
            proxyUrl: string
            proxyAuthKey?: string | undefined
          } | null | undefined
          /** Taken as `displayName` where there is none. */
          name?: string | undefined
          displayName?: string | undefined
          /** By field, as `GET /api/v1/auth_configs/fields` names them. */
          credentials?: Record<string, unknown> | undefined
          /** What end users are asked for; all that the toolkit names if left out. */
          scopes?: readonly string[] | undefined
          restrictToFollowingTools?: readonly string[] | undefined
          toolAccessConfig?: {
            toolsForConnectedAccountCreation?: readonly string[] | undefined
          } | undefined
          /** Addresses to which people may be sent after consent, compared letter by letter. Those of this server always may. */
          allowedCallbackUrls?: readonly string[] | undefined
        }
      }
      kind: 'data'
      result: AuthConfig
    }
  }
  '/api/v1/auth_configs/fields': {
    /** Tell what a toolkit asks for */
    get: {
      query: {
        toolkitSlug: string
        authScheme?: 
          | 'NO_AUTH'
          | 'API_KEY'
          | 'BEARER_TOKEN'
          | 'BASIC'
          | 'OAUTH2'
          | 'S2S_OAUTH2'
          | 'SERVICE_ACCOUNT'
          | 'COOKIE'
          | 'OAUTH1'
          | 'BILLCOM_AUTH'
          | 'GOOGLE_SERVICE_ACCOUNT'
          | 'BASIC_WITH_JWT'
          | 'CALCOM_AUTH'
          | 'SAML'
          | 'DCR_OAUTH'
          | 'WHATSAPP_QR' | undefined
      }
      kind: 'data'
      result: AuthFields
    }
  }
  '/api/v1/auth_configs/{id}': {
    /** Get an auth config */
    get: {
      params: { id: string }
      kind: 'data'
      result: AuthConfig
    }
    /** Change an auth config */
    patch: {
      params: { id: string }
      body?: {
        displayName?: string | null | undefined
        scopes?: readonly string[] | undefined
        /** Kept beside those in use until they have worked once. */
        credentials?: Record<string, unknown> | undefined
        restrictToFollowingTools?: readonly string[] | undefined
        toolAccessConfig?: {
          toolsForConnectedAccountCreation?: readonly string[] | undefined
        } | undefined
        allowedCallbackUrls?: readonly string[] | undefined
      } | undefined
      kind: 'data'
      result: AuthConfig
    }
    /** Delete an auth config */
    delete: {
      params: { id: string }
      query?: {
        /** Deletes the accounts that were connected with it as well. */
        cascade?: boolean | undefined
      } | undefined
      kind: 'none'
    }
  }
  '/api/v1/auth_configs/{id}/status': {
    /** Switch an auth config on or off */
    patch: {
      params: { id: string }
      body: {
        enabled: boolean
      }
      kind: 'data'
      result: AuthConfig
    }
  }
  '/api/v1/auth_configs/{id}/test': {
    /** Test an auth config */
    post: {
      params: { id: string }
      kind: 'data'
      result: AuthConfigTest
    }
  }
  '/api/v1/auth_configs/{id}/drift': {
    /** List accounts that lack scopes */
    get: {
      params: { id: string }
      kind: 'data'
      result: AuthConfigDrift
    }
  }
  '/api/v1/connected_accounts': {
    /** List connected accounts */
    get: {
      query?: {
        toolkitSlugs?: OneOrMore<string> | undefined
        statuses?: OneOrMore<'INITIALIZING' | 'INITIATED' | 'ACTIVE' | 'FAILED' | 'EXPIRED' | 'INACTIVE'> | undefined
        /** Ids or names of end users. */
        eUIDs?: OneOrMore<string> | undefined
        authConfigIds?: OneOrMore<string> | undefined
        connectedAccountIds?: OneOrMore<string> | undefined
        labels?: OneOrMore<string> | undefined
        /** Part of the display name, the identity or the toolkit, in any case. */
        q?: string | undefined
        /** "createdAt" unless given. */
        orderBy?: 'createdAt' | 'updatedAt' | undefined
        /** "DESC" unless given. */
        orderDirection?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 10 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
        /** The `nextCursor` of the page before; overrides `page` and `offset`. Lists in the order of a time have one. */
        cursor?: string | undefined
      } | undefined
      kind: 'page'
      result: ConnectedAccount
    }
    /** Connect an account with credentials */
    post: {
      body: {
        authConfig: {
          id: string
        }
        connection: {
          state: {
            authScheme: 
              | 'NO_AUTH'
              | 'API_KEY'
              | 'BEARER_TOKEN'
              | 'BASIC'
              | 'OAUTH2'
              | 'S2S_OAUTH2'
              | 'SERVICE_ACCOUNT'
              | 'COOKIE'
              | 'OAUTH1'
              | 'BILLCOM_AUTH'
              | 'GOOGLE_SERVICE_ACCOUNT'
              | 'BASIC_WITH_JWT'
              | 'CALCOM_AUTH'
              | 'SAML'
              | 'DCR_OAUTH'
              | 'WHATSAPP_QR'
            val: Record<string, unknown>
          }
          /** The id or the name of an end user. */
          eUID?: string | undefined
          callbackUrl?: string | undefined
          displayName?: string | undefined
          labels?: readonly string[] | undefined
        }
        /** Asks the service whose account it is first. false unless given. */
        validateCredentials?: boolean | undefined
        /** False answers 409 when the end user has an active account of this auth config. true unless given. */
        allowMultiple?: boolean | undefined
      }
      kind: 'data'
      result: CreatedConnectedAccount
    }
  }
  '/api/v1/connected_accounts/link': {
    /** Make a link by which an end user connects an account */
    post: {
      body: {
        authConfigId: string
        displayName?: string | undefined
        labels?: readonly string[] | undefined
        callbackUrl?: string | undefined
        connectionData?: Record<string, unknown> | undefined
      }
      kind: 'data'
      result: ConnectionLink
    }
  }
  '/api/v1/connected_accounts/grouped-by-toolkit': {
    /** List the accounts of an end user by toolkit */
    get: {
      query?: {
        eUID?: string | undefined
        q?: string | undefined
        /** 500 unless given. */
        limit?: number | undefined
      } | undefined
      kind: 'data'
      result: ConnectedAccountsByToolkit
    }
  }
  '/api/v1/connected_accounts/{id}': {
    /** Get a connected account */
    get: {
      params: { id: string }
      query?: {
        /** Answers when the account has this status. */
        wait?: 'INITIALIZING' | 'INITIATED' | 'ACTIVE' | 'FAILED' | 'EXPIRED' | 'INACTIVE' | undefined
        /** 30000 unless given. */
        timeoutMs?: number | undefined
      } | undefined
      kind: 'data'
      result: ConnectedAccount
    }
    /** Name, label or switch off a connected account */
    patch: {
      params: { id: string }
      body?: {
        displayName?: string | null | undefined
        labels?: readonly string[] | undefined
        isDisabled?: boolean | undefined
      } | undefined
      kind: 'data'
      result: ConnectedAccount
    }
    /** Delete a connected account */
    delete: {
      params: { id: string }
      query?: {
        /** Only checks that it could be deleted; `impact` says what would stop. */
        dryRun?: boolean | undefined
      } | undefined
      kind: 'none'
    }
  }
  '/api/v1/connected_accounts/{id}/reconnect': {
    /** Make a link that renews consent for the same account */
    post: {
      params: { id: string }
      body?: {
        callbackUrl?: string | undefined
        connectionData?: Record<string, unknown> | undefined
      } | undefined
      kind: 'data'
      result: ConnectionLink
    }
  }
  '/api/v1/connected_accounts/{id}/refresh': {
    /** Renew the token of an account now */
    post: {
      params: { id: string }
      kind: 'data'
      result: ConnectedAccount
    }
  }
  '/api/v1/connected_accounts/{id}/test': {
    /** Ask the service whose account it is */
    post: {
      params: { id: string }
      kind: 'data'
      result: ConnectedAccountTest
    }
  }
  '/api/v1/connected_accounts/{id}/impact': {
    /** Tell what stops when an account goes */
    get: {
      params: { id: string }
      kind: 'data'
      result: ConnectedAccountImpact
    }
  }
  '/api/v1/connected_accounts/{id}/revocation': {
    /** Tell what became of the grant of a deleted account */
    get: {
      params: { id: string }
      kind: 'data'
      result: ConnectionRevocation
    }
  }
  '/connect/{linkToken}': {
    /** The page on which an end user agrees to connect an account */
    get: {
      params: { linkToken: string }
      kind: 'raw'
    }
    /** Continue to the service, hand credentials in, or cancel */
    post: {
      params: { linkToken: string }
      body: Blob
      kind: 'raw'
    }
  }
  '/oauth/callback': {
    /** Where services send people back to */
    get: {
      query?: {
        state?: string | undefined
        code?: string | undefined
        error?: string | undefined
        error_description?: string | undefined
        iss?: string | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/oauth/callback/{authConfigId}': {
    /** Where a service without a name of its own sends people back to */
    get: {
      params: { authConfigId: string }
      query?: {
        state?: string | undefined
        code?: string | undefined
        error?: string | undefined
        error_description?: string | undefined
        iss?: string | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/demo/authorize': {
    /** Demonstration service: consent */
    get: {
      query?: {
        client_id?: string | undefined
        redirect_uri?: string | undefined
        response_type?: string | undefined
        scope?: string | undefined
        state?: string | undefined
        code_challenge?: string | undefined
        code_challenge_method?: string | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/demo/decide': {
    /** Demonstration service: allow or deny */
    get: {
      query?: {
        client_id?: string | undefined
        redirect_uri?: string | undefined
        response_type?: string | undefined
        scope?: string | undefined
        state?: string | undefined
        code_challenge?: string | undefined
        code_challenge_method?: string | undefined
        decision?: string | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/demo/token': {
    /** Demonstration service: tokens */
    post: {
      body: Blob
      kind: 'raw'
    }
  }
  '/demo/revoke': {
    /** Demonstration service: take a token back */
    post: {
      body: Blob
      kind: 'raw'
    }
  }
  '/demo/userinfo': {
    /** Demonstration service: whose token it is */
    get: {
      kind: 'raw'
    }
  }
  '/api/v1/tools': {
    /** List tools */
    get: {
      query?: {
        /** What the tool should do, in words. */
        q?: string | undefined
        /** Tools of toolkits in this category. */
        category?: string | undefined
        /** `COMPOSIO` stands for everything that the project did not make itself. */
        provider?: 'COMPOSIO' | 'LOCAL' | 'PLATFORM' | 'OPENAPI' | 'MCP' | undefined
        toolkitSlug?: string | undefined
        toolSlugs?: string | undefined
        authConfigIds?: string | undefined
        important?: boolean | undefined
        tags?: string | undefined
        scopes?: string | undefined
        includeDeprecated?: boolean | undefined
        showDisabled?: boolean | undefined
        /** Each toolkit is there in its newest version only. */
        toolkitVersions?: string | undefined
        /** "actions" unless given. */
        kind?: 'all' | 'actions' | 'triggers' | undefined
        /** Only tools that can be called by the acting user now. */
        onlyConnected?: boolean | undefined
        /** Base64 of `{"page":2,"limit":20}`. */
        cursor?: string | undefined
        sortBy?: 'popularityScore' | 'name' | 'slug' | 'toolkitSlug' | 'createdAt' | 'updatedAt' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: Tool
    }
    /** Create a tool */
    post: {
      body: {
        slug: string
        name: string
        description: string
        toolkitSlug: string
        /** A JSON Schema (draft 2020-12). */
        inputParameters: Record<string, unknown>
        instructions?: string | undefined
        /** A JSON Schema (draft 2020-12). */
        outputParameters?: Record<string, unknown> | undefined
        /** Fills in what is not given beside it. */
        deprecatedInfo?: {
          displayName?: string | undefined
          version?: string | undefined
          availableVersions?: readonly string[] | undefined
          isDeprecated?: boolean | undefined
          toolkit?: {
            logo?: string | undefined
          } | undefined
        } | undefined
        noAuth?: boolean | undefined
        scopes?: readonly string[] | undefined
        tags?: readonly string[] | undefined
        isImportant?: boolean | undefined
        popularityScore?: number | undefined
        type?: 'action' | 'poll' | 'webhook' | undefined
        availableVersions?: readonly string[] | undefined
        version?: string | undefined
        isDeprecated?: boolean | undefined
        isDisabled?: boolean | undefined
        triggerThreadKey?: string | null | undefined
        /** Credits for a successful execution; only an admin may set it. */
        executionCreditCost?: number | null | undefined
        script?: {
          language: 'javascript' | 'python'
          /** The body of a function; the arguments are in `state`. */
          source: string
          /** Hosts that `fetch` may reach. Requests to the hosts of the account are signed outside of the script. [] unless given. */
          allowedHosts?: readonly string[] | undefined
        } | null | undefined
        http?: {
          /** "GET" unless given. */
          method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | undefined
          /** May hold {{name}} for arguments, but not in its host. */
          url: string
          /** {} unless given. */
          headers?: Record<string, string> | undefined
          /** {} unless given. */
          query?: Record<string, unknown> | undefined
          /** A value or a text with {{name}} for arguments; a value that is one of them keeps its type. */
          body?: unknown
        } | null | undefined
        hints?: {
          isReadOnly?: boolean | null | undefined
          isDestructive?: boolean | null | undefined
          isIdempotent?: boolean | null | undefined
        } | undefined
      }
      kind: 'data'
      result: ToolDetail
    }
  }
  '/api/v1/tools/byId/{id}': {
    /** Get a tool */
    get: {
      params: { id: string }
      query?: {
        version?: string | undefined
        toolkitVersions?: string | undefined
      } | undefined
      kind: 'data'
      result: ToolDetail
    }
    /** Update a tool */
    patch: {
      params: { id: string }
      body?: {
        slug?: string | undefined
        name?: string | undefined
        description?: string | undefined
        instructions?: string | undefined
        toolkitSlug?: string | undefined
        /** A JSON Schema (draft 2020-12). */
        inputParameters?: Record<string, unknown> | undefined
        /** A JSON Schema (draft 2020-12). */
        outputParameters?: Record<string, unknown> | undefined
        /** Fills in what is not given beside it. */
        deprecatedInfo?: {
          displayName?: string | undefined
          version?: string | undefined
          availableVersions?: readonly string[] | undefined
          isDeprecated?: boolean | undefined
          toolkit?: {
            logo?: string | undefined
          } | undefined
        } | undefined
        noAuth?: boolean | undefined
        scopes?: readonly string[] | undefined
        tags?: readonly string[] | undefined
        isImportant?: boolean | undefined
        popularityScore?: number | undefined
        type?: 'action' | 'poll' | 'webhook' | undefined
        availableVersions?: readonly string[] | undefined
        version?: string | undefined
        isDeprecated?: boolean | undefined
        isDisabled?: boolean | undefined
        triggerThreadKey?: string | null | undefined
        /** Credits for a successful execution; only an admin may set it. */
        executionCreditCost?: number | null | undefined
        script?: {
          language: 'javascript' | 'python'
          /** The body of a function; the arguments are in `state`. */
          source: string
          /** Hosts that `fetch` may reach. Requests to the hosts of the account are signed outside of the script. [] unless given. */
          allowedHosts?: readonly string[] | undefined
        } | 'javascript' | 'python' | null | undefined
        http?: {
          /** "GET" unless given. */
          method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | undefined
          /** May hold {{name}} for arguments, but not in its host. */
          url: string
          /** {} unless given. */
          headers?: Record<string, string> | undefined
          /** {} unless given. */
          query?: Record<string, unknown> | undefined
          /** A value or a text with {{name}} for arguments; a value that is one of them keeps its type. */
          body?: unknown
        } | null | undefined
        hints?: {
          isReadOnly?: boolean | null | undefined
          isDestructive?: boolean | null | undefined
          isIdempotent?: boolean | null | undefined
        } | undefined
      } | undefined
      kind: 'data'
      result: ToolDetail
    }
    /** Delete a tool */
    delete: {
      params: { id: string }
      query?: {
        force?: boolean | undefined
      } | undefined
      kind: 'none'
    }
  }
  '/api/v1/tools/byId/{id}/status': {
    /** Switch a tool on or off */
    patch: {
      params: { id: string }
      body?: {
        isDisabled?: boolean | undefined
      } | undefined
      kind: 'data'
      result: ToolDetail
    }
  }
  '/api/v1/tools/byId/{id}/schema': {
    /** Get a tool as a function schema */
    get: {
      params: { id: string }
      query?: {
        /** "openai" unless given. */
        format?: 'openai' | 'anthropic' | 'mcp' | undefined
        version?: string | undefined
      } | undefined
      kind: 'data'
      result: Record<string, unknown>
    }
  }
  '/api/v1/tools/search': {
    /** Search tools */
    post: {
      body: {
        query: string
        /** 10 unless given. */
        limit?: number | undefined
        toolkits?: readonly string[] | undefined
        /** false unless given. */
        onlyConnected?: boolean | undefined
        /** false unless given. */
        includeSchemas?: boolean | undefined
      }
      kind: 'data'
      result: ToolHit[]
    }
  }
  '/api/v1/tools/byId/{id}/options': {
    /** List what can be chosen for a field */
    post: {
      params: { id: string }
      body: {
        connectedAccountId?: string | undefined
        /** The account with this label. */
        accountLabel?: string | undefined
        version?: string | undefined
        /** Credentials for this call alone. They are kept nowhere. */
        customAuthParams?: {
          baseUrl?: string | undefined
          parameters?: readonly {
            name: string
            in: 'query' | 'header'
            value: unknown
          }[] | undefined
          body?: Record<string, unknown> | undefined
        } | undefined
        /** The fields of a connection for this call alone. They are kept nowhere. */
        customConnectionData?: {
          authScheme: string
          toolkitSlug: string
          val: Record<string, unknown>
        } | undefined
        /** The field of `inputParameters` to choose a value for. */
        field: string
        /** Only options whose label holds this. "" unless given. */
        search?: string | undefined
        /** What was chosen for other fields so far; `x-options.dependsOn` of the field names them. {} unless given. */
        chosen?: Record<string, unknown> | undefined
      }
      kind: 'data'
      result: FieldOptions
    }
  }
  '/api/v1/tools/execute/{toolSlug}': {
    /** Execute a tool */
    post: {
      params: { toolSlug: string }
      body?: {
        arguments?: Record<string, unknown> | undefined
        /** For tools that need one text and nothing else. */
        text?: string | undefined
        connectedAccountId?: string | undefined
        /** The account with this label. */
        accountLabel?: string | undefined
        version?: string | undefined
        /** Credentials for this call alone. They are kept nowhere. */
        customAuthParams?: {
          baseUrl?: string | undefined
          parameters?: readonly {
            name: string
            in: 'query' | 'header'
            value: unknown
          }[] | undefined
          body?: Record<string, unknown> | undefined
        } | undefined
        /** The fields of a connection for this call alone. They are kept nowhere. */
        customConnectionData?: {
          authScheme: string
          toolkitSlug: string
          val: Record<string, unknown>
        } | undefined
        /** 60000 unless given. */
        timeoutMs?: number | undefined
        /** A result that does not fit outputParameters is a failure. false unless given. */
        strictOutput?: boolean | undefined
        /** Checks everything and shows the request where the tool makes a single one, but sends and charges nothing. false unless given. */
        dryRun?: boolean | undefined
        /** Every execution is logged; it changes nothing. */
        allowTracing?: boolean | undefined
        /** Refused: requests leave by the one way that checks addresses. */
        proxyUrl?: string | undefined
        mcpServerId?: string | undefined
        metaSessionId?: string | undefined
        workflowId?: string | undefined
        threadId?: string | undefined
      } | undefined
      kind: 'data'
      result: ToolExecution
    }
  }
  '/api/v1/tools/execute-batch': {
    /** Execute several tools */
    post: {
      body: {
        calls: readonly {
          toolSlug: string
          arguments?: Record<string, unknown> | undefined
          /** For tools that need one text and nothing else. */
          text?: string | undefined
          connectedAccountId?: string | undefined
          /** The account with this label. */
          accountLabel?: string | undefined
          version?: string | undefined
          /** Credentials for this call alone. They are kept nowhere. */
          customAuthParams?: {
            baseUrl?: string | undefined
            parameters?: readonly {
              name: string
              in: 'query' | 'header'
              value: unknown
            }[] | undefined
            body?: Record<string, unknown> | undefined
          } | undefined
          /** The fields of a connection for this call alone. They are kept nowhere. */
          customConnectionData?: {
            authScheme: string
            toolkitSlug: string
            val: Record<string, unknown>
          } | undefined
          /** 60000 unless given. */
          timeoutMs?: number | undefined
          /** A result that does not fit outputParameters is a failure. false unless given. */
          strictOutput?: boolean | undefined
          /** Checks everything and shows the request where the tool makes a single one, but sends and charges nothing. false unless given. */
          dryRun?: boolean | undefined
          /** Every execution is logged; it changes nothing. */
          allowTracing?: boolean | undefined
          /** Refused: requests leave by the one way that checks addresses. */
          proxyUrl?: string | undefined
          mcpServerId?: string | undefined
          metaSessionId?: string | undefined
          workflowId?: string | undefined
          threadId?: string | undefined
        }[]
        /** "sequential" unless given. */
        mode?: 'sequential' | 'parallel' | undefined
        /** Of a sequence: what follows a failure is not run. false unless given. */
        stopOnError?: boolean | undefined
      }
      kind: 'data'
      result: ToolBatch
    }
  }
  '/api/v1/tools/proxy': {
    /** Send a request with a connected account */
    post: {
      body: {
        connectedAccountId?: string | undefined
        /** Instead of an account: the newest account of the acting user there. */
        toolkitSlug?: string | undefined
        /** "GET" unless given. */
        method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | undefined
        /** A path below the base address of the toolkit, or an address on its hosts. */
        endpoint: string
        /** {} unless given. */
        headers?: Record<string, string> | undefined
        /** {} unless given. */
        query?: Record<string, string | number | boolean> | undefined
        body?: unknown
        /** 60000 unless given. */
        timeoutMs?: number | undefined
      }
      kind: 'data'
      result: ToolExecution
    }
  }
  '/api/v1/tools/execution-logs': {
    /** List executions of tools */
    get: {
      query?: {
        /** Part of the slug of the tool or of the error. */
        q?: string | undefined
        toolSlug?: string | undefined
        toolkitSlug?: string | undefined
        workflowId?: string | undefined
        threadId?: string | undefined
        connectedAccountId?: string | undefined
        logId?: string | undefined
        logKind?: 'actions' | 'triggers' | undefined
        successful?: boolean | undefined
        errorCode?: 
          | 'arguments_invalid'
          | 'auth_expired'
          | 'insufficient_scope'
          | 'rate_limited'
          | 'not_found'
          | 'timeout'
          | 'upstream_4xx'
          | 'upstream_5xx'
          | 'upstream_unreachable'
          | 'host_not_allowed'
          | 'script_error'
          | 'output_invalid'
          | 'output_too_large'
          | 'cancelled'
          | 'interrupted'
          | 'refused'
          | 'internal' | undefined
        /** Begun at this time or later. */
        from?: string | Date | undefined
        /** Begun before this time. */
        to?: string | Date | undefined
        /** A `nextCursor` of this list; newest first, whatever is added meanwhile. */
        cursor?: string | undefined
        /** "createdAt" unless given. */
        sortBy?: 'createdAt' | 'durationMs' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: ToolExecutionLog
    }
  }
  '/api/v1/tools/execution-logs/{logId}': {
    /** Get an execution of a tool */
    get: {
      params: { logId: string }
      kind: 'data'
      result: ToolExecutionLogDetail
    }
  }
  '/api/v1/tools/fixtures': {
    /** Keep an execution as a fixture */
    post: {
      body: {
        logId: string
        name?: string | undefined
        /** Places of the result that are different every time; what stands below them is passed over too. [] unless given. */
        ignoredPaths?: readonly string[] | undefined
      }
      kind: 'data'
      result: ToolFixture
    }
    /** List fixtures */
    get: {
      query?: {
        toolSlug?: string | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: ToolFixture
    }
  }
  '/api/v1/tools/fixtures/replay': {
    /** Replay the fixtures of a tool */
    post: {
      body: {
        toolSlug: string
        /** `execute` calls the tool again. `schema` only holds arguments and result against the schemas of today. `auto` executes what only reads. "auto" unless given. */
        mode?: 'auto' | 'execute' | 'schema' | undefined
        /** `shape` passes over other values of the same type. "shape" unless given. */
        compare?: 'shape' | 'value' | undefined
        /** Another version than the newest, to try an upgrade. */
        version?: string | undefined
      }
      kind: 'data'
      result: ToolReplayReport
    }
  }
  '/api/v1/tools/fixtures/{id}': {
    /** Get a fixture */
    get: {
      params: { id: string }
      kind: 'data'
      result: ToolFixture
    }
    /** Delete a fixture */
    delete: {
      params: { id: string }
      kind: 'none'
    }
  }
  '/api/v1/tools/fixtures/{id}/replay': {
    /** Replay a fixture */
    post: {
      params: { id: string }
      body?: {
        /** `execute` calls the tool again. `schema` only holds arguments and result against the schemas of today. `auto` executes what only reads. "auto" unless given. */
        mode?: 'auto' | 'execute' | 'schema' | undefined
        /** `shape` passes over other values of the same type. "shape" unless given. */
        compare?: 'shape' | 'value' | undefined
        /** Another version than the newest, to try an upgrade. */
        version?: string | undefined
      } | undefined
      kind: 'data'
      result: ToolReplay
    }
  }
  '/api/v1/tools/human-requests': {
    /** List questions to people */
    get: {
      query?: {
        status?: 'waiting' | 'answered' | 'expired' | 'cancelled' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Where to begin; overrides `page`. */
        offset?: number | undefined
        /** Only these fields of each item, joined by commas or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: HumanRequest
    }
  }
  '/api/v1/tools/human-requests/{id}': {
    /** Get a question */
    get: {
      params: { id: string }
      kind: 'data'
      result: HumanRequest
    }
  }
  '/api/v1/tools/human-requests/{id}/answer': {
    /** Answer a question */
    post: {
      params: { id: string }
      body: {
        /** One of the options where there are some; else a text or any value. */
        answer: unknown
      }
      kind: 'data'
      result: HumanRequest
    }
  }
  '/api/v1/capabilities': {
    /** Tell what this server can do */
    get: {
      kind: 'data'
      result: Capabilities
    }
  }
  '/healthz': {
    /** Whether the process lives */
    get: {
      kind: 'raw'
    }
  }
  '/readyz': {
    /** Whether requests can be served */
    get: {
      kind: 'raw'
    }
  }
  '/metrics': {
    /** Figures for Prometheus */
    get: {
      kind: 'raw'
    }
  }
  '/api/v1/openapi.json': {
    /** This description */
    get: {
      kind: 'raw'
    }
  }
}
