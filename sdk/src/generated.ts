// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

/** Lists in a query may be given as one value. */
type OneOrMore<T> = T | readonly T[]

/** The stable code of every error of the server. */
export type ErrorCode = ErrorEnvelope['error']['code']

export type ErrorEnvelope = {
  success: false
  message: string
  requestId: string
  error: {
    code: 
      | 'address_not_allowed'
      | 'authorization_request_invalid'
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
      | 'username_required'
      | 'api_key_expired'
      | 'api_key_revoked'
      | 'browser_token_invalid'
      | 'conflicting_credentials'
      | 'invalid_api_key'
      | 'invalid_credentials'
      | 'invalid_invitation'
      | 'invalid_reset_token'
      | 'invalid_session'
      | 'invalid_setup_token'
      | 'missing_api_key'
      | 'webhook_signature_invalid'
      | 'budget_exceeded'
      | 'insufficient_credits'
      | 'admin_only'
      | 'admin_only_field'
      | 'approval_not_allowed'
      | 'csrf_token_required'
      | 'end_user_token_not_accepted'
      | 'exceeds_key_limits'
      | 'external_user_inactive'
      | 'insufficient_scope'
      | 'invalid_link'
      | 'ip_not_allowed'
      | 'no_membership'
      | 'not_owner'
      | 'operator_only'
      | 'origin_not_allowed'
      | 'tool_restricted'
      | 'agent_not_found'
      | 'api_key_not_found'
      | 'assistant_not_found'
      | 'auth_config_not_found'
      | 'avatar_not_found'
      | 'browser_handoff_not_found'
      | 'browser_profile_not_found'
      | 'browser_session_not_found'
      | 'chat_token_not_found'
      | 'checkpoint_not_found'
      | 'collection_not_found'
      | 'connected_account_not_found'
      | 'deletion_receipt_not_found'
      | 'document_not_found'
      | 'eval_not_found'
      | 'execution_not_found'
      | 'external_user_not_found'
      | 'file_not_found'
      | 'human_request_not_found'
      | 'import_not_found'
      | 'invitation_not_found'
      | 'knowledge_chunk_not_found'
      | 'knowledge_collection_not_found'
      | 'knowledge_eval_not_found'
      | 'knowledge_generation_not_found'
      | 'knowledge_job_not_found'
      | 'knowledge_source_not_found'
      | 'knowledge_test_not_found'
      | 'knowledge_text_not_found'
      | 'link_not_found'
      | 'llm_call_not_found'
      | 'llm_quote_not_found'
      | 'mcp_client_not_found'
      | 'mcp_prompt_not_found'
      | 'mcp_resource_not_found'
      | 'mcp_server_not_found'
      | 'media_job_not_found'
      | 'member_not_found'
      | 'memory_not_found'
      | 'message_not_found'
      | 'model_not_found'
      | 'piece_not_found'
      | 'project_not_found'
      | 'proposal_not_found'
      | 'provider_not_found'
      | 'registry_not_found'
      | 'revocation_not_found'
      | 'route_not_found'
      | 'run_not_found'
      | 'sandbox_command_not_found'
      | 'sandbox_execution_not_found'
      | 'sandbox_file_not_found'
      | 'sandbox_session_not_found'
      | 'saved_item_not_found'
      | 'skill_file_not_found'
      | 'skill_not_found'
      | 'skill_version_not_found'
      | 'thread_not_found'
      | 'tool_fixture_not_found'
      | 'tool_log_not_found'
      | 'tool_not_found'
      | 'tool_version_not_found'
      | 'toolkit_not_found'
      | 'trigger_invocation_not_found'
      | 'trigger_not_found'
      | 'trigger_type_not_found'
      | 'upload_not_found'
      | 'usage_cap_not_found'
      | 'usage_cap_request_not_found'
      | 'usage_not_found'
      | 'webhook_delivery_not_found'
      | 'webhook_not_found'
      | 'workflow_not_found'
      | 'workflow_version_not_found'
      | 'method_not_allowed'
      | 'not_acceptable'
      | 'request_timeout'
      | 'agent_not_public'
      | 'already_member'
      | 'ambiguous_upsert'
      | 'approval_outdated'
      | 'auth_config_disabled'
      | 'auth_config_in_use'
      | 'auth_config_limit_reached'
      | 'collection_full'
      | 'collection_in_use'
      | 'collection_too_large'
      | 'connected_account_limit_reached'
      | 'control_held'
      | 'default_user_protected'
      | 'eval_limit_reached'
      | 'execution_data_unavailable'
      | 'execution_ended'
      | 'execution_not_paused'
      | 'file_in_use'
      | 'hold_exceeded'
      | 'idempotency_key_in_use'
      | 'invalid_state'
      | 'invitation_limit_reached'
      | 'key_limit_reached'
      | 'knowledge_collection_full'
      | 'knowledge_eval_running'
      | 'knowledge_generation_live'
      | 'knowledge_generation_not_ready'
      | 'knowledge_generation_open'
      | 'knowledge_source_not_refreshable'
      | 'knowledge_tests_missing'
      | 'last_admin'
      | 'last_admin_key'
      | 'last_project'
      | 'link_used'
      | 'mcp_prompt_limit_reached'
      | 'mcp_resource_limit_reached'
      | 'mcp_server_limit_reached'
      | 'memory_limit_reached'
      | 'model_inactive'
      | 'name_conflict'
      | 'profile_in_use'
      | 'relation_restricted'
      | 'run_ended'
      | 'run_in_progress'
      | 'run_queue_full'
      | 'saved_item_limit_reached'
      | 'server_owner'
      | 'session_busy'
      | 'skill_in_use'
      | 'skill_limit_reached'
      | 'slug_conflict'
      | 'thread_exists'
      | 'tool_changed'
      | 'tool_disabled'
      | 'tool_in_use'
      | 'tool_limit_reached'
      | 'toolkit_in_use'
      | 'toolkit_limit_reached'
      | 'trigger_limit_reached'
      | 'unique_violation'
      | 'usage_cap_conflict'
      | 'version_conflict'
      | 'webhook_limit_reached'
      | 'workflow_in_use'
      | 'workflow_inactive'
      | 'browser_session_gone'
      | 'cursor_expired'
      | 'link_expired'
      | 'sandbox_session_gone'
      | 'trigger_disabled'
      | 'precondition_failed'
      | 'file_too_large'
      | 'payload_too_large'
      | 'storage_quota_exceeded'
      | 'workspace_full'
      | 'unsupported_media_type'
      | 'range_not_satisfiable'
      | 'host_not_allowed'
      | 'action_failed'
      | 'agent_required'
      | 'batch_failed'
      | 'compute_limit_exceeded'
      | 'connection_required'
      | 'context_length_exceeded'
      | 'credentials_rejected'
      | 'driver_required'
      | 'empty_text'
      | 'graph_invalid'
      | 'idempotency_key_reused'
      | 'invalid_api_description'
      | 'invalid_package'
      | 'knowledge_site_unreadable'
      | 'message_invalid'
      | 'migration_blocked'
      | 'model_unpriced'
      | 'provider_managed_auth_unavailable'
      | 'provider_not_configured'
      | 'recursion_limit'
      | 'refresh_refused'
      | 'replays_required'
      | 'schema_violation'
      | 'skill_ambiguous'
      | 'tool_arguments_invalid'
      | 'tool_not_executable'
      | 'trigger_config_invalid'
      | 'trigger_type_unsupported'
      | 'unsupported_auth_scheme'
      | 'unsupported_by_driver'
      | 'workflow_input_invalid'
      | 'upgrade_required'
      | 'concurrency_limited'
      | 'rate_limited'
      | 'upstream_rate_limited'
      | 'visitor_limit_reached'
      | 'headers_too_large'
      | 'client_disconnected'
      | 'internal_error'
      | 'upstream_error'
      | 'upstream_too_large'
      | 'browser_unavailable'
      | 'compute_busy'
      | 'embedding_unavailable'
      | 'provider_unavailable'
      | 'sandbox_busy'
      | 'sandbox_unavailable'
      | 'service_unavailable'
      | 'starting'
      | 'stopping'
      | 'triggers_paused'
      | 'action_timeout'
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
  /** Has operator rights for the whole installation. */
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
  /** Has operator rights for the whole installation. */
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
  /** Agent of chat runs that name none; null uses the oldest active agent of the project. */
  defaultAgentId: string | null
  webhookBaseUrl: string | null
  allowedOrigins: string[]
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
  pool: 'work' | 'outgoing' | 'executions' | 'agents' | null
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
  /** Depth in the tree of runs; 0 for the root. */
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
  pool: 'work' | 'outgoing' | 'executions' | 'agents' | null
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
  /** Depth in the tree of runs; 0 for the root. */
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
    /** The owner of the whole server, not only of projects on it. */
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

export type Member = {
  /** The id of the account. */
  id: string
  name: string
  email: string | null
  avatarUrl: string | null
  role: 'member' | 'admin'
  /** The owner of the whole server, who is an admin of every project. */
  isOwner: boolean
  joinedAt: string
  /** When the account last used a session, in any project. */
  lastSeenAt: string | null
}

export type PasswordReset = {
  /** Of the account. */
  email: string
  /** The link to send to the person. It is returned only once. */
  url: string
  expiresAt: string
}

export type Invitation = {
  id: string
  email: string
  role: 'member' | 'admin'
  invitedBy: {
    id: string
    name: string
  } | null
  isExpired: boolean
  createdAt: string
  /** When the link that works now was made. */
  sentAt: string
  expiresAt: string
}

export type NewInvitation = {
  id: string
  email: string
  role: 'member' | 'admin'
  invitedBy: {
    id: string
    name: string
  } | null
  isExpired: boolean
  createdAt: string
  /** When the link that works now was made. */
  sentAt: string
  expiresAt: string
  /** The link to send to the person. It is returned only once. */
  url: string
}

export type OpenedInvitation = {
  email: string
  role: 'member' | 'admin'
  project: {
    name: string
  }
  invitedBy: string | null
  /** Whether the email address already has an account, with its own password. */
  hasAccount: boolean
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
    | 'knowledge'
    | 'grant'
    | 'adjustment'
  entryType: 'debit' | 'credit'
  /** The absolute amount. */
  creditAmount: number
  /** The signed change of the balance. */
  delta: number
  /** Null where the balance was not charged: the work was free, or began before the first grant. */
  balanceAfter: number | null
  usdCost: number
  status: 'held' | 'settled' | 'released'
  /** The end user it was done for. */
  eUID: string | null
  workflowId: string | null
  executionId: string | null
  threadId: string | null
  runId: string | null
  toolSlug: string | null
  /** The model that serves the call. */
  modelId: string | null
  apiKeyId: string | null
  /** The requested model; differs from `modelId` after a fallback. */
  requestedModelId: string | null
  workId: string | null
  /** The billed quantity. */
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
  /** The day, type, end user, model or tool; null if there is none. */
  group: string | null
  /** Credits used minus credits refunded. */
  credits: number
  usdCost: number
  entries: number
}

export type UsageSummary = {
  from: string
  to: string
  /** Credits used minus credits refunded. */
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
      | 'knowledge'
      | 'grant'
      | 'adjustment'
    credits: number
    usdCost: number
    entries: number
  }[]
  /** The number of caps that currently block paid work; see `GET /usage/caps?isBlocking=true`. */
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
  type: 
    | 'ai_model'
    | 'tool'
    | 'sandbox'
    | 'browser'
    | 'workflow'
    | 'media'
    | 'connected_account'
    | 'storage'
    | 'knowledge'
  credits: number
  /** The end user it was done for. */
  eUID: string | null
  workflowId: string | null
  executionId: string | null
  threadId: string | null
  runId: string | null
  toolSlug: string | null
  /** The model that serves the call. */
  modelId: string | null
  apiKeyId: string | null
  ageSeconds: number
  /** It will be released because its work did not finish within the hour. */
  isExpired: boolean
  createdAt: string
  expiresAt: string
}

export type WorkUsage = {
  id: string
  /** Credits used minus credits refunded. */
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
      | 'knowledge'
      | 'grant'
      | 'adjustment'
    credits: number
    usdCost: number
    entries: number
  }[]
  /** Credits reserved for unfinished work. */
  held: number
}

export type UsageBalance = {
  /** Null while unlimited, before the first grant. */
  balance: number | null
  unlimited: boolean
  currency: 'credits'
  /** Credits reserved for unfinished work. */
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
  /** Price per unit. */
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
    /** The value computed from the entries. */
    expected: number
    /** The stored value. */
    found: number
  }[]
  orphans: {
    /** Unpaid work, work paid twice, a payment without work, or an expired hold. */
    kind: 'work_without_entry' | 'work_with_several_entries' | 'entry_without_work' | 'overdue_hold'
    source: string
    workId: string
  }[]
  /** The list is incomplete. */
  isTruncated: boolean
}

export type UsageCap = {
  id: string
  scope: 'project' | 'key' | 'external_user' | 'workflow' | 'thread'
  scopeId: string | null
  period: 'day' | 'month' | 'total'
  credits: number
  action: 'block' | 'warn' | 'approve'
  /** `key` and `project`: the `monthlyCreditCap` of the key or project. */
  origin: 'cap' | 'key' | 'project'
  /** Operator caps apply in addition to project caps and can only be changed by an operator. */
  setBy: 'operator' | 'project'
  /** In the current period. */
  used: number
  held: number
  /** Extra credits approved for this period. */
  extraCredits: number
  available: number
  /** The cap is exhausted: paid work in its scope is rejected with 402. */
  isBlocking: boolean
  /** Null for `total`. */
  periodStart: string | null
  /** Start of the next period; null for `total`. */
  resetsAt: string | null
  createdAt: string
  updatedAt: string
}

export type UsageCapRequest = {
  id: string
  capId: string
  status: 'pending' | 'approved' | 'refused'
  /** The end user of the first blocked work. */
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
  id: string
  token: string
  expiresAt: string
  externalUser: {
    id: string
    name: string
  }
}

export type RevokedTokens = {
  revoked: number
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
  /** Download URL; requires an API key. */
  url: string
  /** Reference for messages, documents and workflows: `file:` plus the id. */
  ref: string
  status: 'ready' | 'processing' | 'quarantined'
  expiresAt: string | null
  metadata: Record<string, unknown>
  /** The end user who owns it. */
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
  /** The received parts, in order. */
  parts: UploadPart[]
  createdAt: string
  /** When it is deleted unless completed. */
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
  /** Maximum size of a single request. */
  maxBytes: number
  /** Maximum size of a multipart upload. */
  maxResumableBytes: number
  accepts: string[]
}

export type StorageBreakdown = {
  accountUsedKb: number
  projectUsedKb: number
  endUserUsedKb: number
  /** Limit of the project in GiB; null if unlimited. */
  limitGb: number | null
  endUserLimitGb: number | null
  /** Storage of the project by type, largest first; null unless requested. */
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
  /** Flexible collections accept fields that are not in the schema. */
  mode: 'flexible' | 'strict'
  /** Who can read and write a document. */
  access: 'owner' | 'project' | 'readProject_writeOwner'
  /** `proposed`: writes of member keys need approval by an admin. */
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
      /** Values are unique in the whole collection, or per owner if `access` is `owner`, so that values of other owners are not revealed. false unless given. */
      unique: boolean
      /** `$NOW` and `$CURRENT_USER` are replaced by the current time and the acting user. */
      default?: unknown
      /** Minimum value of numbers, minimum length of strings. */
      min?: number | undefined
      max?: number | undefined
      pattern?: string | undefined
      options?: string[] | undefined
      relation?: {
        /** The id or slug of the target collection. */
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
  /** What the schema change did, or with `dryRun` would do. */
  migration?: {
    checkedDocuments: number
    /** Documents that get a new version because of renamed, filled or cleared fields. */
    rewrittenDocuments: number
    blockers: {
      field: string
      rule: string
      message: string
      count: number
      /** Ids of the first blocking documents. */
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
    /** The document was changed or deleted in the meantime. */
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
  /** The number of processed rows: written, or listed as errors. */
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
  /** The number of changes by kind. */
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

export type SavedItemSummary = {
  id: string
  kind: 'table_view' | 'playground_preset' | 'playground_conversation'
  name: string
  collectionId: string | null
  version: number
  createdAt: string
  updatedAt: string
}

export type SavedItem = {
  id: string
  kind: 'table_view' | 'playground_preset' | 'playground_conversation'
  name: string
  collectionId: string | null
  version: number
  createdAt: string
  updatedAt: string
  data: Record<string, unknown>
}

export type SandboxRunResult = {
  id: string
  status: 'succeeded' | 'failed'
  language: 'javascript' | 'python'
  /** A result that is not an object is returned in `value`; a script without a result returns `{}`. Integers beyond the JSON range are strings; NaN and Infinity are null. */
  result: Record<string, unknown> | null
  error: string | null
  errorCode: 'script_error' | 'timeout' | 'memory_limit' | 'result_too_large' | 'killed' | 'cancelled' | null
  trace: string | null
  stdout: string
  stderr: string
  /** Only the last 64 KiB of each stream are stored. */
  truncated: {
    stdout: boolean
    stderr: boolean
  }
  /** Run time of the script; this is what is charged. */
  durationMs: number
  /** Time in the queue and waiting for an interpreter; free of charge. */
  queuedMs: number
  creditsUsed: number
  /** The session was rolled back to its last save, by this run or since the previous one. Reported once. */
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
  /** A result that is not an object is returned in `value`; a script without a result returns `{}`. Integers beyond the JSON range are strings; NaN and Infinity are null. */
  result: Record<string, unknown> | null
  error: string | null
  errorCode: 'script_error' | 'timeout' | 'memory_limit' | 'result_too_large' | 'killed' | 'cancelled' | null
  trace: string | null
  stdout: string
  stderr: string
  /** Only the last 64 KiB of each stream are stored. */
  truncated: {
    stdout: boolean
    stderr: boolean
  }
  /** Run time of the script; this is what is charged. */
  durationMs: number
  /** Time in the queue and waiting for an interpreter; free of charge. */
  queuedMs: number
  creditsUsed: number
  /** The session was rolled back to its last save, by this run or since the previous one. Reported once. */
  stateLost: boolean
}

export type SandboxExecutionSummary = {
  id: string
  status: 'succeeded' | 'failed'
  language: 'javascript' | 'python'
  error: string | null
  errorCode: 'script_error' | 'timeout' | 'memory_limit' | 'result_too_large' | 'killed' | 'cancelled' | null
  /** Run time of the script; this is what is charged. */
  durationMs: number
  creditsUsed: number
  sessionId: string | null
  rerunOf: string | null
  eUID: string
  createdAt: string
  endedAt: string | null
  /** The first 200 characters. Null if the project does not store payloads. */
  sourceStart: string | null
}

export type SandboxSessionExecution = {
  id: string
  status: 'succeeded' | 'failed'
  language: 'javascript' | 'python'
  error: string | null
  errorCode: 'script_error' | 'timeout' | 'memory_limit' | 'result_too_large' | 'killed' | 'cancelled' | null
  /** Run time of the script; this is what is charged. */
  durationMs: number
  creditsUsed: number
  sessionId: string | null
  rerunOf: string | null
  eUID: string
  createdAt: string
  endedAt: string | null
  /** The first 200 characters. Null if the project does not store payloads. */
  sourceStart: string | null
  /** The last 2,000 characters. Empty if the project does not store payloads. */
  stdout: string
  /** The last 2,000 characters. Empty if the project does not store payloads. */
  stderr: string
}

export type SandboxExecution = {
  id: string
  status: 'succeeded' | 'failed'
  language: 'javascript' | 'python'
  /** A result that is not an object is returned in `value`; a script without a result returns `{}`. Integers beyond the JSON range are strings; NaN and Infinity are null. */
  result: Record<string, unknown> | null
  error: string | null
  errorCode: 'script_error' | 'timeout' | 'memory_limit' | 'result_too_large' | 'killed' | 'cancelled' | null
  trace: string | null
  stdout: string
  stderr: string
  /** Only the last 64 KiB of each stream are stored. */
  truncated: {
    stdout: boolean
    stderr: boolean
  }
  /** Run time of the script; this is what is charged. */
  durationMs: number
  /** Time in the queue and waiting for an interpreter; free of charge. */
  queuedMs: number
  creditsUsed: number
  /** The session was rolled back to its last save, by this run or since the previous one. Reported once. */
  stateLost: boolean
  sessionId: string | null
  rerunOf: string | null
  eUID: string
  /** Null if the project does not store payloads. */
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
  /** The original ran in a session, the rerun in a new interpreter. */
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
  /** The number of other message parts (text and tool calls) before it. 0 unless given. */
  place?: number | undefined
  /** Provider signature; send it back unchanged. */
  signature?: string | undefined
}

export type LlmReply = {
  id: string
  text: string
  message: {
    role: 'assistant'
    content: string
    reasoning?: string | undefined
    /** Signed reasoning parts of the provider. Send them back with the message. */
    thoughts?: LlmThought[] | undefined
    toolCalls?: {
      id: string
      name: string
      arguments: Record<string, unknown>
      /** Provider signature; send it back unchanged. */
      signature?: string | undefined
    }[] | undefined
  }
  finishReason: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'error' | 'budget'
  /** Which of `stop` ended the text, where the provider reports it. */
  stopSequence?: string | undefined
  /** The model that generated the response. */
  model: string
  provider: string
  usage: LlmUsage
  latencyMs: number
  /** The requested model, if another one responded. */
  fallbackFrom?: string | undefined
  /** Parts of the request that were ignored or changed, and `usage_capped`. */
  warnings?: {
    code: string
    message: string
  }[] | undefined
}

export type LlmUsage = {
  /** All prompt tokens, including cache reads and writes. */
  promptTokens: number
  /** All output tokens, including reasoning. */
  completionTokens: number
  cachedInputTokens: number
  cacheCreationInputTokens: number
  reasoningTokens: number
  credits: number
  usd: number
  /** The provider reported no usage, and tokens were counted locally; or more than the call can have had, and the most that is possible was charged (`usage_capped` in `warnings`). */
  estimated: boolean
  /** The model has no price, so the call was free. */
  unpriced: boolean
}

export type LlmEmbeddings = {
  id: string
  model: string
  provider: string
  dimensions: number
  /** In input order. */
  embeddings: number[][]
  usage: LlmUsage
  latencyMs: number
}

export type LlmTokenCount = {
  tokens: number
  encoding: string
  /** False for models with another tokenizer; the count is then approximate. */
  isExact: boolean
  model: string | null
  contextLength: number | null
}

export type LlmQuote = {
  /** Send it with the call to limit its price: it stops with `finishReason: "budget"`. */
  holdId: string
  model: string
  /** A conservative estimate. */
  promptTokens: number
  maxCompletionTokens: number | null
  /** The price of the prompt alone. */
  min: {
    credits: number
    usd: number
  }
  /** The held amount and maximum charge. */
  max: {
    credits: number
    usd: number
  }
  expiresAt: string
}

export type LlmCall = {
  id: string
  kind: 'chat' | 'generate' | 'embedding'
  status: 'running' | 'succeeded' | 'failed' | 'cancelled'
  requestedModel: string
  servedModel: string | null
  provider: string
  stream: boolean
  finishReason: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'error' | 'budget' | null
  usage: LlmUsage
  firstTokenMs: number | null
  totalMs: number | null
  /** All attempts with all models, in order. */
  attempts: {
    model: string
    provider: string
    /** Index of the API key of the provider. */
    key: number
    /** Relative to the start of the call. */
    startMs: number
    firstTokenMs: number | null
    endMs: number
    outcome: 'answered' | 'failed' | 'skipped' | 'cancelled'
    error: string | null
    /** HTTP status of the provider. */
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
  requestedModel: string
  servedModel: string | null
  provider: string
  stream: boolean
  finishReason: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'error' | 'budget' | null
  usage: LlmUsage
  firstTokenMs: number | null
  totalMs: number | null
  /** All attempts with all models, in order. */
  attempts: {
    model: string
    provider: string
    /** Index of the API key of the provider. */
    key: number
    /** Relative to the start of the call. */
    startMs: number
    firstTokenMs: number | null
    endMs: number
    outcome: 'answered' | 'failed' | 'skipped' | 'cancelled'
    error: string | null
    /** HTTP status of the provider. */
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
  /** The prompt; null if the project does not store payloads. */
  prompt: unknown
  /** The response of the model. */
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
  /** Source of its settings. */
  source: 'built-in' | 'environment' | 'project' | 'none'
  isConfigured: boolean
  isEnabled: boolean
  baseUrl: string | null
  options: {
    /** The OpenAI API to use: `chat` if a custom base URL is set, else `responses`. */
    api?: 'responses' | 'chat' | undefined
    /** Amazon Bedrock region. */
    region?: string | undefined
    /** Amazon Bedrock access key id; the secret access key is the API key. */
    accessKeyId?: string | undefined
    /** Azure resource name. */
    resourceName?: string | undefined
    /** Azure resource name. */
    apiVersion?: string | undefined
  }
  keys: {
    hasValue: boolean
    last4: string | null
    updatedAt: string | null
  }[]
  /** Media types it supports once configured. */
  media: ('image' | 'video' | 'tts' | 'stt')[]
  /** Environment variables that configure it for all projects. */
  environment: string[]
}

export type ModelProviderState = {
  /** Prefix of its model ids. */
  name: string
  /** `incomplete` has no API key; `disabled` is disabled in this project. */
  status: 'ready' | 'incomplete' | 'disabled'
  /** Current failures as seen by the responding node; empty if healthy. */
  health: {
    /** Null if it applies to all models of the key. */
    model: string | null
    /** Index of the API key of the provider. */
    key: number
    /** Circuit breaker state: `open` failed repeatedly and is skipped until `retryAt`; `half_open` is being probed. `rate_limited` and `key_refused` keys are used last until then. */
    state: 'open' | 'half_open' | 'rate_limited' | 'key_refused'
    /** Consecutive failures. */
    failures: number
    retryAt: string
  }[]
}

export type SavedLlmProvider = {
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
  /** Source of its settings. */
  source: 'built-in' | 'environment' | 'project' | 'none'
  isConfigured: boolean
  isEnabled: boolean
  baseUrl: string | null
  options: {
    /** The OpenAI API to use: `chat` if a custom base URL is set, else `responses`. */
    api?: 'responses' | 'chat' | undefined
    /** Amazon Bedrock region. */
    region?: string | undefined
    /** Amazon Bedrock access key id; the secret access key is the API key. */
    accessKeyId?: string | undefined
    /** Azure resource name. */
    resourceName?: string | undefined
    /** Azure resource name. */
    apiVersion?: string | undefined
  }
  keys: {
    hasValue: boolean
    last4: string | null
    updatedAt: string | null
  }[]
  /** Media types it supports once configured. */
  media: ('image' | 'video' | 'tts' | 'stt')[]
  /** Environment variables that configure it for all projects. */
  environment: string[]
  /** Models that the server lists; null for a provider of the catalogue, and for a disabled one. */
  sync: {
    name: string
    /** Models that are not in the catalogue. */
    models: number
    error: string | null
  } | null
}

export type LlmProviderTest = {
  ok: boolean
  model: string
  latencyMs: number
  /** The response of the model. */
  text: string | null
  error: {
    code: string
    message: string
  } | null
}

export type LlmModelSync = {
  /** Models in the catalogue of this release. */
  catalogue: number
  providers: {
    name: string
    /** Models that are not in the catalogue. */
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
  /** A placeholder generated by this server without calling a model. */
  isPlaceholder: boolean
  /** The generated files, owned by the end user. */
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
    /** The provider reported no usage. */
    estimated: boolean
    /** The model has no price, so it was free. */
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
  /** A placeholder generated by this server without calling a model. */
  isPlaceholder: boolean
  /** The generated files, owned by the end user. */
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
    /** The provider reported no usage. */
    estimated: boolean
    /** The model has no price, so it was free. */
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
  /** The input; null after the job has ended if the project does not store payloads. */
  input: Record<string, unknown> | null
}

export type OpenAiError = {
  error: {
    message: string
    type: string
    param: string | null
    /** A Stoa error code. */
    code: string
    hint?: string | undefined
    [name: string]: unknown
  }
}

export type OpenAiResponse = {
  id: string
  object: 'response'
  created_at: number
  status: 'in_progress' | 'completed' | 'incomplete' | 'failed'
  /** The model that generated the response. */
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
  /** Responses are not stored. */
  store: false
  [name: string]: unknown
}

export type OpenAiReasoningDetail = {
  text: string
  /** The number of other message parts (text and tool calls) before it. 0 unless given. */
  place: number
  /** Provider signature; send it back unchanged. */
  signature?: string | undefined
  type: 'reasoning.text'
  index?: number | undefined
}

export type OpenAiChatCompletion = {
  id: string
  object: 'chat.completion'
  created: number
  /** The model that generated the response. */
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
    /** A string is base64-encoded float32 values. */
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
    /** A Stoa error code. */
    code: string
    [name: string]: unknown
  }
  request_id: string
}

export type AnthropicMessage = {
  id: string
  type: 'message'
  role: 'assistant'
  /** The model that generated the response. */
  model: string
  /** Blocks of the types thinking, redacted_thinking, text and tool_use; from a model of Anthropic whatever it sends. */
  content: Record<string, unknown>[]
  stop_reason: 'end_turn' | 'max_tokens' | 'stop_sequence' | 'tool_use' | 'refusal' | string | null
  /** Which of `stop_sequences` ended the text, where the provider reports it. */
  stop_sequence: string | null
  usage: {
    /** Without cache reads and writes. */
    input_tokens: number
    output_tokens: number
    cache_creation_input_tokens: number
    cache_read_input_tokens: number
    [name: string]: unknown
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
  /** Unknown; set to a fixed time because clients require it. */
  created_at: string
}

export type AnthropicTokenCount = {
  input_tokens: number
  [name: string]: unknown
}

export type KnowledgeCollection = {
  id: string
  name: string
  description: string
  language: string
  embeddingModel: string
  fusionWeight: number | null
  chunkSize: number
  chunkOverlap: number
  /** The generation that is searched. */
  generation: number
  /** One that is being built or waits to be switched to. */
  nextGeneration: number | null
  exposeViaMcp: boolean
  sourceCount: number
  chunkCount: number
  /** The text of its sources. */
  sizeBytes: number
  externalUserId: string
  version: number
  createdAt: string
  updatedAt: string
}

export type KnowledgeGeneration = {
  generation: number
  /** `building` beside the one that is searched; `ready` or `held` (it finds less) until it is switched to or discarded; `live` is searched; `previous` can be rolled back to until `keptUntil`. */
  status: 'building' | 'ready' | 'held' | 'live' | 'previous' | 'failed' | 'cancelled' | 'retired'
  embeddingModel: string
  chunkSize: number
  chunkOverlap: number
  language: string
  switch: 'if_not_worse' | 'when_ready' | 'manual'
  /** From 0 to 1. */
  progress: number
  /** Sources that are complete in it. */
  sourceCount: number
  chunkCount: number
  /** Edited or disabled chunks whose limits have changed: their edits are not in it. */
  lostEdits: number
  comparison: KnowledgeComparison | null
  error: {
    code: string
    message: string
  } | null
  jobId: string | null
  createdAt: string
  updatedAt: string
  switchedAt: string | null
  keptUntil: string | null
}

export type KnowledgeComparison = {
  /** False where there are too few retrieval tests to tell. */
  isTested: boolean
  liveEvalId: string | null
  evalId: string | null
  /** Tests that only the new generation passes. */
  won: number
  /** Tests that only the live one passes. */
  lost: number
  /** Required tests that the new generation does not pass. */
  failedRequired: number
}

export type KnowledgeStartedGeneration = {
  dryRun: boolean
  estimate: KnowledgeEstimate
  /** Null for a dry run. */
  generation: KnowledgeGeneration | null
}

export type KnowledgeEstimate = {
  sourceCount: number
  chunkCount: number
  /** Of texts that need a vector. */
  tokenCount: number
  credits: number
  /** False where the number of chunks is estimated from some of the sources. */
  isExact: boolean
}

export type KnowledgeTest = {
  id: string
  query: string
  sourceKey: string | null
  mustContain: string | null
  k: number
  isRequired: boolean
  origin: 'manual' | 'search' | 'imported'
  /** In the last eval of the live generation; `orphaned` when its source was deleted. */
  lastStatus: 'hit' | 'miss' | 'orphaned' | null
  lastRank: number | null
  createdAt: string
  updatedAt: string
}

export type KnowledgeCreatedTests = {
  created: number
  /** Those that the collection has already. */
  skipped: number
  tests: KnowledgeTest[]
}

export type KnowledgeEval = {
  id: string
  generation: number
  embeddingModel: string
  chunkSize: number
  mode: 'hybrid' | 'vector' | 'keyword'
  status: 'running' | 'succeeded' | 'failed' | 'cancelled'
  testCount: number
  doneCount: number
  /** Tests whose passage is among the first `k` of the test. */
  hitCount: number
  /** Tests whose source was deleted; they do not count. */
  orphanedCount: number
  recallAt1: number | null
  recallAt5: number | null
  recallAt10: number | null
  /** The mean of 1 ÷ rank, within the first 20. */
  mrr: number | null
  /** The eval before it, or that of the live generation. */
  comparedWith: string | null
  /** Tests that are hit here and were not there. */
  won: number | null
  /** Tests that were hit there and are not here. */
  lost: number | null
  error: {
    code: string
    message: string
  } | null
  createdAt: string
  endedAt: string | null
}

export type KnowledgeEvalResult = {
  testId: string
  query: string
  sourceKey: string | null
  mustContain: string | null
  k: number
  isRequired: boolean
  status: 'hit' | 'miss' | 'orphaned'
  /** Where it was found, within the first 20. */
  rank: number | null
  /** In the eval that it is compared with. */
  statusBefore: 'hit' | 'miss' | 'orphaned' | null
  rankBefore: number | null
  /** The first results. */
  found: {
    chunkId: string
    sourceKey: string
    title: string
    /** Its beginning. */
    text: string
    score: number
  }[]
}

export type KnowledgeIngested = {
  sourceKey: string
  jobId: string | null
  status: 'queued' | 'fetching' | 'parsing' | 'chunking' | 'embedding' | 'ready' | 'failed' | 'cancelled'
  /** False when the collection has this content already. */
  changed: boolean
}

export type KnowledgeCrawlPreview = {
  url: string
  /** Of the start page. */
  title: string | null
  /** Pages that are known now: the start page, those of the sitemap, and those that the start page links to. */
  pageCount: number
  /** How many of them are in the sitemap. */
  sitemapCount: number
  /** Between two requests, by the robots.txt of the site or by default. */
  delayMs: number
  /** The first 100 of them, in the order of the crawl. */
  pages: string[]
}

export type KnowledgeSource = {
  sourceKey: string
  kind: 'text' | 'file' | 'url'
  title: string
  origin: {
    fileId?: string | undefined
    fileName?: string | undefined
    /** Whether the file was that of an end user. */
    isOfEndUser?: boolean | undefined
    url?: string | undefined
    mode?: 'crawl' | undefined
    maxPages?: number | undefined
    /** Pages that a crawl has found. */
    pageCount?: number | undefined
    /** Whether the site stopped responding before the crawl was complete. */
    isPartial?: boolean | undefined
    /** Pages that the last crawl deleted, because the site no longer has them. */
    removedCount?: number | undefined
    /** The `sourceKey` of the crawl that found it. */
    parent?: string | undefined
  }
  status: 'queued' | 'fetching' | 'parsing' | 'chunking' | 'embedding' | 'ready' | 'failed' | 'cancelled'
  /** Where it is, or where it failed. */
  stage: string | null
  /** What its stage waits for: `ocr` when text recognition is busy with other documents. */
  waitsFor: 'ocr' | null
  /** From 0 to 1. */
  progress: number
  /** Whether a revision of it is searched, while another one is indexed too. */
  isSearchable: boolean
  chunkCount: number
  tokenCount: number
  sizeBytes: number
  /** Pages that were read the last time; 0 for text that needs no parser. */
  pageCount: number
  /** What reading it has cost; embeddings are not included. */
  creditsUsed: number
  language: string | null
  contentHash: string | null
  /** Values that searches can filter by. */
  metadata: Record<string, string | number | boolean | null>
  lastError: {
    code: string
    message: string
    stage: string | null
  } | null
  refreshEvery: '1h' | '6h' | '12h' | '1d' | '7d' | '30d' | null
  nextRefreshAt: string | null
  /** When its page was last requested from its site. */
  lastCheckedAt: string | null
  /** Why the last refresh failed; what was searchable still is. */
  refreshError: {
    code: string
    message: string
  } | null
  /** Since when the site of a crawl no longer has this page. The next crawl deletes it, unless it is there again. */
  missingSince: string | null
  jobId: string | null
  createdAt: string
  updatedAt: string
  indexedAt: string | null
}

export type KnowledgeSourceText = {
  text: string
  startOffset: number
  endOffset: number
  /** Pass it as `offset` for the next part. */
  nextOffset: number | null
  /** The chunks that have something of this part, in its order; they may begin before it and end after it. */
  chunks: {
    id: string
    ordinal: number
    startOffset: number
    endOffset: number
    page: number | null
    isEnabled: boolean
    isEdited: boolean
  }[]
}

export type KnowledgeJob = {
  jobId: string
  sourceKey: string
  status: 'queued' | 'fetching' | 'parsing' | 'chunking' | 'embedding' | 'ready' | 'failed' | 'cancelled'
  stage: string | null
  progress: number
  error: {
    code: string
    message: string
    stage: string | null
  } | null
  createdAt: string
  endedAt: string | null
}

export type KnowledgeSearchResult = {
  chunkId: string
  collectionId: string
  sourceKey: string
  title: string
  text: string
  path: string[]
  /** From 0 to 1, comparable between queries and collections. */
  score: number
  /** The words alone, from 0 to 1. */
  keywordScore: number
  /** The cosine of the vectors; null where there is none. */
  vectorScore: number | null
  /** Start and end of matching words in `text`. */
  highlights: number[][]
  startOffset: number
  endOffset: number
  page: number | null
  /** Of a source from the web. */
  url: string | null
  /** Whether others wrote it: a page from the web, or a file of an end user. Agents ask more often then. */
  isOutside: boolean
  /** In the order of the source, without the result itself; only where they are requested. */
  neighbours?: KnowledgeNeighbour[] | undefined
  metadata: Record<string, unknown>
}

export type KnowledgeNeighbour = {
  chunkId: string
  text: string
  startOffset: number
  endOffset: number
}

export type KnowledgeChunkPage = {
  chunks: KnowledgeChunk[]
  /** Pass it as `offset` for the next page. */
  nextOffset: string | null
}

export type KnowledgeChunk = {
  id: string
  sourceKey: string
  ordinal: number
  text: string
  /** The headings above it. */
  path: string[]
  /** Where it begins in the text of its source. */
  startOffset: number
  endOffset: number
  page: number | null
  tokenCount: number
  /** Whether searches find it. */
  isEnabled: boolean
  isEdited: boolean
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
  /** URL of its published API description. */
  sourceUrl: string | null
  describedAt: string | null
  /** Built-in, but the project uses a newer API description. */
  isRefreshed: boolean
  /** Installed from the npm registry, for every project. */
  isInstalled: boolean
  /** When the published API description was first found to differ from the version in use. */
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
  /** URL of its published API description. */
  sourceUrl: string | null
  describedAt: string | null
  /** Built-in, but the project uses a newer API description. */
  isRefreshed: boolean
  /** Installed from the npm registry, for every project. */
  isInstalled: boolean
  /** When the published API description was first found to differ from the version in use. */
  driftedAt: string | null
  createdAt: string | null
  updatedAt: string | null
  authConfigDetails: ToolkitAuthDetails[]
  /** Null if it was not imported from a URL. */
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
    expectedIssuer?: string | undefined
    scopes: {
      name: string
      description: string
    }[]
    scopeSeparator: string
    hasPkce: boolean
    clientAuthentication: 'basic' | 'body'
    resource?: string | undefined
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
  /** Why the last check of the URL failed. */
  fault: string | null
  driftedAt: string | null
  /** Version of the published API description. */
  apiVersion: string | null
  changes: ToolkitChanges | null
  /** Hosts to which the published API description would send credentials. */
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
    /** For tools of MCP servers: every text and schema that differs, up to 50. */
    differences?: {
      /** A JSON pointer into the definition of the tool. */
      path: string
      kind: 'added' | 'removed' | 'changed' | 'type'
      /** Null where there was nothing; the beginning of a value over 4,000 characters. */
      before: unknown
      after: unknown
    }[] | undefined
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
  /** URL of its published API description. */
  sourceUrl: string | null
  describedAt: string | null
  /** Built-in, but the project uses a newer API description. */
  isRefreshed: boolean
  /** Installed from the npm registry, for every project. */
  isInstalled: boolean
  /** When the published API description was first found to differ from the version in use. */
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
  /** Hash of everything that the import applies; a refresh takes it as approval. */
  sha256: string
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
  /** The digest of the package in the registry. */
  integrity: string
  sizeBytes: number
  toolCount: number
  triggerCount: number
  /** The hosts that its tools can reach. */
  allowedHosts: string[]
  installedAt: string
}

export type OfferedToolkit = {
  package: string
  /** The newest version. */
  version: string
  description: string
  /** Null if not installed. */
  installedVersion: string | null
}

export type OfferedToolkitDetails = {
  package: string
  /** The newest version. */
  version: string
  description: string
  /** Null if not installed. */
  installedVersion: string | null
  /** License of the package; null if it declares none. */
  license: string | null
  /** Unpacked size; null if the registry does not report it. */
  sizeBytes: number | null
  /** Newest first, up to 50. */
  versions: string[]
  isInstallable: boolean
  /** Why the newest version cannot be installed. */
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
  /** The redirect URI to register at the service. Each auth config has its own, unless the service identifies itself in its responses: then `issuer` is set. */
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
    /** Null if four characters would reveal too much. */
    last4: string | null
    updatedAt: string
  }>
  /** Staged by an update; active once they have worked. */
  nextCredentials: Record<string, {
    hasValue: boolean
    /** Null if four characters would reveal too much. */
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
    /** `use_provider_managed_auth` works without setup. */
    isProviderManaged: boolean
    /** `{authConfigId}` is replaced by the id of the auth config. */
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
  /** The staged credentials worked and are now active. */
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
  /** The end user who owns it. */
  eUID: string
  /** The display name, or else the identity of the account. */
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
      /** Null if four characters would reveal too much. */
      last4: string | null
      updatedAt: string
    }>
  }
  /** When the token expires; it is refreshed before. */
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
      /** Null if four characters would reveal too much. */
      last4: string | null
      updatedAt: string
    }>
  }
  status: 'INITIALIZING' | 'INITIATED' | 'ACTIVE' | 'FAILED' | 'EXPIRED' | 'INACTIVE'
  /** The URL to which the end user must be redirected; null if no further step is needed. */
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
  /** What stops working when the account is deleted. */
  dependants: {
    type: string
    id: string
    name: string
    nextRunAt: string | null
  }[]
  /** Remaining active accounts of the same end user and toolkit. */
  otherAccounts: number
  revokesUpstream: boolean
}

export type ConnectionRevocation = {
  connectedAccountId: string
  /** `unsupported`: the service cannot revoke grants. */
  status: 'pending' | 'revoked' | 'failed' | 'unsupported'
  tries: number
  lastError: string | null
  createdAt: string
  endedAt: string | null
}

export type BrowserSession = {
  id: string
  status: 'pending' | 'running' | 'handoff' | 'completed' | 'timed_out' | 'error'
  driver: 'chromium' | 'http'
  control: 'agent' | 'human'
  alive: boolean
  url: string | null
  title: string | null
  pages: {
    id: string
    url: string
    title: string
    isActive: boolean
  }[]
  /** The handoff by which a human is in control. */
  handoffId: string | null
  profileId: string | null
  persistProfile: boolean
  threadId: string | null
  eUID: string
  viewport: {
    width: number
    height: number
  }
  locale: string
  timezone: string
  allowedHosts: string[] | null
  proxy: {
    url: string
  } | null
  keepAlive: boolean
  record: boolean
  timeoutSec: number
  idleTimeoutSec: number
  /** Of a pending session; 1 starts next. */
  queuePosition: number | null
  creditsUsed: number
  createdAt: string
  startedAt: string | null
  lastActivityAt: string
  expiresAt: string | null
  endedAt: string | null
  endedReason: 
    | 'closed'
    | 'idle_timeout'
    | 'max_duration'
    | 'crashed'
    | 'memory_limit'
    | 'start_failed'
    | 'insufficient_credits'
    | 'host_restart' | null
  error: string | null
  /** Shows the session, read-only, to anyone who has it; opens for 5 minutes. */
  liveViewUrl: string | null
  /** WebSocket URL for Playwright (`connectOverCDP`) and Puppeteer; opens for 5 minutes. */
  connectUrl: string | null
}

export type BrowserAction = {
  type: 'goto'
  url: string
  /** "load" unless given. */
  waitUntil?: 'commit' | 'domcontentloaded' | 'load' | undefined
  /** 30000 unless given. */
  timeoutMs?: number | undefined
} | {
  type: 'click'
  /** Element of the last accessibility snapshot. */
  ref?: string | undefined
  /** CSS, or Playwright forms such as `text=Sign in` and `role=button[name="Save"]`. */
  selector?: string | undefined
  /** "left" unless given. */
  button?: 'left' | 'middle' | 'right' | undefined
  /** 1 unless given. */
  clickCount?: number | undefined
  /** 30000 unless given. */
  timeoutMs?: number | undefined
} | {
  type: 'hover'
  /** Element of the last accessibility snapshot. */
  ref?: string | undefined
  /** CSS, or Playwright forms such as `text=Sign in` and `role=button[name="Save"]`. */
  selector?: string | undefined
  /** 30000 unless given. */
  timeoutMs?: number | undefined
} | {
  type: 'fill'
  /** Element of the last accessibility snapshot. */
  ref?: string | undefined
  /** CSS, or Playwright forms such as `text=Sign in` and `role=button[name="Save"]`. */
  selector?: string | undefined
  value: string
  /** Press Enter afterwards. false unless given. */
  submit?: boolean | undefined
  /** 30000 unless given. */
  timeoutMs?: number | undefined
} | {
  type: 'press'
  /** Element of the last accessibility snapshot. */
  ref?: string | undefined
  /** CSS, or Playwright forms such as `text=Sign in` and `role=button[name="Save"]`. */
  selector?: string | undefined
  /** A key or a combination, such as `Enter` or `Control+A`. */
  key: string
  /** 30000 unless given. */
  timeoutMs?: number | undefined
} | {
  type: 'select'
  /** Element of the last accessibility snapshot. */
  ref?: string | undefined
  /** CSS, or Playwright forms such as `text=Sign in` and `role=button[name="Save"]`. */
  selector?: string | undefined
  /** Values or labels of options. */
  values: string[]
  /** 30000 unless given. */
  timeoutMs?: number | undefined
} | {
  type: 'scroll'
  /** Element of the last accessibility snapshot. */
  ref?: string | undefined
  /** CSS, or Playwright forms such as `text=Sign in` and `role=button[name="Save"]`. */
  selector?: string | undefined
  /** 0 unless given. */
  deltaX?: number | undefined
  /** 0 unless given. */
  deltaY?: number | undefined
  /** 30000 unless given. */
  timeoutMs?: number | undefined
} | {
  type: 'wait'
  /** Element of the last accessibility snapshot. */
  ref?: string | undefined
  /** CSS, or Playwright forms such as `text=Sign in` and `role=button[name="Save"]`. */
  selector?: string | undefined
  /** "visible" unless given. */
  state?: 'visible' | 'hidden' | 'attached' | 'detached' | undefined
  /** Text that must become visible. */
  text?: string | undefined
  /** Part of the URL to wait for. */
  url?: string | undefined
  forMs?: number | undefined
  /** 30000 unless given. */
  timeoutMs?: number | undefined
} | {
  type: 'upload'
  /** Element of the last accessibility snapshot. */
  ref?: string | undefined
  /** CSS, or Playwright forms such as `text=Sign in` and `role=button[name="Save"]`. */
  selector?: string | undefined
  fileIds: string[]
  /** 30000 unless given. */
  timeoutMs?: number | undefined
} | {
  type: 'evaluate'
  /** JavaScript that runs in the page; its value is returned. */
  expression: string
  /** 30000 unless given. */
  timeoutMs?: number | undefined
} | {
  type: 'back' | 'forward' | 'reload'
  /** 30000 unless given. */
  timeoutMs?: number | undefined
} | {
  type: 'switch' | 'closePage'
  pageId: string
  /** 30000 unless given. */
  timeoutMs?: number | undefined
} | {
  type: 'dialog'
  accept: boolean
  /** Typed into a prompt. */
  text?: string | undefined
  /** 30000 unless given. */
  timeoutMs?: number | undefined
}

export type BrowserActionResult = {
  type: string
  durationMs: number
  url: string
  title: string
  /** What an expression evaluated to. */
  value?: unknown
  /** Dialogs that opened meanwhile; they are dismissed unless a `dialog` action said otherwise. */
  dialogs?: {
    type: string
    message: string
    accepted: boolean
  }[] | undefined
  /** Pages that opened meanwhile. */
  openedPages?: string[] | undefined
  /** Requests of the page that were refused. */
  refused?: {
    host: string
    reason: string
  }[] | undefined
}

export type BrowserSnapshot = {
  format: 'text' | 'html' | 'a11y'
  url: string
  title: string
  content: string
  truncated: boolean
}

export type BrowserEvent = {
  number: number
  /** `action`, `frame`, `dialog`, `download`, `refused` or `control`. */
  type: string
  data: Record<string, unknown>
  createdAt: string
}

export type BrowserDownload = {
  number: number
  name: string
  url: string
  fileId: string | null
  sizeBytes: number | null
  failure: string | null
  createdAt: string
}

export type BrowserHandoff = {
  id: string
  sessionId: string
  status: 'requested' | 'done' | 'expired'
  reason: string
  note: string | null
  createdAt: string
  endedAt: string | null
  /** With control of the session, for anyone who has it; opens for 5 minutes. Null once it is done. */
  liveViewUrl: string | null
}

export type BrowserConnection = {
  connectedAccountId: string
  status: string
  /** Null: no further step is needed. */
  redirectUrl: string | null
}

export type BrowserRecording = {
  sessionId: string
  /** Whether the session was created with `record`. */
  isRecorded: boolean
  startedAt: string | null
  endedAt: string | null
  frames: {
    /** In the event log of the session. */
    number: number
    /** Since the session started. */
    offsetMs: number
    /** A JPEG image; deleted after 30 days. */
    fileId: string
    sizeBytes: number
    url: string
    title: string
    /** The action before, as in the event log. */
    action: Record<string, unknown> | null
    createdAt: string
  }[]
}

export type BrowserProfile = {
  id: string
  name: string
  eUID: string
  cookieCount: number
  /** The session that it is open in. */
  sessionId: string | null
  createdAt: string
  updatedAt: string
  lastUsedAt: string | null
}

export type BrowserViewMessage = {
  type: 'state' | 'ended' | 'refused'
  url?: string | undefined
  title?: string | undefined
  pages?: {
    id: string
    url: string
    title: string
    isActive: boolean
  }[] | undefined
  control?: 'agent' | 'human' | undefined
  isInteractive?: boolean | undefined
  hasImages?: boolean | undefined
  /** Size of the page in the images; `x` and `y` of the mouse are in its pixels, also if an image is smaller. */
  viewport?: {
    width: number
    height: number
  } | undefined
  state?: string | undefined
  reason?: string | undefined
}

export type BrowserUserInput = {
  type: 'mouseMoved' | 'mousePressed' | 'mouseReleased'
  x: number
  y: number
  /** "none" unless given. */
  button?: 'none' | 'left' | 'middle' | 'right' | undefined
  /** 0 unless given. */
  buttons?: number | undefined
  /** 0 unless given. */
  clickCount?: number | undefined
  /** 0 unless given. */
  modifiers?: number | undefined
} | {
  type: 'mouseWheel'
  x: number
  y: number
  /** 0 unless given. */
  deltaX?: number | undefined
  /** 0 unless given. */
  deltaY?: number | undefined
} | {
  type: 'keyDown' | 'rawKeyDown' | 'keyUp'
  key: string
  /** "" unless given. */
  code?: string | undefined
  text?: string | undefined
  /** 0 unless given. */
  keyCode?: number | undefined
  /** 0 unless given. */
  modifiers?: number | undefined
} | {
  type: 'insertText'
  text: string
} | {
  type: 'goto'
  url: string
} | {
  type: 'back' | 'forward' | 'reload'
}

export type CdpMessage = {
  id?: number | undefined
  method?: string | undefined
  sessionId?: string | undefined
  params?: Record<string, unknown> | undefined
  [name: string]: unknown
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
  /** The language of its script; null if it has no script. */
  script: string | null
  isExecutable: boolean
  triggerThreadKey: string | null
  ragContentHash: string | null
  ragSyncedAt: string | null
  createdAt: string | null
  updatedAt: string | null
  /** In lists, omitted for API operations unless requested with `fields`, because they may be large. */
  inputParameters?: Record<string, unknown> | undefined
  /** In lists, omitted for API operations unless requested with `fields`, because they may be large. */
  outputParameters?: Record<string, unknown> | undefined
  /** Approximate token count of its name, description and input schema. */
  schemaTokens: number
}

export type BrowserSteps = {
  steps: {
    /** As `POST /api/v1/browser/sessions/{sessionId}/actions` takes it, without element and input. */
    action: Record<string, unknown>
    /** The first that finds exactly one element is used. [] unless given. */
    selectors: string[]
    /** The only origin in whose pages the step is done; required for a connection field. null unless given. */
    origin: string | null
    /** What `fill` types, `select` selects or `upload` uploads. null unless given. */
    input: {
      parameter: string
    } | {
      connectionField: string
    } | {
      value: string | string[]
    } | null
    /** What the page must be afterwards. null unless given. */
    expect: {
      /** Without its query; `*` is any one segment of the path. */
      url?: string | undefined
      title?: string | undefined
      /** Must be visible. */
      text?: string | undefined
    } | null
  }[]
  /** null unless given. */
  allowedHosts: string[] | null
  /** {"width":1280,"height":720} unless given. */
  viewport: {
    width: number
    height: number
  }
  /** "en-US" unless given. */
  locale: string
  /** "UTC" unless given. */
  timezone: string
  /** The argument that names the browser profile to begin with. null unless given. */
  profileParameter: string | null
  /** What the last page must be. null unless given. */
  expect: {
    /** Without its query; `*` is any one segment of the path. */
    url?: string | undefined
    title?: string | undefined
    /** Must be visible. */
    text?: string | undefined
  } | null
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
  /** The language of its script; null if it has no script. */
  script: string | null
  isExecutable: boolean
  triggerThreadKey: string | null
  ragContentHash: string | null
  ragSyncedAt: string | null
  createdAt: string | null
  updatedAt: string | null
  inputParameters: Record<string, unknown>
  outputParameters: Record<string, unknown>
  /** Approximate token count of its name, description and input schema. */
  schemaTokens: number
  /** The HTTP request it sends. */
  http: {
    /** "GET" unless given. */
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
    /** May contain {{name}} placeholders for arguments, but not in the host. */
    url: string
    /** {} unless given. */
    headers: Record<string, string>
    /** {} unless given. */
    query: Record<string, unknown>
    /** A value or text with {{name}} placeholders for arguments; a value that is a single placeholder preserves its type. */
    body?: unknown
  } | null
  /** Only for callers that may update the tool. */
  scriptSource: string | null
  /** The recorded steps; only for callers that may update the tool. */
  browser: BrowserSteps | null
  allowedHosts: string[]
}

export type DeletedTool = {
  id: string
  slug: string
  deleted: true
}

export type ToolHit = {
  slug: string
  toolkitSlug: string
  name: string
  description: string
  /** From 0 to 1, comparable across tools and queries; 1 is an exact slug match. */
  score: number
  schemaTokens: number
  isConnected: boolean
  noAuth: boolean
  inputParameters?: Record<string, unknown> | undefined
}

export type FieldOptions = {
  field: string
  /** False if the options are already in the schema of the tool. */
  isDynamic: boolean
  options: {
    label: string
    /** The argument value; for fields with `x-fields`, a field to fill in. */
    value: unknown
  }[]
  /** More than 1,000 options match: narrow the search. */
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
  /** With `rate_limited`: seconds until the service can be called again. */
  retryAfter: number | null
  retryAfterMs: number | null
  tries: number
  truncated: boolean
  /** The file with the full result if it was too large. */
  fileId: string | null
  warnings: string[]
  sessionInfo: null
  dryRun: boolean
  /** The request that a dry run would have sent, without secrets. */
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
      /** The error details of a single call. */
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
  /** Null if the project does not store payloads. Secrets are redacted. */
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
  /** Parts of the saved call that no longer match the tool. */
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
  /** The end user on whose behalf it was created. */
  eUID: string
  /** The execution that asked; see `GET /api/v1/tools/execution-logs/{logId}` while it is retained. */
  executionId: string | null
  createdAt: string
  expiresAt: string
  answeredAt: string | null
}

export type BrowserToolDraft = {
  browser: BrowserSteps
  inputParameters: Record<string, unknown>
  outputParameters: Record<string, unknown>
  noAuth: boolean
  /** What happened in the session and is not in the tool. */
  warnings: string[]
}

export type TaughtTool = {
  tool: ToolDetail
  /** What happened in the session and is not in the tool. */
  warnings: string[]
}

export type AgentMemory = {
  id: string
  agentId: string
  eUID: string
  text: string
  /** Whether the user added it or the agent did, and in which run. */
  source: {
    kind: 'user' | 'agent'
    executionId: string | null
    threadId: string | null
  }
  createdAt: string
}

export type Skill = {
  id: string
  slug: string
  name: string
  description: string
  category: string
  tags: string[]
  source: 'custom' | 'registry' | 'platform'
  version: string
  sourceUrl: string
  skillsShUrl: string
  /** Projects that have installed it. */
  installCount: number
  instructions: string
  /** Where an installed skill comes from; empty for those of the project. */
  registryMeta: SkillRegistryMeta
  presets: Record<string, unknown>
  isPublic: boolean
  activeStatus: boolean
  /** Left out of lists. */
  files?: {
    path: string
    sizeBytes: number
    contentType: string
    sha256: string
    /** With `include=files`, of texts up to 64 KiB. */
    content?: string | undefined
  }[] | undefined
  packageFileCount: number
  suggestedToolSlugs: string[]
  license: string | null
  compatibility: string | null
  surface: SkillSurface
  isCreator: boolean
  /** Whether it is in the library of the project. */
  isInstalled: boolean
  /** Whether this call changed something. */
  changed: boolean
  revision: number
  createdAt: string
  updatedAt: string
}

export type SkillRegistryMeta = {
  registryId?: string | undefined
  repo?: string | undefined
  path?: string | undefined
  ref?: string | undefined
  /** Null where the registry is a folder. */
  commitSha?: string | null | undefined
  treeHash?: string | undefined
  installedAt?: string | undefined
  state?: 'pinned' | 'update_available' | 'removed_upstream' | undefined
}

export type SkillSurface = {
  /** Tools that it wants to use. A skill grants none of them. */
  tools: string[]
  /** Origins of URLs. */
  urls: string[]
  /** Programs that it runs in a shell. */
  commands: string[]
  /** Where files are written or deleted. */
  writes: string[]
  /** Environment variables, keys and tokens. */
  secrets: string[]
  /** Files that can be run. */
  scripts: string[]
  /** Files with characters that a reader does not see. */
  hiddenText: string[]
}

export type SkillValidation = {
  valid: boolean
  slug: string | null
  description: string | null
  packageFileCount: number
  sizeBytes: number
  treeHash: string | null
  surface: SkillSurface
  problems: {
    severity: 'error' | 'warning'
    code: string
    message: string
    /** The file that it is in; null for the whole package. */
    path: string | null
  }[]
}

export type CatalogueSkill = {
  id: string
  slug: string
  name: string
  description: string
  category: string
  tags: string[]
  source: 'custom' | 'registry' | 'platform'
  version: string
  sourceUrl: string
  skillsShUrl: string
  /** Projects that have installed it. */
  installCount: number
  kind: 'platform' | 'public' | 'registry'
  isInstalled: boolean
  registryMeta: SkillRegistryMeta
  links: {
    detail: string
    install: string
  }
}

export type RegistrySkill = {
  /** For `skillId` of `registry/install`, and for `library/add` where the operator has listed the registry; null for a repository, which may have several skills. */
  id: string | null
  kind: 'skill' | 'repository'
  registryId: string
  repo: string
  skillPath: string
  name: string
  description: string
  commitSha: string | null
  isInstalled: boolean
  stars: number | null
}

export type SkillSync = {
  status: 'unchanged' | 'applied' | 'approval_required' | 'removed_upstream'
  /** The version that agents use now. */
  version: string
  /** The version that waits for approval; its files can be read. */
  pendingVersion: string | null
  commitSha: string | null
  treeHash: string
  files: {
    path: string
    change: 'added' | 'removed' | 'changed'
    sizeBefore: number | null
    sizeAfter: number | null
  }[]
  surface: {
    before: SkillSurface
    after: SkillSurface
    grown: {
      /** Tools that it wants to use. A skill grants none of them. */
      tools?: string[] | undefined
      /** Origins of URLs. */
      urls?: string[] | undefined
      /** Programs that it runs in a shell. */
      commands?: string[] | undefined
      /** Where files are written or deleted. */
      writes?: string[] | undefined
      /** Environment variables, keys and tokens. */
      secrets?: string[] | undefined
      /** Files that can be run. */
      scripts?: string[] | undefined
      /** Files with characters that a reader does not see. */
      hiddenText?: string[] | undefined
    }
  }
}

export type SkillVersion = {
  version: string
  number: number
  /** Whether it is the one that agents use. */
  isActive: boolean
  /** False while an update waits for approval. */
  isApproved: boolean
  description: string
  treeHash: string
  commitSha: string | null
  packageFileCount: number
  surface: SkillSurface
  createdAt: string
  instructions?: string | undefined
  files?: {
    path: string
    sizeBytes: number
    contentType: string
    sha256: string
    /** With `include=files`, of texts up to 64 KiB. */
    content?: string | undefined
  }[] | undefined
}

export type WorkflowSummary = {
  id: string
  name: string
  description: string
  projectId: string
  /** The end user it belongs to; equal to the project for those of the project. */
  ownerId: string
  /** Whether the acting user can change it. */
  isOwn: boolean
  workflowType: 'static' | 'agent'
  /** `ready` when the newest version has no errors. */
  lifecycle: 'draft' | 'ready'
  isActive: boolean
  isPublic: boolean
  /** The newest version. */
  version: string
  versionNumber: number
  /** The version that production executes. */
  activeVersion: string | null
  activeVersionNumber: number | null
  hasUnpublishedChanges: boolean
  agent?: Agent | null | undefined
  graph?: {
    nodes: ({
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'start'
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'end'
      /** The result; without it, the output of the nodes before it. */
      output?: unknown
      /** The response of a webhook that has `respond`: its body is the output of this node. */
      response?: {
        /** 200 without it, with `redirect` 303. */
        status?: number | string | undefined
        /** `Content-Type`, caching, and headers that begin with `X-`. */
        headers?: Record<string, string | number | boolean> | undefined
        /** An `http` or `https` URL that the caller is sent to. */
        redirect?: string | undefined
      } | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'action'
      toolSlug: string
      toolVersion?: string | undefined
      /** JSON with `{{ expressions }}` in its texts. {} unless given. */
      inputMapping: Record<string, unknown>
      /** Instead of the bound account of the toolkit. */
      connectedAccountId?: string | undefined
      /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
      onUncertain?: 'ask' | 'again' | 'fail' | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'http'
      /** "GET" unless given. */
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
      url: string
      /** JSON with `{{ expressions }}` in its texts. */
      query?: Record<string, unknown> | undefined
      /** JSON with `{{ expressions }}` in its texts. */
      headers?: Record<string, unknown> | undefined
      body?: unknown
      /** How the body is written: JSON without it. */
      contentType?: 'json' | 'form' | 'text' | undefined
      /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
      onUncertain?: 'ask' | 'again' | 'fail' | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'code'
      code: string
      /** "javascript" unless given. */
      language: 'javascript' | 'python'
      /** What the script gets as `state`; without it, `input` and `nodes`. */
      inputMapping?: Record<string, unknown> | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'llm'
      model?: string | undefined
      system?: string | undefined
      prompt: string
      temperature?: number | undefined
      maxTokens?: number | undefined
      /** With it, the output is JSON of this shape. */
      outputSchema?: Record<string, unknown> | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'llm_agent'
      agent?: {
        prompt?: string | undefined
        modelSettings?: {
          /** `vendor/model`. */
          model?: string | undefined
          temperature?: number | undefined
          maxTokens?: number | undefined
          /** Marks the instructions and tools for the prompt cache of Anthropic, Bedrock and OpenRouter. */
          cacheToolsAndPrompt?: boolean | undefined
          topP?: number | undefined
          topK?: number | undefined
          frequencyPenalty?: number | undefined
          presencePenalty?: number | undefined
          repetitionPenalty?: number | undefined
          minP?: number | undefined
          topA?: number | undefined
          seed?: number | undefined
          stop?: string[] | undefined
          /** Token id to bias. */
          logitBias?: Record<string, number> | undefined
          /** Has no effect: responses have no token probabilities. */
          topLogprobs?: number | undefined
          reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | undefined
        } | undefined
        knowledgeCollectionIds?: string[] | undefined
        databaseCollectionIds?: string[] | undefined
        databaseAccessPolicies?: Record<string, unknown> | undefined
        toolSlugs?: string[] | undefined
      } | undefined
      /** An agent of the project, instead of `agent`. */
      agentId?: string | undefined
      /** JSON with `{{ expressions }}` in its texts. */
      inputMapping?: Record<string, unknown> | undefined
      /** A JSON Schema. */
      outputSchema?: Record<string, unknown> | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'human_wait'
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      /** "" unless given. */
      humanMessage: string
      assignee?: string | undefined
      /** Who may answer: the end user whom the execution acts for, the team of the project (`operator`), or `both`. "operator" unless given. */
      decidedBy: 'end_user' | 'operator' | 'both'
      /** The form that the person fills in. */
      inputSchema?: Record<string, unknown> | undefined
      timeoutSec?: number | undefined
      /** "fail" unless given. */
      onTimeout: 'approve' | 'reject' | 'fail'
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'branch'
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'parallel'
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'join'
      /** How many of the incoming branches must have ended; the others are then cancelled. "all" unless given. */
      mode: 'all' | 'any' | number
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'loop'
      /** A list; the body runs once for each item, with `item` and `index`. */
      over?: string | undefined
      /** The body runs while this is true, with `index` and `previous`. */
      while?: string | undefined
      /** 1000 unless given. */
      max: number
      /** The output of an iteration; without it, that of the last nodes of the body. */
      output?: unknown
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'wait'
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      seconds?: number | string | undefined
      /** A date, or an expression that gives one. */
      until?: string | undefined
      /** Resumes when this event is sent to the execution. */
      event?: string | undefined
      /** For `event`; afterwards the output is null. */
      timeoutSec?: number | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'subflow'
      workflowId: string
      /** A fixed version instead of the active one. */
      workflowVersion?: number | undefined
      /** JSON with `{{ expressions }}` in its texts. {} unless given. */
      inputMapping: Record<string, unknown>
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'set'
      /** An expression that gives an object; `values` are added to its fields. */
      base?: string | undefined
      /** JSON with `{{ expressions }}` in its texts. {} unless given. */
      values: Record<string, unknown>
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'placeholder'
      /** What it was in the system that the graph was imported from. */
      source: string
      /** What has to be done by hand. "" unless given. */
      note: string
      original?: Record<string, unknown> | undefined
    })[]
    /** [] unless given. */
    edges: {
      id?: string | undefined
      from: string
      to: string
      /** The edge is taken when this is true. Of the edges of a branch only the first such one is, else the one without a condition. */
      condition?: string | undefined
      /** Taken when the node failed, with its option `onError: route`. */
      onError?: boolean | undefined
      label?: string | undefined
    }[]
    /** A JSON Schema. */
    inputSchema?: Record<string, unknown> | undefined
    /** A JSON Schema. */
    outputSchema?: Record<string, unknown> | undefined
    /** Of a whole execution; 24 hours without it. */
    timeoutSec?: number | undefined
  } | null | undefined
  triggers: {
    kind: 'manual' | 'cron' | 'trigger_tool'
    /** Five fields of cron. */
    expression?: string | undefined
    /** An IANA time zone. */
    timezone?: string | undefined
    toolSlug?: string | undefined
    triggerToolInput?: Record<string, unknown> | undefined
    triggerId?: string | undefined
    toolkitName?: string | undefined
    toolkitLogo?: string | undefined
  }[]
  provenance: {
    createdByAgent?: boolean | undefined
    productCreationDepth?: number | undefined
    createdFromWorkflowId?: string | undefined
    hideFromAgentPicker?: boolean | undefined
    marketplaceClone?: {
      sourceWorkflowId: string
      clonedAt: string
      skillIdMap: Record<string, unknown>
      knowledgeIdMap: Record<string, unknown>
      databaseIdMap: Record<string, unknown>
      subAgentIdMap: Record<string, unknown>
      avatarFileIdMap: Record<string, unknown>
    } | undefined
  } | null
  clonedFromWorkflowId: string | null
  clonedFromVersion: string | null
  executionCount: number
  lastExecutedAt?: string | undefined
  tools: {
    toolSlug: string
    toolName: string
    toolkitSlug: string
    toolkitName: string
    toolkitLogo?: string | undefined
    /** It uses a connected account; see `toolkitConnections`. */
    needsAccount: boolean
  }[]
  marketplaceCategory: string | null
  marketplaceAudience: string | null
  marketplaceTagline: string | null
  marketplaceSetupGuide: string | null
  marketplaceHighlights: string[] | null
  marketplaceCapabilities: {
    hasSkills: boolean
    skillCount: number
    hasKnowledge: boolean
    hasDatabase: boolean
    hasCron: boolean
    requiresAuth: boolean
    toolkitCount: number
    subAgentCount: number
    toolCount: number
  }
  /** What the ETag is made of. */
  revision: number
  createdAt: string
  updatedAt: string
  /** `graph` and `agent` are left out of a page that would be too large; read the detail. */
  definitionOmitted?: boolean | undefined
}

export type Agent = {
  prompt: string
  modelSettings?: {
    /** `vendor/model`. */
    model?: string | undefined
    temperature?: number | undefined
    maxTokens?: number | undefined
    /** Marks the instructions and tools for the prompt cache of Anthropic, Bedrock and OpenRouter. */
    cacheToolsAndPrompt?: boolean | undefined
    topP?: number | undefined
    topK?: number | undefined
    frequencyPenalty?: number | undefined
    presencePenalty?: number | undefined
    repetitionPenalty?: number | undefined
    minP?: number | undefined
    topA?: number | undefined
    seed?: number | undefined
    stop?: string[] | undefined
    /** Token id to bias. */
    logitBias?: Record<string, number> | undefined
    /** Has no effect: responses have no token probabilities. */
    topLogprobs?: number | undefined
    reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | undefined
  } | undefined
  knowledgeCollectionIds?: string[] | undefined
  databaseCollectionIds?: string[] | undefined
  databaseAccessPolicies?: Record<string, unknown> | undefined
  capabilities?: {
    computer?: {
      enabled?: boolean | undefined
      templateId?: string | undefined
      maxDurationSec?: number | undefined
    } | undefined
    /** The agent can pass tasks to a copy of itself, `general-purpose`, with a separate conversation. */
    generalPurpose?: {
      enabled?: boolean | undefined
    } | undefined
    summarization?: {
      enabled?: boolean | undefined
      trigger?: Record<string, unknown> | undefined
      keep?: Record<string, unknown> | undefined
      model?: string | undefined
      maxTokensBeforeSummary?: number | undefined
      prefix?: string | undefined
    } | undefined
    todoList?: {
      enabled?: boolean | undefined
      /** A response is not accepted while items of the list are open, twice at most. */
      strict?: boolean | undefined
    } | undefined
    toolRetry?: {
      enabled?: boolean | undefined
      maxRetries?: number | undefined
      backoffFactor?: number | undefined
      initialDelayMs?: number | undefined
      maxDelayMs?: number | undefined
      jitter?: boolean | undefined
      tools?: string[] | undefined
      onFailure?: 'continue' | 'error' | undefined
    } | undefined
    modelFallback?: {
      enabled?: boolean | undefined
      fallbackModels?: string[] | undefined
    } | undefined
    toolSelector?: {
      enabled?: boolean | undefined
      model?: string | undefined
      maxTools?: number | undefined
      alwaysInclude?: string[] | undefined
      autoEnableIfToolCountGte?: number | undefined
    } | undefined
    humanApproval?: {
      enabled?: boolean | undefined
      mode?: 'sensitiveOnly' | undefined
      sensitiveToolNames?: string[] | undefined
      alwaysAllowedToolNames?: string[] | undefined
      /** Who decides: the end user of the conversation, the team of the project (`operator`), or `both`. Without it `operator` for sensitive and destructive tools and those with an account of the owner or the project, `both` for others. */
      decidedBy?: 'end_user' | 'operator' | 'both' | undefined
      /** The same for single tools, by their names. */
      decidedByTool?: Record<string, 'end_user' | 'operator' | 'both'> | undefined
      allowedDecisions?: string[] | undefined
      messageToUser?: string | undefined
      /** After which a request counts as rejected; 7 days without it. */
      timeoutSec?: number | undefined
    } | undefined
    modelCallLimit?: {
      enabled?: boolean | undefined
      threadLimit?: number | undefined
      runLimit?: number | undefined
      exitBehavior?: 'end' | 'error' | undefined
    } | undefined
    toolCallLimit?: {
      enabled?: boolean | undefined
      threadLimit?: number | undefined
      runLimit?: number | undefined
      exitBehavior?: 'continue' | 'end' | 'error' | undefined
      toolName?: string | undefined
    } | undefined
    budget?: {
      /** No further model or tool is called once a run has used so many credits. */
      maxCreditsPerRun?: number | undefined
      /** Seconds of work in one run, without the time it waited for humans; 900 by default. */
      maxSeconds?: number | undefined
    } | undefined
    /** Shows failures to end users without technical terms; the execution has the details. */
    userFriendlyErrors?: boolean | undefined
    longTermMemory?: {
      enabled?: boolean | undefined
      instructions?: string | undefined
    } | undefined
  } | undefined
  behavior?: {
    persona?: {
      displayName?: string | undefined
      role?: string | undefined
      tone?: 'professional' | 'friendly' | 'empathetic' | 'concise' | 'technical' | 'playful' | undefined
      verbosity?: 'brief' | 'balanced' | 'detailed' | undefined
      language?: 'match_user' | 'fa' | 'en' | 'ar' | 'tr' | undefined
      emoji?: 'never' | 'sparing' | 'free' | undefined
      styleNotes?: string | undefined
    } | undefined
    guardrails?: {
      bannedTopics?: string[] | undefined
      neverPromise?: string[] | undefined
      refusalMessage?: string | undefined
      groundingMode?: 'off' | 'prefer_sources' | 'strict' | undefined
      pii?: {
        enabled?: boolean | undefined
        rules?: {
          type?: 'email' | 'credit_card' | 'ip' | 'mac_address' | 'url' | 'custom' | undefined
          /** `redact` without it. `block` lets no message with such data pass. */
          strategy?: 'block' | 'redact' | 'mask' | 'hash' | undefined
          /** For `custom`: a regular expression in RE2 syntax. */
          pattern?: string | undefined
          /** To what the model reads: messages of the user and results of tools. On without it. */
          applyToInput?: boolean | undefined
          /** To what the model says. Off without it. */
          applyToOutput?: boolean | undefined
        }[] | undefined
      } | undefined
    } | undefined
    escalation?: {
      enabled?: boolean | undefined
      triggers?: string[] | undefined
      afterFailedAttempts?: number | undefined
      action?: 'reply_only' | 'notify_tool' | 'human_approval' | undefined
      notifyToolSlug?: string | undefined
      summaryTemplate?: string | undefined
      handoffMessage?: string | undefined
    } | undefined
    usageCaps?: {
      enabled?: boolean | undefined
      messagesPerUserPerDay?: number | undefined
      maxTurnsPerConversation?: number | undefined
      maxCreditsPerConversation?: number | undefined
      onExceeded?: 'stop' | 'escalate' | undefined
      exceededMessage?: string | undefined
    } | undefined
    cannedResponses?: {
      greeting?: string | undefined
      fallback?: string | undefined
      outOfHours?: string | undefined
      businessHours?: {
        /** An IANA time zone. */
        timezone?: string | undefined
        /** 0 is Sunday. */
        days?: number[] | undefined
        start?: string | undefined
        end?: string | undefined
      } | undefined
    } | undefined
  } | undefined
  identity?: {
    /** `anonymous` without it. */
    mode?: 'anonymous' | 'collect' | 'required' | undefined
    /** Such as `host_hmac`, `host_jwt`, `email_otp`, `channel_native`, `sdk_username`, `toolkit_connection`. */
    methods?: string[] | undefined
    /** Such as `name`, `email`, `phone`. */
    collect?: string[] | undefined
    /** Such as `email`, `phone`. */
    linkBy?: string[] | undefined
    allowedEmailDomains?: string[] | undefined
    toolkitSlug?: string | undefined
  } | undefined
  skillIds?: string[] | undefined
  subAgentIds?: string[] | undefined
  /** Workflows that the agent can execute as tools. */
  workflowIds?: string[] | undefined
  starterPrompts?: string[] | undefined
  avatarUrl?: string | undefined
  tools: {
    mode: 'NORMAL' | 'META'
    /** In `META` mode: only the pinned tools can be found. */
    discoveryWhitelist?: boolean | undefined
    pinnedSlugs?: string[] | undefined
    /** Names; the rest is that of the toolkits. */
    externalMcpConfigs?: string[] | undefined
    connectionCallbackUrl?: string | null | undefined
    visitorOwnerConnections?: {
      enabled: boolean
      toolkits: {
        toolkitSlug: string
        toolSlugs?: string[] | undefined
      }[]
    } | undefined
  }
  /** A JSON Schema. */
  inputSchema?: Record<string, unknown> | undefined
  /** A JSON Schema. */
  outputSchema?: Record<string, unknown> | undefined
}

export type Workflow = {
  id: string
  name: string
  description: string
  projectId: string
  /** The end user it belongs to; equal to the project for those of the project. */
  ownerId: string
  /** Whether the acting user can change it. */
  isOwn: boolean
  workflowType: 'static' | 'agent'
  /** `ready` when the newest version has no errors. */
  lifecycle: 'draft' | 'ready'
  isActive: boolean
  isPublic: boolean
  /** The newest version. */
  version: string
  versionNumber: number
  /** The version that production executes. */
  activeVersion: string | null
  activeVersionNumber: number | null
  hasUnpublishedChanges: boolean
  agent: Agent | null
  graph: {
    nodes: ({
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'start'
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'end'
      /** The result; without it, the output of the nodes before it. */
      output?: unknown
      /** The response of a webhook that has `respond`: its body is the output of this node. */
      response?: {
        /** 200 without it, with `redirect` 303. */
        status?: number | string | undefined
        /** `Content-Type`, caching, and headers that begin with `X-`. */
        headers?: Record<string, string | number | boolean> | undefined
        /** An `http` or `https` URL that the caller is sent to. */
        redirect?: string | undefined
      } | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'action'
      toolSlug: string
      toolVersion?: string | undefined
      /** JSON with `{{ expressions }}` in its texts. {} unless given. */
      inputMapping: Record<string, unknown>
      /** Instead of the bound account of the toolkit. */
      connectedAccountId?: string | undefined
      /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
      onUncertain?: 'ask' | 'again' | 'fail' | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'http'
      /** "GET" unless given. */
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
      url: string
      /** JSON with `{{ expressions }}` in its texts. */
      query?: Record<string, unknown> | undefined
      /** JSON with `{{ expressions }}` in its texts. */
      headers?: Record<string, unknown> | undefined
      body?: unknown
      /** How the body is written: JSON without it. */
      contentType?: 'json' | 'form' | 'text' | undefined
      /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
      onUncertain?: 'ask' | 'again' | 'fail' | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'code'
      code: string
      /** "javascript" unless given. */
      language: 'javascript' | 'python'
      /** What the script gets as `state`; without it, `input` and `nodes`. */
      inputMapping?: Record<string, unknown> | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'llm'
      model?: string | undefined
      system?: string | undefined
      prompt: string
      temperature?: number | undefined
      maxTokens?: number | undefined
      /** With it, the output is JSON of this shape. */
      outputSchema?: Record<string, unknown> | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'llm_agent'
      agent?: {
        prompt?: string | undefined
        modelSettings?: {
          /** `vendor/model`. */
          model?: string | undefined
          temperature?: number | undefined
          maxTokens?: number | undefined
          /** Marks the instructions and tools for the prompt cache of Anthropic, Bedrock and OpenRouter. */
          cacheToolsAndPrompt?: boolean | undefined
          topP?: number | undefined
          topK?: number | undefined
          frequencyPenalty?: number | undefined
          presencePenalty?: number | undefined
          repetitionPenalty?: number | undefined
          minP?: number | undefined
          topA?: number | undefined
          seed?: number | undefined
          stop?: string[] | undefined
          /** Token id to bias. */
          logitBias?: Record<string, number> | undefined
          /** Has no effect: responses have no token probabilities. */
          topLogprobs?: number | undefined
          reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | undefined
        } | undefined
        knowledgeCollectionIds?: string[] | undefined
        databaseCollectionIds?: string[] | undefined
        databaseAccessPolicies?: Record<string, unknown> | undefined
        toolSlugs?: string[] | undefined
      } | undefined
      /** An agent of the project, instead of `agent`. */
      agentId?: string | undefined
      /** JSON with `{{ expressions }}` in its texts. */
      inputMapping?: Record<string, unknown> | undefined
      /** A JSON Schema. */
      outputSchema?: Record<string, unknown> | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'human_wait'
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      /** "" unless given. */
      humanMessage: string
      assignee?: string | undefined
      /** Who may answer: the end user whom the execution acts for, the team of the project (`operator`), or `both`. "operator" unless given. */
      decidedBy: 'end_user' | 'operator' | 'both'
      /** The form that the person fills in. */
      inputSchema?: Record<string, unknown> | undefined
      timeoutSec?: number | undefined
      /** "fail" unless given. */
      onTimeout: 'approve' | 'reject' | 'fail'
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'branch'
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'parallel'
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'join'
      /** How many of the incoming branches must have ended; the others are then cancelled. "all" unless given. */
      mode: 'all' | 'any' | number
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'loop'
      /** A list; the body runs once for each item, with `item` and `index`. */
      over?: string | undefined
      /** The body runs while this is true, with `index` and `previous`. */
      while?: string | undefined
      /** 1000 unless given. */
      max: number
      /** The output of an iteration; without it, that of the last nodes of the body. */
      output?: unknown
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'wait'
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      seconds?: number | string | undefined
      /** A date, or an expression that gives one. */
      until?: string | undefined
      /** Resumes when this event is sent to the execution. */
      event?: string | undefined
      /** For `event`; afterwards the output is null. */
      timeoutSec?: number | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'subflow'
      workflowId: string
      /** A fixed version instead of the active one. */
      workflowVersion?: number | undefined
      /** JSON with `{{ expressions }}` in its texts. {} unless given. */
      inputMapping: Record<string, unknown>
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'set'
      /** An expression that gives an object; `values` are added to its fields. */
      base?: string | undefined
      /** JSON with `{{ expressions }}` in its texts. {} unless given. */
      values: Record<string, unknown>
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'placeholder'
      /** What it was in the system that the graph was imported from. */
      source: string
      /** What has to be done by hand. "" unless given. */
      note: string
      original?: Record<string, unknown> | undefined
    })[]
    /** [] unless given. */
    edges: {
      id?: string | undefined
      from: string
      to: string
      /** The edge is taken when this is true. Of the edges of a branch only the first such one is, else the one without a condition. */
      condition?: string | undefined
      /** Taken when the node failed, with its option `onError: route`. */
      onError?: boolean | undefined
      label?: string | undefined
    }[]
    /** A JSON Schema. */
    inputSchema?: Record<string, unknown> | undefined
    /** A JSON Schema. */
    outputSchema?: Record<string, unknown> | undefined
    /** Of a whole execution; 24 hours without it. */
    timeoutSec?: number | undefined
  } | null
  triggers: {
    kind: 'manual' | 'cron' | 'trigger_tool'
    /** Five fields of cron. */
    expression?: string | undefined
    /** An IANA time zone. */
    timezone?: string | undefined
    toolSlug?: string | undefined
    triggerToolInput?: Record<string, unknown> | undefined
    triggerId?: string | undefined
    toolkitName?: string | undefined
    toolkitLogo?: string | undefined
  }[]
  provenance: {
    createdByAgent?: boolean | undefined
    productCreationDepth?: number | undefined
    createdFromWorkflowId?: string | undefined
    hideFromAgentPicker?: boolean | undefined
    marketplaceClone?: {
      sourceWorkflowId: string
      clonedAt: string
      skillIdMap: Record<string, unknown>
      knowledgeIdMap: Record<string, unknown>
      databaseIdMap: Record<string, unknown>
      subAgentIdMap: Record<string, unknown>
      avatarFileIdMap: Record<string, unknown>
    } | undefined
  } | null
  clonedFromWorkflowId: string | null
  clonedFromVersion: string | null
  executionCount: number
  lastExecutedAt?: string | undefined
  tools: {
    toolSlug: string
    toolName: string
    toolkitSlug: string
    toolkitName: string
    toolkitLogo?: string | undefined
    /** It uses a connected account; see `toolkitConnections`. */
    needsAccount: boolean
  }[]
  marketplaceCategory: string | null
  marketplaceAudience: string | null
  marketplaceTagline: string | null
  marketplaceSetupGuide: string | null
  marketplaceHighlights: string[] | null
  marketplaceCapabilities: {
    hasSkills: boolean
    skillCount: number
    hasKnowledge: boolean
    hasDatabase: boolean
    hasCron: boolean
    requiresAuth: boolean
    toolkitCount: number
    subAgentCount: number
    toolCount: number
  }
  /** What the ETag is made of. */
  revision: number
  createdAt: string
  updatedAt: string
  /** Completed, without those that were stopped. */
  successfulExecutionCount: number
  /** Completed, while a limit had ended their agent or an agent inside of them. */
  stoppedExecutionCount: number
  failedExecutionCount: number
  connections: {
    id: string
    connectionId: string
    toolkitSlug: string
    displayName: string | null
    label: string | null
    createdAt: string
    updatedAt: string
  }[]
  toolkitAuthConfigs: {
    toolkitSlug: string
    authConfigId: string
    name: string | null
    authScheme: string | null
    status: string | null
  }[]
  toolkitConnections: {
    toolkitSlug: string
    connectedAccountId: string
    displayName: string | null
    label: string | null
    status: string | null
    authConfigId: string | null
  }[]
  /** The newest version of the workflow it was duplicated from, as long as that is visible. */
  sourceVersionLatest?: string | undefined
  requiredReplays: number
  /** References to objects that do not exist anymore. */
  warnings: {
    code: string
    message: string
    path: string
  }[]
}

export type AgentPatch = {
  prompt?: string | null | undefined
  modelSettings?: {
    /** `vendor/model`. */
    model?: string | null | undefined
    temperature?: number | null | undefined
    maxTokens?: number | null | undefined
    /** Marks the instructions and tools for the prompt cache of Anthropic, Bedrock and OpenRouter. */
    cacheToolsAndPrompt?: boolean | null | undefined
    topP?: number | null | undefined
    topK?: number | null | undefined
    frequencyPenalty?: number | null | undefined
    presencePenalty?: number | null | undefined
    repetitionPenalty?: number | null | undefined
    minP?: number | null | undefined
    topA?: number | null | undefined
    seed?: number | null | undefined
    stop?: string[] | null | undefined
    /** Token id to bias. */
    logitBias?: Record<string, number | null> | null | undefined
    /** Has no effect: responses have no token probabilities. */
    topLogprobs?: number | null | undefined
    reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | null | undefined
  } | null | undefined
  knowledgeCollectionIds?: string[] | null | undefined
  databaseCollectionIds?: string[] | null | undefined
  databaseAccessPolicies?: Record<string, unknown> | null | undefined
  capabilities?: {
    computer?: {
      enabled?: boolean | null | undefined
      templateId?: string | null | undefined
      maxDurationSec?: number | null | undefined
    } | null | undefined
    /** The agent can pass tasks to a copy of itself, `general-purpose`, with a separate conversation. */
    generalPurpose?: {
      enabled?: boolean | null | undefined
    } | null | undefined
    summarization?: {
      enabled?: boolean | null | undefined
      trigger?: Record<string, unknown> | null | undefined
      keep?: Record<string, unknown> | null | undefined
      model?: string | null | undefined
      maxTokensBeforeSummary?: number | null | undefined
      prefix?: string | null | undefined
    } | null | undefined
    todoList?: {
      enabled?: boolean | null | undefined
      /** A response is not accepted while items of the list are open, twice at most. */
      strict?: boolean | null | undefined
    } | null | undefined
    toolRetry?: {
      enabled?: boolean | null | undefined
      maxRetries?: number | null | undefined
      backoffFactor?: number | null | undefined
      initialDelayMs?: number | null | undefined
      maxDelayMs?: number | null | undefined
      jitter?: boolean | null | undefined
      tools?: string[] | null | undefined
      onFailure?: 'continue' | 'error' | null | undefined
    } | null | undefined
    modelFallback?: {
      enabled?: boolean | null | undefined
      fallbackModels?: string[] | null | undefined
    } | null | undefined
    toolSelector?: {
      enabled?: boolean | null | undefined
      model?: string | null | undefined
      maxTools?: number | null | undefined
      alwaysInclude?: string[] | null | undefined
      autoEnableIfToolCountGte?: number | null | undefined
    } | null | undefined
    humanApproval?: {
      enabled?: boolean | null | undefined
      mode?: 'sensitiveOnly' | null | undefined
      sensitiveToolNames?: string[] | null | undefined
      alwaysAllowedToolNames?: string[] | null | undefined
      /** Who decides: the end user of the conversation, the team of the project (`operator`), or `both`. Without it `operator` for sensitive and destructive tools and those with an account of the owner or the project, `both` for others. */
      decidedBy?: 'end_user' | 'operator' | 'both' | null | undefined
      /** The same for single tools, by their names. */
      decidedByTool?: Record<string, 'end_user' | 'operator' | 'both' | null> | null | undefined
      allowedDecisions?: string[] | null | undefined
      messageToUser?: string | null | undefined
      /** After which a request counts as rejected; 7 days without it. */
      timeoutSec?: number | null | undefined
    } | null | undefined
    modelCallLimit?: {
      enabled?: boolean | null | undefined
      threadLimit?: number | null | undefined
      runLimit?: number | null | undefined
      exitBehavior?: 'end' | 'error' | null | undefined
    } | null | undefined
    toolCallLimit?: {
      enabled?: boolean | null | undefined
      threadLimit?: number | null | undefined
      runLimit?: number | null | undefined
      exitBehavior?: 'continue' | 'end' | 'error' | null | undefined
      toolName?: string | null | undefined
    } | null | undefined
    budget?: {
      /** No further model or tool is called once a run has used so many credits. */
      maxCreditsPerRun?: number | null | undefined
      /** Seconds of work in one run, without the time it waited for humans; 900 by default. */
      maxSeconds?: number | null | undefined
    } | null | undefined
    /** Shows failures to end users without technical terms; the execution has the details. */
    userFriendlyErrors?: boolean | null | undefined
    longTermMemory?: {
      enabled?: boolean | null | undefined
      instructions?: string | null | undefined
    } | null | undefined
  } | null | undefined
  behavior?: {
    persona?: {
      displayName?: string | null | undefined
      role?: string | null | undefined
      tone?: 'professional' | 'friendly' | 'empathetic' | 'concise' | 'technical' | 'playful' | null | undefined
      verbosity?: 'brief' | 'balanced' | 'detailed' | null | undefined
      language?: 'match_user' | 'fa' | 'en' | 'ar' | 'tr' | null | undefined
      emoji?: 'never' | 'sparing' | 'free' | null | undefined
      styleNotes?: string | null | undefined
    } | null | undefined
    guardrails?: {
      bannedTopics?: string[] | null | undefined
      neverPromise?: string[] | null | undefined
      refusalMessage?: string | null | undefined
      groundingMode?: 'off' | 'prefer_sources' | 'strict' | null | undefined
      pii?: {
        enabled?: boolean | null | undefined
        rules?: {
          type?: 'email' | 'credit_card' | 'ip' | 'mac_address' | 'url' | 'custom' | undefined
          /** `redact` without it. `block` lets no message with such data pass. */
          strategy?: 'block' | 'redact' | 'mask' | 'hash' | undefined
          /** For `custom`: a regular expression in RE2 syntax. */
          pattern?: string | undefined
          /** To what the model reads: messages of the user and results of tools. On without it. */
          applyToInput?: boolean | undefined
          /** To what the model says. Off without it. */
          applyToOutput?: boolean | undefined
        }[] | null | undefined
      } | null | undefined
    } | null | undefined
    escalation?: {
      enabled?: boolean | null | undefined
      triggers?: string[] | null | undefined
      afterFailedAttempts?: number | null | undefined
      action?: 'reply_only' | 'notify_tool' | 'human_approval' | null | undefined
      notifyToolSlug?: string | null | undefined
      summaryTemplate?: string | null | undefined
      handoffMessage?: string | null | undefined
    } | null | undefined
    usageCaps?: {
      enabled?: boolean | null | undefined
      messagesPerUserPerDay?: number | null | undefined
      maxTurnsPerConversation?: number | null | undefined
      maxCreditsPerConversation?: number | null | undefined
      onExceeded?: 'stop' | 'escalate' | null | undefined
      exceededMessage?: string | null | undefined
    } | null | undefined
    cannedResponses?: {
      greeting?: string | null | undefined
      fallback?: string | null | undefined
      outOfHours?: string | null | undefined
      businessHours?: {
        /** An IANA time zone. */
        timezone?: string | null | undefined
        /** 0 is Sunday. */
        days?: number[] | null | undefined
        start?: string | null | undefined
        end?: string | null | undefined
      } | null | undefined
    } | null | undefined
  } | null | undefined
  identity?: {
    /** `anonymous` without it. */
    mode?: 'anonymous' | 'collect' | 'required' | null | undefined
    /** Such as `host_hmac`, `host_jwt`, `email_otp`, `channel_native`, `sdk_username`, `toolkit_connection`. */
    methods?: string[] | null | undefined
    /** Such as `name`, `email`, `phone`. */
    collect?: string[] | null | undefined
    /** Such as `email`, `phone`. */
    linkBy?: string[] | null | undefined
    allowedEmailDomains?: string[] | null | undefined
    toolkitSlug?: string | null | undefined
  } | null | undefined
  skillIds?: string[] | null | undefined
  subAgentIds?: string[] | null | undefined
  /** Workflows that the agent can execute as tools. */
  workflowIds?: string[] | null | undefined
  starterPrompts?: string[] | null | undefined
  avatarUrl?: string | null | undefined
  tools?: {
    /** `NORMAL`: the model sees the pinned tools. `META`: it searches for tools and executes what it finds. */
    mode?: 'NORMAL' | 'META' | null | undefined
    /** In `META` mode: only the pinned tools can be found. */
    discoveryWhitelist?: boolean | null | undefined
    pinnedSlugs?: string[] | null | undefined
    /** Other MCP servers whose tools the agent can use, beside the pinned ones. Each becomes a toolkit of the project: what it says about its tools is approved as it is now, which requires `toolkits:write`. A name is that of one that the agent has, or of an imported MCP server. */
    externalMcpConfigs?: (string | {
      /** The slug of the toolkit that its tools become. */
      name: string
      url: string
      /** Stored encrypted with the toolkit, and never returned. */
      headers?: Record<string, string> | undefined
      /** Only these; all without it. */
      tools?: string[] | undefined
    })[] | null | undefined
    connectionCallbackUrl?: string | null | undefined
    visitorOwnerConnections?: {
      enabled?: boolean | null | undefined
      /** Toolkits whose tools visitors may use with the connections of the owner. */
      toolkits?: {
        toolkitSlug: string
        toolSlugs?: string[] | undefined
      }[] | null | undefined
    } | null | undefined
  } | null | undefined
  inputSchema?: Record<string, unknown> | null | undefined
  outputSchema?: Record<string, unknown> | null | undefined
}

export type WorkflowVersion = {
  version: string
  versionNumber: number
  isNewest: boolean
  /** Production executes it. */
  isActive: boolean
  note: string
  /** SHA-256; equal definitions have one. */
  hash: string
  sizeBytes: number
  createdAt: string
  createdBy: {
    kind: string
    id: string | null
    externalUserId: string
  } | null
}

export type WorkflowVersionDetail = {
  version: string
  versionNumber: number
  isNewest: boolean
  /** Production executes it. */
  isActive: boolean
  note: string
  /** SHA-256; equal definitions have one. */
  hash: string
  sizeBytes: number
  createdAt: string
  createdBy: {
    kind: string
    id: string | null
    externalUserId: string
  } | null
  graph: {
    nodes: ({
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'start'
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'end'
      /** The result; without it, the output of the nodes before it. */
      output?: unknown
      /** The response of a webhook that has `respond`: its body is the output of this node. */
      response?: {
        /** 200 without it, with `redirect` 303. */
        status?: number | string | undefined
        /** `Content-Type`, caching, and headers that begin with `X-`. */
        headers?: Record<string, string | number | boolean> | undefined
        /** An `http` or `https` URL that the caller is sent to. */
        redirect?: string | undefined
      } | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'action'
      toolSlug: string
      toolVersion?: string | undefined
      /** JSON with `{{ expressions }}` in its texts. {} unless given. */
      inputMapping: Record<string, unknown>
      /** Instead of the bound account of the toolkit. */
      connectedAccountId?: string | undefined
      /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
      onUncertain?: 'ask' | 'again' | 'fail' | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'http'
      /** "GET" unless given. */
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
      url: string
      /** JSON with `{{ expressions }}` in its texts. */
      query?: Record<string, unknown> | undefined
      /** JSON with `{{ expressions }}` in its texts. */
      headers?: Record<string, unknown> | undefined
      body?: unknown
      /** How the body is written: JSON without it. */
      contentType?: 'json' | 'form' | 'text' | undefined
      /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
      onUncertain?: 'ask' | 'again' | 'fail' | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'code'
      code: string
      /** "javascript" unless given. */
      language: 'javascript' | 'python'
      /** What the script gets as `state`; without it, `input` and `nodes`. */
      inputMapping?: Record<string, unknown> | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'llm'
      model?: string | undefined
      system?: string | undefined
      prompt: string
      temperature?: number | undefined
      maxTokens?: number | undefined
      /** With it, the output is JSON of this shape. */
      outputSchema?: Record<string, unknown> | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'llm_agent'
      agent?: {
        prompt?: string | undefined
        modelSettings?: {
          /** `vendor/model`. */
          model?: string | undefined
          temperature?: number | undefined
          maxTokens?: number | undefined
          /** Marks the instructions and tools for the prompt cache of Anthropic, Bedrock and OpenRouter. */
          cacheToolsAndPrompt?: boolean | undefined
          topP?: number | undefined
          topK?: number | undefined
          frequencyPenalty?: number | undefined
          presencePenalty?: number | undefined
          repetitionPenalty?: number | undefined
          minP?: number | undefined
          topA?: number | undefined
          seed?: number | undefined
          stop?: string[] | undefined
          /** Token id to bias. */
          logitBias?: Record<string, number> | undefined
          /** Has no effect: responses have no token probabilities. */
          topLogprobs?: number | undefined
          reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | undefined
        } | undefined
        knowledgeCollectionIds?: string[] | undefined
        databaseCollectionIds?: string[] | undefined
        databaseAccessPolicies?: Record<string, unknown> | undefined
        toolSlugs?: string[] | undefined
      } | undefined
      /** An agent of the project, instead of `agent`. */
      agentId?: string | undefined
      /** JSON with `{{ expressions }}` in its texts. */
      inputMapping?: Record<string, unknown> | undefined
      /** A JSON Schema. */
      outputSchema?: Record<string, unknown> | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'human_wait'
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      /** "" unless given. */
      humanMessage: string
      assignee?: string | undefined
      /** Who may answer: the end user whom the execution acts for, the team of the project (`operator`), or `both`. "operator" unless given. */
      decidedBy: 'end_user' | 'operator' | 'both'
      /** The form that the person fills in. */
      inputSchema?: Record<string, unknown> | undefined
      timeoutSec?: number | undefined
      /** "fail" unless given. */
      onTimeout: 'approve' | 'reject' | 'fail'
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'branch'
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'parallel'
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'join'
      /** How many of the incoming branches must have ended; the others are then cancelled. "all" unless given. */
      mode: 'all' | 'any' | number
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'loop'
      /** A list; the body runs once for each item, with `item` and `index`. */
      over?: string | undefined
      /** The body runs while this is true, with `index` and `previous`. */
      while?: string | undefined
      /** 1000 unless given. */
      max: number
      /** The output of an iteration; without it, that of the last nodes of the body. */
      output?: unknown
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'wait'
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      seconds?: number | string | undefined
      /** A date, or an expression that gives one. */
      until?: string | undefined
      /** Resumes when this event is sent to the execution. */
      event?: string | undefined
      /** For `event`; afterwards the output is null. */
      timeoutSec?: number | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'subflow'
      workflowId: string
      /** A fixed version instead of the active one. */
      workflowVersion?: number | undefined
      /** JSON with `{{ expressions }}` in its texts. {} unless given. */
      inputMapping: Record<string, unknown>
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'set'
      /** An expression that gives an object; `values` are added to its fields. */
      base?: string | undefined
      /** JSON with `{{ expressions }}` in its texts. {} unless given. */
      values: Record<string, unknown>
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'placeholder'
      /** What it was in the system that the graph was imported from. */
      source: string
      /** What has to be done by hand. "" unless given. */
      note: string
      original?: Record<string, unknown> | undefined
    })[]
    /** [] unless given. */
    edges: {
      id?: string | undefined
      from: string
      to: string
      /** The edge is taken when this is true. Of the edges of a branch only the first such one is, else the one without a condition. */
      condition?: string | undefined
      /** Taken when the node failed, with its option `onError: route`. */
      onError?: boolean | undefined
      label?: string | undefined
    }[]
    /** A JSON Schema. */
    inputSchema?: Record<string, unknown> | undefined
    /** A JSON Schema. */
    outputSchema?: Record<string, unknown> | undefined
    /** Of a whole execution; 24 hours without it. */
    timeoutSec?: number | undefined
  } | null
  agent: Agent | null
}

export type WorkflowVersionDiff = {
  before: string
  after: string
  isSame: boolean
  nodes: {
    added: {
      id: string
      type: string
      name: string | null
    }[]
    removed: {
      id: string
      type: string
      name: string | null
    }[]
    changed: {
      id: string
      type: string
      name: string | null
      changes: {
        /** A JSON pointer inside the node, agent or graph. */
        path: string
        kind: 'added' | 'removed' | 'changed' | 'type'
        before?: unknown
        after?: unknown
      }[]
    }[]
    /** Ids of nodes of which only the position changed. */
    moved: string[]
  }
  edges: {
    added: {
      from: string
      to: string
      condition?: string | undefined
    }[]
    removed: {
      from: string
      to: string
      condition?: string | undefined
    }[]
  }
  /** Other fields of the graph, such as its input schema. */
  settings: {
    /** A JSON pointer inside the node, agent or graph. */
    path: string
    kind: 'added' | 'removed' | 'changed' | 'type'
    before?: unknown
    after?: unknown
  }[]
  agent: {
    /** A JSON pointer inside the node, agent or graph. */
    path: string
    kind: 'added' | 'removed' | 'changed' | 'type'
    before?: unknown
    after?: unknown
  }[]
}

export type WorkflowGraphEdit = {
  version: string
  versionNumber: number
  revision: number
  lifecycle: 'draft' | 'ready'
  graph: {
    nodes: ({
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'start'
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'end'
      /** The result; without it, the output of the nodes before it. */
      output?: unknown
      /** The response of a webhook that has `respond`: its body is the output of this node. */
      response?: {
        /** 200 without it, with `redirect` 303. */
        status?: number | string | undefined
        /** `Content-Type`, caching, and headers that begin with `X-`. */
        headers?: Record<string, string | number | boolean> | undefined
        /** An `http` or `https` URL that the caller is sent to. */
        redirect?: string | undefined
      } | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'action'
      toolSlug: string
      toolVersion?: string | undefined
      /** JSON with `{{ expressions }}` in its texts. {} unless given. */
      inputMapping: Record<string, unknown>
      /** Instead of the bound account of the toolkit. */
      connectedAccountId?: string | undefined
      /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
      onUncertain?: 'ask' | 'again' | 'fail' | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'http'
      /** "GET" unless given. */
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
      url: string
      /** JSON with `{{ expressions }}` in its texts. */
      query?: Record<string, unknown> | undefined
      /** JSON with `{{ expressions }}` in its texts. */
      headers?: Record<string, unknown> | undefined
      body?: unknown
      /** How the body is written: JSON without it. */
      contentType?: 'json' | 'form' | 'text' | undefined
      /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
      onUncertain?: 'ask' | 'again' | 'fail' | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'code'
      code: string
      /** "javascript" unless given. */
      language: 'javascript' | 'python'
      /** What the script gets as `state`; without it, `input` and `nodes`. */
      inputMapping?: Record<string, unknown> | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'llm'
      model?: string | undefined
      system?: string | undefined
      prompt: string
      temperature?: number | undefined
      maxTokens?: number | undefined
      /** With it, the output is JSON of this shape. */
      outputSchema?: Record<string, unknown> | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'llm_agent'
      agent?: {
        prompt?: string | undefined
        modelSettings?: {
          /** `vendor/model`. */
          model?: string | undefined
          temperature?: number | undefined
          maxTokens?: number | undefined
          /** Marks the instructions and tools for the prompt cache of Anthropic, Bedrock and OpenRouter. */
          cacheToolsAndPrompt?: boolean | undefined
          topP?: number | undefined
          topK?: number | undefined
          frequencyPenalty?: number | undefined
          presencePenalty?: number | undefined
          repetitionPenalty?: number | undefined
          minP?: number | undefined
          topA?: number | undefined
          seed?: number | undefined
          stop?: string[] | undefined
          /** Token id to bias. */
          logitBias?: Record<string, number> | undefined
          /** Has no effect: responses have no token probabilities. */
          topLogprobs?: number | undefined
          reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | undefined
        } | undefined
        knowledgeCollectionIds?: string[] | undefined
        databaseCollectionIds?: string[] | undefined
        databaseAccessPolicies?: Record<string, unknown> | undefined
        toolSlugs?: string[] | undefined
      } | undefined
      /** An agent of the project, instead of `agent`. */
      agentId?: string | undefined
      /** JSON with `{{ expressions }}` in its texts. */
      inputMapping?: Record<string, unknown> | undefined
      /** A JSON Schema. */
      outputSchema?: Record<string, unknown> | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'human_wait'
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      /** "" unless given. */
      humanMessage: string
      assignee?: string | undefined
      /** Who may answer: the end user whom the execution acts for, the team of the project (`operator`), or `both`. "operator" unless given. */
      decidedBy: 'end_user' | 'operator' | 'both'
      /** The form that the person fills in. */
      inputSchema?: Record<string, unknown> | undefined
      timeoutSec?: number | undefined
      /** "fail" unless given. */
      onTimeout: 'approve' | 'reject' | 'fail'
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'branch'
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'parallel'
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'join'
      /** How many of the incoming branches must have ended; the others are then cancelled. "all" unless given. */
      mode: 'all' | 'any' | number
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'loop'
      /** A list; the body runs once for each item, with `item` and `index`. */
      over?: string | undefined
      /** The body runs while this is true, with `index` and `previous`. */
      while?: string | undefined
      /** 1000 unless given. */
      max: number
      /** The output of an iteration; without it, that of the last nodes of the body. */
      output?: unknown
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'wait'
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      seconds?: number | string | undefined
      /** A date, or an expression that gives one. */
      until?: string | undefined
      /** Resumes when this event is sent to the execution. */
      event?: string | undefined
      /** For `event`; afterwards the output is null. */
      timeoutSec?: number | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'subflow'
      workflowId: string
      /** A fixed version instead of the active one. */
      workflowVersion?: number | undefined
      /** JSON with `{{ expressions }}` in its texts. {} unless given. */
      inputMapping: Record<string, unknown>
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff: number
        /** 2 unless given. */
        factor: number
        /** 60000 unless given. */
        maxBackoff: number
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'set'
      /** An expression that gives an object; `values` are added to its fields. */
      base?: string | undefined
      /** JSON with `{{ expressions }}` in its texts. {} unless given. */
      values: Record<string, unknown>
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id: string
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'placeholder'
      /** What it was in the system that the graph was imported from. */
      source: string
      /** What has to be done by hand. "" unless given. */
      note: string
      original?: Record<string, unknown> | undefined
    })[]
    /** [] unless given. */
    edges: {
      id?: string | undefined
      from: string
      to: string
      /** The edge is taken when this is true. Of the edges of a branch only the first such one is, else the one without a condition. */
      condition?: string | undefined
      /** Taken when the node failed, with its option `onError: route`. */
      onError?: boolean | undefined
      label?: string | undefined
    }[]
    /** A JSON Schema. */
    inputSchema?: Record<string, unknown> | undefined
    /** A JSON Schema. */
    outputSchema?: Record<string, unknown> | undefined
    /** Of a whole execution; 24 hours without it. */
    timeoutSec?: number | undefined
  }
  /** Operations that undo these, in their order. */
  inverse: Record<string, unknown>[]
  problems: WorkflowProblem[]
}

export type WorkflowProblem = {
  /** A workflow with errors cannot be activated. */
  severity: 'error' | 'warning'
  code: string
  message: string
  /** One sentence: how to fix it. */
  fix: string
  nodeId: string | null
  /** A JSON pointer, such as `/graph/nodes/2/inputMapping/text`. */
  path: string
  /** Inside the expression or template at `path`. */
  position?: {
    /** From 0, in UTF-16 code units. */
    offset: number
    length: number
    /** From 1. */
    line: number
    /** From 1. */
    column: number
  } | undefined
}

export type WorkflowValidation = {
  /** There are no errors; there may be warnings. */
  valid: boolean
  /** Null for a graph that is not saved. */
  version: string | null
  errorCount: number
  warningCount: number
  problems: WorkflowProblem[]
}

export type PortableWorkflow = {
  format: 'stoa.workflow/1'
  name: string
  /** "" unless given. */
  description?: string | undefined
  workflowType: 'static' | 'agent'
  graph?: {
    nodes: ({
      /** Unique in the graph; made from the type without it. "" unless given. */
      id?: string | undefined
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'start'
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id?: string | undefined
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'end'
      /** The result; without it, the output of the nodes before it. */
      output?: unknown
      /** The response of a webhook that has `respond`: its body is the output of this node. */
      response?: {
        /** 200 without it, with `redirect` 303. */
        status?: number | string | undefined
        /** `Content-Type`, caching, and headers that begin with `X-`. */
        headers?: Record<string, string | number | boolean> | undefined
        /** An `http` or `https` URL that the caller is sent to. */
        redirect?: string | undefined
      } | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id?: string | undefined
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff?: number | undefined
        /** 2 unless given. */
        factor?: number | undefined
        /** 60000 unless given. */
        maxBackoff?: number | undefined
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'action'
      toolSlug: string
      toolVersion?: string | undefined
      /** JSON with `{{ expressions }}` in its texts. {} unless given. */
      inputMapping?: Record<string, unknown> | undefined
      /** Instead of the bound account of the toolkit. */
      connectedAccountId?: string | undefined
      /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
      onUncertain?: 'ask' | 'again' | 'fail' | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id?: string | undefined
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff?: number | undefined
        /** 2 unless given. */
        factor?: number | undefined
        /** 60000 unless given. */
        maxBackoff?: number | undefined
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'http'
      /** "GET" unless given. */
      method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | undefined
      url: string
      /** JSON with `{{ expressions }}` in its texts. */
      query?: Record<string, unknown> | undefined
      /** JSON with `{{ expressions }}` in its texts. */
      headers?: Record<string, unknown> | undefined
      body?: unknown
      /** How the body is written: JSON without it. */
      contentType?: 'json' | 'form' | 'text' | undefined
      /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
      onUncertain?: 'ask' | 'again' | 'fail' | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id?: string | undefined
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff?: number | undefined
        /** 2 unless given. */
        factor?: number | undefined
        /** 60000 unless given. */
        maxBackoff?: number | undefined
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'code'
      code: string
      /** "javascript" unless given. */
      language?: 'javascript' | 'python' | undefined
      /** What the script gets as `state`; without it, `input` and `nodes`. */
      inputMapping?: Record<string, unknown> | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id?: string | undefined
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff?: number | undefined
        /** 2 unless given. */
        factor?: number | undefined
        /** 60000 unless given. */
        maxBackoff?: number | undefined
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'llm'
      model?: string | undefined
      system?: string | undefined
      prompt: string
      temperature?: number | undefined
      maxTokens?: number | undefined
      /** With it, the output is JSON of this shape. */
      outputSchema?: Record<string, unknown> | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id?: string | undefined
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff?: number | undefined
        /** 2 unless given. */
        factor?: number | undefined
        /** 60000 unless given. */
        maxBackoff?: number | undefined
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'llm_agent'
      agent?: {
        prompt?: string | undefined
        modelSettings?: {
          /** `vendor/model`. */
          model?: string | undefined
          temperature?: number | undefined
          maxTokens?: number | undefined
          /** Marks the instructions and tools for the prompt cache of Anthropic, Bedrock and OpenRouter. */
          cacheToolsAndPrompt?: boolean | undefined
          topP?: number | undefined
          topK?: number | undefined
          frequencyPenalty?: number | undefined
          presencePenalty?: number | undefined
          repetitionPenalty?: number | undefined
          minP?: number | undefined
          topA?: number | undefined
          seed?: number | undefined
          stop?: string[] | undefined
          /** Token id to bias. */
          logitBias?: Record<string, number> | undefined
          /** Has no effect: responses have no token probabilities. */
          topLogprobs?: number | undefined
          reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | undefined
        } | undefined
        knowledgeCollectionIds?: string[] | undefined
        databaseCollectionIds?: string[] | undefined
        databaseAccessPolicies?: Record<string, unknown> | undefined
        toolSlugs?: string[] | undefined
      } | undefined
      /** An agent of the project, instead of `agent`. */
      agentId?: string | undefined
      /** JSON with `{{ expressions }}` in its texts. */
      inputMapping?: Record<string, unknown> | undefined
      /** A JSON Schema. */
      outputSchema?: Record<string, unknown> | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id?: string | undefined
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'human_wait'
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      /** "" unless given. */
      humanMessage?: string | undefined
      assignee?: string | undefined
      /** Who may answer: the end user whom the execution acts for, the team of the project (`operator`), or `both`. "operator" unless given. */
      decidedBy?: 'end_user' | 'operator' | 'both' | undefined
      /** The form that the person fills in. */
      inputSchema?: Record<string, unknown> | undefined
      timeoutSec?: number | undefined
      /** "fail" unless given. */
      onTimeout?: 'approve' | 'reject' | 'fail' | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id?: string | undefined
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'branch'
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id?: string | undefined
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'parallel'
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id?: string | undefined
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'join'
      /** How many of the incoming branches must have ended; the others are then cancelled. "all" unless given. */
      mode?: 'all' | 'any' | number | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id?: string | undefined
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff?: number | undefined
        /** 2 unless given. */
        factor?: number | undefined
        /** 60000 unless given. */
        maxBackoff?: number | undefined
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'loop'
      /** A list; the body runs once for each item, with `item` and `index`. */
      over?: string | undefined
      /** The body runs while this is true, with `index` and `previous`. */
      while?: string | undefined
      /** 1000 unless given. */
      max?: number | undefined
      /** The output of an iteration; without it, that of the last nodes of the body. */
      output?: unknown
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id?: string | undefined
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'wait'
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      seconds?: number | string | undefined
      /** A date, or an expression that gives one. */
      until?: string | undefined
      /** Resumes when this event is sent to the execution. */
      event?: string | undefined
      /** For `event`; afterwards the output is null. */
      timeoutSec?: number | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id?: string | undefined
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff?: number | undefined
        /** 2 unless given. */
        factor?: number | undefined
        /** 60000 unless given. */
        maxBackoff?: number | undefined
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'subflow'
      workflowId: string
      /** A fixed version instead of the active one. */
      workflowVersion?: number | undefined
      /** JSON with `{{ expressions }}` in its texts. {} unless given. */
      inputMapping?: Record<string, unknown> | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id?: string | undefined
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      /** The node is skipped unless this is true. */
      runIf?: string | undefined
      /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
      forEach?: string | undefined
      /** How many items of `forEach` run in parallel. */
      concurrency?: number | undefined
      /** Retries after the first attempt, with growing pauses. */
      retry?: {
        max: number
        /** Milliseconds before the first retry. 1000 unless given. */
        backoff?: number | undefined
        /** 2 unless given. */
        factor?: number | undefined
        /** 60000 unless given. */
        maxBackoff?: number | undefined
      } | undefined
      timeoutSec?: number | undefined
      /** `continue` continues with output null; `route` follows the edges with `onError`. */
      onError?: 'stop' | 'continue' | 'route' | undefined
      type: 'set'
      /** An expression that gives an object; `values` are added to its fields. */
      base?: string | undefined
      /** JSON with `{{ expressions }}` in its texts. {} unless given. */
      values?: Record<string, unknown> | undefined
    } | {
      /** Unique in the graph; made from the type without it. "" unless given. */
      id?: string | undefined
      /** The label on the canvas. */
      name?: string | undefined
      description?: string | undefined
      position?: {
        x: number
        y: number
      } | undefined
      /** The loop whose body the node belongs to. */
      parent?: string | undefined
      type: 'placeholder'
      /** What it was in the system that the graph was imported from. */
      source: string
      /** What has to be done by hand. "" unless given. */
      note?: string | undefined
      original?: Record<string, unknown> | undefined
    })[]
    /** [] unless given. */
    edges?: {
      id?: string | undefined
      from: string
      to: string
      /** The edge is taken when this is true. Of the edges of a branch only the first such one is, else the one without a condition. */
      condition?: string | undefined
      /** Taken when the node failed, with its option `onError: route`. */
      onError?: boolean | undefined
      label?: string | undefined
    }[] | undefined
    /** A JSON Schema. */
    inputSchema?: Record<string, unknown> | undefined
    /** A JSON Schema. */
    outputSchema?: Record<string, unknown> | undefined
    /** Of a whole execution; 24 hours without it. */
    timeoutSec?: number | undefined
  } | null | undefined
  agent?: {
    prompt?: string | undefined
    modelSettings?: {
      /** `vendor/model`. */
      model?: string | undefined
      temperature?: number | undefined
      maxTokens?: number | undefined
      /** Marks the instructions and tools for the prompt cache of Anthropic, Bedrock and OpenRouter. */
      cacheToolsAndPrompt?: boolean | undefined
      topP?: number | undefined
      topK?: number | undefined
      frequencyPenalty?: number | undefined
      presencePenalty?: number | undefined
      repetitionPenalty?: number | undefined
      minP?: number | undefined
      topA?: number | undefined
      seed?: number | undefined
      stop?: string[] | undefined
      /** Token id to bias. */
      logitBias?: Record<string, number> | undefined
      /** Has no effect: responses have no token probabilities. */
      topLogprobs?: number | undefined
      reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | undefined
    } | undefined
    knowledgeCollectionIds?: string[] | undefined
    databaseCollectionIds?: string[] | undefined
    databaseAccessPolicies?: Record<string, unknown> | undefined
    capabilities?: {
      computer?: {
        enabled?: boolean | undefined
        templateId?: string | undefined
        maxDurationSec?: number | undefined
      } | undefined
      /** The agent can pass tasks to a copy of itself, `general-purpose`, with a separate conversation. */
      generalPurpose?: {
        enabled?: boolean | undefined
      } | undefined
      summarization?: {
        enabled?: boolean | undefined
        trigger?: Record<string, unknown> | undefined
        keep?: Record<string, unknown> | undefined
        model?: string | undefined
        maxTokensBeforeSummary?: number | undefined
        prefix?: string | undefined
      } | undefined
      todoList?: {
        enabled?: boolean | undefined
        /** A response is not accepted while items of the list are open, twice at most. */
        strict?: boolean | undefined
      } | undefined
      toolRetry?: {
        enabled?: boolean | undefined
        maxRetries?: number | undefined
        backoffFactor?: number | undefined
        initialDelayMs?: number | undefined
        maxDelayMs?: number | undefined
        jitter?: boolean | undefined
        tools?: string[] | undefined
        onFailure?: 'continue' | 'error' | undefined
      } | undefined
      modelFallback?: {
        enabled?: boolean | undefined
        fallbackModels?: string[] | undefined
      } | undefined
      toolSelector?: {
        enabled?: boolean | undefined
        model?: string | undefined
        maxTools?: number | undefined
        alwaysInclude?: string[] | undefined
        autoEnableIfToolCountGte?: number | undefined
      } | undefined
      humanApproval?: {
        enabled?: boolean | undefined
        mode?: 'sensitiveOnly' | undefined
        sensitiveToolNames?: string[] | undefined
        alwaysAllowedToolNames?: string[] | undefined
        /** Who decides: the end user of the conversation, the team of the project (`operator`), or `both`. Without it `operator` for sensitive and destructive tools and those with an account of the owner or the project, `both` for others. */
        decidedBy?: 'end_user' | 'operator' | 'both' | undefined
        /** The same for single tools, by their names. */
        decidedByTool?: Record<string, 'end_user' | 'operator' | 'both'> | undefined
        allowedDecisions?: string[] | undefined
        messageToUser?: string | undefined
        /** After which a request counts as rejected; 7 days without it. */
        timeoutSec?: number | undefined
      } | undefined
      modelCallLimit?: {
        enabled?: boolean | undefined
        threadLimit?: number | undefined
        runLimit?: number | undefined
        exitBehavior?: 'end' | 'error' | undefined
      } | undefined
      toolCallLimit?: {
        enabled?: boolean | undefined
        threadLimit?: number | undefined
        runLimit?: number | undefined
        exitBehavior?: 'continue' | 'end' | 'error' | undefined
        toolName?: string | undefined
      } | undefined
      budget?: {
        /** No further model or tool is called once a run has used so many credits. */
        maxCreditsPerRun?: number | undefined
        /** Seconds of work in one run, without the time it waited for humans; 900 by default. */
        maxSeconds?: number | undefined
      } | undefined
      /** Shows failures to end users without technical terms; the execution has the details. */
      userFriendlyErrors?: boolean | undefined
      longTermMemory?: {
        enabled?: boolean | undefined
        instructions?: string | undefined
      } | undefined
    } | undefined
    behavior?: {
      persona?: {
        displayName?: string | undefined
        role?: string | undefined
        tone?: 'professional' | 'friendly' | 'empathetic' | 'concise' | 'technical' | 'playful' | undefined
        verbosity?: 'brief' | 'balanced' | 'detailed' | undefined
        language?: 'match_user' | 'fa' | 'en' | 'ar' | 'tr' | undefined
        emoji?: 'never' | 'sparing' | 'free' | undefined
        styleNotes?: string | undefined
      } | undefined
      guardrails?: {
        bannedTopics?: string[] | undefined
        neverPromise?: string[] | undefined
        refusalMessage?: string | undefined
        groundingMode?: 'off' | 'prefer_sources' | 'strict' | undefined
        pii?: {
          enabled?: boolean | undefined
          rules?: {
            type?: 'email' | 'credit_card' | 'ip' | 'mac_address' | 'url' | 'custom' | undefined
            /** `redact` without it. `block` lets no message with such data pass. */
            strategy?: 'block' | 'redact' | 'mask' | 'hash' | undefined
            /** For `custom`: a regular expression in RE2 syntax. */
            pattern?: string | undefined
            /** To what the model reads: messages of the user and results of tools. On without it. */
            applyToInput?: boolean | undefined
            /** To what the model says. Off without it. */
            applyToOutput?: boolean | undefined
          }[] | undefined
        } | undefined
      } | undefined
      escalation?: {
        enabled?: boolean | undefined
        triggers?: string[] | undefined
        afterFailedAttempts?: number | undefined
        action?: 'reply_only' | 'notify_tool' | 'human_approval' | undefined
        notifyToolSlug?: string | undefined
        summaryTemplate?: string | undefined
        handoffMessage?: string | undefined
      } | undefined
      usageCaps?: {
        enabled?: boolean | undefined
        messagesPerUserPerDay?: number | undefined
        maxTurnsPerConversation?: number | undefined
        maxCreditsPerConversation?: number | undefined
        onExceeded?: 'stop' | 'escalate' | undefined
        exceededMessage?: string | undefined
      } | undefined
      cannedResponses?: {
        greeting?: string | undefined
        fallback?: string | undefined
        outOfHours?: string | undefined
        businessHours?: {
          /** An IANA time zone. */
          timezone?: string | undefined
          /** 0 is Sunday. */
          days?: number[] | undefined
          start?: string | undefined
          end?: string | undefined
        } | undefined
      } | undefined
    } | undefined
    identity?: {
      /** `anonymous` without it. */
      mode?: 'anonymous' | 'collect' | 'required' | undefined
      /** Such as `host_hmac`, `host_jwt`, `email_otp`, `channel_native`, `sdk_username`, `toolkit_connection`. */
      methods?: string[] | undefined
      /** Such as `name`, `email`, `phone`. */
      collect?: string[] | undefined
      /** Such as `email`, `phone`. */
      linkBy?: string[] | undefined
      allowedEmailDomains?: string[] | undefined
      toolkitSlug?: string | undefined
    } | undefined
    skillIds?: string[] | undefined
    subAgentIds?: string[] | undefined
    /** Workflows that the agent can execute as tools. */
    workflowIds?: string[] | undefined
    starterPrompts?: string[] | undefined
    avatarUrl?: string | undefined
    tools?: {
      /** `NORMAL`: the model sees the pinned tools. `META`: it searches for tools and executes what it finds. */
      mode?: 'NORMAL' | 'META' | undefined
      /** In `META` mode: only the pinned tools can be found. */
      discoveryWhitelist?: boolean | undefined
      pinnedSlugs?: string[] | undefined
      /** Other MCP servers whose tools the agent can use, beside the pinned ones. Each becomes a toolkit of the project: what it says about its tools is approved as it is now, which requires `toolkits:write`. A name is that of one that the agent has, or of an imported MCP server. */
      externalMcpConfigs?: (string | {
        /** The slug of the toolkit that its tools become. */
        name: string
        url: string
        /** Stored encrypted with the toolkit, and never returned. */
        headers?: Record<string, string> | undefined
        /** Only these; all without it. */
        tools?: string[] | undefined
      })[] | undefined
      connectionCallbackUrl?: string | null | undefined
      visitorOwnerConnections?: {
        enabled?: boolean | undefined
        /** Toolkits whose tools visitors may use with the connections of the owner. */
        toolkits?: {
          toolkitSlug: string
          toolSlugs?: string[] | undefined
        }[] | undefined
      } | undefined
    } | undefined
    /** A JSON Schema. */
    inputSchema?: Record<string, unknown> | undefined
    /** A JSON Schema. */
    outputSchema?: Record<string, unknown> | undefined
  } | null | undefined
  /** [] unless given. */
  triggers?: Record<string, unknown>[] | undefined
  /** Toolkits for which an account must be connected. [] unless given. */
  connections?: {
    toolkitSlug: string
    toolkitName?: string | undefined
    toolSlugs: string[]
    nodeIds: string[]
  }[] | undefined
  /** Other workflows and agents that it names. [] unless given. */
  workflows?: {
    id: string
    name?: string | undefined
    paths: string[]
  }[] | undefined
  /** Secrets and ids that were left out. [] unless given. */
  stripped?: {
    path: string
    reason: string
  }[] | undefined
  version?: string | undefined
  exportedAt?: string | undefined
}

export type ExpressionCheck = {
  /** What the result is, such as `array of object`. */
  type: string
  /** The same as a JSON Schema. */
  schema: Record<string, unknown>
  problems: WorkflowProblem[]
  /** The result on the data of the execution. */
  value?: unknown
  /** Why it could not be evaluated on that data. */
  valueError?: {
    code: string
    message: string
  } | undefined
}

export type ExpressionCompletions = {
  replace: {
    from: number
    to: number
  }
  items: {
    label: string
    kind: 'variable' | 'field' | 'method' | 'function'
    detail: string
    documentation?: string | undefined
    /** What to put in place of `replace`. */
    insert: string
  }[]
}

export type StartedExecution = {
  executionId: string
  threadId: string
  status: 'queued' | 'running' | 'paused' | 'completed' | 'failed' | 'timeout' | 'cancelled'
  /** Present when the execution has completed. */
  outputData?: unknown
  error?: {
    code: string
    message: string
    nodeId: string | null
    step: string | null
    /** With `connection_required`: what the end user needs to connect the account. */
    connection?: {
      toolkitSlug?: string | undefined
      authConfigId?: string | null | undefined
      connectedAccountId?: string | null | undefined
      /** The status of the account; null where there is none. */
      state?: string | null | undefined
      /** Where the end user connects it; null without an auth config. */
      redirectUrl?: string | null | undefined
      expiresAt?: string | null | undefined
    } | undefined
  } | null | undefined
  /** Present when the execution has ended. */
  usage?: ExecutionUsage | null | undefined
  /** The limit of the agent that ended an execution with the status `completed` before its work was done. */
  stoppedBy?: StoppedBy | null | undefined
  /** Agents inside of the execution that a limit ended: those of nodes, of subflows and of tools. The first 20. */
  stoppedParts?: StoppedPart[] | undefined
  /** The execution completed, and all `end` nodes were skipped: it has no output. */
  isEndSkipped?: boolean | undefined
}

export type ExecutionUsage = {
  credits: number
  usdCost: number | null
  breakdown: {
    ai_model: number
    tool: number
    sandbox: number
    browser: number
    workflow: number
    media: number
  }
}

export type StoppedBy = 'model_calls' | 'tool_calls' | 'budget' | 'time' | 'repeated_calls' | 'usage_cap'

export type StoppedPart = {
  step: string
  /** The node on the outermost level; null in executions of agents. */
  nodeId: string | null
  /** The agent; for one that is written in a node, the workflow of the node. */
  workflowId: string
  stoppedBy: StoppedBy
}

export type CancelledExecution = {
  id: string
  /** `cancelled`, or the status until its worker has stopped, less than a second later. */
  status: 'queued' | 'running' | 'paused' | 'completed' | 'failed' | 'timeout' | 'cancelled'
}

export type WorkflowExecution = {
  id: string
  workflowId: string
  workflowName: string
  workflowType: 'agent' | 'static'
  version: string
  projectId: string
  /** The end user who executes it. */
  eUID: string
  /** The same as `eUID`. */
  userId: string
  isOwnExecution: boolean
  threadId: string
  assistantId: string | null
  triggerId: string | null
  /** The execution that this one retries. */
  retryOf: string | null
  inputData: unknown
  outputData: unknown
  status: 'queued' | 'running' | 'paused' | 'completed' | 'failed' | 'timeout' | 'cancelled'
  currentNodeId: string | null
  /** When a wait ends by itself. */
  resumesAt: string | null
  executionSummary: {
    completedNodes: string[]
    failedNodes: string[]
    errors: {
      nodeId: string
      nodeType: string
      error: string
      step?: string | undefined
    }[]
    totalNodes: number
  } | null
  /** The limit of the agent that ended an execution with the status `completed` before its work was done. */
  stoppedBy: StoppedBy | null
  /** Agents inside of the execution that a limit ended: those of nodes, of subflows and of tools. The first 20. */
  stoppedParts: StoppedPart[]
  /** The execution completed, and all `end` nodes were skipped: it has no output. */
  isEndSkipped: boolean
  error: {
    code: string
    message: string
    nodeId: string | null
    step: string | null
    /** With `connection_required`: what the end user needs to connect the account. */
    connection?: {
      toolkitSlug?: string | undefined
      authConfigId?: string | null | undefined
      connectedAccountId?: string | null | undefined
      /** The status of the account; null where there is none. */
      state?: string | null | undefined
      /** Where the end user connects it; null without an auth config. */
      redirectUrl?: string | null | undefined
      expiresAt?: string | null | undefined
    } | undefined
  } | null
  executionMode: 'test' | 'production'
  metadata: Record<string, unknown> | null
  startedAt: string
  /** When it left the queue; null before. `startedAt` is when it was requested. */
  begunAt: string | null
  completedAt: string | null
  executionDurationMs: number | null
  usage: ExecutionUsage | null
}

export type WorkflowExecutionDetail = {
  id: string
  workflowId: string
  workflowName: string
  workflowType: 'agent' | 'static'
  version: string
  projectId: string
  /** The end user who executes it. */
  eUID: string
  /** The same as `eUID`. */
  userId: string
  isOwnExecution: boolean
  threadId: string
  assistantId: string | null
  triggerId: string | null
  /** The execution that this one retries. */
  retryOf: string | null
  inputData: unknown
  outputData: unknown
  status: 'queued' | 'running' | 'paused' | 'completed' | 'failed' | 'timeout' | 'cancelled'
  currentNodeId: string | null
  /** When a wait ends by itself. */
  resumesAt: string | null
  executionSummary: {
    completedNodes: string[]
    failedNodes: string[]
    errors: {
      nodeId: string
      nodeType: string
      error: string
      step?: string | undefined
    }[]
    totalNodes: number
  } | null
  /** The limit of the agent that ended an execution with the status `completed` before its work was done. */
  stoppedBy: StoppedBy | null
  /** Agents inside of the execution that a limit ended: those of nodes, of subflows and of tools. The first 20. */
  stoppedParts: StoppedPart[]
  /** The execution completed, and all `end` nodes were skipped: it has no output. */
  isEndSkipped: boolean
  error: {
    code: string
    message: string
    nodeId: string | null
    step: string | null
    /** With `connection_required`: what the end user needs to connect the account. */
    connection?: {
      toolkitSlug?: string | undefined
      authConfigId?: string | null | undefined
      connectedAccountId?: string | null | undefined
      /** The status of the account; null where there is none. */
      state?: string | null | undefined
      /** Where the end user connects it; null without an auth config. */
      redirectUrl?: string | null | undefined
      expiresAt?: string | null | undefined
    } | undefined
  } | null
  executionMode: 'test' | 'production'
  metadata: Record<string, unknown> | null
  startedAt: string
  /** When it left the queue; null before. `startedAt` is when it was requested. */
  begunAt: string | null
  completedAt: string | null
  executionDurationMs: number | null
  usage: ExecutionUsage | null
  steps: WorkflowExecutionStep[]
  stepCount: number
  /** Where the execution is. */
  state: {
    /** Nodes that are executed or waited at. */
    currentNodeIds: string[]
    /** What the execution waits for. */
    pauses: WorkflowPause[]
    resumesAt: string | null
  }
  /** False when inputs and outputs were not stored, or were deleted. */
  payloadsStored: boolean
}

export type WorkflowExecutionStep = {
  nodeId: string
  /** Unique within the execution: the node, with `#` and the index inside loops, `/` before nodes of a subflow and `~` before the number of a retry. */
  step: string
  /** The label of the node. */
  name: string
  type: string
  /** `retried`: it failed, and a later step tried again. `rejected`: a human decided against the call. */
  status: 'completed' | 'failed' | 'rejected' | 'retried' | 'running' | 'paused'
  /** The limit that ended the agent of a step that completed, or an agent inside of it. */
  stoppedBy: StoppedBy | null
  /** Evaluated again from the graph and the recorded outputs; null where that is not possible. Of a call that a human changed, the arguments that were sent. */
  input: unknown
  output: unknown
  /** The file with an output of more than 256 KiB. */
  outputFileId: string | null
  error: {
    code: string
    message: string
    /** With `connection_required`: what the end user needs to connect the account. */
    connection?: {
      toolkitSlug?: string | undefined
      authConfigId?: string | null | undefined
      connectedAccountId?: string | null | undefined
      /** The status of the account; null where there is none. */
      state?: string | null | undefined
      /** Where the end user connects it; null without an auth config. */
      redirectUrl?: string | null | undefined
      expiresAt?: string | null | undefined
    } | undefined
  } | null
  /** How often the step was executed, those executions included whose server was lost. */
  attempts: number
  /** How often the tool requested its service in the last execution, the retries of the tool included; `null` where the log of tool executions has no such call. */
  tries: number | null
  /** A server was lost after the step began and before it was recorded, so it was executed again. */
  maybeRepeated: boolean
  /** Where the output came from; other than `live` in test executions only. */
  source: 'live' | 'mocked' | 'fixture' | 'recorded' | 'unmatched'
  startedAt: string | null
  durationMs: number | null
  credits: number
  logs: string[]
  toolLogId: string | null
  /** The call in the log of model calls. */
  modelCallId: string | null
  /** The model that responded, where an agent called one. */
  model: string | null
  tokens: {
    input: number
    output: number
  } | null
  subflowVersion: string | null
  pauseId: string | null
  /** Decisions of humans: about the call of the step, or at the step that waited for them. */
  decisions: WorkflowStepDecision[]
}

export type WorkflowStepDecision = {
  /** `edit`: approved with other arguments. The last three are about a step that may have been done. */
  type: 'approve' | 'edit' | 'reject' | 'done' | 'again' | 'stop'
  toolSlug: string | null
  /** The arguments that the model wrote; null where no call was decided about. */
  requested: unknown
  /** The arguments of the call that was made, or what a form was filled in with. */
  args: unknown
  /** The reason that was given. */
  message: string | null
  /** Who decided; null where no one did in time. */
  by: Record<string, unknown> | null
  at: string | null
}

export type WorkflowPause = {
  id: string
  executionId: string
  threadId: string
  workflowId: string
  workflowName: string
  eUID: string
  /** `human_wait`: a node waits for a human. `uncertain`: a step may have been done by a server that was lost; a human decides. `approval`: an agent wants to call tools. `connection`: an agent needs a connected account. `event`: waits for an event. */
  kind: 'human_wait' | 'uncertain' | 'approval' | 'connection' | 'event'
  nodeId: string
  step: string
  message: string | null
  /** The question: the message and form, or the step in question. */
  request: Record<string, unknown>
  assignee: string | null
  /** Who may answer: the end user, the team of the project (`operator`), or `both`; null where nothing is decided. */
  decidedBy: 'end_user' | 'operator' | 'both' | null
  expiresAt: string | null
  onTimeout: string | null
  createdAt: string
}

export type WorkflowStatistics = {
  workflow: {
    id: string
    name: string
    workflowType: 'static' | 'agent'
    isActive: boolean
    lastExecutedAt: string | null
    lastProductionError: {
      timestamp: string
      errors: Record<string, unknown>[]
    } | null
  }
  health: {
    total: number
    /** Without those that were stopped. */
    completed: number
    /** Completed, while a limit had ended their agent or an agent inside of them. */
    stopped: number
    failed: number
    timeout: number
    cancelled: number
    paused: number
    /** Started and neither ended nor paused; queued ones included. */
    running: number
    /** Completed of those that completed, were stopped, failed or timed out. */
    successRate: number | null
    durationMinMs: number | null
    durationAvgMs: number | null
    durationMaxMs: number | null
    byMode: {
      test: number
      production: number
    }
  }
  credits: {
    totalCredits: number
    totalUsd: number | null
    byType: {
      ai_model: number
      tool: number
      sandbox: number
      browser: number
      workflow: number
      media: number
      connected_account: number
    }
    minCreditsPerRun: number | null
    maxCreditsPerRun: number | null
    avgCreditsPerRun: number | null
    attributedRunCount: number
    unattributedCreditRows: number
  }
  tools: {
    toolSlug: string
    calls: number
    successful: number
    failed: number
    credits: number
    usdCost: number | null
  }[]
  models: {
    modelId: string
    calls: number
    credits: number
    totalTokens: number
  }[]
  triggers: {
    id: string
    toolSlug: string
    status: string
    isDisabled: boolean
    statusReason: string | null
    updatedAt: string
    invocationCount: number
    invocationErrors: number
  }[]
  recentExecutions: {
    id: string
    status: 'queued' | 'running' | 'paused' | 'completed' | 'failed' | 'timeout' | 'cancelled'
    /** The limit of the agent that ended an execution with the status `completed` before its work was done. */
    stoppedBy: StoppedBy | null
    /** Agents inside of the execution that a limit ended: those of nodes, of subflows and of tools. The first 20. */
    stoppedParts: StoppedPart[]
    /** The execution completed, and all `end` nodes were skipped: it has no output. */
    isEndSkipped: boolean
    executionMode: 'test' | 'production'
    startedAt: string
    completedAt: string | null
    executionDurationMs: number | null
    credits: number
  }[]
  recentCreditLogs: {
    id: string
    type: string
    creditAmount: number
    delta: number
    entryType: 'debit' | 'credit'
    usdCost: number | null
    executionId: string | null
    metadata: Record<string, unknown> | null
    createdAt: string
  }[]
  recentToolLogs: {
    id: string
    toolSlug: string
    successful: boolean
    error: string | null
    executionDurationMs: number | null
    executedAt: string
  }[]
  from: string
  to: string
}

export type WorkflowThreadStatus = {
  threadId: string
  executionId: string
  workflowId: string
  status: 'queued' | 'running' | 'paused' | 'completed' | 'failed' | 'timeout' | 'cancelled'
  currentNodeId: string | null
  /** Where the execution is. */
  state: {
    /** Nodes that are executed or waited at. */
    currentNodeIds: string[]
    /** What the execution waits for. */
    pauses: WorkflowPause[]
    resumesAt: string | null
  }
  completedNodes: string[]
  failedNodes: string[]
  errors: Record<string, unknown>[]
  outputData: unknown
  /** The limit of the agent that ended an execution with the status `completed` before its work was done. */
  stoppedBy: StoppedBy | null
  /** Agents inside of the execution that a limit ended: those of nodes, of subflows and of tools. The first 20. */
  stoppedParts: StoppedPart[]
  /** The execution completed, and all `end` nodes were skipped: it has no output. */
  isEndSkipped: boolean
  usage: ExecutionUsage | null
}

export type ResumedExecution = {
  executionId: string
  threadId: string
  pauseId: string
  status: 'running'
}

export type WorkflowReplay = {
  executionId: string
  fromVersion: string
  toVersion: string
  /** The result is the same, and no output had to be made up. */
  isGreen: boolean
  counts: {
    same: number
    changed: number
    new: number
    gone: number
    unmatched: number
  }
  nodes: {
    nodeId: string
    step: string
    type: string
    /** `new` and `gone`: only one of the two executed it. `unmatched`: it requests something that was not recorded, so its output was made up. */
    verdict: 'same' | 'changed' | 'new' | 'gone' | 'unmatched'
    /** Of a model call of an agent: whether its request is the same. Its response is the recorded one in any case. */
    isSameRequest?: boolean | undefined
    before: {
      status: string
      error: string | null
    } | null
    after: {
      status: string
      error: string | null
    } | null
    /** Differences of its output. */
    changes: {
      /** A JSON pointer; empty for the whole. */
      path: string
      kind: 'added' | 'removed' | 'changed' | 'type'
      before: unknown
      after: unknown
    }[]
  }[]
  result: {
    verdict: 'same' | 'changed'
    before: {
      status: 'completed' | 'failed' | 'timeout' | 'cancelled'
      output: unknown
      error: {
        code: string
        message: string
      } | null
    }
    after: {
      status: 'completed' | 'failed' | 'timeout' | 'cancelled'
      output: unknown
      error: {
        code: string
        message: string
      } | null
    }
    changes: {
      /** A JSON pointer; empty for the whole. */
      path: string
      kind: 'added' | 'removed' | 'changed' | 'type'
      before: unknown
      after: unknown
    }[]
  }
  /** Of an agent. Its nodes are calls of models and tools. */
  agent?: {
    firstDivergence: {
      step: string
      /** `request`: the request to the model is another one. `approval`: a human would have to decide. */
      reason: 'same' | 'changed' | 'new' | 'gone' | 'unmatched' | 'request' | 'approval'
    } | null
    toolCalls: {
      before: {
        step: string
        name: string
        status: string
      }[]
      after: {
        step: string
        name: string
        status: string
      }[]
    }
    /** Of the recorded calls that are made. */
    credits: {
      before: number
      after: number
    }
  } | undefined
}

export type WorkflowEval = {
  id: string
  workflowId: string
  name: string
  executionId: string
  eUID: string
  version: string
  input: unknown
  output: unknown
  checks: {
    name: string
    expression: string
  }[]
  createdAt: string
  createdBy: Record<string, unknown> | null
}

export type WorkflowEvalReport = {
  workflowId: string
  version: string
  total: number
  passed: number
  failed: number
  results: {
    evalId: string
    name: string
    executionId: string
    passed: boolean
    isSameResult: boolean
    unmatchedNodes: string[]
    checks: {
      name: string
      expression: string
      passed: boolean
      error: string | null
    }[]
    after: {
      status: 'completed' | 'failed' | 'timeout' | 'cancelled'
      output: unknown
      error: {
        code: string
        message: string
      } | null
    }
    /** Differences between the recorded result and the new one. */
    changes: {
      /** A JSON pointer; empty for the whole. */
      path: string
      kind: 'added' | 'removed' | 'changed' | 'type'
      before: unknown
      after: unknown
    }[]
  }[]
}

export type ChatMessageInput = {
  /** A message that the thread has under this id is not added again. */
  id?: string | undefined
  /** `human` or `user`. */
  type?: string | undefined
  /** In place of `type`. */
  role?: string | undefined
  /** A text, or blocks: `text`, `file` with a `fileId`, and images and PDFs as OpenAI, LangChain and Anthropic have them. */
  content?: string | Record<string, unknown>[] | undefined
  [name: string]: unknown
}

export type Thread = {
  id: string
  thread_id: string
  status: 'idle' | 'busy' | 'interrupted' | 'error'
  metadata: Record<string, unknown>
  /** The beginning of the first message of the end user, or of the first one with a text: one line of 140 characters at most, for lists of threads without a title. Of threads that are searched or read. */
  preview?: string | null | undefined
  workflowId: string | null
  eUID: string
  replyMode: 'agent' | 'human'
  messageCount: number
  lastMessageAt: string | null
  creditsTotal: number
  created_at: string
  updated_at: string
  state_updated_at: string
  ttl: {
    strategy: 'delete'
    ttl_minutes: number
    expires_at: string
  } | null
  values?: ThreadValues | null | undefined
  interrupts?: Record<string, ChatInterrupt[]> | undefined
}

export type ThreadValues = {
  messages: ChatMessage[]
  __interrupt__?: ChatInterrupt[] | undefined
}

export type ChatMessage = {
  id: string
  type: 'human' | 'ai' | 'tool' | 'system'
  content: string | Record<string, unknown>[]
  [name: string]: unknown
}

export type ChatInterrupt = {
  id: string
  value: unknown
}

export type ThreadState = {
  values: ThreadValues
  next: string[]
  tasks: Record<string, unknown>[]
  metadata: Record<string, unknown>
  created_at: string
  checkpoint: {
    thread_id: string
    checkpoint_ns: string
    checkpoint_id: string
    checkpoint_map: Record<string, unknown> | null
  }
  parent_checkpoint: {
    thread_id: string
    checkpoint_ns: string
    checkpoint_id: string
    checkpoint_map: Record<string, unknown> | null
  } | null
  checkpoint_id: string
}

export type ChatCommand = {
  /** `{decisions: [{id?, type: approve | edit | reject, args?, message?}]}`, `{<interrupt id>: …}`, or any value. */
  resume?: unknown
  [name: string]: unknown
}

export type RunEventMetadata = {
  run_id: string
  thread_id: string
  attempt: number
}

export type RunMessageChunk = {
  id: string
  type: 'AIMessageChunk' | 'ai' | 'human' | 'tool' | 'system' | 'remove'
  content: string | Record<string, unknown>[]
  tool_call_chunks?: {
    id?: string | undefined
    name?: string | undefined
    args: string
    index: number
    type: 'tool_call_chunk'
  }[] | undefined
  [name: string]: unknown
}

export type RunMessageMetadata = {
  langgraph_node: string
  langgraph_step: number
  /** Empty outside of agents inside of the agent. */
  langgraph_checkpoint_ns: string
  run_id: string
  thread_id: string
  tags: string[]
}

export type RunEventUpdates = Record<string, {
  messages: ChatMessage[]
} | ChatInterrupt[]>

export type RunToolEvent = {
  event: 'on_tool_start' | 'on_tool_end' | 'on_tool_error'
  toolCallId: string
  name: string
  input?: unknown
  output?: unknown
  error?: unknown
}

export type RunEventCustom = {
  name: string
  data: unknown
}

export type RunTask = {
  id: string
  name: string
  /** At the beginning of the task. */
  input?: unknown
  triggers?: string[] | undefined
  /** At the end of the task. */
  result?: [string, unknown][] | undefined
  error?: string | undefined
  interrupts: unknown[]
}

export type RunEventDebug = {
  type: 'task' | 'task_result'
  step: number
  payload: RunTask
}

export type RunEventLangChain = {
  event: string
  name: string
  run_id: string
  tags: string[]
  metadata: {
    thread_id: string
  }
  parent_ids: string[]
  data: Record<string, unknown>
}

export type RunEventToolCall = {
  id: string
  name: string
  arguments: unknown
}

export type RunEventToolResult = {
  id: string
  name?: string | undefined
  content: string | Record<string, unknown>[]
  status: unknown
}

export type RunEventError = {
  message: string
  /** Bare responses have the code alone. */
  error: string | {
    code: string
    [name: string]: unknown
  }
  success?: false | undefined
  status?: number | undefined
  requestId: string
}

export type RunEventUsage = {
  runCredits: number
  threadCreditsTotal: number
  /** Left out while the balance is unlimited, and for end users. */
  balanceRemaining?: number | undefined
  executionId: string
  breakdown: Record<string, number>
}

export type RunEventEnd = {
  status: 'pending' | 'running' | 'success' | 'error' | 'timeout' | 'interrupted' | 'cancelled'
  /** The limit that ended a run of status `success` before its work was done. Bare responses have none. */
  stoppedBy?: StoppedBy | undefined
}

export type ThreadRun = {
  run_id: string
  thread_id: string
  assistant_id: string
  status: 'pending' | 'running' | 'success' | 'error' | 'timeout' | 'interrupted' | 'cancelled'
  multitask_strategy: string | null
  metadata: Record<string, unknown>
  usage: {
    credits: number
    breakdown: Record<string, unknown>
  } | null
  error: {
    code: string
    message: string
  } | null
  created_at: string
  updated_at: string
  started_at: string | null
  ended_at: string | null
}

export type ThreadBranch = {
  branch: number
  parent: number | null
  checkpoint_id: string
  isCurrent: boolean
}

export type ThreadComparison = {
  left: {
    thread_id: string
    branch: number
    messages: ChatMessage[]
    credits: number
    tokens: {
      input: number
      output: number
    }
    models: string[]
    toolCalls: {
      name: string
      args: unknown
      result: string | null
      status: string
    }[]
  }
  right: {
    thread_id: string
    branch: number
    messages: ChatMessage[]
    credits: number
    tokens: {
      input: number
      output: number
    }
    models: string[]
    toolCalls: {
      name: string
      args: unknown
      result: string | null
      status: string
    }[]
  }
  /** How many messages both begin with. */
  commonMessages: number
  toolCalls: {
    change: 'same' | 'changed' | 'left' | 'right'
    name: string
    left: unknown
    right: unknown
  }[]
  credits: {
    left: number
    right: number
    difference: number
  }
}

export type ThreadFeedback = {
  messageId: string
  eUID: string
  score: number | null
  comment: string | null
  createdAt: string
  updatedAt: string
}

export type ThreadMessage = {
  id: string
  role: 'human' | 'ai' | 'tool' | 'system' | 'operator'
  text: string
  /** Of the result of a tool call, `rejected` where a human decided against it; of a reply that was cancelled. */
  status: 'success' | 'error' | 'rejected' | 'cancelled' | null
  message: ChatMessage
  runId: string | null
  checkpointId: string
  createdAt: string
  feedback: {
    messageId: string
    eUID: string
    score: number | null
    comment: string | null
    createdAt: string
    updatedAt: string
  }[]
  /** The branches of which one begins with this message: the newest state of each, oldest first. Empty where there is one. */
  branches: {
    checkpoint_id: string
    isCurrent: boolean
  }[]
}

export type FeedbackEntry = {
  thread_id: string
  threadTitle: string | null
  messageId: string
  /** The beginning of the message. */
  text: string
  runId: string | null
  /** The user who gave it. */
  eUID: string
  score: number | null
  comment: string | null
  workflowId: string | null
  workflowName: string | null
  /** The version of the agent that responded. */
  version: string | null
  createdAt: string
  updatedAt: string
}

export type FeedbackStatistics = {
  positive: number
  negative: number
  comments: number
  /** Days of UTC that have some. */
  days: {
    day: string
    positive: number
    negative: number
    comments: number
  }[]
  /** By version of the agent. */
  agents: {
    workflowId: string | null
    workflowName: string | null
    /** The version of the agent that responded. */
    version: string | null
    positive: number
    negative: number
    comments: number
  }[]
  from: string
  to: string
}

export type ThreadTitle = {
  title: string
}

export type Assistant = {
  assistant_id: string
  graph_id: string
  name: string
  description: string
  version: number
  config: Record<string, unknown>
  context: Record<string, unknown>
  metadata: Record<string, unknown>
  created_at: string
  updated_at: string
}

export type ChatAgent = {
  id: string
  name: string
  description: string
  greeting: string | null
  starterPrompts: string[]
  /** Whether the caller may decide about tool calls. */
  canApprove: boolean
  /** Whether the caller may upload files. */
  canAttach: boolean
}

export type UIMessageChunk = {
  type: 'start'
  messageId: string
  messageMetadata: Record<string, unknown>
} | {
  type: 'start-step' | 'finish-step' | 'reset-step' | 'abort'
} | {
  type: 'text-start' | 'text-end' | 'reasoning-start' | 'reasoning-end'
  id: string
} | {
  type: 'text-delta' | 'reasoning-delta'
  id: string
  delta: string
} | {
  type: 'tool-input-start'
  toolCallId: string
  toolName: string
  dynamic: true
} | {
  type: 'tool-input-delta'
  toolCallId: string
  inputTextDelta: string
} | {
  type: 'tool-input-available'
  toolCallId: string
  toolName: string
  input: unknown
  dynamic: true
} | {
  type: 'tool-output-available'
  toolCallId: string
  output: unknown
  dynamic: true
} | {
  type: 'tool-output-error'
  toolCallId: string
  errorText: string
  dynamic: true
} | {
  type: 'tool-output-denied'
  toolCallId: string
} | {
  type: 'tool-approval-request'
  approvalId: string
  toolCallId: string
  reason?: string | undefined
} | {
  type: 'data-human_wait' | 'data-uncertain' | 'data-connection' | 'data-event'
  id: string
  data: Record<string, unknown>
} | {
  type: 'data-custom'
  data: Record<string, unknown>
  transient: true
} | {
  type: 'message-metadata'
  messageMetadata: Record<string, unknown>
} | {
  type: 'error'
  errorText: string
} | {
  type: 'finish'
  finishReason: string
  messageMetadata: Record<string, unknown>
} | '[DONE]'

export type UIMessage = {
  id: string
  role: 'user' | 'assistant'
  metadata?: Record<string, unknown> | undefined
  parts: Record<string, unknown>[]
}

export type AGUIEvent = {
  type: 'RUN_STARTED'
  threadId: string
  runId: string
  protocolVersion: string
  metadata: Record<string, unknown>
} | {
  type: 'RUN_FINISHED'
  threadId: string
  runId: string
  outcome: Record<string, unknown>
  /** Present when a limit ended the run before its work was done. */
  result?: {
    stoppedBy: StoppedBy
  } | undefined
  metadata: Record<string, unknown>
} | {
  type: 'RUN_ERROR'
  message: string
  code: string
  metadata?: Record<string, unknown> | undefined
} | {
  type: 'STATE_SNAPSHOT'
  snapshot: Record<string, unknown>
} | {
  type: 'MESSAGES_SNAPSHOT'
  messages: Record<string, unknown>[]
} | {
  type: 'CUSTOM'
  name: string
  value: unknown
} | {
  type: 'SUBAGENT_STARTED'
  subagentRunId: string
  name: string
  parentToolCallId: string
  parentSubagentRunId?: string | undefined
} | {
  type: 'SUBAGENT_FINISHED'
  subagentRunId: string
  outcome: Record<string, unknown>
} | {
  type: 'STEP_STARTED' | 'STEP_FINISHED'
  stepName: string
  subagentRunId?: string | undefined
} | {
  type: 'TEXT_MESSAGE_START'
  messageId: string
  role: 'assistant'
  subagentRunId?: string | undefined
} | {
  type: 'TEXT_MESSAGE_CONTENT'
  messageId: string
  delta: string
  subagentRunId?: string | undefined
} | {
  type: 'REASONING_MESSAGE_START'
  messageId: string
  role: 'reasoning'
  subagentRunId?: string | undefined
} | {
  type: 'REASONING_MESSAGE_CONTENT'
  messageId: string
  delta: string
  subagentRunId?: string | undefined
} | {
  type: 'TEXT_MESSAGE_END' | 'REASONING_START' | 'REASONING_MESSAGE_END' | 'REASONING_END'
  messageId: string
  subagentRunId?: string | undefined
} | {
  type: 'TOOL_CALL_START'
  toolCallId: string
  toolCallName: string
  parentMessageId: string
  subagentRunId?: string | undefined
} | {
  type: 'TOOL_CALL_ARGS'
  toolCallId: string
  delta: string
  subagentRunId?: string | undefined
} | {
  type: 'TOOL_CALL_END'
  toolCallId: string
  subagentRunId?: string | undefined
} | {
  type: 'TOOL_CALL_RESULT'
  messageId: string
  toolCallId: string
  role: 'tool'
  content: string
  metadata: Record<string, unknown>
  subagentRunId?: string | undefined
}

export type ChatToken = {
  /** Revokes the token. */
  id: string
  token: string
  expiresAt: string
  agentId: string
  externalUser: {
    id: string
    name: string
  }
}

export type AgentShare = {
  agentId: string
  isEnabled: boolean
  /** The page; 404 for everyone while `isEnabled` is false. */
  url: string
  /** Messages of one visitor in 24 hours. */
  messagesPerVisitor: number
  /** That all visitors together may use in 24 hours. A run has a budget of a part of it, which counts as used until the run has ended. */
  creditsPerDay: number
  updatedAt: string | null
}

export type TriggerDetail = {
  triggerId: string
  slug: string
  name: string
  kind: 'schedule' | 'webhook' | 'poll' | 'event'
  workflowId: string | null
  connectedAccountId: string | null
  triggerConfig: Record<string, unknown>
  /** `errored`: disabled after ten failures in a row. */
  status: 'active' | 'disabled' | 'errored'
  statusReason: string | null
  isDisabled: boolean
  nextRunAt: string | null
  lastRunAt: string | null
  /** When an execution of it last completed. */
  lastSuccessAt: string | null
  /** How often in a row nothing could be started. */
  consecutiveFailures: number
  /** Of a polled trigger: up to where polls have read. */
  cursor: string | null
  /** Where a service sends its events. */
  webhookUrl: string | null
  version: string | null
  /** The end user as whom it executes; equal to the project for those of the project. */
  ownerId: string
  /** What the ETag is made of. */
  revision: number
  createdAt: string
  updatedAt: string
  /** Of a schedule: the next five times. */
  nextRuns: string[]
  /** The generated secret, only in the response to the request that generated it. */
  webhookSecret?: string | undefined
  oldSecretAcceptedUntil: string | null
  warnings: string[]
}

export type Trigger = {
  triggerId: string
  slug: string
  name: string
  kind: 'schedule' | 'webhook' | 'poll' | 'event'
  workflowId: string | null
  connectedAccountId: string | null
  triggerConfig: Record<string, unknown>
  /** `errored`: disabled after ten failures in a row. */
  status: 'active' | 'disabled' | 'errored'
  statusReason: string | null
  isDisabled: boolean
  nextRunAt: string | null
  lastRunAt: string | null
  /** When an execution of it last completed. */
  lastSuccessAt: string | null
  /** How often in a row nothing could be started. */
  consecutiveFailures: number
  /** Of a polled trigger: up to where polls have read. */
  cursor: string | null
  /** Where a service sends its events. */
  webhookUrl: string | null
  version: string | null
  /** The end user as whom it executes; equal to the project for those of the project. */
  ownerId: string
  /** What the ETag is made of. */
  revision: number
  createdAt: string
  updatedAt: string
}

export type DeletedTrigger = {
  triggerId: string
}

export type TriggerInvocation = {
  id: string
  triggerId: string
  /** The slug of the trigger. */
  toolSlug: string
  source: 'connected_webhook' | 'local_webhook' | 'poll_scheduler' | 'cron' | 'event' | 'manual'
  /** `completed` and `failed` are those of the execution; of a test, whether it was started. `dropped` by the concurrency policy, or because triggers started each other too often, `cancelled` because the trigger was changed or disabled. */
  status: 'queued' | 'starting' | 'running' | 'completed' | 'failed' | 'dropped' | 'cancelled'
  isTest: boolean
  /** How many triggers started each other up to this one, through the events of their executions. */
  depth: number
  /** The time of the schedule for which it is. */
  scheduledAt: string | null
  workflowId: string | null
  executionId: string | null
  replayOf: string | null
  error: {
    code: string
    message: string
  } | null
  createdAt: string
  startedAt: string | null
  endedAt: string | null
}

export type TriggerInvocationDetail = {
  id: string
  triggerId: string
  /** The slug of the trigger. */
  toolSlug: string
  source: 'connected_webhook' | 'local_webhook' | 'poll_scheduler' | 'cron' | 'event' | 'manual'
  /** `completed` and `failed` are those of the execution; of a test, whether it was started. `dropped` by the concurrency policy, or because triggers started each other too often, `cancelled` because the trigger was changed or disabled. */
  status: 'queued' | 'starting' | 'running' | 'completed' | 'failed' | 'dropped' | 'cancelled'
  isTest: boolean
  /** How many triggers started each other up to this one, through the events of their executions. */
  depth: number
  /** The time of the schedule for which it is. */
  scheduledAt: string | null
  workflowId: string | null
  executionId: string | null
  replayOf: string | null
  error: {
    code: string
    message: string
  } | null
  createdAt: string
  startedAt: string | null
  endedAt: string | null
  /** What the execution is given as `trigger.payload`. */
  payload: unknown
}

export type StartedInvocation = {
  invocationId: string
  status: 'queued' | 'starting' | 'running' | 'completed' | 'failed' | 'dropped' | 'cancelled'
  executionId: string | null
  replayOf: string | null
}

export type TriggerCoverage = {
  triggerId: string
  /** Not before the trigger was created. */
  from: string
  to: string
  /** Times of the schedule, polls, or events. */
  slots: number
  /** Of these, started or queued. */
  covered: number
  missing: number
  /** Without a gap between them. */
  windows: {
    from: string
    /** Where the next window begins. */
    to: string
    outcome: 'covered' | 'gap' | 'pending'
    /** Of a gap: `missed` (no server started it), `paused`, `not_started` (see its invocation), `dropped`, `cancelled`, the error of polls that failed, or the reason for which the trigger was disabled. Of polls also of what a later poll covered. Of events `trigger_event_limit_reached`, `trigger_depth_exceeded` or `paused`. */
    cause: string | null
    /** Times of the schedule, polls, or events in the window. */
    slots: number
  }[]
  /** Where to continue when the range has more than 5,000 times. */
  nextFrom: string | null
}

export type TriggerBackfill = {
  triggerId: string
  started: {
    invocationId: string
    scheduledAt: string
  }[]
  /** Missing times of the range that were not started: 100 are in one call. */
  remaining: number
}

export type TriggerPause = {
  isPaused: boolean
  pausedAt: string | null
  reason: string | null
}

export type TriggerStatistics = {
  triggerId: string
  /** Oldest first. Of the newest 10000 invocations of the trigger. */
  days: {
    day: string
    /** Without tests. */
    invocations: number
    failed: number
  }[]
}

export type TriggerSchedulePreview = {
  expression: string
  timezone: string
  nextRuns: string[]
}

export type TriggerType = {
  slug: string
  name: string
  description: string
  kind: 'schedule' | 'webhook' | 'poll' | 'event'
  toolkitSlug: string | null
  needsAccount: boolean
  /** JSON Schema of `triggerConfig`. */
  configSchema: Record<string, unknown>
  /** JSON Schema of `trigger.payload` in an execution. */
  payloadSchema: Record<string, unknown>
  samplePayload: Record<string, unknown>
}

export type McpServer = {
  id: string
  name: string
  description: string
  mode: 'NORMAL' | 'META'
  selectedTools: string[]
  discoveryToolsWhitelist: boolean
  isPublic: boolean
  config: Record<string, unknown>
  connectionCallbackUrl: string | null
  externalMcpConfigs: McpExternalServer[]
  /** Toolkit → auth config whose accounts are used. */
  authConfigs: Record<string, string>
  /** The MCP endpoint. */
  url: string
  /** The endpoint without credentials; null unless public. */
  publicUrl: string | null
  /** Tools that a client sees. */
  toolCount: number
  /** Tools that are offered under another name, because names would be equal. */
  warnings: string[]
  version: number
  createdAt: string
  updatedAt: string
}

export type McpExternalServer = {
  name: string
  url: string
  headersMasked: Record<string, string>
  /** Names of tools at the other server; null for all. */
  tools: string[] | null
  /** When the server was last called. */
  status: 'unknown' | 'healthy' | 'auth_required' | 'unreachable'
  lastCheckedAt: string | null
}

export type McpServerConfig = {
  name: string
  url: string
  /** With a placeholder for the API key. */
  headers: Record<string, string>
  mode: 'NORMAL' | 'META'
  tools: {
    name: string
    title?: string | undefined
    description?: string | undefined
    inputSchema: Record<string, unknown>
    outputSchema?: Record<string, unknown> | undefined
    annotations?: Record<string, unknown> | undefined
  }[]
  warnings: string[]
  clients: {
    client: 'claude-desktop' | 'claude-code' | 'cursor' | 'vscode' | 'codex' | 'inspector'
    title: string
    /** Where the text belongs; null for a command. */
    file: string | null
    language: 'json' | 'toml' | 'shell'
    text: string
  }[]
}

export type McpServerReport = {
  toolCount: number
  /** Estimated tokens that the list of tools takes in every conversation. */
  tokens: number
  /** The largest first. */
  tools: {
    name: string
    tokens: number
  }[]
  findings: {
    rule: 
      | 'too_many_tools'
      | 'large_tool'
      | 'vague_description'
      | 'similar_names'
      | 'equal_names'
      | 'unsafe_hints'
    tools: string[]
    message: string
  }[]
}

export type McpCall = {
  id: string
  serverId: string | null
  eUID: string
  method: string
  /** The tool, resource or prompt. */
  target: string | null
  clientName: string | null
  clientVersion: string | null
  protocolVersion: string | null
  successful: boolean
  error: string | null
  /** The execution of the tool. */
  logId: string | null
  durationMs: number
  createdAt: string
}

export type McpResourceSummary = {
  id: string
  serverId: string
  uri: string
  /** Whether the URI has variables. */
  isTemplate: boolean
  name: string
  title: string | null
  description: string
  mimeType: string
  fileId: string | null
  version: number
  createdAt: string
  updatedAt: string
}

export type McpResource = {
  id: string
  serverId: string
  uri: string
  /** Whether the URI has variables. */
  isTemplate: boolean
  name: string
  title: string | null
  description: string
  mimeType: string
  fileId: string | null
  version: number
  createdAt: string
  updatedAt: string
  /** Null for a file. */
  text: string | null
}

export type McpPromptSummary = {
  id: string
  serverId: string
  name: string
  title: string | null
  description: string
  arguments: {
    name: string
    title?: string | null | undefined
    /** "" unless given. */
    description: string
    /** false unless given. */
    required: boolean
    /** Values that a client completes the argument with. Others are accepted too. [] unless given. */
    suggestions: string[]
  }[]
  version: number
  createdAt: string
  updatedAt: string
}

export type McpPrompt = {
  id: string
  serverId: string
  name: string
  title: string | null
  description: string
  arguments: {
    name: string
    title?: string | null | undefined
    /** "" unless given. */
    description: string
    /** false unless given. */
    required: boolean
    /** Values that a client completes the argument with. Others are accepted too. [] unless given. */
    suggestions: string[]
  }[]
  version: number
  createdAt: string
  updatedAt: string
  messages: {
    role: 'user' | 'assistant'
    content: {
      type: 'text'
      text: string
    } | {
      type: 'image'
      data: string
      mimeType: string
    } | {
      type: 'audio'
      data: string
      mimeType: string
    } | {
      type: 'resource_link'
      uri: string
      name: string
      title?: string | undefined
      description?: string | undefined
      mimeType?: string | undefined
    } | {
      type: 'resource'
      resource: {
        uri: string
        mimeType?: string | undefined
        text: string
      }
    }
  }[]
}

export type McpExternalTest = {
  status: 'unknown' | 'healthy' | 'auth_required' | 'unreachable'
  serverName: string | null
  transport: 'http' | 'sse' | 'stdio' | null
  tools: {
    /** At the other server. */
    name: string
    description: string
    inputSchema: Record<string, unknown>
  }[]
  error: string | null
}

export type McpStdioServer = {
  name: string
  /** With which it is imported. */
  url: string
  description: string
}

export type McpExternalTools = {
  name: string
  /** When the server was last called. */
  status: 'unknown' | 'healthy' | 'auth_required' | 'unreachable'
  lastCheckedAt: string | null
  tools: {
    /** At the other server. */
    name: string
    description: string
    inputSchema: Record<string, unknown>
    /** Under which it is executed, and offered to clients. */
    slug: string
    isOffered: boolean
  }[]
}

export type McpResponse = {
  jsonrpc: '2.0'
  id?: unknown
  result?: unknown
  error?: {
    code: number
    message: string
    data?: unknown
  } | undefined
  [name: string]: unknown
}

export type OAuthError = {
  error: string
  error_description: string
}

export type RegisteredMcpClient = {
  client_id: string
  client_id_issued_at: number
  client_name: string
  redirect_uris: string[]
  grant_types: string[]
  response_types: string[]
  token_endpoint_auth_method: 'none'
}

export type McpTokenResponse = {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

export type McpAuthorizationRequest = {
  client: {
    name: string
    /** Null for a client whose name is not verified. */
    url: string | null
    redirectUri: string
    /** The response goes to a program on the computer of the user. */
    isLocal: boolean
  }
  server: {
    id: string | null
    name: string
    description: string
  }
  scopes: {
    scope: string
    description: string
  }[]
  externalUser: {
    id: string
    name: string
  }
}

export type McpClient = {
  id: string
  /** As the client calls itself. It is not verified unless `url` is set. */
  name: string
  /** Of the metadata document that identifies the client; null if it registered itself. */
  url: string | null
  redirectUri: string
  /** The MCP server that it may call; null for the default server. */
  serverId: string | null
  serverName: string
  /** The end user it acts as. */
  externalUser: {
    id: string
    name: string
  }
  scopes: string[]
  createdAt: string
  lastUsedAt: string | null
  /** Later if the client refreshes its tokens before. */
  expiresAt: string
}

export type Activity = {
  range: '24h' | '7d' | '30d' | '90d'
  timeZone: string
  unit: 'hour' | 'day'
  /** There was more than is counted: of each kind of record the newest 20,000 are. */
  isPartial: boolean
  points: ActivityPoint[]
}

export type ActivityPoint = {
  /** When the hour or day begins. */
  at: string
  /** Executions of workflows and agents that were started. */
  runs: number
  failedRuns: number
  /** Model calls. */
  calls: number
  failedCalls: number
  toolRuns: number
  failedToolRuns: number
  /** Median duration of model calls; null where there were none. */
  p50Ms: number | null
  p95Ms: number | null
  credits: number
}

export type Attention = {
  /** Up to ten of each kind, newest first. */
  items: AttentionItem[]
}

export type AttentionItem = {
  kind: 'execution' | 'connection' | 'trigger' | 'source'
  /** Id of the newest execution that failed or was stopped by a limit, of the connected account or of the trigger; the key of the source. */
  id: string
  /** The workflow of an execution, the collection of a source. */
  parentId: string | null
  title: string
  reason: string | null
  state: 'failed' | 'stopped' | 'expired' | 'expiring' | 'disabled'
  /** How many executions failed or were stopped since the last success; 1 for what is no execution. */
  count: number
  at: string
}

export type Contents = {
  items: {
    label: string
    count: number
  }[]
  /** Counting stops here: a larger count means more than this. */
  maxCount: number
}

export type FirstSteps = {
  /** An API key was used. */
  hasCalledApi: boolean
  /** The project itself called a model. */
  hasAnswer: boolean
  hasToolRun: boolean
  hasWorkflowRun: boolean
  /** The project itself owns a row of a table. */
  hasRow: boolean
}

export type Timeline = {
  items: TimelineItem[]
  nextCursor: string | null
}

export type TimelineItem = {
  /** An execution of a workflow or agent, a thread, a model call, a tool execution or a file; `credit` is an entry of the ledger for none of these: an adjustment, or what sandboxes, browsers, media, knowledge and storage cost; or, with the status `extra_credits`, what was approved on top of a cap. */
  kind: 'run' | 'chat' | 'call' | 'tool' | 'file' | 'credit'
  id: string
  title: string
  status: string | null
  /** What was used; negative if it was given back, or allowed on top of a cap. */
  credits: number | null
  durationMs: number | null
  at: string
}

export type Notifications = {
  items: NotificationItem[]
  unreadCount: number
}

export type NotificationItem = {
  kind: 'execution' | 'connection' | 'trigger' | 'source' | 'cap' | 'approval' | 'question' | 'proposal'
  /** As in what needs attention; of the execution that waits for an approval. */
  id: string
  /** The collection of a source, the table of a proposal. */
  parentId: string | null
  title: string
  reason: string | null
  state: 'failed' | 'stopped' | 'expired' | 'expiring' | 'disabled' | 'blocking' | 'waiting'
  at: string
  key: string
  isRead: boolean
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
  knowledge: {
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
    /** Base URL of OAuth callbacks. */
    baseUrl: string
  }
}

/** Every path with its methods. */
export type Paths = {
  '/api/v1/audit-log': {
    /** List audit log entries */
    get: {
      query?: {
        /** Substring of the action or of the target id. */
        q?: string | undefined
        /** The id of an API key, session or account, or an actor type. */
        actor?: string | undefined
        /** For example `api_key.created`. */
        action?: string | undefined
        from?: string | Date | undefined
        to?: string | Date | undefined
        /** "createdAt" unless given. */
        sortBy?: 'createdAt' | 'action' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** `csv` and `jsonl` stream all matching entries by time, without pagination. "json" unless given. */
        format?: 'json' | 'csv' | 'jsonl' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
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
        /** Substring of the name, case-insensitive. */
        q?: string | undefined
        /** "createdAt" unless given. */
        sortBy?: 'createdAt' | 'name' | 'lastUsedAt' | 'expiresAt' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
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
        /** Create an operator key for the whole installation; requires operator rights. false unless given. */
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
    /** Update an API key */
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
    /** Revoke an API key */
    delete: {
      params: { id: string }
      kind: 'none'
    }
  }
  '/api/v1/api-keys/{id}/rotate': {
    /** Rotate an API key */
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
    /** Simulate a request with an API key */
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
    /** Update the project */
    patch: {
      body?: {
        name?: string | undefined
        retentionDays?: number | null | undefined
        storePayloads?: boolean | undefined
        storePrompts?: boolean | undefined
        defaultModel?: string | null | undefined
        /** Agent of chat runs that name none; null uses the oldest active agent of the project. */
        defaultAgentId?: string | null | undefined
        webhookBaseUrl?: string | null | undefined
        allowedOrigins?: readonly string[] | undefined
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
        pool?: 'work' | 'outgoing' | 'executions' | 'agents' | undefined
        /** One or several, such as `queued,running`. */
        status?: OneOrMore<'queued' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'cancelled'> | undefined
        projectId?: string | undefined
        /** Created at this time or later. */
        from?: string | Date | undefined
        /** Created before this time. */
        to?: string | Date | undefined
        /** `nextCursor` of the previous page; stable while items are added. */
        cursor?: string | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
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
    /** Get the current profile */
    get: {
      kind: 'data'
      result: Profile
    }
    /** Update the profile */
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
    /** Set up the first account with the one-time link */
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
    /** Get the session and its projects */
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
  '/api/v1/auth/projects': {
    /** Create a project */
    post: {
      body: {
        name: string
      }
      kind: 'data'
      result: Session
    }
  }
  '/api/v1/auth/projects/{id}': {
    /** Delete a project */
    delete: {
      params: { id: string }
      query: {
        name: string
      }
      kind: 'data'
      result: Session
    }
  }
  '/api/v1/members': {
    /** List members */
    get: {
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: Member
    }
  }
  '/api/v1/members/{id}': {
    /** Change the role of a member */
    patch: {
      params: { id: string }
      body: {
        role: 'member' | 'admin'
      }
      kind: 'data'
      result: Member
    }
    /** Remove a member, or leave the project */
    delete: {
      params: { id: string }
      kind: 'none'
    }
  }
  '/api/v1/members/{id}/password-reset': {
    /** Create a link for a password reset */
    post: {
      params: { id: string }
      kind: 'data'
      result: PasswordReset
    }
  }
  '/api/v1/auth/reset-password': {
    /** Reset the password with a one-time link */
    post: {
      body: {
        token: string
        password: string
      }
      kind: 'data'
      result: Session
    }
  }
  '/api/v1/invitations': {
    /** List pending invitations */
    get: {
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: Invitation
    }
    /** Create an invitation to the project */
    post: {
      body: {
        email: string
        /** "member" unless given. */
        role?: 'member' | 'admin' | undefined
      }
      kind: 'data'
      result: NewInvitation
    }
  }
  '/api/v1/invitations/{id}/resend': {
    /** Resend an invitation with a new link */
    post: {
      params: { id: string }
      kind: 'data'
      result: NewInvitation
    }
  }
  '/api/v1/invitations/{id}': {
    /** Revoke an invitation */
    delete: {
      params: { id: string }
      kind: 'none'
    }
  }
  '/api/v1/auth/invitation': {
    /** Read an invitation by the token of its link */
    post: {
      body: {
        token: string
      }
      kind: 'data'
      result: OpenedInvitation
    }
  }
  '/api/v1/auth/accept-invitation': {
    /** Accept an invitation */
    post: {
      body: {
        token: string
        /** Of the account, or for the new one: then 10 characters or more. */
        password: string
        /** For a new account. */
        name?: string | undefined
      }
      kind: 'data'
      result: Session
    }
  }
  '/api/v1/usage': {
    /** List usage entries */
    get: {
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        /** `nextCursor` of the previous page; stable while entries are added. Overrides `page`. */
        cursor?: string | undefined
        /** Must be the project of the API key; any other is not found. */
        projectId?: string | undefined
        from?: string | Date | undefined
        /** End time, exclusive. */
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
          | 'knowledge'
          | 'grant'
          | 'adjustment' | undefined
        toolSlug?: string | undefined
        model?: string | undefined
        apiKeyId?: string | undefined
        entryType?: 'debit' | 'credit' | undefined
        /** Return sums instead of entries. Grants are excluded. */
        groupBy?: 'day' | 'type' | 'eUID' | 'model' | 'tool' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** `csv` streams all matching entries, without pagination. "json" unless given. */
        format?: 'json' | 'csv' | undefined
      } | undefined
      kind: 'page'
      result: UsageEntry | UsageGroup
    }
  }
  '/api/v1/usage/summary': {
    /** Get a usage summary */
    get: {
      query?: {
        /** Defaults to 30 days before `to`. */
        from?: string | Date | undefined
        /** Defaults to now. */
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
          | 'knowledge'
          | 'grant'
          | 'adjustment' | undefined
        eUID?: string | undefined
      } | undefined
      kind: 'data'
      result: UsageSummary
    }
  }
  '/api/v1/usage/holds': {
    /** List open holds */
    get: {
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        minAgeSeconds?: number | undefined
      } | undefined
      kind: 'page'
      result: UsageHold
    }
  }
  '/api/v1/usage/executions/{executionId}': {
    /** Get the usage for an execution */
    get: {
      params: { executionId: string }
      kind: 'data'
      result: WorkUsage
    }
  }
  '/api/v1/usage/threads/{threadId}': {
    /** Get the usage for a thread */
    get: {
      params: { threadId: string }
      kind: 'data'
      result: WorkUsage
    }
  }
  '/api/v1/usage/balance': {
    /** Get the credit balance */
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
    /** Create a grant of credits */
    post: {
      body: {
        credits: number
        reason: string
        /** `monthly` repeats the grant on the first day of every month and replaces an earlier monthly grant; `never` ends it. Unchanged by default. */
        renews?: 'monthly' | 'never' | undefined
        /** Low-balance threshold; defaults to a tenth of the grant. */
        lowBalanceAt?: number | undefined
      }
      kind: 'data'
      result: UsageBalance
    }
  }
  '/api/v1/usage/adjustments': {
    /** Create an adjustment of the balance or of recorded usage */
    post: {
      body: {
        /** Positive to credit, negative to debit. */
        credits: number
        reason: string
        /** The end user whose usage is corrected. */
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
    /** Reconcile the ledger */
    get: {
      query?: {
        /** Match work since this time; defaults to all work. */
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
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        scope?: 'project' | 'key' | 'external_user' | 'workflow' | 'thread' | undefined
        scopeId?: string | undefined
        /** `true` lists the caps that currently block work. */
        isBlocking?: boolean | undefined
      } | undefined
      kind: 'page'
      result: UsageCap
    }
    /** Create a cap */
    post: {
      body: {
        scope: 'project' | 'key' | 'external_user' | 'workflow' | 'thread'
        /** The id of the key, end user, workflow or thread; omit for the project. */
        scopeId?: string | null | undefined
        period: 'day' | 'month' | 'total'
        credits: number
        /** `block` rejects work, `warn` notifies once per period, `approve` rejects work until an admin approves more. "block" unless given. */
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
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        status?: 'pending' | 'approved' | 'refused' | undefined
      } | undefined
      kind: 'page'
      result: UsageCapRequest
    }
  }
  '/api/v1/usage/caps/requests/{id}/approve': {
    /** Approve extra credits for the period */
    post: {
      params: { id: string }
      body: {
        /** Extra credits for this period. */
        credits: number
        reason?: string | null | undefined
      }
      kind: 'data'
      result: UsageCapRequest
    }
  }
  '/api/v1/usage/caps/requests/{id}/refuse': {
    /** Refuse extra credits for the period */
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
    /** Update a cap */
    patch: {
      params: { id: string }
      body: {
        credits: number
      }
      kind: 'data'
      result: UsageCap
    }
    /** Delete a cap */
    delete: {
      params: { id: string }
      kind: 'none'
    }
  }
  '/api/v1/external-users': {
    /** List end users */
    get: {
      query?: {
        /** Substring of the name, case-insensitive. */
        q?: string | undefined
        /** The messaging channel in `metadata.channel`. */
        channel?: string | undefined
        /** One or more; comma-separated or repeated. */
        source?: OneOrMore<'project_default' | 'username' | 'embed_visitor' | 'trigger_thread' | 'project_runtime'> | undefined
        /** Defaults to all. */
        isActive?: boolean | undefined
        /** Only the users with these ids; comma-separated or repeated. */
        ids?: OneOrMore<string> | undefined
        /** List the user with this id first if it matches the filters. */
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
        /** Start of the `creditsUsed` period, inclusive. */
        from?: string | Date | undefined
        /** End of the `creditsUsed` period, exclusive. */
        to?: string | Date | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: ExternalUser
    }
    /** Create an end user or return the existing one */
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
    /** Get an end user by username */
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
    /** Update an end user */
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
    /** Erase an end user and all of their data */
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
    /** Toggle or set whether an end user is active */
    put: {
      params: { id: string }
      body?: {
        enabled?: boolean | null | undefined
        /** The same as `enabled`. */
        isActive?: boolean | null | undefined
        /** The opposite of `enabled`. */
        isDisabled?: boolean | null | undefined
        /** `active` and `enabled` mean on, `inactive` and `disabled` off. */
        status?: 'active' | 'enabled' | 'inactive' | 'disabled' | null | undefined
      } | undefined
      kind: 'data'
      result: ExternalUser
    }
  }
  '/api/v1/external-users/{id}/refresh-avatar': {
    /** Refresh the avatar of an end user */
    post: {
      params: { id: string }
      kind: 'data'
      result: RefreshedExternalUser
    }
  }
  '/api/v1/external-users/{id}/avatar': {
    /** Get the avatar of an end user */
    get: {
      params: { id: string }
      kind: 'raw'
    }
  }
  '/api/v1/external-users/deletion-receipts/{id}': {
    /** Get a deletion receipt */
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
    /** Export all data of an end user */
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
    /** Revoke the tokens of an end user */
    delete: {
      params: { id: string }
      kind: 'data'
      result: RevokedTokens
    }
  }
  '/api/v1/webhooks/event-types': {
    /** List event types */
    get: {
      kind: 'data'
      result: EventType[]
    }
  }
  '/api/v1/webhooks': {
    /** List webhooks */
    get: {
      query?: {
        /** Substring of the URL or description, case-insensitive. */
        q?: string | undefined
        isActive?: boolean | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
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
    /** Update a webhook */
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
    /** Delete a webhook and its deliveries */
    delete: {
      params: { id: string }
      kind: 'none'
    }
  }
  '/api/v1/webhooks/{id}/rotate-secret': {
    /** Rotate the secret of a webhook */
    post: {
      params: { id: string }
      kind: 'data'
      result: NewWebhook
    }
  }
  '/api/v1/webhooks/{id}/test': {
    /** Test a webhook with an event */
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
          | 'file.uploaded'
          | 'human_request.answered'
          | 'human_request.created'
          | 'knowledge.generation.failed'
          | 'knowledge.generation.held'
          | 'knowledge.generation.switched'
          | 'knowledge.source.failed'
          | 'knowledge.source.ready'
          | 'run.completed'
          | 'run.error'
          | 'run.interrupted'
          | 'sandbox.session.ended'
          | 'skill.updated'
          | 'table.document.created'
          | 'table.document.deleted'
          | 'table.document.updated'
          | 'thread.deleted'
          | 'thread.escalated'
          | 'thread.message_received'
          | 'thread.operator_replied'
          | 'thread.reply_mode_changed'
          | 'toolkit.drifted'
          | 'trigger.disabled'
          | 'trigger.failed'
          | 'trigger.fired'
          | 'trigger.paused'
          | 'trigger.resumed'
          | 'usage.cap_reached'
          | 'usage.low_balance' | undefined
        from?: string | Date | undefined
        to?: string | Date | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** `nextCursor` of the previous page; stable while items are added. */
        cursor?: string | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
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
    /** Redeliver an event */
    post: {
      params: { id: string; deliveryId: string }
      kind: 'data'
      result: WebhookDelivery
    }
  }
  '/api/v1/events': {
    /** Stream project events */
    get: {
      query?: {
        /** The sequence number to start after; 0 starts with the oldest retained event. */
        after?: number | undefined
        /** Only these types; `run.*` matches every type with that prefix. */
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
          | 'file.uploaded'
          | 'human_request.answered'
          | 'human_request.created'
          | 'knowledge.generation.failed'
          | 'knowledge.generation.held'
          | 'knowledge.generation.switched'
          | 'knowledge.source.failed'
          | 'knowledge.source.ready'
          | 'run.completed'
          | 'run.error'
          | 'run.interrupted'
          | 'sandbox.session.ended'
          | 'skill.updated'
          | 'table.document.created'
          | 'table.document.deleted'
          | 'table.document.updated'
          | 'thread.deleted'
          | 'thread.escalated'
          | 'thread.message_received'
          | 'thread.operator_replied'
          | 'thread.reply_mode_changed'
          | 'toolkit.drifted'
          | 'trigger.disabled'
          | 'trigger.failed'
          | 'trigger.fired'
          | 'trigger.paused'
          | 'trigger.resumed'
          | 'usage.cap_reached'
          | 'usage.low_balance'
          | 'api_key.*'
          | 'browser.*'
          | 'browser.session.*'
          | 'connected_account.*'
          | 'execution.*'
          | 'external_user.*'
          | 'file.*'
          | 'human_request.*'
          | 'knowledge.*'
          | 'knowledge.generation.*'
          | 'knowledge.source.*'
          | 'run.*'
          | 'sandbox.*'
          | 'sandbox.session.*'
          | 'skill.*'
          | 'table.*'
          | 'table.document.*'
          | 'thread.*'
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
    /** Create a multipart upload */
    post: {
      body: {
        fileType: 'image' | 'document' | 'audio' | 'video' | 'chat' | 'avatar' | 'other'
        name: string
        sizeBytes: number
        /** 8388608 unless given. */
        partSizeBytes?: number | undefined
        /** SHA-256 of the whole file; verified on completion. */
        sha256?: string | undefined
        expiresAt?: string | null | undefined
        metadata?: Record<string, unknown> | undefined
      }
      kind: 'data'
      result: Upload
    }
  }
  '/api/v1/file/uploads/{id}': {
    /** Get an upload and its received parts */
    get: {
      params: { id: string }
      kind: 'data'
      result: Upload
    }
    /** Abort an upload */
    delete: {
      params: { id: string }
      kind: 'none'
    }
  }
  '/api/v1/file/uploads/{id}/parts/{n}': {
    /** Upload a part */
    put: {
      params: { id: string; n: string }
      body: Blob
      kind: 'data'
      result: UploadPart
    }
  }
  '/api/v1/file/uploads/{id}/complete': {
    /** Complete an upload */
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
        /** Substring of the name, case-insensitive. */
        q?: string | undefined
        /** An extension (`pdf`), a MIME type (`image/png`) or its top-level type (`image`). */
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
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: StoredFile
    }
  }
  '/api/v1/file/meta/{id}': {
    /** Get the metadata of a file */
    get: {
      params: { id: string }
      kind: 'data'
      result: StoredFile
    }
  }
  '/api/v1/file/meta/{id}/references': {
    /** List references to a file */
    get: {
      params: { id: string }
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: FileReference
    }
  }
  '/api/v1/file/{id}': {
    /** Update a file */
    patch: {
      params: { id: string }
      body?: {
        name?: string | undefined
        /** When the file is deleted automatically; null retains it. */
        expiresAt?: string | null | undefined
        /** Replaces the existing metadata. */
        metadata?: Record<string, unknown> | undefined
      } | undefined
      kind: 'data'
      result: StoredFile
    }
    /** Delete a file */
    delete: {
      params: { id: string }
      query?: {
        /** Fail if the file is in use. */
        strict?: boolean | undefined
      } | undefined
      kind: 'none'
    }
    /** Get the content of a file by its name */
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
    /** Prune the oldest files */
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
    /** List file types */
    get: {
      kind: 'data'
      result: FileTypeRule[]
    }
  }
  '/api/v1/file/fileType/{fileType}': {
    /** Get a file type */
    get: {
      params: { fileType: string }
      kind: 'data'
      result: FileTypeRule
    }
  }
  '/api/v1/file/storage-breakdown': {
    /** Get the storage breakdown */
    get: {
      query?: {
        /** Include a breakdown by file type; computed on every request. */
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
    /** Create a signed URL */
    post: {
      params: { id: string }
      body?: {
        /** 3600 unless given. */
        ttlSec?: number | undefined
        /** `preview` is for a signed-in user viewing the file and is not audited as sharing. "share" unless given. */
        purpose?: 'share' | 'preview' | undefined
      } | undefined
      kind: 'data'
      result: SignedUrl
    }
  }
  '/api/v1/file/shared/{token}': {
    /** Download a file by signed URL */
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
        /** Substring of the name or slug. */
        q?: string | undefined
        /** "createdAt" unless given. */
        sortBy?: 'createdAt' | 'updatedAt' | 'name' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
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
        /** Flexible collections accept fields that are not in the schema. "flexible" unless given. */
        mode?: 'flexible' | 'strict' | undefined
        /** Who can read and write a document. "owner" unless given. */
        access?: 'owner' | 'project' | 'readProject_writeOwner' | undefined
        /** `proposed`: writes of member keys need approval by an admin. "direct" unless given. */
        writes?: 'direct' | 'proposed' | undefined
        /** 100000 unless given. */
        maxDocuments?: number | undefined
        /** Retention of earlier versions in days. 30 unless given. */
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
            /** Values are unique in the whole collection, or per owner if `access` is `owner`, so that values of other owners are not revealed. false unless given. */
            unique?: boolean | undefined
            /** `$NOW` and `$CURRENT_USER` are replaced by the current time and the acting user. */
            default?: unknown
            /** Minimum value of numbers, minimum length of strings. */
            min?: number | undefined
            max?: number | undefined
            pattern?: string | undefined
            options?: readonly string[] | undefined
            relation?: {
              /** The id or slug of the target collection. */
              collectionId: string
              /** "restrict" unless given. */
              onDelete?: 'restrict' | 'setNull' | 'cascade' | undefined
            } | undefined
            description?: string | undefined
            /** The previous name of the field. */
            renamedFrom?: string | undefined
          }[]
        } | undefined
        /** [] unless given. */
        indexes?: readonly {
          /** Ordered fields, each optionally followed by `:asc` or `:desc`. */
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
    /** Update a collection */
    patch: {
      params: { id: string }
      query?: {
        /** Only report what the change would do and what blocks it. */
        dryRun?: boolean | undefined
      } | undefined
      body?: {
        name?: string | undefined
        slug?: string | undefined
        description?: string | undefined
        /** Flexible collections accept fields that are not in the schema. */
        mode?: 'flexible' | 'strict' | undefined
        /** Who can read and write a document. */
        access?: 'owner' | 'project' | 'readProject_writeOwner' | undefined
        /** `proposed`: writes of member keys need approval by an admin. */
        writes?: 'direct' | 'proposed' | undefined
        maxDocuments?: number | undefined
        /** Retention of earlier versions in days. */
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
            /** Values are unique in the whole collection, or per owner if `access` is `owner`, so that values of other owners are not revealed. false unless given. */
            unique?: boolean | undefined
            /** `$NOW` and `$CURRENT_USER` are replaced by the current time and the acting user. */
            default?: unknown
            /** Minimum value of numbers, minimum length of strings. */
            min?: number | undefined
            max?: number | undefined
            pattern?: string | undefined
            options?: readonly string[] | undefined
            relation?: {
              /** The id or slug of the target collection. */
              collectionId: string
              /** "restrict" unless given. */
              onDelete?: 'restrict' | 'setNull' | 'cascade' | undefined
            } | undefined
            description?: string | undefined
            /** The previous name of the field. */
            renamedFrom?: string | undefined
          }[]
        } | undefined
        indexes?: readonly {
          /** Ordered fields, each optionally followed by `:asc` or `:desc`. */
          fields: readonly string[]
        }[] | undefined
        exposeViaMcp?: boolean | undefined
      } | undefined
      kind: 'data'
      result: TableCollection
    }
    /** Delete a collection and its documents */
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
    /** Expose a collection over MCP */
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
    /** Batch writes of documents */
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
        /** All or nothing; otherwise each operation succeeds or fails on its own, and the response lists the failures. true unless given. */
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
        /** Detected from the file name by default. */
        format?: 'csv' | 'jsonl' | undefined
        /** Detected from the first line by default, or named by a line such as `sep=;` before it. */
        delimiter?: ',' | ';' | 'tab' | '|' | undefined
        /** The field for each column or member by its name in the file, as JSON such as `{"E-mail":"email","Notes":null}`; null leaves it out, what is not named keeps its name. */
        columns?: string | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        upsertOn?: OneOrMore<string> | undefined
        /** Convert strings to the type of their field; always on for CSV. */
        typecast?: boolean | undefined
        /** Stop before the first batch with an invalid row, or skip invalid rows. "stop" unless given. */
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
  '/api/v1/table/collections/{id}/documents/import/{importId}/cancel': {
    /** Cancel an import */
    post: {
      params: { id: string; importId: string }
      kind: 'data'
      result: TableImport
    }
  }
  '/api/v1/table/collections/{id}/documents/import/{importId}/errors': {
    /** List the errors of an import */
    get: {
      params: { id: string; importId: string }
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
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
        /** JSON such as `{"status":{"_eq":"open"}}`, or bracket notation such as `filter[status][_eq]=open`. */
        filter?: string | undefined
        /** Substring of any string or number in the document. */
        q?: string | undefined
        /** For example `status:asc,age:desc`. */
        sort?: string | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        /** Return the state at this time. */
        asOf?: string | Date | undefined
        /** "jsonl" unless given. */
        format?: 'jsonl' | 'csv' | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/api/v1/table/collections/{id}/changes': {
    /** Stream the changes of a collection */
    get: {
      params: { id: string }
      query?: {
        /** The number of the last change seen; 0 starts with the first. Defaults to now. */
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
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
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
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
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
        /** Approve even if a document was changed in the meantime. false unless given. */
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
        /** Approve even if a document was changed in the meantime. false unless given. */
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
        /** JSON such as `{"status":{"_eq":"open"}}`, or bracket notation such as `filter[status][_eq]=open`. */
        filter?: string | undefined
        /** Substring of any string or number in the document. */
        q?: string | undefined
        /** For example `status:asc,age:desc`. */
        sort?: string | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        /** Return the state at this time. */
        asOf?: string | Date | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        sortBy?: string | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** Relations to include under `expand`. */
        expand?: OneOrMore<string> | undefined
        /** The `x-next-cursor` of the previous page. */
        cursor?: string | undefined
        /** "auto" unless given. */
        count?: 'auto' | 'exact' | 'none' | undefined
        acrossUsers?: boolean | undefined
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
        /** Upsert key: update the document with the same values in these fields instead. */
        upsertOn?: OneOrMore<string> | undefined
      } | undefined
      body: Record<string, unknown>
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
        /** Return aggregates instead of documents. */
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
        /** Return the state at this time. */
        asOf?: string | Date | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        expand?: OneOrMore<string> | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'data'
      result: TableDocument
    }
    /** Update a document */
    patch: {
      params: { collectionId: string; documentId: string }
      query?: {
        /** `deep` also merges nested objects. "shallow" unless given. */
        merge?: 'shallow' | 'deep' | undefined
      } | undefined
      body: Record<string, unknown>
      kind: 'data'
      result: TableDocument | {
        proposal: TableProposal
      }
    }
    /** Replace a document */
    put: {
      params: { collectionId: string; documentId: string }
      body: Record<string, unknown>
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
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: TableDocumentVersion
    }
  }
  '/api/v1/saved-items': {
    /** List saved items of one kind */
    get: {
      query: {
        kind: 'table_view' | 'playground_preset' | 'playground_conversation'
        /** Only views of this table. */
        collectionId?: string | undefined
        /** Substring of the name, case-insensitive. */
        q?: string | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
      }
      kind: 'page'
      result: SavedItemSummary
    }
    /** Create a saved item */
    post: {
      body: {
        kind: 'table_view' | 'playground_preset' | 'playground_conversation'
        name: string
        /** The table of a view; of no other kind. */
        collectionId?: string | null | undefined
        /** What the dashboard needs to restore it. */
        data: Record<string, unknown>
      }
      kind: 'data'
      result: SavedItem
    }
  }
  '/api/v1/saved-items/{id}': {
    /** Get a saved item */
    get: {
      params: { id: string }
      kind: 'data'
      result: SavedItem
    }
    /** Rename a saved item, or replace its data */
    patch: {
      params: { id: string }
      body?: {
        name?: string | undefined
        data?: Record<string, unknown> | undefined
      } | undefined
      kind: 'data'
      result: SavedItem
    }
    /** Delete a saved item */
    delete: {
      params: { id: string }
      kind: 'none'
    }
  }
  '/api/v1/code-sandbox/run': {
    /** Run a script */
    post: {
      body: {
        /** The body of a function with `state` in scope. The result is its return value, else the result of `main(state)`, else its last expression. */
        source: string
        /** Defaults to `{ "preview": true, "input": {} }`. {"preview":true,"input":{}} unless given. */
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
        /** Stream server-sent events while the script runs: `stdout`, `stderr`, then `result`. */
        stream?: boolean | undefined
      } | undefined
      body: {
        language: 'javascript' | 'python'
        /** The body of a function with `state` in scope. The result is its return value, else the result of `main(state)`, else its last expression. */
        source: string
        /** Defaults to `{ "preview": true, "input": {} }`. {"preview":true,"input":{}} unless given. */
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
    /** List executions */
    get: {
      query?: {
        status?: 'succeeded' | 'failed' | undefined
        errorCode?: 'script_error' | 'timeout' | 'memory_limit' | 'result_too_large' | 'killed' | 'cancelled' | undefined
        language?: 'javascript' | 'python' | undefined
        sessionId?: string | undefined
        from?: string | Date | undefined
        /** End time, exclusive. */
        to?: string | Date | undefined
        /** `nextCursor` of the previous page; stable while executions are added. Overrides `page`. */
        cursor?: string | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: SandboxExecutionSummary
    }
  }
  '/api/v1/sandbox/sessions/{id}/executions': {
    /** List the executions of a session */
    get: {
      params: { id: string }
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: SandboxSessionExecution
    }
  }
  '/api/v1/sandbox/sessions/{id}/executions/{executionId}': {
    /** Get an execution of a session */
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
    /** Cancel an execution */
    post: {
      params: { executionId: string }
      kind: 'none'
    }
  }
  '/api/v1/sandbox/executions/{executionId}/rerun': {
    /** Rerun an execution and compare */
    post: {
      params: { executionId: string }
      kind: 'data'
      result: SandboxRerun
    }
  }
  '/api/v1/sandbox/templates': {
    /** List sandbox templates */
    get: {
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
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
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
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
        /** What happens when either timeout expires. "pause" unless given. */
        onTimeout?: 'pause' | 'kill' | undefined
        /** "none" unless given. */
        network?: 'none' | 'allowlist' | undefined
        /** Hosts that `fetch` may reach with `network=allowlist`. [] unless given. */
        allowedHosts?: readonly string[] | undefined
        /** Available to scripts, stored encrypted, never returned and never in the history. {} unless given. */
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
    /** Extend a sandbox session */
    post: {
      params: { id: string }
      body: {
        /** Measured from now; a session is never shortened. */
        durationSec: number
      }
      kind: 'data'
      result: SandboxSession
    }
  }
  '/api/v1/sandbox/threads/{threadId}': {
    /** Get the sandbox for a thread */
    get: {
      params: { threadId: string }
      kind: 'data'
      result: SandboxThread
    }
    /** Stop the sandbox for a thread */
    delete: {
      params: { threadId: string }
      kind: 'data'
      result: SandboxThread
    }
  }
  '/api/v1/sandbox/threads/{threadId}/start': {
    /** Start the sandbox for a thread */
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
        /** Stream server-sent events while the script runs: `stdout`, `stderr`, then `result`. */
        stream?: boolean | undefined
      } | undefined
      body: {
        language: 'javascript' | 'python'
        /** The body of a function with `state` in scope. The result is its return value, else the result of `main(state)`, else its last expression. */
        source: string
        /** Defaults to `{ "preview": true, "input": {} }`. {"preview":true,"input":{}} unless given. */
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
    /** Download a workspace file */
    get: {
      params: { id: string }
      query?: {
        /** Relative path without "..", such as `data/table.csv`. */
        path?: string | undefined
      } | undefined
      kind: 'raw'
    }
    /** Write a workspace file */
    put: {
      params: { id: string }
      query?: {
        /** Relative path without "..", such as `data/table.csv`. */
        path?: string | undefined
      } | undefined
      body: Blob
      kind: 'data'
      result: SandboxWorkspaceFile
    }
    /** Delete a workspace file */
    delete: {
      params: { id: string }
      query?: {
        /** Relative path without "..", such as `data/table.csv`. */
        path?: string | undefined
      } | undefined
      kind: 'none'
    }
  }
  '/api/v1/sandbox/sessions/{id}/files/list': {
    /** List workspace files */
    get: {
      params: { id: string }
      kind: 'data'
      result: SandboxWorkspaceList
    }
  }
  '/api/v1/sandbox/sessions/{id}/files/import': {
    /** Import a stored file into the workspace */
    post: {
      params: { id: string }
      body: {
        fileId: string
        /** Defaults to the file name. */
        path?: string | undefined
      }
      kind: 'data'
      result: SandboxWorkspaceFile
    }
  }
  '/api/v1/sandbox/sessions/{id}/files/export': {
    /** Export a workspace file */
    post: {
      params: { id: string }
      body: {
        path: string
        /** Defaults to the last segment of the path. */
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
        /** Only models that can, or cannot, be called now. */
        isAvailable?: boolean | undefined
        /** Only the model that chat calls without a model use, or all but it. */
        isDefault?: boolean | undefined
        /** `provider`: by provider and name. `availability`: callable models first. "provider" unless given. */
        sortBy?: 'provider' | 'availability' | undefined
        /** Return at most this many models. */
        limit?: number | undefined
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
        /** Whether a call would reach it: active, with a configured provider. */
        isAvailable: boolean
        /** Why it cannot be called: `inactive` is disabled in the project, `needs_provider_key` has a provider without an API key, `provider_disabled` has a disabled provider, `no_price` has no price for use with the operator’s key, `not_supported` is not supported through its provider. */
        unavailableReason: 'inactive' | 'needs_provider_key' | 'provider_disabled' | 'no_price' | 'not_supported' | null
        /** Whether chat calls that name no model use it. */
        isDefault: boolean
      }[]
    }
  }
  '/api/v1/ai/models/summary': {
    /** Get the counts of AI models */
    get: {
      kind: 'data'
      result: {
        chat: {
          /** Models visible to the caller. */
          total: number
          /** Active models among these. */
          active: number
          /** Callable models among these. */
          available: number
        }
        image: {
          /** Models visible to the caller. */
          total: number
          /** Active models among these. */
          active: number
          /** Callable models among these. */
          available: number
        }
        video: {
          /** Models visible to the caller. */
          total: number
          /** Active models among these. */
          active: number
          /** Callable models among these. */
          available: number
        }
        tts: {
          /** Models visible to the caller. */
          total: number
          /** Active models among these. */
          active: number
          /** Callable models among these. */
          available: number
        }
        stt: {
          /** Models visible to the caller. */
          total: number
          /** Active models among these. */
          active: number
          /** Callable models among these. */
          available: number
        }
      }
    }
  }
  '/api/v1/ai/models/{modelId}': {
    /** Get an AI model */
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
        /** Whether a call would reach it: active, with a configured provider. */
        isAvailable: boolean
        /** Why it cannot be called: `inactive` is disabled in the project, `needs_provider_key` has a provider without an API key, `provider_disabled` has a disabled provider, `no_price` has no price for use with the operator’s key, `not_supported` is not supported through its provider. */
        unavailableReason: 'inactive' | 'needs_provider_key' | 'provider_disabled' | 'no_price' | 'not_supported' | null
        /** Whether chat calls that name no model use it. */
        isDefault: boolean
      }
    }
    /** Enable or disable an AI model */
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
        /** Whether a call would reach it: active, with a configured provider. */
        isAvailable: boolean
        /** Why it cannot be called: `inactive` is disabled in the project, `needs_provider_key` has a provider without an API key, `provider_disabled` has a disabled provider, `no_price` has no price for use with the operator’s key, `not_supported` is not supported through its provider. */
        unavailableReason: 'inactive' | 'needs_provider_key' | 'provider_disabled' | 'no_price' | 'not_supported' | null
        /** Whether chat calls that name no model use it. */
        isDefault: boolean
      }
    }
  }
  '/api/v1/ai/llm/chat': {
    /** Chat with a model */
    post: {
      body: {
        messages: readonly {
          role?: 'user' | 'assistant' | 'system' | 'tool' | 'developer' | 'human' | 'ai' | undefined
          /** Alias of `role`; `human` is the user, `ai` the assistant. */
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
            /** As returned with the response. */
            signature?: string | undefined
          } | {
            id: string
            type?: 'function' | undefined
            /** As returned with the response. */
            signature?: string | undefined
            function: {
              name: string
              arguments: string | Record<string, unknown>
            }
          })[] | undefined
          /** Reasoning of an earlier response, for models that use it. */
          reasoning?: string | undefined
          /** Reasoning parts of an earlier response, unchanged: reasoning models require them in a turn with tools. */
          thoughts?: readonly LlmThought[] | undefined
          toolCallId?: string | undefined
          name?: string | undefined
        }[]
        /** A model id such as `openai/gpt-5`; defaults to the default model of the project. */
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
        /** Tried in order if a model fails before its first token. */
        fallbackModels?: readonly string[] | undefined
        /** Drop parameters that the model does not support instead of rejecting the request. */
        dropUnsupported?: boolean | undefined
        stream?: boolean | undefined
        /** From `POST /api/v1/ai/llm/quote`: limits the price of the call to the quote. */
        holdId?: string | undefined
        /** Stored with the call. */
        metadata?: Record<string, string> | undefined
        tools?: readonly ({
          name: string
          description?: string | undefined
          /** A JSON Schema. */
          parameters?: Record<string, unknown> | undefined
          /** Alias of `parameters`. */
          inputSchema?: Record<string, unknown> | undefined
          /** Whether the arguments must match the schema exactly; defaults to the setting of the provider. */
          strict?: boolean | null | undefined
        } | {
          type: 'function'
          function: {
            name: string
            description?: string | undefined
            /** A JSON Schema. */
            parameters?: Record<string, unknown> | undefined
            /** Alias of `parameters`. */
            inputSchema?: Record<string, unknown> | undefined
            /** Whether the arguments must match the schema exactly; defaults to the setting of the provider. */
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
        /** `false`: at most one tool call in the response. Others are dropped with a warning in `warnings`. */
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
        /** A model id such as `openai/gpt-5`; defaults to the default model of the project. */
        model?: string | undefined
        systemPrompt?: string | undefined
        /** The default is for models that take one and do not reason. 0.7 unless given. */
        temperature?: number | undefined
        topP?: number | undefined
        /** 4096 unless given. */
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
        /** Tried in order if a model fails before its first token. */
        fallbackModels?: readonly string[] | undefined
        /** Drop parameters that the model does not support instead of rejecting the request. */
        dropUnsupported?: boolean | undefined
        stream?: boolean | undefined
        /** From `POST /api/v1/ai/llm/quote`: limits the price of the call to the quote. */
        holdId?: string | undefined
        /** Stored with the call. */
        metadata?: Record<string, string> | undefined
      }
      kind: 'data'
      result: LlmReply
    }
  }
  '/api/v1/ai/llm/embeddings': {
    /** Create embeddings */
    post: {
      body: {
        /** One or more texts, or token arrays for models that accept them. */
        input: string | readonly string[] | readonly number[] | readonly (readonly number[])[]
        model?: string | undefined
        dimensions?: number | undefined
        /** Stored with the call. */
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
          /** Alias of `role`; `human` is the user, `ai` the assistant. */
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
            /** As returned with the response. */
            signature?: string | undefined
          } | {
            id: string
            type?: 'function' | undefined
            /** As returned with the response. */
            signature?: string | undefined
            function: {
              name: string
              arguments: string | Record<string, unknown>
            }
          })[] | undefined
          /** Reasoning of an earlier response, for models that use it. */
          reasoning?: string | undefined
          /** Reasoning parts of an earlier response, unchanged: reasoning models require them in a turn with tools. */
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
          /** Alias of `parameters`. */
          inputSchema?: Record<string, unknown> | undefined
          /** Whether the arguments must match the schema exactly; defaults to the setting of the provider. */
          strict?: boolean | null | undefined
        } | {
          type: 'function'
          function: {
            name: string
            description?: string | undefined
            /** A JSON Schema. */
            parameters?: Record<string, unknown> | undefined
            /** Alias of `parameters`. */
            inputSchema?: Record<string, unknown> | undefined
            /** Whether the arguments must match the schema exactly; defaults to the setting of the provider. */
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
    /** Create a price quote and hold */
    post: {
      body?: {
        /** A model id such as `openai/gpt-5`; defaults to the default model of the project. */
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
        /** Tried in order if a model fails before its first token. */
        fallbackModels?: readonly string[] | undefined
        /** Drop parameters that the model does not support instead of rejecting the request. */
        dropUnsupported?: boolean | undefined
        /** Stored with the call. */
        metadata?: Record<string, string> | undefined
        tools?: readonly ({
          name: string
          description?: string | undefined
          /** A JSON Schema. */
          parameters?: Record<string, unknown> | undefined
          /** Alias of `parameters`. */
          inputSchema?: Record<string, unknown> | undefined
          /** Whether the arguments must match the schema exactly; defaults to the setting of the provider. */
          strict?: boolean | null | undefined
        } | {
          type: 'function'
          function: {
            name: string
            description?: string | undefined
            /** A JSON Schema. */
            parameters?: Record<string, unknown> | undefined
            /** Alias of `parameters`. */
            inputSchema?: Record<string, unknown> | undefined
            /** Whether the arguments must match the schema exactly; defaults to the setting of the provider. */
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
        /** `false`: at most one tool call in the response. Others are dropped with a warning in `warnings`. */
        parallelToolCalls?: boolean | undefined
        messages?: readonly {
          role?: 'user' | 'assistant' | 'system' | 'tool' | 'developer' | 'human' | 'ai' | undefined
          /** Alias of `role`; `human` is the user, `ai` the assistant. */
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
            /** As returned with the response. */
            signature?: string | undefined
          } | {
            id: string
            type?: 'function' | undefined
            /** As returned with the response. */
            signature?: string | undefined
            function: {
              name: string
              arguments: string | Record<string, unknown>
            }
          })[] | undefined
          /** Reasoning of an earlier response, for models that use it. */
          reasoning?: string | undefined
          /** Reasoning parts of an earlier response, unchanged: reasoning models require them in a turn with tools. */
          thoughts?: readonly LlmThought[] | undefined
          toolCallId?: string | undefined
          name?: string | undefined
        }[] | undefined
        /** Instead of `messages`. */
        prompt?: string | undefined
        /** Maximum price of the call; defaults to its worst-case price. */
        maxCredits?: number | undefined
      } | undefined
      kind: 'data'
      result: LlmQuote
    }
  }
  '/api/v1/ai/calls': {
    /** List model calls */
    get: {
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        /** `nextCursor` of the previous page; stable while calls are added. */
        cursor?: string | undefined
        /** The requested or the serving model. */
        model?: string | undefined
        provider?: string | undefined
        status?: 'running' | 'succeeded' | 'failed' | 'cancelled' | undefined
        kind?: 'chat' | 'generate' | 'embedding' | undefined
        eUID?: string | undefined
        from?: string | Date | undefined
        /** End time, exclusive. */
        to?: string | Date | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: LlmCall
    }
  }
  '/api/v1/ai/calls/{id}': {
    /** Get a model call */
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
    /** Configure a model provider */
    put: {
      body: {
        /** Prefix of its model ids. */
        name: string
        /** The API format; required for a custom name. */
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
        /** Base URL, if not the default. Private addresses must be allowed by the operator. */
        baseUrl?: string | null | undefined
        /** With several keys, the next one is used if one is rejected or rate limited. Omit to keep the current keys; an empty list removes them. */
        apiKeys?: readonly string[] | undefined
        options?: {
          /** The OpenAI API to use: `chat` if a custom base URL is set, else `responses`. */
          api?: 'responses' | 'chat' | undefined
          /** Amazon Bedrock region. */
          region?: string | undefined
          /** Amazon Bedrock access key id; the secret access key is the API key. */
          accessKeyId?: string | undefined
          /** Azure resource name. */
          resourceName?: string | undefined
          /** Azure resource name. */
          apiVersion?: string | undefined
        } | undefined
        isEnabled?: boolean | undefined
      }
      kind: 'data'
      result: SavedLlmProvider
    }
  }
  '/api/v1/ai/providers/status': {
    /** List model provider status */
    get: {
      kind: 'data'
      result: ModelProviderState[]
    }
  }
  '/api/v1/ai/providers/{name}': {
    /** Delete a model provider configuration */
    delete: {
      params: { name: string }
      kind: 'none'
    }
  }
  '/api/v1/ai/providers/{name}/test': {
    /** Test a model provider */
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
    /** Sync models from providers */
    post: {
      kind: 'data'
      result: LlmModelSync
    }
  }
  '/api/v1/ai/media/image': {
    /** Generate images */
    post: {
      body: {
        prompt: string
        n?: number | undefined
        size?: string | undefined
        aspectRatio?: string | undefined
        seed?: number | undefined
        /** Input images, for models that support editing. */
        fileIds?: readonly string[] | undefined
        /** Defaults to the first configured model; without one, this server generates a placeholder. */
        model?: string | undefined
        /** Seconds to wait for completion before the job is returned as is. */
        wait?: number | undefined
        /** Stored with the call. */
        metadata?: Record<string, string> | undefined
      }
      kind: 'data'
      result: MediaJob
    }
  }
  '/api/v1/ai/media/video': {
    /** Generate a video */
    post: {
      body: {
        prompt: string
        durationSeconds?: number | undefined
        size?: string | undefined
        aspectRatio?: string | undefined
        seed?: number | undefined
        /** The first frame. */
        fileIds?: readonly string[] | undefined
        /** Defaults to the first configured model; without one, this server generates a placeholder. */
        model?: string | undefined
        /** Seconds to wait for completion before the job is returned as is. */
        wait?: number | undefined
        /** Stored with the call. */
        metadata?: Record<string, string> | undefined
      }
      kind: 'data'
      result: MediaJob
    }
  }
  '/api/v1/ai/media/tts': {
    /** Generate speech */
    post: {
      body: {
        text: string
        voice?: string | undefined
        format?: 'mp3' | 'wav' | 'opus' | 'aac' | 'flac' | 'pcm' | undefined
        speed?: number | undefined
        language?: string | undefined
        instructions?: string | undefined
        /** Defaults to the first configured model; without one, this server generates a placeholder. */
        model?: string | undefined
        /** Seconds to wait for completion before the job is returned as is. */
        wait?: number | undefined
        /** Stored with the call. */
        metadata?: Record<string, string> | undefined
      }
      kind: 'data'
      result: MediaJob
    }
  }
  '/api/v1/ai/media/stt': {
    /** Transcribe audio */
    post: {
      body: {
        /** The audio file. */
        fileId: string
        /** Defaults to the first configured model; without one, this server generates a placeholder. */
        model?: string | undefined
        /** Seconds to wait for completion before the job is returned as is. */
        wait?: number | undefined
        /** Stored with the call. */
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
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        /** `nextCursor` of the previous page. */
        cursor?: string | undefined
        kind?: 'image' | 'video' | 'tts' | 'stt' | undefined
        status?: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | undefined
        acrossUsers?: boolean | undefined
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
    /** Create a response (OpenAI-compatible) */
    post: {
      body: {
        /** A model id, or the vendor’s model name if it is unique. */
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
            /** A data: URL or base64. */
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
          /** As returned with the response. */
          encrypted_content?: string | null | undefined
        } | {
          /** Not supported: responses are not stored. */
          type: 'item_reference'
          id: string
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
            /** A data: URL or base64. */
            file_data?: string | null | undefined
            file_url?: string | null | undefined
            filename?: string | null | undefined
            type: 'input_file'
          })[]
        })[]
        instructions?: string | null | undefined
        stream?: boolean | null | undefined
        tools?: readonly {
          /** Only `function`: tools are not run on the server. */
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
        /** `false`: at most one tool call in the response; others are dropped and listed in `x-llm-warnings` unless the response is streamed. */
        parallel_tool_calls?: boolean | null | undefined
        /** Not supported: responses are not stored; send the whole conversation. */
        previous_response_id?: unknown
        /** Not supported: responses are not stored; send the whole conversation. */
        conversation?: unknown
        /** Not supported: responses are not stored; send the whole conversation. */
        background?: unknown
        /** Not supported: prompt templates are stored at OpenAI. */
        prompt?: unknown
        /** Not supported: conversations are not compacted. */
        context_management?: unknown
        /** Not supported: token probabilities are not available. */
        include?: unknown
        /** Not supported: token probabilities are not available. */
        top_logprobs?: unknown
        /** Not supported: moderation is not available. */
        moderation?: unknown
        /** Not supported: responses are text; use POST /api/v1/ai/media/image for images. */
        image?: unknown
        /** Not supported: they belong to accounts at OpenAI. */
        access_programs?: unknown
      }
      kind: 'raw'
    }
  }
  '/api/v1/openai/chat/completions': {
    /** Create a chat completion (OpenAI-compatible) */
    post: {
      body: {
        /** A model id, or the vendor’s model name if it is unique. */
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
              /** A data: URL or base64. */
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
              /** A data: URL or base64. */
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
          /** Reasoning parts of an earlier response, unchanged: reasoning models require them in a turn with tools. */
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
              /** A data: URL or base64. */
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
        /** `false`: at most one tool call in the response; others are dropped and listed in `x-llm-warnings` unless the response is streamed. */
        parallel_tool_calls?: boolean | null | undefined
        tool_choice?: 'auto' | 'none' | 'required' | {
          type: 'function'
          function: {
            name: string
          }
        } | null | undefined
        response_format?: {
          type: 'text' | 'json_object'
        } | {
          type: 'json_schema'
          json_schema: {
            name?: string | null | undefined
            schema: Record<string, unknown>
            strict?: boolean | null | undefined
          }
        } | null | undefined
        reasoning_effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null | undefined
        metadata?: Record<string, string> | null | undefined
        /** One choice per call. */
        n?: 1 | null | undefined
        /** Not supported: responses are text; use POST /api/v1/ai/media/tts for speech. */
        audio?: unknown
        /** Not supported: responses are text. */
        modalities?: unknown
        /** Not supported: it was replaced by tools. */
        functions?: unknown
        /** Not supported: it was replaced by tool_choice. */
        function_call?: unknown
        /** Not supported: token ids differ between providers. */
        logit_bias?: unknown
        /** Not supported: token probabilities are not available. */
        logprobs?: unknown
        /** Not supported: token probabilities are not available. */
        top_logprobs?: unknown
        /** Not supported: moderation is not available. */
        moderation?: unknown
        /** Not supported: web search is not available. */
        web_search_options?: unknown
      }
      kind: 'raw'
    }
  }
  '/api/v1/openai/embeddings': {
    /** Create embeddings (OpenAI-compatible) */
    post: {
      body: {
        /** One or more texts, or token arrays for models that accept them. */
        input: string | readonly string[] | readonly number[] | readonly (readonly number[])[]
        model: string
        dimensions?: number | undefined
        encoding_format?: 'float' | 'base64' | null | undefined
      }
      kind: 'raw'
    }
  }
  '/api/v1/openai/models': {
    /** List models (OpenAI-compatible) */
    get: {
      query?: {
        /** Return at most this many models. */
        limit?: number | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/api/v1/openai/models/{model}': {
    /** Get a model (OpenAI-compatible) */
    get: {
      params: { model: string }
      kind: 'raw'
    }
  }
  '/api/v1/anthropic/v1/messages': {
    /** Create a message (Anthropic-compatible) */
    post: {
      query?: {
        beta?: 'true' | 'false' | undefined
      } | undefined
      body: {
        /** A model id, or the vendor’s model name if it is unique. */
        model: string
        messages: readonly {
          role: 'user' | 'assistant' | 'system'
          content: string | readonly ({
            type: 'text'
            text: string
            [name: string]: unknown
          } | {
            type: 'image'
            source: {
              type: 'base64'
              media_type: string
              data: string
              [name: string]: unknown
            } | {
              type: 'url'
              url: string
              [name: string]: unknown
            } | {
              type: 'file'
              /** A file of the project. */
              file_id: string
              [name: string]: unknown
            } | {
              type: 'text'
              data: string
              [name: string]: unknown
            }
            [name: string]: unknown
          } | {
            type: 'document'
            source: {
              type: 'base64'
              media_type: string
              data: string
              [name: string]: unknown
            } | {
              type: 'url'
              url: string
              [name: string]: unknown
            } | {
              type: 'file'
              /** A file of the project. */
              file_id: string
              [name: string]: unknown
            } | {
              type: 'text'
              data: string
              [name: string]: unknown
            }
            title?: string | null | undefined
            /** Only with a model of Anthropic. */
            citations?: {
              enabled?: boolean | null | undefined
              [name: string]: unknown
            } | null | undefined
            [name: string]: unknown
          } | {
            type: 'tool_use'
            id: string
            name: string
            input: Record<string, unknown>
            signature?: string | null | undefined
            [name: string]: unknown
          } | {
            type: 'tool_result'
            tool_use_id: string
            content?: string | readonly ({
              type: 'text'
              text: string
              [name: string]: unknown
            } | {
              type: 'image'
              source: {
                type: 'base64'
                media_type: string
                data: string
                [name: string]: unknown
              } | {
                type: 'url'
                url: string
                [name: string]: unknown
              } | {
                type: 'file'
                /** A file of the project. */
                file_id: string
                [name: string]: unknown
              } | {
                type: 'text'
                data: string
                [name: string]: unknown
              }
              [name: string]: unknown
            } | {
              type: 'document'
              source: {
                type: 'base64'
                media_type: string
                data: string
                [name: string]: unknown
              } | {
                type: 'url'
                url: string
                [name: string]: unknown
              } | {
                type: 'file'
                /** A file of the project. */
                file_id: string
                [name: string]: unknown
              } | {
                type: 'text'
                data: string
                [name: string]: unknown
              }
              title?: string | null | undefined
              /** Only with a model of Anthropic. */
              citations?: {
                enabled?: boolean | null | undefined
                [name: string]: unknown
              } | null | undefined
              [name: string]: unknown
            } | {
              /** Any other block of Anthropic; only with a model of Anthropic. */
              type: string
              [name: string]: unknown
            })[] | null | undefined
            is_error?: boolean | null | undefined
            [name: string]: unknown
          } | {
            type: 'thinking'
            thinking: string
            signature?: string | null | undefined
            [name: string]: unknown
          } | {
            type: 'redacted_thinking'
            data: string
            [name: string]: unknown
          } | {
            /** Any other block of Anthropic; only with a model of Anthropic. */
            type: string
            [name: string]: unknown
          })[]
          [name: string]: unknown
        }[]
        system?: string | readonly {
          type: 'text'
          text: string
          [name: string]: unknown
        }[] | null | undefined
        tools?: readonly {
          /** `custom`; with a model of Anthropic also its tools that the client executes: `bash_…`, `text_editor_…`, `computer_…`, `memory_…`. */
          type?: string | null | undefined
          name: string
          description?: string | null | undefined
          input_schema?: Record<string, unknown> | undefined
          strict?: boolean | null | undefined
          [name: string]: unknown
        }[] | null | undefined
        tool_choice?: {
          type: 'auto' | 'any' | 'none'
          /** `true`: at most one tool call in the response; others are dropped and listed in `x-llm-warnings` unless the response is streamed. */
          disable_parallel_tool_use?: boolean | null | undefined
          [name: string]: unknown
        } | {
          type: 'tool'
          name: string
          /** `true`: at most one tool call in the response; others are dropped and listed in `x-llm-warnings` unless the response is streamed. */
          disable_parallel_tool_use?: boolean | null | undefined
          [name: string]: unknown
        } | null | undefined
        /** Models of other providers get the nearest effort level that they support. */
        thinking?: {
          type: string
          budget_tokens?: number | null | undefined
          [name: string]: unknown
        } | null | undefined
        output_config?: {
          effort?: 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null | undefined
          format?: {
            type: 'json_schema'
            schema: Record<string, unknown>
            [name: string]: unknown
          } | null | undefined
          [name: string]: unknown
        } | null | undefined
        /** Deprecated alias of `output_config.format`. */
        output_format?: {
          type: 'json_schema'
          schema: Record<string, unknown>
          [name: string]: unknown
        } | null | undefined
        max_tokens: number
        stream?: boolean | null | undefined
        temperature?: number | null | undefined
        top_p?: number | null | undefined
        top_k?: number | null | undefined
        stop_sequences?: readonly string[] | null | undefined
        /** Not supported: conversations are not stored. */
        thread?: unknown
        /** Not supported: code execution is not available. */
        container?: unknown
        /** Not supported: tools are not run on the server. */
        mcp_servers?: unknown
        /** Not supported: POST /api/v1/ai/llm/chat takes fallbackModels. */
        fallbacks?: unknown
        /** Not supported: the region is chosen by the provider. */
        inference_geo?: unknown
        /** Not supported: its price is not known. */
        speed?: unknown
        [name: string]: unknown
      }
      kind: 'raw'
    }
  }
  '/api/v1/anthropic/v1/models': {
    /** List models (Anthropic-compatible) */
    get: {
      query?: {
        /** 20 unless given. */
        limit?: number | undefined
        /** Return models after this id. */
        after_id?: string | undefined
        /** Return models before this id. */
        before_id?: string | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/api/v1/anthropic/v1/models/{model}': {
    /** Get a model (Anthropic-compatible) */
    get: {
      params: { model: string }
      kind: 'raw'
    }
  }
  '/api/v1/anthropic/v1/messages/count_tokens': {
    /** Count tokens (Anthropic-compatible) */
    post: {
      query?: {
        beta?: 'true' | 'false' | undefined
      } | undefined
      body: {
        /** A model id, or the vendor’s model name if it is unique. */
        model: string
        messages: readonly {
          role: 'user' | 'assistant' | 'system'
          content: string | readonly ({
            type: 'text'
            text: string
            [name: string]: unknown
          } | {
            type: 'image'
            source: {
              type: 'base64'
              media_type: string
              data: string
              [name: string]: unknown
            } | {
              type: 'url'
              url: string
              [name: string]: unknown
            } | {
              type: 'file'
              /** A file of the project. */
              file_id: string
              [name: string]: unknown
            } | {
              type: 'text'
              data: string
              [name: string]: unknown
            }
            [name: string]: unknown
          } | {
            type: 'document'
            source: {
              type: 'base64'
              media_type: string
              data: string
              [name: string]: unknown
            } | {
              type: 'url'
              url: string
              [name: string]: unknown
            } | {
              type: 'file'
              /** A file of the project. */
              file_id: string
              [name: string]: unknown
            } | {
              type: 'text'
              data: string
              [name: string]: unknown
            }
            title?: string | null | undefined
            /** Only with a model of Anthropic. */
            citations?: {
              enabled?: boolean | null | undefined
              [name: string]: unknown
            } | null | undefined
            [name: string]: unknown
          } | {
            type: 'tool_use'
            id: string
            name: string
            input: Record<string, unknown>
            signature?: string | null | undefined
            [name: string]: unknown
          } | {
            type: 'tool_result'
            tool_use_id: string
            content?: string | readonly ({
              type: 'text'
              text: string
              [name: string]: unknown
            } | {
              type: 'image'
              source: {
                type: 'base64'
                media_type: string
                data: string
                [name: string]: unknown
              } | {
                type: 'url'
                url: string
                [name: string]: unknown
              } | {
                type: 'file'
                /** A file of the project. */
                file_id: string
                [name: string]: unknown
              } | {
                type: 'text'
                data: string
                [name: string]: unknown
              }
              [name: string]: unknown
            } | {
              type: 'document'
              source: {
                type: 'base64'
                media_type: string
                data: string
                [name: string]: unknown
              } | {
                type: 'url'
                url: string
                [name: string]: unknown
              } | {
                type: 'file'
                /** A file of the project. */
                file_id: string
                [name: string]: unknown
              } | {
                type: 'text'
                data: string
                [name: string]: unknown
              }
              title?: string | null | undefined
              /** Only with a model of Anthropic. */
              citations?: {
                enabled?: boolean | null | undefined
                [name: string]: unknown
              } | null | undefined
              [name: string]: unknown
            } | {
              /** Any other block of Anthropic; only with a model of Anthropic. */
              type: string
              [name: string]: unknown
            })[] | null | undefined
            is_error?: boolean | null | undefined
            [name: string]: unknown
          } | {
            type: 'thinking'
            thinking: string
            signature?: string | null | undefined
            [name: string]: unknown
          } | {
            type: 'redacted_thinking'
            data: string
            [name: string]: unknown
          } | {
            /** Any other block of Anthropic; only with a model of Anthropic. */
            type: string
            [name: string]: unknown
          })[]
          [name: string]: unknown
        }[]
        system?: string | readonly {
          type: 'text'
          text: string
          [name: string]: unknown
        }[] | null | undefined
        tools?: readonly {
          /** `custom`; with a model of Anthropic also its tools that the client executes: `bash_…`, `text_editor_…`, `computer_…`, `memory_…`. */
          type?: string | null | undefined
          name: string
          description?: string | null | undefined
          input_schema?: Record<string, unknown> | undefined
          strict?: boolean | null | undefined
          [name: string]: unknown
        }[] | null | undefined
        tool_choice?: {
          type: 'auto' | 'any' | 'none'
          /** `true`: at most one tool call in the response; others are dropped and listed in `x-llm-warnings` unless the response is streamed. */
          disable_parallel_tool_use?: boolean | null | undefined
          [name: string]: unknown
        } | {
          type: 'tool'
          name: string
          /** `true`: at most one tool call in the response; others are dropped and listed in `x-llm-warnings` unless the response is streamed. */
          disable_parallel_tool_use?: boolean | null | undefined
          [name: string]: unknown
        } | null | undefined
        /** Models of other providers get the nearest effort level that they support. */
        thinking?: {
          type: string
          budget_tokens?: number | null | undefined
          [name: string]: unknown
        } | null | undefined
        output_config?: {
          effort?: 'low' | 'medium' | 'high' | 'xhigh' | 'max' | null | undefined
          format?: {
            type: 'json_schema'
            schema: Record<string, unknown>
            [name: string]: unknown
          } | null | undefined
          [name: string]: unknown
        } | null | undefined
        /** Deprecated alias of `output_config.format`. */
        output_format?: {
          type: 'json_schema'
          schema: Record<string, unknown>
          [name: string]: unknown
        } | null | undefined
        [name: string]: unknown
      }
      kind: 'raw'
    }
  }
  '/api/v1/knowledge/collections': {
    /** List knowledge collections */
    get: {
      query?: {
        /** Substring of the name. */
        q?: string | undefined
        /** "createdAt" unless given. */
        sortBy?: 'createdAt' | 'updatedAt' | 'name' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: KnowledgeCollection
    }
    /** Create a knowledge collection */
    post: {
      body: {
        name: string
        /** "" unless given. */
        description?: string | undefined
        /** The language of the texts, as ISO 639-1; `auto` detects it for each source. "auto" unless given. */
        language?: 
          | 'auto'
          | 'ar'
          | 'ca'
          | 'cs'
          | 'da'
          | 'de'
          | 'en'
          | 'es'
          | 'eu'
          | 'fi'
          | 'fr'
          | 'ga'
          | 'hu'
          | 'hy'
          | 'it'
          | 'nl'
          | 'no'
          | 'pt'
          | 'ro'
          | 'ru'
          | 'sl'
          | 'sv'
          | 'ta'
          | 'tr'
          | 'other' | undefined
        /** The model of the vectors, `provider/model`. `local/use-lite` runs on this server: it reads English, about the first 450 characters of a chunk, and helps little beside the words. "local/use-lite" unless given. */
        embeddingModel?: string | undefined
        /** Characters of a chunk, at most. 1000 unless given. */
        chunkSize?: number | undefined
        /** Characters that the parts of a long paragraph repeat; less than half of `chunkSize`. */
        chunkOverlap?: number | undefined
      }
      kind: 'data'
      result: KnowledgeCollection
    }
  }
  '/api/v1/knowledge/collections/{id}': {
    /** Get a knowledge collection */
    get: {
      params: { id: string }
      kind: 'data'
      result: KnowledgeCollection
    }
    /** Update a knowledge collection */
    patch: {
      params: { id: string }
      body?: {
        name?: string | undefined
        description?: string | undefined
        /** The language of the texts, as ISO 639-1; `auto` detects it for each source. */
        language?: 
          | 'auto'
          | 'ar'
          | 'ca'
          | 'cs'
          | 'da'
          | 'de'
          | 'en'
          | 'es'
          | 'eu'
          | 'fi'
          | 'fr'
          | 'ga'
          | 'hu'
          | 'hy'
          | 'it'
          | 'nl'
          | 'no'
          | 'pt'
          | 'ro'
          | 'ru'
          | 'sl'
          | 'sv'
          | 'ta'
          | 'tr'
          | 'other' | undefined
        /** The model of the vectors, `provider/model`. `local/use-lite` runs on this server: it reads English, about the first 450 characters of a chunk, and helps little beside the words. */
        embeddingModel?: string | undefined
        /** Characters of a chunk, at most. */
        chunkSize?: number | undefined
        /** Characters that the parts of a long paragraph repeat; less than half of `chunkSize`. */
        chunkOverlap?: number | undefined
        /** How much vectors count in a hybrid search, where words count 1; null for the value of the model. */
        fusionWeight?: number | null | undefined
        exposeViaMcp?: boolean | undefined
      } | undefined
      kind: 'data'
      result: KnowledgeCollection
    }
    /** Delete a knowledge collection */
    delete: {
      params: { id: string }
      kind: 'data'
      result: {
        id: string
        deleted: true
        sourceCount: number
        chunkCount: number
      }
    }
  }
  '/api/v1/knowledge/collections/{id}/expose-mcp': {
    /** Expose a knowledge collection over MCP */
    patch: {
      params: { id: string }
      body: {
        exposeViaMcp: boolean
      }
      kind: 'data'
      result: KnowledgeCollection
    }
  }
  '/api/v1/knowledge/collections/{id}/generations': {
    /** List generations of a knowledge collection */
    get: {
      params: { id: string }
      kind: 'data'
      result: KnowledgeGeneration[]
    }
    /** Create a generation of a knowledge collection */
    post: {
      params: { id: string }
      body?: {
        /** The model of the vectors, `provider/model`. `local/use-lite` runs on this server: it reads English, about the first 450 characters of a chunk, and helps little beside the words. */
        embeddingModel?: string | undefined
        /** Characters of a chunk, at most. */
        chunkSize?: number | undefined
        /** Characters that the parts of a long paragraph repeat; less than half of `chunkSize`. */
        chunkOverlap?: number | undefined
        /** The language of the texts, as ISO 639-1; `auto` detects it for each source. */
        language?: 
          | 'auto'
          | 'ar'
          | 'ca'
          | 'cs'
          | 'da'
          | 'de'
          | 'en'
          | 'es'
          | 'eu'
          | 'fi'
          | 'fr'
          | 'ga'
          | 'hu'
          | 'hy'
          | 'it'
          | 'nl'
          | 'no'
          | 'pt'
          | 'ro'
          | 'ru'
          | 'sl'
          | 'sv'
          | 'ta'
          | 'tr'
          | 'other' | undefined
        /** `if_not_worse` compares both generations by the retrieval tests of the collection first, and holds the new one where it finds less; `manual` waits for a request. "if_not_worse" unless given. */
        switch?: 'if_not_worse' | 'when_ready' | 'manual' | undefined
        /** Returns what it would take; builds nothing. false unless given. */
        dryRun?: boolean | undefined
      } | undefined
      kind: 'data'
      result: KnowledgeStartedGeneration
    }
  }
  '/api/v1/knowledge/collections/{id}/generations/{generation}': {
    /** Get a generation */
    get: {
      params: { id: string; generation: string }
      kind: 'data'
      result: KnowledgeGeneration
    }
    /** Cancel or discard a generation */
    delete: {
      params: { id: string; generation: string }
      kind: 'data'
      result: KnowledgeGeneration
    }
  }
  '/api/v1/knowledge/collections/{id}/generations/{generation}/switch': {
    /** Switch to a generation */
    post: {
      params: { id: string; generation: string }
      kind: 'data'
      result: KnowledgeGeneration
    }
  }
  '/api/v1/knowledge/collections/{id}/generations/{generation}/resume': {
    /** Resume a generation that has failed */
    post: {
      params: { id: string; generation: string }
      kind: 'data'
      result: KnowledgeGeneration
    }
  }
  '/api/v1/knowledge/collections/{id}/rollback': {
    /** Roll back to the previous generation */
    post: {
      params: { id: string }
      kind: 'data'
      result: KnowledgeGeneration
    }
  }
  '/api/v1/knowledge/collections/{id}/evals': {
    /** List retrieval tests */
    get: {
      params: { id: string }
      query?: {
        /** Substring of the query or the source. */
        q?: string | undefined
        lastStatus?: 'hit' | 'miss' | 'orphaned' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: KnowledgeTest
    }
    /** Create retrieval tests */
    post: {
      params: { id: string }
      body: {
        tests: readonly {
          query: string
          /** The source that must be found. */
          sourceKey?: string | undefined
          /** Instead of both: the source of the chunk, and how it begins. */
          chunkId?: string | undefined
          /** Text that the chunk must have; spaces and case do not count. */
          mustContain?: string | undefined
          /** How far down it may be found. 5 unless given. */
          k?: number | undefined
          /** A generation that does not pass it is never switched to by itself. false unless given. */
          isRequired?: boolean | undefined
        }[]
        /** "manual" unless given. */
        origin?: 'manual' | 'search' | undefined
      }
      kind: 'data'
      result: KnowledgeCreatedTests
    }
  }
  '/api/v1/knowledge/collections/{id}/evals/import': {
    /** Import retrieval tests */
    post: {
      params: { id: string }
      body: {
        /** `csv` has a first line with names of fields; `jsonl` has a JSON object in each line. */
        format: 'csv' | 'jsonl'
        content: string
      }
      kind: 'data'
      result: KnowledgeCreatedTests
    }
  }
  '/api/v1/knowledge/collections/{id}/evals/{testId}': {
    /** Get a retrieval test */
    get: {
      params: { id: string; testId: string }
      kind: 'data'
      result: KnowledgeTest
    }
    /** Update a retrieval test */
    patch: {
      params: { id: string; testId: string }
      body: {
        query?: string | undefined
        sourceKey?: string | null | undefined
        mustContain?: string | null | undefined
        /** How far down it may be found. */
        k?: number | undefined
        /** A generation that does not pass it is never switched to by itself. */
        isRequired?: boolean | undefined
      }
      kind: 'data'
      result: KnowledgeTest
    }
    /** Delete a retrieval test */
    delete: {
      params: { id: string; testId: string }
      kind: 'data'
      result: {
        id: string
        deleted: true
      }
    }
  }
  '/api/v1/knowledge/collections/{id}/evals/run': {
    /** Run an eval */
    post: {
      params: { id: string }
      body?: {
        /** "hybrid" unless given. */
        mode?: 'hybrid' | 'vector' | 'keyword' | undefined
        /** One that is built and not searched yet; without it the live one. */
        generation?: number | undefined
      } | undefined
      kind: 'data'
      result: KnowledgeEval
    }
  }
  '/api/v1/knowledge/collections/{id}/evals/runs': {
    /** List evals */
    get: {
      params: { id: string }
      query?: {
        /** Only those of one generation. */
        generation?: number | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: KnowledgeEval
    }
  }
  '/api/v1/knowledge/collections/{id}/evals/runs/{evalRunId}': {
    /** Get an eval */
    get: {
      params: { id: string; evalRunId: string }
      kind: 'data'
      result: KnowledgeEval
    }
  }
  '/api/v1/knowledge/collections/{id}/evals/runs/{evalRunId}/results': {
    /** List results of an eval */
    get: {
      params: { id: string; evalRunId: string }
      query?: {
        status?: 'hit' | 'miss' | 'orphaned' | undefined
        /** Against the eval that it is compared with. */
        change?: 'won' | 'lost' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: KnowledgeEvalResult
    }
  }
  '/api/v1/knowledge/collections/{id}/evals/runs/{evalRunId}/cancel': {
    /** Cancel an eval */
    post: {
      params: { id: string; evalRunId: string }
      kind: 'data'
      result: KnowledgeEval
    }
  }
  '/api/v1/knowledge/collections/{id}/ingest/text': {
    /** Ingest a text */
    post: {
      params: { id: string }
      body: {
        content: string
        title?: string | undefined
        /** Characters of a chunk, at most. */
        chunkSize?: number | undefined
        /** Characters that the parts of a long paragraph repeat; less than half of `chunkSize`. */
        chunkOverlap?: number | undefined
        /** Values that searches can filter by. */
        metadata?: Record<string, string | number | boolean | null> | undefined
      }
      kind: 'data'
      result: KnowledgeIngested
    }
  }
  '/api/v1/knowledge/collections/{id}/ingest/file': {
    /** Ingest a file */
    post: {
      params: { id: string }
      body: {
        fileId: string
        title?: string | undefined
        /** Characters of a chunk, at most. */
        chunkSize?: number | undefined
        /** Characters that the parts of a long paragraph repeat; less than half of `chunkSize`. */
        chunkOverlap?: number | undefined
        /** Values that searches can filter by. */
        metadata?: Record<string, string | number | boolean | null> | undefined
      }
      kind: 'data'
      result: KnowledgeIngested
    }
  }
  '/api/v1/knowledge/collections/{id}/ingest/url': {
    /** Ingest a page or crawl a site */
    post: {
      params: { id: string }
      body: {
        url: string
        /** `crawl` follows the sitemap and links on the same host, below the folder of the URL. "scrape" unless given. */
        mode?: 'scrape' | 'crawl' | undefined
        /** Of a crawl. 100 unless given. */
        maxPages?: number | undefined
        /** How often the page, or the site, is looked at again. Null ends it; without it a source that is there keeps what it has. */
        refreshEvery?: '1h' | '6h' | '12h' | '1d' | '7d' | '30d' | null | undefined
        title?: string | undefined
        /** Characters of a chunk, at most. */
        chunkSize?: number | undefined
        /** Characters that the parts of a long paragraph repeat; less than half of `chunkSize`. */
        chunkOverlap?: number | undefined
        /** Values that searches can filter by. */
        metadata?: Record<string, string | number | boolean | null> | undefined
      }
      kind: 'data'
      result: KnowledgeIngested
    }
  }
  '/api/v1/knowledge/collections/{id}/ingest/url/preview': {
    /** Preview a crawl */
    post: {
      params: { id: string }
      body: {
        url: string
      }
      kind: 'data'
      result: KnowledgeCrawlPreview
    }
  }
  '/api/v1/knowledge/collections/{id}/sources': {
    /** List sources */
    get: {
      params: { id: string }
      query?: {
        /** Substring of the title or key. */
        q?: string | undefined
        status?: OneOrMore<'queued' | 'fetching' | 'parsing' | 'chunking' | 'embedding' | 'ready' | 'failed' | 'cancelled'> | undefined
        kind?: 'text' | 'file' | 'url' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: KnowledgeSource
    }
    /** Delete a source by its key */
    delete: {
      params: { id: string }
      body: {
        sourceKey: string
      }
      kind: 'data'
      result: {
        sourceKey: string
        deleted: true
      }
    }
  }
  '/api/v1/knowledge/collections/{id}/sources/{sourceKey}': {
    /** Get a source */
    get: {
      params: { id: string; sourceKey: string }
      kind: 'data'
      result: KnowledgeSource
    }
    /** Change how often a source is refreshed */
    patch: {
      params: { id: string; sourceKey: string }
      body: {
        /** How often the page, or the site, is looked at again; null ends it. */
        refreshEvery: '1h' | '6h' | '12h' | '1d' | '7d' | '30d' | null
      }
      kind: 'data'
      result: KnowledgeSource
    }
    /** Delete a source */
    delete: {
      params: { id: string; sourceKey: string }
      kind: 'data'
      result: {
        sourceKey: string
        deleted: true
      }
    }
  }
  '/api/v1/knowledge/collections/{id}/sources/{sourceKey}/text': {
    /** Get the text of a source */
    get: {
      params: { id: string; sourceKey: string }
      query?: {
        /** Where the part begins, in UTF-16 code units. 0 unless given. */
        offset?: number | undefined
        /** How long the part may be. 20000 unless given. */
        limit?: number | undefined
      } | undefined
      kind: 'data'
      result: KnowledgeSourceText
    }
  }
  '/api/v1/knowledge/collections/{id}/sources/{sourceKey}/reindex': {
    /** Reindex a source */
    post: {
      params: { id: string; sourceKey: string }
      kind: 'data'
      result: KnowledgeIngested
    }
  }
  '/api/v1/knowledge/collections/{id}/sources/{sourceKey}/cancel': {
    /** Cancel the indexing of a source */
    post: {
      params: { id: string; sourceKey: string }
      kind: 'data'
      result: KnowledgeIngested
    }
  }
  '/api/v1/knowledge/collections/{id}/jobs/{jobId}': {
    /** Get an ingestion job */
    get: {
      params: { id: string; jobId: string }
      kind: 'data'
      result: KnowledgeJob
    }
  }
  '/api/v1/knowledge/collections/{id}/jobs/{jobId}/events': {
    /** Stream the events of an ingestion job */
    get: {
      params: { id: string; jobId: string }
      kind: 'events'
      result: {
        stage?: 'queued' | 'fetching' | 'parsing' | 'chunking' | 'embedding' | undefined
        /** Of the stage, from 0 to 1. */
        progress?: number | undefined
        /** What the stage waits for. */
        waitsFor?: 'ocr' | null | undefined
        /** Of a page. */
        url?: string | undefined
        /** Of a page. */
        outcome?: 'added' | 'unchanged' | 'skipped' | 'failed' | undefined
        /** Of `end`. */
        status?: 'queued' | 'fetching' | 'parsing' | 'chunking' | 'embedding' | 'ready' | 'failed' | 'cancelled' | undefined
        chunkCount?: number | null | undefined
        error?: {
          code: string
          message: string
          stage?: string | null | undefined
        } | null | undefined
        at: string | null
      }
    }
  }
  '/api/v1/knowledge/collections/{id}/search': {
    /** Search a knowledge collection */
    post: {
      params: { id: string }
      body: {
        query: string
        /** 5 unless given. */
        limit?: number | undefined
        /** `keyword` compares words, `vector` the meaning as the embedding model of the collection sees it; `hybrid` adds both up. "hybrid" unless given. */
        mode?: 'hybrid' | 'vector' | 'keyword' | undefined
        /** 0 unless given. */
        minScore?: number | undefined
        /** Only chunks of sources that match all of them. */
        filters?: {
          sourceKeys?: readonly string[] | undefined
          kinds?: readonly ('text' | 'file' | 'url')[] | undefined
          /** Sources whose metadata has all of these values. */
          metadata?: Record<string, string | number | boolean | null> | undefined
          createdAfter?: string | undefined
          createdBefore?: string | undefined
        } | undefined
        /** So many chunks before and after each result come with it, as far as searches find them. 0 unless given. */
        neighbours?: number | undefined
        /** Has a chat model order the first results again; billed like any call of it. Without its response the order is that of the scores, and the header `x-degraded` has `rerank`. */
        rerank?: boolean | {
          /** The default model of the project without it. */
          model?: string | undefined
          /** So many of the first results are ordered. 20 unless given. */
          candidates?: number | undefined
        } | undefined
      }
      kind: 'data'
      result: KnowledgeSearchResult[]
    }
  }
  '/api/v1/knowledge/search': {
    /** Search several knowledge collections */
    post: {
      body: {
        collectionIds: readonly string[]
        query: string
        /** 5 unless given. */
        limit?: number | undefined
        /** `keyword` compares words, `vector` the meaning as the embedding model of the collection sees it; `hybrid` adds both up. "hybrid" unless given. */
        mode?: 'hybrid' | 'vector' | 'keyword' | undefined
        /** 0 unless given. */
        minScore?: number | undefined
        /** Only chunks of sources that match all of them. */
        filters?: {
          sourceKeys?: readonly string[] | undefined
          kinds?: readonly ('text' | 'file' | 'url')[] | undefined
          /** Sources whose metadata has all of these values. */
          metadata?: Record<string, string | number | boolean | null> | undefined
          createdAfter?: string | undefined
          createdBefore?: string | undefined
        } | undefined
        /** So many chunks before and after each result come with it, as far as searches find them. 0 unless given. */
        neighbours?: number | undefined
        /** Has a chat model order the first results again; billed like any call of it. Without its response the order is that of the scores, and the header `x-degraded` has `rerank`. */
        rerank?: boolean | {
          /** The default model of the project without it. */
          model?: string | undefined
          /** So many of the first results are ordered. 20 unless given. */
          candidates?: number | undefined
        } | undefined
      }
      kind: 'data'
      result: KnowledgeSearchResult[]
    }
  }
  '/api/v1/knowledge/collections/{id}/chunks': {
    /** List chunks */
    get: {
      params: { id: string }
      query?: {
        sourceKey?: string | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** The `nextOffset` of the page before. */
        offset?: string | undefined
        /** The id of a chunk: the first page begins shortly before it. Ignored with `offset`. */
        around?: string | undefined
      } | undefined
      kind: 'data'
      result: KnowledgeChunkPage
    }
  }
  '/api/v1/knowledge/collections/{id}/chunks/{chunkId}': {
    /** Update a chunk */
    patch: {
      params: { id: string; chunkId: string }
      body: {
        text?: string | undefined
        isEnabled?: boolean | undefined
      }
      kind: 'data'
      result: KnowledgeChunk
    }
    /** Delete a chunk */
    delete: {
      params: { id: string; chunkId: string }
      kind: 'data'
      result: {
        id: string
        deleted: true
      }
    }
  }
  '/api/v1/toolkits': {
    /** List and search toolkits */
    get: {
      query?: {
        /** Searches slug, name, description and tool names. */
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
        /** `COMPOSIO` matches everything that is not `LOCAL`. */
        provider?: 'PLATFORM' | 'LOCAL' | 'OPENAPI' | 'MCP' | 'COMPOSIO' | undefined
        /** `mine`: toolkits of the project. "all" unless given. */
        scope?: 'all' | 'mine' | undefined
        /** A country code, `global` or `all`. */
        region?: string | undefined
        /** "include_global" unless given. */
        regionMatch?: 'include_global' | 'exact' | undefined
        requiresAuth?: boolean | undefined
        /** Whether an auth config can be created for it. */
        authConfigCreatable?: boolean | undefined
        isConnected?: boolean | undefined
        /** Whether to include disabled toolkits; defaults to true for admins and false for others. */
        showDisabled?: boolean | undefined
        /** Defaults to relevance, then popularity. "popularityScore" unless given. */
        sortBy?: 'popularityScore' | 'name' | 'slug' | 'toolCount' | 'createdAt' | 'updatedAt' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
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
        /** false unless given. */
        noAuth?: boolean | undefined
        /** "1.0.0" unless given. */
        version?: string | undefined
        /** 0 unless given. */
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
                /** Defaults to the type and name of the field. */
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
                /** Defaults to the type and name of the field. */
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
                /** Defaults to the type and name of the field. */
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
                /** Defaults to the type and name of the field. */
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
            /** Compared with `iss` of a response that has one; `issuer` requires it. */
            expectedIssuer?: string | undefined
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
            /** What tokens are for (RFC 8707). */
            resource?: string | undefined
            /** Extra parameters of the authorization request, such as `access_type`. Standard OAuth parameters are rejected. */
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
        /** Not supported: login recipes are rejected. */
        authRecipe?: Record<string, unknown> | undefined
        getCurrentUserEndpoint?: string | null | undefined
        regions?: readonly string[] | null | undefined
      }
      kind: 'data'
      result: Toolkit
    }
  }
  '/api/v1/toolkits/categories': {
    /** List toolkit categories */
    get: {
      kind: 'data'
      result: ToolkitCategory[]
    }
  }
  '/api/v1/toolkits/messaging-channels': {
    /** List messaging channels */
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
    /** Update a toolkit */
    patch: {
      params: { id: string }
      body?: {
        slug?: string | undefined
        provider?: 'COMPOSIO' | 'PLATFORM' | 'LOCAL' | 'OPENAPI' | 'MCP' | undefined
        isDisabled?: boolean | undefined
        /** How often the URL of an imported API description is checked for changes. */
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
                /** Defaults to the type and name of the field. */
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
                /** Defaults to the type and name of the field. */
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
                /** Defaults to the type and name of the field. */
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
                /** Defaults to the type and name of the field. */
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
            /** Compared with `iss` of a response that has one; `issuer` requires it. */
            expectedIssuer?: string | undefined
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
            /** What tokens are for (RFC 8707). */
            resource?: string | undefined
            /** Extra parameters of the authorization request, such as `access_type`. Standard OAuth parameters are rejected. */
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
        /** Not supported: login recipes are rejected. */
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
        /** Also delete its tools, auth configs and connected accounts. */
        cascade?: boolean | undefined
      } | undefined
      kind: 'none'
    }
  }
  '/api/v1/toolkits/byId/{id}/status': {
    /** Enable or disable a toolkit */
    patch: {
      params: { id: string }
      body?: {
        enabled?: boolean | null | undefined
        /** The same as `enabled`. */
        isActive?: boolean | null | undefined
        /** The opposite of `enabled`. */
        isDisabled?: boolean | null | undefined
        /** `active` and `enabled` mean on, `inactive` and `disabled` off. */
        status?: 'active' | 'enabled' | 'inactive' | 'disabled' | null | undefined
      } | undefined
      kind: 'data'
      result: Toolkit
    }
  }
  '/api/v1/toolkits/with-tools': {
    /** List toolkits with their tools */
    get: {
      query?: {
        /** Searches slug, name, description and tool names. */
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
        /** `COMPOSIO` matches everything that is not `LOCAL`. */
        provider?: 'PLATFORM' | 'LOCAL' | 'OPENAPI' | 'MCP' | 'COMPOSIO' | undefined
        /** `mine`: toolkits of the project. "all" unless given. */
        scope?: 'all' | 'mine' | undefined
        /** A country code, `global` or `all`. */
        region?: string | undefined
        /** "include_global" unless given. */
        regionMatch?: 'include_global' | 'exact' | undefined
        requiresAuth?: boolean | undefined
        /** Whether an auth config can be created for it. */
        authConfigCreatable?: boolean | undefined
        isConnected?: boolean | undefined
        /** Whether to include disabled toolkits; defaults to true for admins and false for others. */
        showDisabled?: boolean | undefined
        /** Defaults to relevance, then popularity. "popularityScore" unless given. */
        sortBy?: 'popularityScore' | 'name' | 'slug' | 'toolCount' | 'createdAt' | 'updatedAt' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        /** "all" unless given. */
        type?: 'all' | 'triggers' | 'actions' | undefined
        /** A single tool, as `toolkitSlug:toolSlug`. */
        tool?: string | undefined
        /** Listed first, regardless of the order. */
        selectedToolkitSlugs?: OneOrMore<string> | undefined
        /** Deprecated: list their toolkits first. */
        selectedToolSlugs?: OneOrMore<string> | undefined
        /** false unless given. */
        excludeMessagingChannels?: boolean | undefined
      } | undefined
      kind: 'page'
      result: ToolkitWithTools
    }
  }
  '/api/v1/toolkits/byId/{id}/refresh': {
    /** Refresh the API description of a toolkit */
    post: {
      params: { id: string }
      body?: {
        /** Return what has changed without applying it. false unless given. */
        dryRun?: boolean | undefined
        /** The `sha256` of a dry run: approves exactly that, and is refused when the origin has changed since. */
        sha256?: string | undefined
        /** Allow credentials to be sent to the hosts of the new document. Admins only. false unless given. */
        acceptNewHosts?: boolean | undefined
      } | undefined
      kind: 'data'
      result: ToolkitImport
    }
  }
  '/api/v1/toolkits/byId/{id}/reset': {
    /** Reset a toolkit to its built-in API description */
    post: {
      params: { id: string }
      kind: 'data'
      result: Toolkit
    }
  }
  '/api/v1/toolkits/byId/{id}/changelog': {
    /** List the changelog of a toolkit */
    get: {
      params: { id: string }
      kind: 'data'
      result: ToolkitVersion[]
    }
  }
  '/api/v1/toolkits/import/openapi': {
    /** Import an OpenAPI document as a toolkit */
    post: {
      body: {
        url?: string | undefined
        /** The document, as a JSON value or as JSON or YAML text. */
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
        /** Operation ids, tags, paths, `GET /path` or slugs; `*` is a wildcard. */
        include?: readonly string[] | undefined
        exclude?: readonly string[] | undefined
        /** Base URL of the API, if the document has none or a wrong one. */
        baseUrl?: string | undefined
        /** Auth schemes, if the document declares none. */
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
                /** Defaults to the type and name of the field. */
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
                /** Defaults to the type and name of the field. */
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
                /** Defaults to the type and name of the field. */
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
                /** Defaults to the type and name of the field. */
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
            /** Compared with `iss` of a response that has one; `issuer` requires it. */
            expectedIssuer?: string | undefined
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
            /** What tokens are for (RFC 8707). */
            resource?: string | undefined
            /** Extra parameters of the authorization request, such as `access_type`. Standard OAuth parameters are rejected. */
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
        /** Create a new version of the existing toolkit with this slug. false unless given. */
        replace?: boolean | undefined
        /** Return a preview without storing anything. false unless given. */
        dryRun?: boolean | undefined
        /** The `sha256` of a dry run: approves exactly that, and is refused when the origin has changed since. */
        sha256?: string | undefined
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
        /** Defaults to the newest version. */
        version?: string | undefined
      }
      kind: 'data'
      result: InstalledToolkit
    }
  }
  '/api/v1/toolkits/installed': {
    /** List installed toolkits */
    get: {
      kind: 'data'
      result: InstalledToolkit[]
    }
  }
  '/api/v1/toolkits/uninstall': {
    /** Uninstall a toolkit */
    post: {
      body: {
        slug: string
      }
      kind: 'none'
    }
  }
  '/api/v1/toolkits/offered': {
    /** Search installable toolkits */
    get: {
      query?: {
        /** Part of the name, such as `google sheets`. */
        q?: string | undefined
      } | undefined
      kind: 'data'
      result: OfferedToolkit[]
    }
  }
  '/api/v1/toolkits/offered/details': {
    /** Get the details of an installable toolkit */
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
        /** Substring of the name, display name or toolkit, case-insensitive. */
        q?: string | undefined
        /** One or more slugs. */
        toolkitSlug?: OneOrMore<string> | undefined
        /** Alias of `toolkitSlug`. */
        provider?: OneOrMore<string> | undefined
        /** false unless given. */
        showDisabled?: boolean | undefined
        /** "createdAt" unless given. */
        sortBy?: 'createdAt' | 'updatedAt' | 'name' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 10 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        /** `nextCursor` of the previous page, for lists sorted by time, or base64 of `{"page":2,"limit":10}`; overrides `page` and `offset`. */
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
          /** Required with `use_custom_auth`. */
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
          /** Not supported: requests are always sent by this server. */
          proxyConfig?: {
            proxyUrl: string
            proxyAuthKey?: string | undefined
          } | null | undefined
          /** Alias of `displayName`. */
          name?: string | undefined
          displayName?: string | undefined
          /** Values by field name; see `GET /api/v1/auth_configs/fields`. */
          credentials?: Record<string, unknown> | undefined
          /** Scopes requested from end users; defaults to all scopes of the toolkit. */
          scopes?: readonly string[] | undefined
          restrictToFollowingTools?: readonly string[] | undefined
          toolAccessConfig?: {
            toolsForConnectedAccountCreation?: readonly string[] | undefined
          } | undefined
          /** URLs to which users may be redirected after consent, matched exactly. URLs of this server are always allowed. */
          allowedCallbackUrls?: readonly string[] | undefined
        }
      }
      kind: 'data'
      result: AuthConfig
    }
  }
  '/api/v1/auth_configs/fields': {
    /** List the auth fields of a toolkit */
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
    /** Update an auth config */
    patch: {
      params: { id: string }
      body?: {
        displayName?: string | null | undefined
        scopes?: readonly string[] | undefined
        /** Staged until they have worked once. */
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
        /** Also delete its connected accounts. false unless given. */
        cascade?: boolean | undefined
      } | undefined
      kind: 'none'
    }
  }
  '/api/v1/auth_configs/{id}/status': {
    /** Enable or disable an auth config */
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
    /** List accounts with missing scopes */
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
        /** Ids or usernames of end users. */
        eUIDs?: OneOrMore<string> | undefined
        authConfigIds?: OneOrMore<string> | undefined
        connectedAccountIds?: OneOrMore<string> | undefined
        labels?: OneOrMore<string> | undefined
        /** Substring of the display name, identity or toolkit, case-insensitive. */
        q?: string | undefined
        /** "createdAt" unless given. */
        orderBy?: 'createdAt' | 'updatedAt' | undefined
        /** "DESC" unless given. */
        orderDirection?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 10 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        /** `nextCursor` of the previous page, for lists sorted by time, or base64 of `{"page":2,"limit":10}`; overrides `page` and `offset`. */
        cursor?: string | undefined
        acrossUsers?: boolean | undefined
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
          /** The id or username of an end user. */
          eUID?: string | undefined
          callbackUrl?: string | undefined
          displayName?: string | undefined
          labels?: readonly string[] | undefined
        }
        /** Verify the credentials with the service first. false unless given. */
        validateCredentials?: boolean | undefined
        /** `false` returns 409 if the end user already has an active account with this auth config. true unless given. */
        allowMultiple?: boolean | undefined
        /** Gives an existing account of this auth config new credentials, instead of creating one. Its name and labels stay as they are. */
        connectedAccountId?: string | undefined
        /** Ignored: consent is given on the page behind `redirectUrl`. */
        consentLinkToken?: string | undefined
      }
      kind: 'data'
      result: CreatedConnectedAccount
    }
  }
  '/api/v1/connected_accounts/link': {
    /** Create a link to connect an account */
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
        /** Wait until the account has this status. */
        wait?: 'INITIALIZING' | 'INITIATED' | 'ACTIVE' | 'FAILED' | 'EXPIRED' | 'INACTIVE' | undefined
        /** 30000 unless given. */
        timeoutMs?: number | undefined
      } | undefined
      kind: 'data'
      result: ConnectedAccount
    }
    /** Update a connected account */
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
        /** Only check whether it can be deleted; `impact` lists what would stop working. */
        dryRun?: boolean | undefined
      } | undefined
      kind: 'none'
    }
  }
  '/api/v1/connected_accounts/demo': {
    /** Connect an account of the demo service */
    post: {
      body: {
        authConfigId: string
        displayName?: string | undefined
        labels?: readonly string[] | undefined
      }
      kind: 'data'
      result: ConnectedAccount
    }
  }
  '/api/v1/connected_accounts/{id}/reconnect': {
    /** Reconnect an account with a link */
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
    /** Refresh the token of a connected account */
    post: {
      params: { id: string }
      kind: 'data'
      result: ConnectedAccount
    }
  }
  '/api/v1/connected_accounts/{id}/test': {
    /** Test a connected account */
    post: {
      params: { id: string }
      kind: 'data'
      result: ConnectedAccountTest
    }
  }
  '/api/v1/connected_accounts/{id}/impact': {
    /** Get the impact of deleting a connected account */
    get: {
      params: { id: string }
      kind: 'data'
      result: ConnectedAccountImpact
    }
  }
  '/api/v1/connected_accounts/{id}/revocation': {
    /** Get the revocation of a deleted account */
    get: {
      params: { id: string }
      kind: 'data'
      result: ConnectionRevocation
    }
  }
  '/connect/{linkToken}': {
    /** Show the consent page for an account */
    get: {
      params: { linkToken: string }
      kind: 'raw'
    }
    /** Submit the consent page */
    post: {
      params: { linkToken: string }
      body: Blob
      kind: 'raw'
    }
  }
  '/oauth/callback': {
    /** Receive an OAuth callback */
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
    /** Receive an OAuth callback for an auth config */
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
    /** Show the consent page of the demo service */
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
    /** Decide on the consent page of the demo service */
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
    /** Create a token of the demo service */
    post: {
      body: Blob
      kind: 'raw'
    }
  }
  '/demo/revoke': {
    /** Revoke a token of the demo service */
    post: {
      body: Blob
      kind: 'raw'
    }
  }
  '/demo/userinfo': {
    /** Get the user of the demo service */
    get: {
      kind: 'raw'
    }
  }
  '/api/v1/browser/sessions': {
    /** List browser sessions */
    get: {
      query?: {
        status?: 'pending' | 'running' | 'handoff' | 'completed' | 'timed_out' | 'error' | undefined
        driver?: 'chromium' | 'http' | undefined
        threadId?: string | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: BrowserSession
    }
    /** Create a browser session */
    post: {
      body?: {
        /** Opened before the session is returned. */
        startUrl?: string | undefined
        /** Chromium where there is one, else `http`: pages by fetch, without scripts. */
        driver?: 'chromium' | 'http' | undefined
        /** Cookies and storage to begin with. */
        profileId?: string | undefined
        /** Save them to the profile when the session ends. true unless given. */
        persistProfile?: boolean | undefined
        /** {"width":1280,"height":720} unless given. */
        viewport?: {
          width: number
          height: number
        } | undefined
        /** "en-US" unless given. */
        locale?: string | undefined
        /** "UTC" unless given. */
        timezone?: string | undefined
        /** No idle timeout; only `timeoutSec` ends it. false unless given. */
        keepAlive?: boolean | undefined
        /** 3600 unless given. */
        timeoutSec?: number | undefined
        /** 300 unless given. */
        idleTimeoutSec?: number | undefined
        /** Store an image of the page after each action; see `…/recording`. Requires `files:write` as well. false unless given. */
        record?: boolean | undefined
        /** The only hosts that pages can reach. */
        allowedHosts?: readonly string[] | undefined
        /** A proxy of yours, through which every request goes. It must be on the public internet. User name and password are not stored. */
        proxy?: {
          url: string
          username?: string | undefined
          password?: string | undefined
        } | undefined
        threadId?: string | undefined
      } | undefined
      kind: 'data'
      result: BrowserSession
    }
  }
  '/api/v1/browser/sessions/{sessionId}': {
    /** Get a browser session */
    get: {
      params: { sessionId: string }
      kind: 'data'
      result: BrowserSession
    }
  }
  '/api/v1/browser/sessions/{sessionId}/status': {
    /** Get the status of a browser session */
    get: {
      params: { sessionId: string }
      kind: 'data'
      result: BrowserSession
    }
  }
  '/api/v1/browser/sessions/{sessionId}/touch': {
    /** Touch a browser session whose live view is open */
    post: {
      params: { sessionId: string }
      kind: 'data'
      result: BrowserSession
    }
  }
  '/api/v1/browser/sessions/{sessionId}/close': {
    /** Close a browser session */
    post: {
      params: { sessionId: string }
      kind: 'data'
      result: BrowserSession
    }
  }
  '/api/v1/browser/sessions/{sessionId}/actions': {
    /** Run actions in a browser session */
    post: {
      params: { sessionId: string }
      body: {
        actions: readonly BrowserAction[]
      }
      kind: 'data'
      result: {
        results: BrowserActionResult[]
      }
    }
  }
  '/api/v1/browser/sessions/{sessionId}/snapshot': {
    /** Get a snapshot of the page of a browser session */
    get: {
      params: { sessionId: string }
      query?: {
        /** `a11y` has a ref for each element that can be acted on; `png` is an image. "a11y" unless given. */
        format?: 'text' | 'html' | 'a11y' | 'png' | undefined
        /** The whole page as an image, instead of what is visible. */
        fullPage?: boolean | undefined
      } | undefined
      kind: 'data'
      result: BrowserSnapshot
    }
  }
  '/api/v1/browser/sessions/{sessionId}/events': {
    /** List what happened in a browser session */
    get: {
      params: { sessionId: string }
      query?: {
        type?: string | undefined
        /** Only events behind this number. 0 unless given. */
        after?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: BrowserEvent
    }
  }
  '/api/v1/browser/sessions/{sessionId}/events/stream': {
    /** Stream the events of a browser session */
    get: {
      params: { sessionId: string }
      kind: 'events'
      result: BrowserEvent
    }
  }
  '/api/v1/browser/sessions/{sessionId}/downloads': {
    /** List the downloads of a browser session */
    get: {
      params: { sessionId: string }
      kind: 'data'
      result: BrowserDownload[]
    }
  }
  '/api/v1/browser/sessions/{sessionId}/handoff': {
    /** Hand off a browser session to a human */
    post: {
      params: { sessionId: string }
      body?: {
        /** Shown to the human. "A human is needed" unless given. */
        reason?: string | undefined
      } | undefined
      kind: 'data'
      result: BrowserHandoff
    }
  }
  '/api/v1/browser/sessions/handoff/{handoffId}': {
    /** Get a handoff of a browser session */
    get: {
      params: { handoffId: string }
      kind: 'data'
      result: BrowserHandoff
    }
  }
  '/api/v1/browser/sessions/handoff/{handoffId}/done': {
    /** Complete a handoff of a browser session */
    post: {
      params: { handoffId: string }
      body?: {
        /** What the human did, for the agent. */
        note?: string | undefined
      } | undefined
      kind: 'data'
      result: BrowserHandoff
    }
  }
  '/api/v1/browser/sessions/{sessionId}/complete-browser-connection': {
    /** Complete a connection with the sign-in of a browser session */
    post: {
      params: { sessionId: string }
      body?: {
        /** An auth config with the scheme COOKIE. May be omitted where only one is for the host of the page. */
        authConfigId?: string | undefined
        displayName?: string | undefined
        labels?: readonly string[] | undefined
        /** Verify the cookies with the service first. false unless given. */
        validateCredentials?: boolean | undefined
        /** End the session once the account is connected. true unless given. */
        close?: boolean | undefined
      } | undefined
      kind: 'data'
      result: BrowserConnection
    }
  }
  '/api/v1/browser/sessions/{sessionId}/recording': {
    /** Get the recording of a browser session */
    get: {
      params: { sessionId: string }
      kind: 'data'
      result: BrowserRecording
    }
  }
  '/api/v1/browser/profiles': {
    /** List browser profiles */
    get: {
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: BrowserProfile
    }
    /** Create a browser profile */
    post: {
      body: {
        name: string
      }
      kind: 'data'
      result: BrowserProfile
    }
  }
  '/api/v1/browser/profiles/{profileId}': {
    /** Get a browser profile */
    get: {
      params: { profileId: string }
      kind: 'data'
      result: BrowserProfile
    }
    /** Delete a browser profile */
    delete: {
      params: { profileId: string }
      kind: 'none'
    }
  }
  '/api/v1/browser/sessions/{sessionId}/view': {
    /** Open the live view of a browser session */
    get: {
      params: { sessionId: string }
      query: {
        state: string
      }
      kind: 'raw'
    }
  }
  '/api/v1/tools': {
    /** List tools */
    get: {
      query?: {
        /** What the tool should do, in natural language. */
        q?: string | undefined
        /** Tools of toolkits in this category. */
        category?: string | undefined
        /** `COMPOSIO` matches everything that was not created by the project. */
        provider?: 'COMPOSIO' | 'LOCAL' | 'PLATFORM' | 'OPENAPI' | 'MCP' | undefined
        toolkitSlug?: string | undefined
        toolSlugs?: string | undefined
        authConfigIds?: string | undefined
        important?: boolean | undefined
        tags?: string | undefined
        scopes?: string | undefined
        /** false unless given. */
        includeDeprecated?: boolean | undefined
        showDisabled?: boolean | undefined
        /** Ignored: each toolkit is available in its newest version only. */
        toolkitVersions?: string | undefined
        /** "actions" unless given. */
        kind?: 'all' | 'actions' | 'triggers' | undefined
        /** Only tools that the acting user can call now. */
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
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
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
        /** Provides defaults for fields that are not set. */
        deprecatedInfo?: {
          displayName?: string | undefined
          version?: string | undefined
          availableVersions?: readonly string[] | undefined
          isDeprecated?: boolean | undefined
          toolkit?: {
            logo?: string | undefined
          } | undefined
        } | undefined
        /** false unless given. */
        noAuth?: boolean | undefined
        scopes?: readonly string[] | undefined
        tags?: readonly string[] | undefined
        /** false unless given. */
        isImportant?: boolean | undefined
        /** 0 unless given. */
        popularityScore?: number | undefined
        /** "action" unless given. */
        type?: 'action' | 'poll' | 'webhook' | undefined
        availableVersions?: readonly string[] | undefined
        /** "1.0.0" unless given. */
        version?: string | undefined
        /** false unless given. */
        isDeprecated?: boolean | undefined
        /** false unless given. */
        isDisabled?: boolean | undefined
        triggerThreadKey?: string | null | undefined
        /** Credits per successful execution; admins only. */
        executionCreditCost?: number | null | undefined
        script?: {
          language: 'javascript' | 'python'
          /** The body of a function; the arguments are in `state`, as in `return state.a + state.b`. */
          source: string
          /** Hosts that `fetch` may reach. Requests to the hosts of the account are authenticated outside the script. [] unless given. */
          allowedHosts?: readonly string[] | undefined
        } | null | undefined
        http?: {
          /** "GET" unless given. */
          method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | undefined
          /** May contain {{name}} placeholders for arguments, but not in the host. */
          url: string
          /** {} unless given. */
          headers?: Record<string, string> | undefined
          /** {} unless given. */
          query?: Record<string, unknown> | undefined
          /** A value or text with {{name}} placeholders for arguments; a value that is a single placeholder preserves its type. */
          body?: unknown
        } | null | undefined
        browser?: BrowserSteps | null | undefined
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
        /** Provides defaults for fields that are not set. */
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
        /** Credits per successful execution; admins only. */
        executionCreditCost?: number | null | undefined
        script?: {
          language: 'javascript' | 'python'
          /** The body of a function; the arguments are in `state`, as in `return state.a + state.b`. */
          source: string
          /** Hosts that `fetch` may reach. Requests to the hosts of the account are authenticated outside the script. [] unless given. */
          allowedHosts?: readonly string[] | undefined
        } | 'javascript' | 'python' | null | undefined
        http?: {
          /** "GET" unless given. */
          method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | undefined
          /** May contain {{name}} placeholders for arguments, but not in the host. */
          url: string
          /** {} unless given. */
          headers?: Record<string, string> | undefined
          /** {} unless given. */
          query?: Record<string, unknown> | undefined
          /** A value or text with {{name}} placeholders for arguments; a value that is a single placeholder preserves its type. */
          body?: unknown
        } | null | undefined
        browser?: BrowserSteps | null | undefined
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
      kind: 'data'
      result: DeletedTool
    }
  }
  '/api/v1/tools/byId/{id}/status': {
    /** Enable or disable a tool */
    patch: {
      params: { id: string }
      body?: {
        enabled?: boolean | null | undefined
        /** The same as `enabled`. */
        isActive?: boolean | null | undefined
        /** The opposite of `enabled`. */
        isDisabled?: boolean | null | undefined
        /** `active` and `enabled` mean on, `inactive` and `disabled` off. */
        status?: 'active' | 'enabled' | 'inactive' | 'disabled' | null | undefined
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
    /** List options for a tool field */
    post: {
      params: { id: string }
      body: {
        connectedAccountId?: string | undefined
        /** Use the account with this label. */
        accountLabel?: string | undefined
        version?: string | undefined
        /** Credentials for this call only. They are not stored. */
        customAuthParams?: {
          baseUrl?: string | undefined
          parameters?: readonly {
            name: string
            in: 'query' | 'header'
            value: unknown
          }[] | undefined
          body?: Record<string, unknown> | undefined
        } | undefined
        /** Connection fields for this call only. They are not stored. */
        customConnectionData?: {
          authScheme: string
          toolkitSlug: string
          val: Record<string, unknown>
        } | undefined
        /** The field of `inputParameters` to choose a value for. */
        field: string
        /** Only options whose label contains this text. "" unless given. */
        search?: string | undefined
        /** Values of other fields; see `x-options.dependsOn` of the field. {} unless given. */
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
        /** For tools with a single text argument. */
        text?: string | undefined
        connectedAccountId?: string | undefined
        /** Use the account with this label. */
        accountLabel?: string | undefined
        version?: string | undefined
        /** Credentials for this call only. They are not stored. */
        customAuthParams?: {
          baseUrl?: string | undefined
          parameters?: readonly {
            name: string
            in: 'query' | 'header'
            value: unknown
          }[] | undefined
          body?: Record<string, unknown> | undefined
        } | undefined
        /** Connection fields for this call only. They are not stored. */
        customConnectionData?: {
          authScheme: string
          toolkitSlug: string
          val: Record<string, unknown>
        } | undefined
        /** 60000 unless given. */
        timeoutMs?: number | undefined
        /** Fail if the result does not match `outputParameters`. false unless given. */
        strictOutput?: boolean | undefined
        /** Validate everything and return the request if the tool makes a single one, without sending or charging anything. false unless given. */
        dryRun?: boolean | undefined
        /** Ignored: every execution is logged. false unless given. */
        allowTracing?: boolean | undefined
        /** Not supported: requests are always sent by this server. */
        proxyUrl?: string | undefined
        /** Ignored: a tool of an MCP server is always called by MCP, and any other never. false unless given. */
        invokeViaMcp?: boolean | undefined
        /** Ignored: the acting user's accounts are used; agents grant accounts of their owner with `visitorOwnerConnections`. false unless given. */
        preferOwnerConnectionBinds?: boolean | undefined
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
          /** For tools with a single text argument. */
          text?: string | undefined
          connectedAccountId?: string | undefined
          /** Use the account with this label. */
          accountLabel?: string | undefined
          version?: string | undefined
          /** Credentials for this call only. They are not stored. */
          customAuthParams?: {
            baseUrl?: string | undefined
            parameters?: readonly {
              name: string
              in: 'query' | 'header'
              value: unknown
            }[] | undefined
            body?: Record<string, unknown> | undefined
          } | undefined
          /** Connection fields for this call only. They are not stored. */
          customConnectionData?: {
            authScheme: string
            toolkitSlug: string
            val: Record<string, unknown>
          } | undefined
          /** 60000 unless given. */
          timeoutMs?: number | undefined
          /** Fail if the result does not match `outputParameters`. false unless given. */
          strictOutput?: boolean | undefined
          /** Validate everything and return the request if the tool makes a single one, without sending or charging anything. false unless given. */
          dryRun?: boolean | undefined
          /** Ignored: every execution is logged. false unless given. */
          allowTracing?: boolean | undefined
          /** Not supported: requests are always sent by this server. */
          proxyUrl?: string | undefined
          /** Ignored: a tool of an MCP server is always called by MCP, and any other never. false unless given. */
          invokeViaMcp?: boolean | undefined
          /** Ignored: the acting user's accounts are used; agents grant accounts of their owner with `visitorOwnerConnections`. false unless given. */
          preferOwnerConnectionBinds?: boolean | undefined
          mcpServerId?: string | undefined
          metaSessionId?: string | undefined
          workflowId?: string | undefined
          threadId?: string | undefined
        }[]
        /** "sequential" unless given. */
        mode?: 'sequential' | 'parallel' | undefined
        /** In sequential mode, stop after the first failure. false unless given. */
        stopOnError?: boolean | undefined
      }
      kind: 'data'
      result: ToolBatch
    }
  }
  '/api/v1/tools/proxy': {
    /** Proxy a request through a connected account */
    post: {
      body: {
        connectedAccountId?: string | undefined
        /** Alternative to an account: use the newest account of the acting user for this toolkit. */
        toolkitSlug?: string | undefined
        /** "GET" unless given. */
        method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | undefined
        /** A path below the base URL of the toolkit, or a URL on its hosts. */
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
    /** List tool executions */
    get: {
      query?: {
        /** Substring of the tool slug or the error. */
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
        /** Started at this time or later. */
        from?: string | Date | undefined
        /** Started before this time. */
        to?: string | Date | undefined
        /** `nextCursor` of the previous page; stable while executions are added. */
        cursor?: string | undefined
        /** "createdAt" unless given. */
        sortBy?: 'createdAt' | 'durationMs' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: ToolExecutionLog
    }
  }
  '/api/v1/tools/execution-logs/{logId}': {
    /** Get a tool execution */
    get: {
      params: { logId: string }
      kind: 'data'
      result: ToolExecutionLogDetail
    }
  }
  '/api/v1/tools/fixtures': {
    /** Create a fixture from an execution */
    post: {
      body: {
        logId: string
        name?: string | undefined
        /** JSON paths of the result that differ on every call; they are ignored with everything below them. [] unless given. */
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
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
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
        /** `execute` calls the tool again. `schema` only validates arguments and result against the current schemas. `auto` executes read-only tools. "auto" unless given. */
        mode?: 'auto' | 'execute' | 'schema' | undefined
        /** `shape` ignores different values of the same type. "shape" unless given. */
        compare?: 'shape' | 'value' | undefined
        /** A specific version, to test an upgrade. */
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
        /** `execute` calls the tool again. `schema` only validates arguments and result against the current schemas. `auto` executes read-only tools. "auto" unless given. */
        mode?: 'auto' | 'execute' | 'schema' | undefined
        /** `shape` ignores different values of the same type. "shape" unless given. */
        compare?: 'shape' | 'value' | undefined
        /** A specific version, to test an upgrade. */
        version?: string | undefined
      } | undefined
      kind: 'data'
      result: ToolReplay
    }
  }
  '/api/v1/tools/human-requests': {
    /** List human requests */
    get: {
      query?: {
        status?: 'waiting' | 'answered' | 'expired' | 'cancelled' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: HumanRequest
    }
  }
  '/api/v1/tools/human-requests/{id}': {
    /** Get a human request */
    get: {
      params: { id: string }
      kind: 'data'
      result: HumanRequest
    }
  }
  '/api/v1/tools/human-requests/{id}/answer': {
    /** Answer a human request */
    post: {
      params: { id: string }
      body: {
        /** One of the options, if there are any; otherwise any value. */
        answer: unknown
      }
      kind: 'data'
      result: HumanRequest
    }
  }
  '/api/v1/browser/sessions/{sessionId}/to-tool': {
    /** Preview the tool of a browser session */
    get: {
      params: { sessionId: string }
      query?: {
        /** The first event of the part to be repeated. */
        fromEvent?: number | undefined
        /** The last one. */
        toEvent?: number | undefined
      } | undefined
      kind: 'data'
      result: BrowserToolDraft
    }
    /** Create a tool from a browser session */
    post: {
      params: { sessionId: string }
      body: {
        slug: string
        name: string
        description: string
        toolkitSlug: string
        /** With a new version and the slug of a custom tool, that tool gets the version. */
        version?: string | undefined
        /** The first event of the part to be repeated. */
        fromEvent?: number | undefined
        /** The last one. */
        toEvent?: number | undefined
        /** Parameters that are secret although they were not typed into a password field. [] unless given. */
        secretParameters?: readonly string[] | undefined
        /** Parameter → field of the connected account that it is taken from. {} unless given. */
        connectionFields?: Record<string, string> | undefined
        /** Must be visible on the last page. */
        expectText?: string | undefined
      }
      kind: 'data'
      result: TaughtTool
    }
  }
  '/api/v1/agents/{id}/memories': {
    /** List the memories of an agent */
    get: {
      params: { id: string }
      query?: {
        /** Part of the text. */
        q?: string | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: AgentMemory
    }
    /** Create a memory */
    post: {
      params: { id: string }
      body: {
        text: string
      }
      kind: 'data'
      result: AgentMemory
    }
  }
  '/api/v1/agents/{id}/memories/{memoryId}': {
    /** Delete a memory */
    delete: {
      params: { id: string; memoryId: string }
      kind: 'data'
      result: {
        id: string
      }
    }
  }
  '/api/v1/skills/list': {
    /** List the skills of the library */
    get: {
      query?: {
        /** Substring of name, slug or description, case-insensitive. */
        q?: string | undefined
        source?: 'custom' | 'registry' | 'platform' | undefined
        category?: string | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: Skill
    }
  }
  '/api/v1/skills/detail/{id}': {
    /** Get a skill */
    get: {
      params: { id: string }
      query?: {
        include?: 'files' | undefined
      } | undefined
      kind: 'data'
      result: Skill
    }
  }
  '/api/v1/skills/create': {
    /** Create a skill */
    post: {
      body: {
        name: string
        /** Made from the name if left out. */
        slug?: string | undefined
        description: string
        instructions: string
        category?: string | null | undefined
        tags?: readonly string[] | null | undefined
        /** Tools that fit the skill. They are not granted to agents. */
        suggestedToolSlugs?: readonly string[] | null | undefined
        /** Whether other projects of this installation may install it. false unless given. */
        isPublic?: boolean | undefined
        /** "1.0.0" unless given. */
        version?: string | undefined
      }
      upload: true
      kind: 'data'
      result: Skill
    }
  }
  '/api/v1/skills/validate': {
    /** Validate a skill */
    post: {
      body: {
        name: string
        /** Made from the name if left out. */
        slug?: string | undefined
        description: string
        instructions: string
        category?: string | null | undefined
        tags?: readonly string[] | null | undefined
        /** Tools that fit the skill. They are not granted to agents. */
        suggestedToolSlugs?: readonly string[] | null | undefined
        /** Whether other projects of this installation may install it. false unless given. */
        isPublic?: boolean | undefined
        /** "1.0.0" unless given. */
        version?: string | undefined
      }
      upload: true
      kind: 'data'
      result: SkillValidation
    }
  }
  '/api/v1/skills/update/{id}': {
    /** Update a skill */
    patch: {
      params: { id: string }
      body?: {
        name?: string | undefined
        description?: string | undefined
        instructions?: string | undefined
        category?: string | null | undefined
        tags?: readonly string[] | null | undefined
        suggestedToolSlugs?: readonly string[] | null | undefined
        isPublic?: boolean | undefined
        /** Of the new version; the next number if left out. */
        version?: string | undefined
        activeStatus?: boolean | undefined
      } | undefined
      kind: 'data'
      result: Skill
    }
  }
  '/api/v1/skills/delete/{id}': {
    /** Delete a skill */
    delete: {
      params: { id: string }
      query?: {
        /** Delete it although agents use it: they continue without it. */
        detach?: boolean | undefined
      } | undefined
      kind: 'none'
    }
  }
  '/api/v1/skills/catalog/browse': {
    /** Browse the skill catalogue */
    get: {
      query?: {
        q?: string | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: CatalogueSkill
    }
  }
  '/api/v1/skills/library/add/{id}': {
    /** Add a catalogue skill to the library */
    post: {
      params: { id: string }
      kind: 'data'
      result: Skill
    }
  }
  '/api/v1/skills/library/remove/{id}': {
    /** Remove a catalogue skill from the library */
    delete: {
      params: { id: string }
      kind: 'data'
      result: {
        id: string
        changed: boolean
      }
    }
  }
  '/api/v1/skills/registry/list': {
    /** List the skills of the registries */
    get: {
      query?: {
        /** `owner/repo`, or the id of a registry: the skills of that one, also where it is not listed. */
        repo?: string | undefined
        /** With `repo`: a branch, tag or commit. */
        ref?: string | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        pageSize?: number | undefined
      } | undefined
      kind: 'page'
      result: RegistrySkill
    }
  }
  '/api/v1/skills/registry/search': {
    /** Search the registries for skills */
    get: {
      query: {
        q: string
      }
      kind: 'data'
      result: RegistrySkill[]
    }
  }
  '/api/v1/skills/registry/install': {
    /** Install a skill from a registry */
    post: {
      body: {
        registryId?: string | undefined
        /** `owner/repo`, or the id of a registry. */
        repo: string
        /** The folder of the skill; needed where there are several. */
        skillPath?: string | undefined
        /** The id or the name of the skill, in place of its path. */
        skillId?: string | undefined
        slug?: string | undefined
        /** A branch, tag or commit; the default branch if left out. */
        ref?: string | undefined
      }
      kind: 'data'
      result: Skill
    }
  }
  '/api/v1/skills/import/github': {
    /** Import a skill from GitHub */
    post: {
      body: {
        /** `owner/repo[/path]`, a page of GitHub, or the URL of a raw SKILL.md there. */
        url: string
        slug?: string | undefined
        /** A branch, tag or commit; the default branch if left out. */
        ref?: string | undefined
      }
      kind: 'data'
      result: Skill
    }
  }
  '/api/v1/skills/registry/sync/{id}': {
    /** Sync an installed skill */
    post: {
      params: { id: string }
      kind: 'data'
      result: SkillSync
    }
  }
  '/api/v1/skills/registry/sync/{id}/approve': {
    /** Approve an update of a skill */
    post: {
      params: { id: string }
      body: {
        /** Of the update that was reviewed: `treeHash` of the sync. */
        treeHash: string
      }
      kind: 'data'
      result: Skill
    }
  }
  '/api/v1/skills/{id}/versions': {
    /** List the versions of a skill */
    get: {
      params: { id: string }
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
      } | undefined
      kind: 'page'
      result: SkillVersion
    }
    /** Publish a version from a package */
    post: {
      params: { id: string }
      upload: true
      kind: 'data'
      result: Skill
    }
  }
  '/api/v1/skills/{id}/versions/{v}': {
    /** Get a version of a skill */
    get: {
      params: { id: string; v: string }
      kind: 'data'
      result: SkillVersion
    }
  }
  '/api/v1/skills/{id}/versions/{v}/content': {
    /** Download a version of a skill */
    get: {
      params: { id: string; v: string }
      kind: 'raw'
    }
  }
  '/api/v1/skills/{id}/rollback': {
    /** Roll back a skill */
    post: {
      params: { id: string }
      body: {
        version: string
      }
      kind: 'data'
      result: Skill
    }
  }
  '/api/v1/skills/{id}/files/{path}': {
    /** Download a file of a skill */
    get: {
      params: { id: string; path: string }
      query?: {
        version?: string | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/api/v1/workflow/manager/list': {
    /** List workflows and agents */
    get: {
      query?: {
        /** Substring of the name or description. */
        q?: string | undefined
        /** Accepted for compatibility: the key decides the project. */
        projectId?: string | undefined
        workflowType?: 'static' | 'agent' | undefined
        isActive?: boolean | undefined
        lifecycle?: 'draft' | 'ready' | undefined
        /** "createdAt" unless given. */
        sortBy?: 'createdAt' | 'updatedAt' | 'name' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: WorkflowSummary
    }
  }
  '/api/v1/workflow/manager/create': {
    /** Create a workflow or agent */
    post: {
      body?: {
        /** Defaults to `New Workflow` for a workflow that is no agent. "New Agent" unless given. */
        name?: string | undefined
        /** "" unless given. */
        description?: string | undefined
        /** Without it, `static` when there is a graph, else `agent`. */
        workflowType?: 'static' | 'agent' | undefined
        agent?: {
          prompt?: string | undefined
          modelSettings?: {
            /** `vendor/model`. */
            model?: string | undefined
            temperature?: number | undefined
            maxTokens?: number | undefined
            /** Marks the instructions and tools for the prompt cache of Anthropic, Bedrock and OpenRouter. */
            cacheToolsAndPrompt?: boolean | undefined
            topP?: number | undefined
            topK?: number | undefined
            frequencyPenalty?: number | undefined
            presencePenalty?: number | undefined
            repetitionPenalty?: number | undefined
            minP?: number | undefined
            topA?: number | undefined
            seed?: number | undefined
            stop?: readonly string[] | undefined
            /** Token id to bias. */
            logitBias?: Record<string, number> | undefined
            /** Has no effect: responses have no token probabilities. */
            topLogprobs?: number | undefined
            reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | undefined
          } | undefined
          knowledgeCollectionIds?: readonly string[] | undefined
          databaseCollectionIds?: readonly string[] | undefined
          databaseAccessPolicies?: Record<string, unknown> | undefined
          capabilities?: {
            computer?: {
              enabled?: boolean | undefined
              templateId?: string | undefined
              maxDurationSec?: number | undefined
            } | undefined
            /** The agent can pass tasks to a copy of itself, `general-purpose`, with a separate conversation. */
            generalPurpose?: {
              enabled?: boolean | undefined
            } | undefined
            summarization?: {
              enabled?: boolean | undefined
              trigger?: Record<string, unknown> | undefined
              keep?: Record<string, unknown> | undefined
              model?: string | undefined
              maxTokensBeforeSummary?: number | undefined
              prefix?: string | undefined
            } | undefined
            todoList?: {
              enabled?: boolean | undefined
              /** A response is not accepted while items of the list are open, twice at most. */
              strict?: boolean | undefined
            } | undefined
            toolRetry?: {
              enabled?: boolean | undefined
              maxRetries?: number | undefined
              backoffFactor?: number | undefined
              initialDelayMs?: number | undefined
              maxDelayMs?: number | undefined
              jitter?: boolean | undefined
              tools?: readonly string[] | undefined
              onFailure?: 'continue' | 'error' | undefined
            } | undefined
            modelFallback?: {
              enabled?: boolean | undefined
              fallbackModels?: readonly string[] | undefined
            } | undefined
            toolSelector?: {
              enabled?: boolean | undefined
              model?: string | undefined
              maxTools?: number | undefined
              alwaysInclude?: readonly string[] | undefined
              autoEnableIfToolCountGte?: number | undefined
            } | undefined
            humanApproval?: {
              enabled?: boolean | undefined
              mode?: 'sensitiveOnly' | undefined
              sensitiveToolNames?: readonly string[] | undefined
              alwaysAllowedToolNames?: readonly string[] | undefined
              /** Who decides: the end user of the conversation, the team of the project (`operator`), or `both`. Without it `operator` for sensitive and destructive tools and those with an account of the owner or the project, `both` for others. */
              decidedBy?: 'end_user' | 'operator' | 'both' | undefined
              /** The same for single tools, by their names. */
              decidedByTool?: Record<string, 'end_user' | 'operator' | 'both'> | undefined
              allowedDecisions?: readonly string[] | undefined
              messageToUser?: string | undefined
              /** After which a request counts as rejected; 7 days without it. */
              timeoutSec?: number | undefined
            } | undefined
            modelCallLimit?: {
              enabled?: boolean | undefined
              threadLimit?: number | undefined
              runLimit?: number | undefined
              exitBehavior?: 'end' | 'error' | undefined
            } | undefined
            toolCallLimit?: {
              enabled?: boolean | undefined
              threadLimit?: number | undefined
              runLimit?: number | undefined
              exitBehavior?: 'continue' | 'end' | 'error' | undefined
              toolName?: string | undefined
            } | undefined
            budget?: {
              /** No further model or tool is called once a run has used so many credits. */
              maxCreditsPerRun?: number | undefined
              /** Seconds of work in one run, without the time it waited for humans; 900 by default. */
              maxSeconds?: number | undefined
            } | undefined
            /** Shows failures to end users without technical terms; the execution has the details. */
            userFriendlyErrors?: boolean | undefined
            longTermMemory?: {
              enabled?: boolean | undefined
              instructions?: string | undefined
            } | undefined
          } | undefined
          behavior?: {
            persona?: {
              displayName?: string | undefined
              role?: string | undefined
              tone?: 'professional' | 'friendly' | 'empathetic' | 'concise' | 'technical' | 'playful' | undefined
              verbosity?: 'brief' | 'balanced' | 'detailed' | undefined
              language?: 'match_user' | 'fa' | 'en' | 'ar' | 'tr' | undefined
              emoji?: 'never' | 'sparing' | 'free' | undefined
              styleNotes?: string | undefined
            } | undefined
            guardrails?: {
              bannedTopics?: readonly string[] | undefined
              neverPromise?: readonly string[] | undefined
              refusalMessage?: string | undefined
              groundingMode?: 'off' | 'prefer_sources' | 'strict' | undefined
              pii?: {
                enabled?: boolean | undefined
                rules?: readonly {
                  type?: 'email' | 'credit_card' | 'ip' | 'mac_address' | 'url' | 'custom' | undefined
                  /** `redact` without it. `block` lets no message with such data pass. */
                  strategy?: 'block' | 'redact' | 'mask' | 'hash' | undefined
                  /** For `custom`: a regular expression in RE2 syntax. */
                  pattern?: string | undefined
                  /** To what the model reads: messages of the user and results of tools. On without it. */
                  applyToInput?: boolean | undefined
                  /** To what the model says. Off without it. */
                  applyToOutput?: boolean | undefined
                }[] | undefined
              } | undefined
            } | undefined
            escalation?: {
              enabled?: boolean | undefined
              triggers?: readonly string[] | undefined
              afterFailedAttempts?: number | undefined
              action?: 'reply_only' | 'notify_tool' | 'human_approval' | undefined
              notifyToolSlug?: string | undefined
              summaryTemplate?: string | undefined
              handoffMessage?: string | undefined
            } | undefined
            usageCaps?: {
              enabled?: boolean | undefined
              messagesPerUserPerDay?: number | undefined
              maxTurnsPerConversation?: number | undefined
              maxCreditsPerConversation?: number | undefined
              onExceeded?: 'stop' | 'escalate' | undefined
              exceededMessage?: string | undefined
            } | undefined
            cannedResponses?: {
              greeting?: string | undefined
              fallback?: string | undefined
              outOfHours?: string | undefined
              businessHours?: {
                /** An IANA time zone. */
                timezone?: string | undefined
                /** 0 is Sunday. */
                days?: readonly number[] | undefined
                start?: string | undefined
                end?: string | undefined
              } | undefined
            } | undefined
          } | undefined
          identity?: {
            /** `anonymous` without it. */
            mode?: 'anonymous' | 'collect' | 'required' | undefined
            /** Such as `host_hmac`, `host_jwt`, `email_otp`, `channel_native`, `sdk_username`, `toolkit_connection`. */
            methods?: readonly string[] | undefined
            /** Such as `name`, `email`, `phone`. */
            collect?: readonly string[] | undefined
            /** Such as `email`, `phone`. */
            linkBy?: readonly string[] | undefined
            allowedEmailDomains?: readonly string[] | undefined
            toolkitSlug?: string | undefined
          } | undefined
          skillIds?: readonly string[] | undefined
          subAgentIds?: readonly string[] | undefined
          /** Workflows that the agent can execute as tools. */
          workflowIds?: readonly string[] | undefined
          starterPrompts?: readonly string[] | undefined
          avatarUrl?: string | undefined
          tools?: {
            /** `NORMAL`: the model sees the pinned tools. `META`: it searches for tools and executes what it finds. */
            mode?: 'NORMAL' | 'META' | undefined
            /** In `META` mode: only the pinned tools can be found. */
            discoveryWhitelist?: boolean | undefined
            pinnedSlugs?: readonly string[] | undefined
            /** Other MCP servers whose tools the agent can use, beside the pinned ones. Each becomes a toolkit of the project: what it says about its tools is approved as it is now, which requires `toolkits:write`. A name is that of one that the agent has, or of an imported MCP server. */
            externalMcpConfigs?: readonly (string | {
              /** The slug of the toolkit that its tools become. */
              name: string
              url: string
              /** Stored encrypted with the toolkit, and never returned. */
              headers?: Record<string, string> | undefined
              /** Only these; all without it. */
              tools?: readonly string[] | undefined
            })[] | undefined
            connectionCallbackUrl?: string | null | undefined
            visitorOwnerConnections?: {
              enabled?: boolean | undefined
              /** Toolkits whose tools visitors may use with the connections of the owner. */
              toolkits?: readonly {
                toolkitSlug: string
                toolSlugs?: readonly string[] | undefined
              }[] | undefined
            } | undefined
          } | undefined
          /** A JSON Schema. */
          inputSchema?: Record<string, unknown> | undefined
          /** A JSON Schema. */
          outputSchema?: Record<string, unknown> | undefined
        } | undefined
        /** Of a static workflow; start and end without it. */
        graph?: {
          nodes: readonly ({
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'start'
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'end'
            /** The result; without it, the output of the nodes before it. */
            output?: unknown
            /** The response of a webhook that has `respond`: its body is the output of this node. */
            response?: {
              /** 200 without it, with `redirect` 303. */
              status?: number | string | undefined
              /** `Content-Type`, caching, and headers that begin with `X-`. */
              headers?: Record<string, string | number | boolean> | undefined
              /** An `http` or `https` URL that the caller is sent to. */
              redirect?: string | undefined
            } | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'action'
            toolSlug: string
            toolVersion?: string | undefined
            /** JSON with `{{ expressions }}` in its texts. {} unless given. */
            inputMapping?: Record<string, unknown> | undefined
            /** Instead of the bound account of the toolkit. */
            connectedAccountId?: string | undefined
            /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
            onUncertain?: 'ask' | 'again' | 'fail' | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'http'
            /** "GET" unless given. */
            method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | undefined
            url: string
            /** JSON with `{{ expressions }}` in its texts. */
            query?: Record<string, unknown> | undefined
            /** JSON with `{{ expressions }}` in its texts. */
            headers?: Record<string, unknown> | undefined
            body?: unknown
            /** How the body is written: JSON without it. */
            contentType?: 'json' | 'form' | 'text' | undefined
            /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
            onUncertain?: 'ask' | 'again' | 'fail' | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'code'
            code: string
            /** "javascript" unless given. */
            language?: 'javascript' | 'python' | undefined
            /** What the script gets as `state`; without it, `input` and `nodes`. */
            inputMapping?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'llm'
            model?: string | undefined
            system?: string | undefined
            prompt: string
            temperature?: number | undefined
            maxTokens?: number | undefined
            /** With it, the output is JSON of this shape. */
            outputSchema?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'llm_agent'
            agent?: {
              prompt?: string | undefined
              modelSettings?: {
                /** `vendor/model`. */
                model?: string | undefined
                temperature?: number | undefined
                maxTokens?: number | undefined
                /** Marks the instructions and tools for the prompt cache of Anthropic, Bedrock and OpenRouter. */
                cacheToolsAndPrompt?: boolean | undefined
                topP?: number | undefined
                topK?: number | undefined
                frequencyPenalty?: number | undefined
                presencePenalty?: number | undefined
                repetitionPenalty?: number | undefined
                minP?: number | undefined
                topA?: number | undefined
                seed?: number | undefined
                stop?: readonly string[] | undefined
                /** Token id to bias. */
                logitBias?: Record<string, number> | undefined
                /** Has no effect: responses have no token probabilities. */
                topLogprobs?: number | undefined
                reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | undefined
              } | undefined
              knowledgeCollectionIds?: readonly string[] | undefined
              databaseCollectionIds?: readonly string[] | undefined
              databaseAccessPolicies?: Record<string, unknown> | undefined
              toolSlugs?: readonly string[] | undefined
            } | undefined
            /** An agent of the project, instead of `agent`. */
            agentId?: string | undefined
            /** JSON with `{{ expressions }}` in its texts. */
            inputMapping?: Record<string, unknown> | undefined
            /** A JSON Schema. */
            outputSchema?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'human_wait'
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            /** "" unless given. */
            humanMessage?: string | undefined
            assignee?: string | undefined
            /** Who may answer: the end user whom the execution acts for, the team of the project (`operator`), or `both`. "operator" unless given. */
            decidedBy?: 'end_user' | 'operator' | 'both' | undefined
            /** The form that the person fills in. */
            inputSchema?: Record<string, unknown> | undefined
            timeoutSec?: number | undefined
            /** "fail" unless given. */
            onTimeout?: 'approve' | 'reject' | 'fail' | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'branch'
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'parallel'
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'join'
            /** How many of the incoming branches must have ended; the others are then cancelled. "all" unless given. */
            mode?: 'all' | 'any' | number | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'loop'
            /** A list; the body runs once for each item, with `item` and `index`. */
            over?: string | undefined
            /** The body runs while this is true, with `index` and `previous`. */
            while?: string | undefined
            /** 1000 unless given. */
            max?: number | undefined
            /** The output of an iteration; without it, that of the last nodes of the body. */
            output?: unknown
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'wait'
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            seconds?: number | string | undefined
            /** A date, or an expression that gives one. */
            until?: string | undefined
            /** Resumes when this event is sent to the execution. */
            event?: string | undefined
            /** For `event`; afterwards the output is null. */
            timeoutSec?: number | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'subflow'
            workflowId: string
            /** A fixed version instead of the active one. */
            workflowVersion?: number | undefined
            /** JSON with `{{ expressions }}` in its texts. {} unless given. */
            inputMapping?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'set'
            /** An expression that gives an object; `values` are added to its fields. */
            base?: string | undefined
            /** JSON with `{{ expressions }}` in its texts. {} unless given. */
            values?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'placeholder'
            /** What it was in the system that the graph was imported from. */
            source: string
            /** What has to be done by hand. "" unless given. */
            note?: string | undefined
            original?: Record<string, unknown> | undefined
          })[]
          /** [] unless given. */
          edges?: readonly {
            id?: string | undefined
            from: string
            to: string
            /** The edge is taken when this is true. Of the edges of a branch only the first such one is, else the one without a condition. */
            condition?: string | undefined
            /** Taken when the node failed, with its option `onError: route`. */
            onError?: boolean | undefined
            label?: string | undefined
          }[] | undefined
          /** A JSON Schema. */
          inputSchema?: Record<string, unknown> | undefined
          /** A JSON Schema. */
          outputSchema?: Record<string, unknown> | undefined
          /** Of a whole execution; 24 hours without it. */
          timeoutSec?: number | undefined
        } | undefined
        /** Created with the workflow, see `/api/v1/trigger_instances`. [] unless given. */
        triggers?: readonly {
          /** "manual" unless given. */
          kind?: 'manual' | 'cron' | 'trigger_tool' | undefined
          /** Five fields of cron. */
          expression?: string | undefined
          /** An IANA time zone. */
          timezone?: string | undefined
          toolSlug?: string | undefined
          triggerToolInput?: Record<string, unknown> | undefined
          triggerId?: string | undefined
        }[] | undefined
        /** false unless given. */
        isPublic?: boolean | undefined
        provenance?: {
          createdByAgent?: boolean | undefined
          productCreationDepth?: number | undefined
          createdFromWorkflowId?: string | undefined
          hideFromAgentPicker?: boolean | undefined
        } | undefined
        /** What changed; shown in the list of versions. "" unless given. */
        note?: string | undefined
      } | undefined
      kind: 'data'
      result: Workflow
    }
  }
  '/api/v1/workflow/manager/detail/{id}': {
    /** Get a workflow or agent */
    get: {
      params: { id: string }
      kind: 'data'
      result: Workflow
    }
  }
  '/api/v1/workflow/manager/update/{id}': {
    /** Update a workflow or agent */
    patch: {
      params: { id: string }
      body?: {
        name?: string | undefined
        description?: string | undefined
        workflowType?: 'static' | 'agent' | undefined
        /** Fields that are named replace the stored ones at every level; null clears one, and all others stay. Lists and JSON Schemas are replaced as a whole. */
        agent?: AgentPatch | undefined
        /** Replaces the whole graph. */
        graph?: {
          nodes: readonly ({
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'start'
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'end'
            /** The result; without it, the output of the nodes before it. */
            output?: unknown
            /** The response of a webhook that has `respond`: its body is the output of this node. */
            response?: {
              /** 200 without it, with `redirect` 303. */
              status?: number | string | undefined
              /** `Content-Type`, caching, and headers that begin with `X-`. */
              headers?: Record<string, string | number | boolean> | undefined
              /** An `http` or `https` URL that the caller is sent to. */
              redirect?: string | undefined
            } | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'action'
            toolSlug: string
            toolVersion?: string | undefined
            /** JSON with `{{ expressions }}` in its texts. {} unless given. */
            inputMapping?: Record<string, unknown> | undefined
            /** Instead of the bound account of the toolkit. */
            connectedAccountId?: string | undefined
            /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
            onUncertain?: 'ask' | 'again' | 'fail' | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'http'
            /** "GET" unless given. */
            method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | undefined
            url: string
            /** JSON with `{{ expressions }}` in its texts. */
            query?: Record<string, unknown> | undefined
            /** JSON with `{{ expressions }}` in its texts. */
            headers?: Record<string, unknown> | undefined
            body?: unknown
            /** How the body is written: JSON without it. */
            contentType?: 'json' | 'form' | 'text' | undefined
            /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
            onUncertain?: 'ask' | 'again' | 'fail' | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'code'
            code: string
            /** "javascript" unless given. */
            language?: 'javascript' | 'python' | undefined
            /** What the script gets as `state`; without it, `input` and `nodes`. */
            inputMapping?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'llm'
            model?: string | undefined
            system?: string | undefined
            prompt: string
            temperature?: number | undefined
            maxTokens?: number | undefined
            /** With it, the output is JSON of this shape. */
            outputSchema?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'llm_agent'
            agent?: {
              prompt?: string | undefined
              modelSettings?: {
                /** `vendor/model`. */
                model?: string | undefined
                temperature?: number | undefined
                maxTokens?: number | undefined
                /** Marks the instructions and tools for the prompt cache of Anthropic, Bedrock and OpenRouter. */
                cacheToolsAndPrompt?: boolean | undefined
                topP?: number | undefined
                topK?: number | undefined
                frequencyPenalty?: number | undefined
                presencePenalty?: number | undefined
                repetitionPenalty?: number | undefined
                minP?: number | undefined
                topA?: number | undefined
                seed?: number | undefined
                stop?: readonly string[] | undefined
                /** Token id to bias. */
                logitBias?: Record<string, number> | undefined
                /** Has no effect: responses have no token probabilities. */
                topLogprobs?: number | undefined
                reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | undefined
              } | undefined
              knowledgeCollectionIds?: readonly string[] | undefined
              databaseCollectionIds?: readonly string[] | undefined
              databaseAccessPolicies?: Record<string, unknown> | undefined
              toolSlugs?: readonly string[] | undefined
            } | undefined
            /** An agent of the project, instead of `agent`. */
            agentId?: string | undefined
            /** JSON with `{{ expressions }}` in its texts. */
            inputMapping?: Record<string, unknown> | undefined
            /** A JSON Schema. */
            outputSchema?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'human_wait'
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            /** "" unless given. */
            humanMessage?: string | undefined
            assignee?: string | undefined
            /** Who may answer: the end user whom the execution acts for, the team of the project (`operator`), or `both`. "operator" unless given. */
            decidedBy?: 'end_user' | 'operator' | 'both' | undefined
            /** The form that the person fills in. */
            inputSchema?: Record<string, unknown> | undefined
            timeoutSec?: number | undefined
            /** "fail" unless given. */
            onTimeout?: 'approve' | 'reject' | 'fail' | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'branch'
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'parallel'
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'join'
            /** How many of the incoming branches must have ended; the others are then cancelled. "all" unless given. */
            mode?: 'all' | 'any' | number | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'loop'
            /** A list; the body runs once for each item, with `item` and `index`. */
            over?: string | undefined
            /** The body runs while this is true, with `index` and `previous`. */
            while?: string | undefined
            /** 1000 unless given. */
            max?: number | undefined
            /** The output of an iteration; without it, that of the last nodes of the body. */
            output?: unknown
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'wait'
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            seconds?: number | string | undefined
            /** A date, or an expression that gives one. */
            until?: string | undefined
            /** Resumes when this event is sent to the execution. */
            event?: string | undefined
            /** For `event`; afterwards the output is null. */
            timeoutSec?: number | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'subflow'
            workflowId: string
            /** A fixed version instead of the active one. */
            workflowVersion?: number | undefined
            /** JSON with `{{ expressions }}` in its texts. {} unless given. */
            inputMapping?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'set'
            /** An expression that gives an object; `values` are added to its fields. */
            base?: string | undefined
            /** JSON with `{{ expressions }}` in its texts. {} unless given. */
            values?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'placeholder'
            /** What it was in the system that the graph was imported from. */
            source: string
            /** What has to be done by hand. "" unless given. */
            note?: string | undefined
            original?: Record<string, unknown> | undefined
          })[]
          /** [] unless given. */
          edges?: readonly {
            id?: string | undefined
            from: string
            to: string
            /** The edge is taken when this is true. Of the edges of a branch only the first such one is, else the one without a condition. */
            condition?: string | undefined
            /** Taken when the node failed, with its option `onError: route`. */
            onError?: boolean | undefined
            label?: string | undefined
          }[] | undefined
          /** A JSON Schema. */
          inputSchema?: Record<string, unknown> | undefined
          /** A JSON Schema. */
          outputSchema?: Record<string, unknown> | undefined
          /** Of a whole execution; 24 hours without it. */
          timeoutSec?: number | undefined
        } | undefined
        /** All of its triggers: those without `triggerId` are created, those that are missing are deleted. */
        triggers?: readonly {
          /** "manual" unless given. */
          kind?: 'manual' | 'cron' | 'trigger_tool' | undefined
          /** Five fields of cron. */
          expression?: string | undefined
          /** An IANA time zone. */
          timezone?: string | undefined
          toolSlug?: string | undefined
          triggerToolInput?: Record<string, unknown> | undefined
          triggerId?: string | undefined
        }[] | undefined
        isPublic?: boolean | undefined
        provenance?: {
          createdByAgent?: boolean | undefined
          productCreationDepth?: number | undefined
          createdFromWorkflowId?: string | undefined
          hideFromAgentPicker?: boolean | undefined
        } | undefined
        /** As `PATCH activeStatus/{id}` does. */
        isActive?: boolean | undefined
        /** Accepted and ignored: executions set it. */
        lastExecutedAt?: string | undefined
        /** How many evals must pass before a version can be activated. */
        requiredReplays?: number | undefined
        /** What changed; shown in the list of versions. "" unless given. */
        note?: string | undefined
        /** The new version takes the place of the newest one, if that was saved with `amend` as well, by the same caller, less than ten minutes after the first of these edits, and it has no note, was not activated and not executed. */
        amend?: boolean | undefined
        /** Of an active workflow: whether production uses the new version immediately. True for agents without it, false for graphs. */
        publish?: boolean | undefined
      } | undefined
      kind: 'data'
      result: Workflow
    }
  }
  '/api/v1/workflow/manager/delete/{id}': {
    /** Delete a workflow or agent */
    delete: {
      params: { id: string }
      query?: {
        /** Also when active workflows use it. */
        force?: boolean | undefined
      } | undefined
      kind: 'none'
    }
  }
  '/api/v1/workflow/manager/activeStatus/{id}': {
    /** Activate or deactivate a workflow or agent */
    patch: {
      params: { id: string }
      body: {
        activeStatus: boolean
      }
      kind: 'data'
      result: Workflow
    }
  }
  '/api/v1/workflow/manager/{id}/versions': {
    /** List versions of a workflow */
    get: {
      params: { id: string }
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: WorkflowVersion
    }
  }
  '/api/v1/workflow/manager/{id}/versions/{version}': {
    /** Get a version of a workflow */
    get: {
      params: { id: string; version: string }
      kind: 'data'
      result: WorkflowVersionDetail
    }
  }
  '/api/v1/workflow/manager/{id}/versions/{version}/diff': {
    /** Get the difference between two versions of a workflow */
    get: {
      params: { id: string; version: string }
      query?: {
        /** The version to compare with; the one before without it. */
        with?: string | undefined
      } | undefined
      kind: 'data'
      result: WorkflowVersionDiff
    }
  }
  '/api/v1/workflow/manager/{id}/versions/{version}/restore': {
    /** Restore a version of a workflow */
    post: {
      params: { id: string; version: string }
      body?: {
        /** Of an active workflow: whether production uses it immediately. */
        publish?: boolean | undefined
      } | undefined
      kind: 'data'
      result: Workflow
    }
  }
  '/api/v1/workflow/manager/templates': {
    /** List workflow templates */
    get: {
      kind: 'data'
      result: {
        slug: string
        name: string
        description: string
        category: 'data' | 'approval' | 'content' | 'control-flow'
        /** An input with which it runs as it is. */
        exampleInput: Record<string, unknown>
        graph: {
          nodes: ({
            /** Unique in the graph; made from the type without it. "" unless given. */
            id: string
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'start'
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id: string
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'end'
            /** The result; without it, the output of the nodes before it. */
            output?: unknown
            /** The response of a webhook that has `respond`: its body is the output of this node. */
            response?: {
              /** 200 without it, with `redirect` 303. */
              status?: number | string | undefined
              /** `Content-Type`, caching, and headers that begin with `X-`. */
              headers?: Record<string, string | number | boolean> | undefined
              /** An `http` or `https` URL that the caller is sent to. */
              redirect?: string | undefined
            } | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id: string
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff: number
              /** 2 unless given. */
              factor: number
              /** 60000 unless given. */
              maxBackoff: number
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'action'
            toolSlug: string
            toolVersion?: string | undefined
            /** JSON with `{{ expressions }}` in its texts. {} unless given. */
            inputMapping: Record<string, unknown>
            /** Instead of the bound account of the toolkit. */
            connectedAccountId?: string | undefined
            /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
            onUncertain?: 'ask' | 'again' | 'fail' | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id: string
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff: number
              /** 2 unless given. */
              factor: number
              /** 60000 unless given. */
              maxBackoff: number
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'http'
            /** "GET" unless given. */
            method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
            url: string
            /** JSON with `{{ expressions }}` in its texts. */
            query?: Record<string, unknown> | undefined
            /** JSON with `{{ expressions }}` in its texts. */
            headers?: Record<string, unknown> | undefined
            body?: unknown
            /** How the body is written: JSON without it. */
            contentType?: 'json' | 'form' | 'text' | undefined
            /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
            onUncertain?: 'ask' | 'again' | 'fail' | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id: string
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff: number
              /** 2 unless given. */
              factor: number
              /** 60000 unless given. */
              maxBackoff: number
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'code'
            code: string
            /** "javascript" unless given. */
            language: 'javascript' | 'python'
            /** What the script gets as `state`; without it, `input` and `nodes`. */
            inputMapping?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id: string
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff: number
              /** 2 unless given. */
              factor: number
              /** 60000 unless given. */
              maxBackoff: number
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'llm'
            model?: string | undefined
            system?: string | undefined
            prompt: string
            temperature?: number | undefined
            maxTokens?: number | undefined
            /** With it, the output is JSON of this shape. */
            outputSchema?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id: string
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff: number
              /** 2 unless given. */
              factor: number
              /** 60000 unless given. */
              maxBackoff: number
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'llm_agent'
            agent?: {
              prompt?: string | undefined
              modelSettings?: {
                /** `vendor/model`. */
                model?: string | undefined
                temperature?: number | undefined
                maxTokens?: number | undefined
                /** Marks the instructions and tools for the prompt cache of Anthropic, Bedrock and OpenRouter. */
                cacheToolsAndPrompt?: boolean | undefined
                topP?: number | undefined
                topK?: number | undefined
                frequencyPenalty?: number | undefined
                presencePenalty?: number | undefined
                repetitionPenalty?: number | undefined
                minP?: number | undefined
                topA?: number | undefined
                seed?: number | undefined
                stop?: string[] | undefined
                /** Token id to bias. */
                logitBias?: Record<string, number> | undefined
                /** Has no effect: responses have no token probabilities. */
                topLogprobs?: number | undefined
                reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | undefined
              } | undefined
              knowledgeCollectionIds?: string[] | undefined
              databaseCollectionIds?: string[] | undefined
              databaseAccessPolicies?: Record<string, unknown> | undefined
              toolSlugs?: string[] | undefined
            } | undefined
            /** An agent of the project, instead of `agent`. */
            agentId?: string | undefined
            /** JSON with `{{ expressions }}` in its texts. */
            inputMapping?: Record<string, unknown> | undefined
            /** A JSON Schema. */
            outputSchema?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id: string
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'human_wait'
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            /** "" unless given. */
            humanMessage: string
            assignee?: string | undefined
            /** Who may answer: the end user whom the execution acts for, the team of the project (`operator`), or `both`. "operator" unless given. */
            decidedBy: 'end_user' | 'operator' | 'both'
            /** The form that the person fills in. */
            inputSchema?: Record<string, unknown> | undefined
            timeoutSec?: number | undefined
            /** "fail" unless given. */
            onTimeout: 'approve' | 'reject' | 'fail'
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id: string
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'branch'
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id: string
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'parallel'
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id: string
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'join'
            /** How many of the incoming branches must have ended; the others are then cancelled. "all" unless given. */
            mode: 'all' | 'any' | number
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id: string
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff: number
              /** 2 unless given. */
              factor: number
              /** 60000 unless given. */
              maxBackoff: number
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'loop'
            /** A list; the body runs once for each item, with `item` and `index`. */
            over?: string | undefined
            /** The body runs while this is true, with `index` and `previous`. */
            while?: string | undefined
            /** 1000 unless given. */
            max: number
            /** The output of an iteration; without it, that of the last nodes of the body. */
            output?: unknown
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id: string
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'wait'
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            seconds?: number | string | undefined
            /** A date, or an expression that gives one. */
            until?: string | undefined
            /** Resumes when this event is sent to the execution. */
            event?: string | undefined
            /** For `event`; afterwards the output is null. */
            timeoutSec?: number | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id: string
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff: number
              /** 2 unless given. */
              factor: number
              /** 60000 unless given. */
              maxBackoff: number
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'subflow'
            workflowId: string
            /** A fixed version instead of the active one. */
            workflowVersion?: number | undefined
            /** JSON with `{{ expressions }}` in its texts. {} unless given. */
            inputMapping: Record<string, unknown>
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id: string
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff: number
              /** 2 unless given. */
              factor: number
              /** 60000 unless given. */
              maxBackoff: number
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'set'
            /** An expression that gives an object; `values` are added to its fields. */
            base?: string | undefined
            /** JSON with `{{ expressions }}` in its texts. {} unless given. */
            values: Record<string, unknown>
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id: string
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'placeholder'
            /** What it was in the system that the graph was imported from. */
            source: string
            /** What has to be done by hand. "" unless given. */
            note: string
            original?: Record<string, unknown> | undefined
          })[]
          /** [] unless given. */
          edges: {
            id?: string | undefined
            from: string
            to: string
            /** The edge is taken when this is true. Of the edges of a branch only the first such one is, else the one without a condition. */
            condition?: string | undefined
            /** Taken when the node failed, with its option `onError: route`. */
            onError?: boolean | undefined
            label?: string | undefined
          }[]
          /** A JSON Schema. */
          inputSchema?: Record<string, unknown> | undefined
          /** A JSON Schema. */
          outputSchema?: Record<string, unknown> | undefined
          /** Of a whole execution; 24 hours without it. */
          timeoutSec?: number | undefined
        }
      }[]
    }
  }
  '/api/v1/workflow/manager/import/n8n': {
    /** Import a workflow from n8n */
    post: {
      body: {
        /** The JSON that n8n exports. */
        workflow: Record<string, unknown>
        name?: string | undefined
      }
      kind: 'data'
      result: {
        workflow: Workflow
        /** What has to be checked or completed by hand. */
        notes: {
          nodeId: string
          message: string
        }[]
        /** Credentials of n8n; connect an account for each. */
        connectionSlots: {
          nodeId: string
          service: string
          name: string
        }[]
        /** What started it in n8n. None is created. */
        triggers: {
          name: string
          kind: string
          expression: string | null
          /** The type of trigger that does the same here. */
          slug: 'cron' | 'webhook' | null
          /** Its configuration, to create it with. */
          triggerConfig: Record<string, unknown> | null
        }[]
      }
    }
  }
  '/api/v1/workflow/manager/{id}/graph/ops': {
    /** Apply operations to a graph */
    post: {
      params: { id: string }
      body: {
        ops: readonly ({
          op: 'addNode'
          node: {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'start'
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'end'
            /** The result; without it, the output of the nodes before it. */
            output?: unknown
            /** The response of a webhook that has `respond`: its body is the output of this node. */
            response?: {
              /** 200 without it, with `redirect` 303. */
              status?: number | string | undefined
              /** `Content-Type`, caching, and headers that begin with `X-`. */
              headers?: Record<string, string | number | boolean> | undefined
              /** An `http` or `https` URL that the caller is sent to. */
              redirect?: string | undefined
            } | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'action'
            toolSlug: string
            toolVersion?: string | undefined
            /** JSON with `{{ expressions }}` in its texts. {} unless given. */
            inputMapping?: Record<string, unknown> | undefined
            /** Instead of the bound account of the toolkit. */
            connectedAccountId?: string | undefined
            /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
            onUncertain?: 'ask' | 'again' | 'fail' | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'http'
            /** "GET" unless given. */
            method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | undefined
            url: string
            /** JSON with `{{ expressions }}` in its texts. */
            query?: Record<string, unknown> | undefined
            /** JSON with `{{ expressions }}` in its texts. */
            headers?: Record<string, unknown> | undefined
            body?: unknown
            /** How the body is written: JSON without it. */
            contentType?: 'json' | 'form' | 'text' | undefined
            /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
            onUncertain?: 'ask' | 'again' | 'fail' | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'code'
            code: string
            /** "javascript" unless given. */
            language?: 'javascript' | 'python' | undefined
            /** What the script gets as `state`; without it, `input` and `nodes`. */
            inputMapping?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'llm'
            model?: string | undefined
            system?: string | undefined
            prompt: string
            temperature?: number | undefined
            maxTokens?: number | undefined
            /** With it, the output is JSON of this shape. */
            outputSchema?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'llm_agent'
            agent?: {
              prompt?: string | undefined
              modelSettings?: {
                /** `vendor/model`. */
                model?: string | undefined
                temperature?: number | undefined
                maxTokens?: number | undefined
                /** Marks the instructions and tools for the prompt cache of Anthropic, Bedrock and OpenRouter. */
                cacheToolsAndPrompt?: boolean | undefined
                topP?: number | undefined
                topK?: number | undefined
                frequencyPenalty?: number | undefined
                presencePenalty?: number | undefined
                repetitionPenalty?: number | undefined
                minP?: number | undefined
                topA?: number | undefined
                seed?: number | undefined
                stop?: readonly string[] | undefined
                /** Token id to bias. */
                logitBias?: Record<string, number> | undefined
                /** Has no effect: responses have no token probabilities. */
                topLogprobs?: number | undefined
                reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | undefined
              } | undefined
              knowledgeCollectionIds?: readonly string[] | undefined
              databaseCollectionIds?: readonly string[] | undefined
              databaseAccessPolicies?: Record<string, unknown> | undefined
              toolSlugs?: readonly string[] | undefined
            } | undefined
            /** An agent of the project, instead of `agent`. */
            agentId?: string | undefined
            /** JSON with `{{ expressions }}` in its texts. */
            inputMapping?: Record<string, unknown> | undefined
            /** A JSON Schema. */
            outputSchema?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'human_wait'
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            /** "" unless given. */
            humanMessage?: string | undefined
            assignee?: string | undefined
            /** Who may answer: the end user whom the execution acts for, the team of the project (`operator`), or `both`. "operator" unless given. */
            decidedBy?: 'end_user' | 'operator' | 'both' | undefined
            /** The form that the person fills in. */
            inputSchema?: Record<string, unknown> | undefined
            timeoutSec?: number | undefined
            /** "fail" unless given. */
            onTimeout?: 'approve' | 'reject' | 'fail' | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'branch'
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'parallel'
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'join'
            /** How many of the incoming branches must have ended; the others are then cancelled. "all" unless given. */
            mode?: 'all' | 'any' | number | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'loop'
            /** A list; the body runs once for each item, with `item` and `index`. */
            over?: string | undefined
            /** The body runs while this is true, with `index` and `previous`. */
            while?: string | undefined
            /** 1000 unless given. */
            max?: number | undefined
            /** The output of an iteration; without it, that of the last nodes of the body. */
            output?: unknown
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'wait'
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            seconds?: number | string | undefined
            /** A date, or an expression that gives one. */
            until?: string | undefined
            /** Resumes when this event is sent to the execution. */
            event?: string | undefined
            /** For `event`; afterwards the output is null. */
            timeoutSec?: number | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'subflow'
            workflowId: string
            /** A fixed version instead of the active one. */
            workflowVersion?: number | undefined
            /** JSON with `{{ expressions }}` in its texts. {} unless given. */
            inputMapping?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'set'
            /** An expression that gives an object; `values` are added to its fields. */
            base?: string | undefined
            /** JSON with `{{ expressions }}` in its texts. {} unless given. */
            values?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'placeholder'
            /** What it was in the system that the graph was imported from. */
            source: string
            /** What has to be done by hand. "" unless given. */
            note?: string | undefined
            original?: Record<string, unknown> | undefined
          }
          index?: number | undefined
        } | {
          op: 'updateNode'
          id: string
          /** Fields that are replaced, each as a whole. {} unless given. */
          set?: Record<string, unknown> | undefined
          /** Fields that are removed. [] unless given. */
          unset?: readonly string[] | undefined
        } | {
          op: 'removeNode'
          id: string
        } | {
          op: 'renameNode'
          id: string
          to: string
        } | {
          op: 'addEdge'
          edge: {
            id?: string | undefined
            from: string
            to: string
            /** The edge is taken when this is true. Of the edges of a branch only the first such one is, else the one without a condition. */
            condition?: string | undefined
            /** Taken when the node failed, with its option `onError: route`. */
            onError?: boolean | undefined
            label?: string | undefined
          }
          index?: number | undefined
        } | {
          op: 'updateEdge'
          /** The id of the edge, or `from->to` where it has none. */
          edge: string
          /** {} unless given. */
          set?: Record<string, unknown> | undefined
          /** [] unless given. */
          unset?: readonly string[] | undefined
        } | {
          op: 'removeEdge'
          /** The id of the edge, or `from->to` where it has none. */
          edge: string
        } | {
          op: 'setGraph'
          /** {} unless given. */
          set?: Record<string, unknown> | undefined
          /** [] unless given. */
          unset?: readonly string[] | undefined
        })[]
        /** The version that the operations are meant for; 409 when there is a newer one. */
        ifVersion?: number | undefined
        /** "" unless given. */
        note?: string | undefined
        /** The new version takes the place of the newest one, if that was saved with `amend` as well, by the same caller, less than ten minutes after the first of these edits, and it has no note, was not activated and not executed. */
        amend?: boolean | undefined
      }
      kind: 'data'
      result: WorkflowGraphEdit
    }
  }
  '/api/v1/workflow/manager/{id}/validate': {
    /** Validate a workflow */
    post: {
      params: { id: string }
      body?: {
        /** Instead of the newest version; nothing is saved. */
        graph?: {
          nodes: readonly ({
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'start'
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'end'
            /** The result; without it, the output of the nodes before it. */
            output?: unknown
            /** The response of a webhook that has `respond`: its body is the output of this node. */
            response?: {
              /** 200 without it, with `redirect` 303. */
              status?: number | string | undefined
              /** `Content-Type`, caching, and headers that begin with `X-`. */
              headers?: Record<string, string | number | boolean> | undefined
              /** An `http` or `https` URL that the caller is sent to. */
              redirect?: string | undefined
            } | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'action'
            toolSlug: string
            toolVersion?: string | undefined
            /** JSON with `{{ expressions }}` in its texts. {} unless given. */
            inputMapping?: Record<string, unknown> | undefined
            /** Instead of the bound account of the toolkit. */
            connectedAccountId?: string | undefined
            /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
            onUncertain?: 'ask' | 'again' | 'fail' | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'http'
            /** "GET" unless given. */
            method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | undefined
            url: string
            /** JSON with `{{ expressions }}` in its texts. */
            query?: Record<string, unknown> | undefined
            /** JSON with `{{ expressions }}` in its texts. */
            headers?: Record<string, unknown> | undefined
            body?: unknown
            /** How the body is written: JSON without it. */
            contentType?: 'json' | 'form' | 'text' | undefined
            /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
            onUncertain?: 'ask' | 'again' | 'fail' | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'code'
            code: string
            /** "javascript" unless given. */
            language?: 'javascript' | 'python' | undefined
            /** What the script gets as `state`; without it, `input` and `nodes`. */
            inputMapping?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'llm'
            model?: string | undefined
            system?: string | undefined
            prompt: string
            temperature?: number | undefined
            maxTokens?: number | undefined
            /** With it, the output is JSON of this shape. */
            outputSchema?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'llm_agent'
            agent?: {
              prompt?: string | undefined
              modelSettings?: {
                /** `vendor/model`. */
                model?: string | undefined
                temperature?: number | undefined
                maxTokens?: number | undefined
                /** Marks the instructions and tools for the prompt cache of Anthropic, Bedrock and OpenRouter. */
                cacheToolsAndPrompt?: boolean | undefined
                topP?: number | undefined
                topK?: number | undefined
                frequencyPenalty?: number | undefined
                presencePenalty?: number | undefined
                repetitionPenalty?: number | undefined
                minP?: number | undefined
                topA?: number | undefined
                seed?: number | undefined
                stop?: readonly string[] | undefined
                /** Token id to bias. */
                logitBias?: Record<string, number> | undefined
                /** Has no effect: responses have no token probabilities. */
                topLogprobs?: number | undefined
                reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | undefined
              } | undefined
              knowledgeCollectionIds?: readonly string[] | undefined
              databaseCollectionIds?: readonly string[] | undefined
              databaseAccessPolicies?: Record<string, unknown> | undefined
              toolSlugs?: readonly string[] | undefined
            } | undefined
            /** An agent of the project, instead of `agent`. */
            agentId?: string | undefined
            /** JSON with `{{ expressions }}` in its texts. */
            inputMapping?: Record<string, unknown> | undefined
            /** A JSON Schema. */
            outputSchema?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'human_wait'
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            /** "" unless given. */
            humanMessage?: string | undefined
            assignee?: string | undefined
            /** Who may answer: the end user whom the execution acts for, the team of the project (`operator`), or `both`. "operator" unless given. */
            decidedBy?: 'end_user' | 'operator' | 'both' | undefined
            /** The form that the person fills in. */
            inputSchema?: Record<string, unknown> | undefined
            timeoutSec?: number | undefined
            /** "fail" unless given. */
            onTimeout?: 'approve' | 'reject' | 'fail' | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'branch'
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'parallel'
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'join'
            /** How many of the incoming branches must have ended; the others are then cancelled. "all" unless given. */
            mode?: 'all' | 'any' | number | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'loop'
            /** A list; the body runs once for each item, with `item` and `index`. */
            over?: string | undefined
            /** The body runs while this is true, with `index` and `previous`. */
            while?: string | undefined
            /** 1000 unless given. */
            max?: number | undefined
            /** The output of an iteration; without it, that of the last nodes of the body. */
            output?: unknown
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'wait'
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            seconds?: number | string | undefined
            /** A date, or an expression that gives one. */
            until?: string | undefined
            /** Resumes when this event is sent to the execution. */
            event?: string | undefined
            /** For `event`; afterwards the output is null. */
            timeoutSec?: number | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'subflow'
            workflowId: string
            /** A fixed version instead of the active one. */
            workflowVersion?: number | undefined
            /** JSON with `{{ expressions }}` in its texts. {} unless given. */
            inputMapping?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'set'
            /** An expression that gives an object; `values` are added to its fields. */
            base?: string | undefined
            /** JSON with `{{ expressions }}` in its texts. {} unless given. */
            values?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'placeholder'
            /** What it was in the system that the graph was imported from. */
            source: string
            /** What has to be done by hand. "" unless given. */
            note?: string | undefined
            original?: Record<string, unknown> | undefined
          })[]
          /** [] unless given. */
          edges?: readonly {
            id?: string | undefined
            from: string
            to: string
            /** The edge is taken when this is true. Of the edges of a branch only the first such one is, else the one without a condition. */
            condition?: string | undefined
            /** Taken when the node failed, with its option `onError: route`. */
            onError?: boolean | undefined
            label?: string | undefined
          }[] | undefined
          /** A JSON Schema. */
          inputSchema?: Record<string, unknown> | undefined
          /** A JSON Schema. */
          outputSchema?: Record<string, unknown> | undefined
          /** Of a whole execution; 24 hours without it. */
          timeoutSec?: number | undefined
        } | undefined
      } | undefined
      kind: 'data'
      result: WorkflowValidation
    }
  }
  '/api/v1/workflow/manager/add-connection': {
    /** Add a connected account to a workflow */
    post: {
      body: {
        workflowId: string
        /** A connected account of the acting user. */
        connectionId: string
      }
      kind: 'none'
    }
  }
  '/api/v1/workflow/manager/change-connection/{id}': {
    /** Change the connected account of a toolkit */
    patch: {
      params: { id: string }
      body: {
        toolkitSlug: string
        connectionId: string
      }
      kind: 'none'
    }
  }
  '/api/v1/workflow/manager/clear-connection/{id}': {
    /** Clear the connected account of a toolkit */
    patch: {
      params: { id: string }
      body: {
        toolkitSlug: string
      }
      kind: 'none'
    }
  }
  '/api/v1/workflow/manager/set-auth-config/{id}': {
    /** Set the auth config of a toolkit */
    patch: {
      params: { id: string }
      body: {
        toolkitSlug: string
        authConfigId: string
      }
      kind: 'data'
      result: {
        toolkitSlug: string
        authConfigId: string
        name: string | null
        authScheme: string | null
        status: string | null
      }
    }
  }
  '/api/v1/workflow/manager/clear-auth-config/{id}': {
    /** Clear the auth config of a toolkit */
    patch: {
      params: { id: string }
      body: {
        toolkitSlug: string
      }
      kind: 'none'
    }
  }
  '/api/v1/workflow/manager/{id}/duplicate': {
    /** Duplicate a workflow or agent */
    post: {
      params: { id: string }
      body?: {
        name?: string | undefined
      } | undefined
      kind: 'data'
      result: Workflow
    }
  }
  '/api/v1/workflow/manager/{id}/export': {
    /** Export a workflow */
    get: {
      params: { id: string }
      kind: 'data'
      result: PortableWorkflow
    }
  }
  '/api/v1/workflow/manager/import': {
    /** Import a workflow */
    post: {
      body: {
        workflow: PortableWorkflow
        name?: string | undefined
        /** Workflows of this project in place of those that the file names. */
        workflowIds?: Record<string, string> | undefined
      }
      kind: 'data'
      result: Workflow
    }
  }
  '/api/v1/workflow/manager/{id}/expressions/check': {
    /** Check an expression of a workflow */
    post: {
      params: { id: string }
      body: {
        /** The node that the expression belongs to. */
        nodeId: string
        text: string
        /** `template`: text with `{{ }}`. `condition`: a bare expression. "template" unless given. */
        kind?: 'template' | 'condition' | undefined
        /** The condition of an edge that leaves the node: it sees its output. false unless given. */
        onEdge?: boolean | undefined
        /** Instead of the newest version; nothing is saved. */
        graph?: {
          nodes: readonly ({
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'start'
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'end'
            /** The result; without it, the output of the nodes before it. */
            output?: unknown
            /** The response of a webhook that has `respond`: its body is the output of this node. */
            response?: {
              /** 200 without it, with `redirect` 303. */
              status?: number | string | undefined
              /** `Content-Type`, caching, and headers that begin with `X-`. */
              headers?: Record<string, string | number | boolean> | undefined
              /** An `http` or `https` URL that the caller is sent to. */
              redirect?: string | undefined
            } | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'action'
            toolSlug: string
            toolVersion?: string | undefined
            /** JSON with `{{ expressions }}` in its texts. {} unless given. */
            inputMapping?: Record<string, unknown> | undefined
            /** Instead of the bound account of the toolkit. */
            connectedAccountId?: string | undefined
            /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
            onUncertain?: 'ask' | 'again' | 'fail' | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'http'
            /** "GET" unless given. */
            method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | undefined
            url: string
            /** JSON with `{{ expressions }}` in its texts. */
            query?: Record<string, unknown> | undefined
            /** JSON with `{{ expressions }}` in its texts. */
            headers?: Record<string, unknown> | undefined
            body?: unknown
            /** How the body is written: JSON without it. */
            contentType?: 'json' | 'form' | 'text' | undefined
            /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
            onUncertain?: 'ask' | 'again' | 'fail' | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'code'
            code: string
            /** "javascript" unless given. */
            language?: 'javascript' | 'python' | undefined
            /** What the script gets as `state`; without it, `input` and `nodes`. */
            inputMapping?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'llm'
            model?: string | undefined
            system?: string | undefined
            prompt: string
            temperature?: number | undefined
            maxTokens?: number | undefined
            /** With it, the output is JSON of this shape. */
            outputSchema?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'llm_agent'
            agent?: {
              prompt?: string | undefined
              modelSettings?: {
                /** `vendor/model`. */
                model?: string | undefined
                temperature?: number | undefined
                maxTokens?: number | undefined
                /** Marks the instructions and tools for the prompt cache of Anthropic, Bedrock and OpenRouter. */
                cacheToolsAndPrompt?: boolean | undefined
                topP?: number | undefined
                topK?: number | undefined
                frequencyPenalty?: number | undefined
                presencePenalty?: number | undefined
                repetitionPenalty?: number | undefined
                minP?: number | undefined
                topA?: number | undefined
                seed?: number | undefined
                stop?: readonly string[] | undefined
                /** Token id to bias. */
                logitBias?: Record<string, number> | undefined
                /** Has no effect: responses have no token probabilities. */
                topLogprobs?: number | undefined
                reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | undefined
              } | undefined
              knowledgeCollectionIds?: readonly string[] | undefined
              databaseCollectionIds?: readonly string[] | undefined
              databaseAccessPolicies?: Record<string, unknown> | undefined
              toolSlugs?: readonly string[] | undefined
            } | undefined
            /** An agent of the project, instead of `agent`. */
            agentId?: string | undefined
            /** JSON with `{{ expressions }}` in its texts. */
            inputMapping?: Record<string, unknown> | undefined
            /** A JSON Schema. */
            outputSchema?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'human_wait'
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            /** "" unless given. */
            humanMessage?: string | undefined
            assignee?: string | undefined
            /** Who may answer: the end user whom the execution acts for, the team of the project (`operator`), or `both`. "operator" unless given. */
            decidedBy?: 'end_user' | 'operator' | 'both' | undefined
            /** The form that the person fills in. */
            inputSchema?: Record<string, unknown> | undefined
            timeoutSec?: number | undefined
            /** "fail" unless given. */
            onTimeout?: 'approve' | 'reject' | 'fail' | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'branch'
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'parallel'
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'join'
            /** How many of the incoming branches must have ended; the others are then cancelled. "all" unless given. */
            mode?: 'all' | 'any' | number | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'loop'
            /** A list; the body runs once for each item, with `item` and `index`. */
            over?: string | undefined
            /** The body runs while this is true, with `index` and `previous`. */
            while?: string | undefined
            /** 1000 unless given. */
            max?: number | undefined
            /** The output of an iteration; without it, that of the last nodes of the body. */
            output?: unknown
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'wait'
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            seconds?: number | string | undefined
            /** A date, or an expression that gives one. */
            until?: string | undefined
            /** Resumes when this event is sent to the execution. */
            event?: string | undefined
            /** For `event`; afterwards the output is null. */
            timeoutSec?: number | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'subflow'
            workflowId: string
            /** A fixed version instead of the active one. */
            workflowVersion?: number | undefined
            /** JSON with `{{ expressions }}` in its texts. {} unless given. */
            inputMapping?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'set'
            /** An expression that gives an object; `values` are added to its fields. */
            base?: string | undefined
            /** JSON with `{{ expressions }}` in its texts. {} unless given. */
            values?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'placeholder'
            /** What it was in the system that the graph was imported from. */
            source: string
            /** What has to be done by hand. "" unless given. */
            note?: string | undefined
            original?: Record<string, unknown> | undefined
          })[]
          /** [] unless given. */
          edges?: readonly {
            id?: string | undefined
            from: string
            to: string
            /** The edge is taken when this is true. Of the edges of a branch only the first such one is, else the one without a condition. */
            condition?: string | undefined
            /** Taken when the node failed, with its option `onError: route`. */
            onError?: boolean | undefined
            label?: string | undefined
          }[] | undefined
          /** A JSON Schema. */
          inputSchema?: Record<string, unknown> | undefined
          /** A JSON Schema. */
          outputSchema?: Record<string, unknown> | undefined
          /** Of a whole execution; 24 hours without it. */
          timeoutSec?: number | undefined
        } | undefined
        /** Also evaluate it on the data of this execution. */
        executionId?: string | undefined
      }
      kind: 'data'
      result: ExpressionCheck
    }
  }
  '/api/v1/workflow/manager/{id}/expressions/complete': {
    /** Complete an expression of a workflow */
    post: {
      params: { id: string }
      body: {
        /** The node that the expression belongs to. */
        nodeId: string
        text: string
        /** `template`: text with `{{ }}`. `condition`: a bare expression. "template" unless given. */
        kind?: 'template' | 'condition' | undefined
        /** The condition of an edge that leaves the node: it sees its output. false unless given. */
        onEdge?: boolean | undefined
        /** Instead of the newest version; nothing is saved. */
        graph?: {
          nodes: readonly ({
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'start'
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'end'
            /** The result; without it, the output of the nodes before it. */
            output?: unknown
            /** The response of a webhook that has `respond`: its body is the output of this node. */
            response?: {
              /** 200 without it, with `redirect` 303. */
              status?: number | string | undefined
              /** `Content-Type`, caching, and headers that begin with `X-`. */
              headers?: Record<string, string | number | boolean> | undefined
              /** An `http` or `https` URL that the caller is sent to. */
              redirect?: string | undefined
            } | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'action'
            toolSlug: string
            toolVersion?: string | undefined
            /** JSON with `{{ expressions }}` in its texts. {} unless given. */
            inputMapping?: Record<string, unknown> | undefined
            /** Instead of the bound account of the toolkit. */
            connectedAccountId?: string | undefined
            /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
            onUncertain?: 'ask' | 'again' | 'fail' | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'http'
            /** "GET" unless given. */
            method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | undefined
            url: string
            /** JSON with `{{ expressions }}` in its texts. */
            query?: Record<string, unknown> | undefined
            /** JSON with `{{ expressions }}` in its texts. */
            headers?: Record<string, unknown> | undefined
            body?: unknown
            /** How the body is written: JSON without it. */
            contentType?: 'json' | 'form' | 'text' | undefined
            /** After a lost worker, when it is not known whether a tool with side effects ran: ask a human, run it again, or fail. */
            onUncertain?: 'ask' | 'again' | 'fail' | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'code'
            code: string
            /** "javascript" unless given. */
            language?: 'javascript' | 'python' | undefined
            /** What the script gets as `state`; without it, `input` and `nodes`. */
            inputMapping?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'llm'
            model?: string | undefined
            system?: string | undefined
            prompt: string
            temperature?: number | undefined
            maxTokens?: number | undefined
            /** With it, the output is JSON of this shape. */
            outputSchema?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'llm_agent'
            agent?: {
              prompt?: string | undefined
              modelSettings?: {
                /** `vendor/model`. */
                model?: string | undefined
                temperature?: number | undefined
                maxTokens?: number | undefined
                /** Marks the instructions and tools for the prompt cache of Anthropic, Bedrock and OpenRouter. */
                cacheToolsAndPrompt?: boolean | undefined
                topP?: number | undefined
                topK?: number | undefined
                frequencyPenalty?: number | undefined
                presencePenalty?: number | undefined
                repetitionPenalty?: number | undefined
                minP?: number | undefined
                topA?: number | undefined
                seed?: number | undefined
                stop?: readonly string[] | undefined
                /** Token id to bias. */
                logitBias?: Record<string, number> | undefined
                /** Has no effect: responses have no token probabilities. */
                topLogprobs?: number | undefined
                reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | undefined
              } | undefined
              knowledgeCollectionIds?: readonly string[] | undefined
              databaseCollectionIds?: readonly string[] | undefined
              databaseAccessPolicies?: Record<string, unknown> | undefined
              toolSlugs?: readonly string[] | undefined
            } | undefined
            /** An agent of the project, instead of `agent`. */
            agentId?: string | undefined
            /** JSON with `{{ expressions }}` in its texts. */
            inputMapping?: Record<string, unknown> | undefined
            /** A JSON Schema. */
            outputSchema?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'human_wait'
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            /** "" unless given. */
            humanMessage?: string | undefined
            assignee?: string | undefined
            /** Who may answer: the end user whom the execution acts for, the team of the project (`operator`), or `both`. "operator" unless given. */
            decidedBy?: 'end_user' | 'operator' | 'both' | undefined
            /** The form that the person fills in. */
            inputSchema?: Record<string, unknown> | undefined
            timeoutSec?: number | undefined
            /** "fail" unless given. */
            onTimeout?: 'approve' | 'reject' | 'fail' | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'branch'
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'parallel'
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'join'
            /** How many of the incoming branches must have ended; the others are then cancelled. "all" unless given. */
            mode?: 'all' | 'any' | number | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'loop'
            /** A list; the body runs once for each item, with `item` and `index`. */
            over?: string | undefined
            /** The body runs while this is true, with `index` and `previous`. */
            while?: string | undefined
            /** 1000 unless given. */
            max?: number | undefined
            /** The output of an iteration; without it, that of the last nodes of the body. */
            output?: unknown
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'wait'
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            seconds?: number | string | undefined
            /** A date, or an expression that gives one. */
            until?: string | undefined
            /** Resumes when this event is sent to the execution. */
            event?: string | undefined
            /** For `event`; afterwards the output is null. */
            timeoutSec?: number | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'subflow'
            workflowId: string
            /** A fixed version instead of the active one. */
            workflowVersion?: number | undefined
            /** JSON with `{{ expressions }}` in its texts. {} unless given. */
            inputMapping?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            /** The node is skipped unless this is true. */
            runIf?: string | undefined
            /** A list: the node runs once for each item, with `item` and `index`; its output is the list of outputs. */
            forEach?: string | undefined
            /** How many items of `forEach` run in parallel. */
            concurrency?: number | undefined
            /** Retries after the first attempt, with growing pauses. */
            retry?: {
              max: number
              /** Milliseconds before the first retry. 1000 unless given. */
              backoff?: number | undefined
              /** 2 unless given. */
              factor?: number | undefined
              /** 60000 unless given. */
              maxBackoff?: number | undefined
            } | undefined
            timeoutSec?: number | undefined
            /** `continue` continues with output null; `route` follows the edges with `onError`. */
            onError?: 'stop' | 'continue' | 'route' | undefined
            type: 'set'
            /** An expression that gives an object; `values` are added to its fields. */
            base?: string | undefined
            /** JSON with `{{ expressions }}` in its texts. {} unless given. */
            values?: Record<string, unknown> | undefined
          } | {
            /** Unique in the graph; made from the type without it. "" unless given. */
            id?: string | undefined
            /** The label on the canvas. */
            name?: string | undefined
            description?: string | undefined
            position?: {
              x: number
              y: number
            } | undefined
            /** The loop whose body the node belongs to. */
            parent?: string | undefined
            type: 'placeholder'
            /** What it was in the system that the graph was imported from. */
            source: string
            /** What has to be done by hand. "" unless given. */
            note?: string | undefined
            original?: Record<string, unknown> | undefined
          })[]
          /** [] unless given. */
          edges?: readonly {
            id?: string | undefined
            from: string
            to: string
            /** The edge is taken when this is true. Of the edges of a branch only the first such one is, else the one without a condition. */
            condition?: string | undefined
            /** Taken when the node failed, with its option `onError: route`. */
            onError?: boolean | undefined
            label?: string | undefined
          }[] | undefined
          /** A JSON Schema. */
          inputSchema?: Record<string, unknown> | undefined
          /** A JSON Schema. */
          outputSchema?: Record<string, unknown> | undefined
          /** Of a whole execution; 24 hours without it. */
          timeoutSec?: number | undefined
        } | undefined
        /** Where the cursor is, in UTF-16 code units. */
        offset: number
      }
      kind: 'data'
      result: ExpressionCompletions
    }
  }
  '/api/v1/workflow/manager/execute/{id}': {
    /** Execute a workflow or agent */
    post: {
      params: { id: string }
      body?: {
        /** Checked against the `inputSchema` of the graph. */
        input?: Record<string, unknown> | undefined
        /** `test` mocks tools, approves human waits and is not charged; it uses the newest version. "production" unless given. */
        mode?: 'test' | 'production' | undefined
        /** Milliseconds to wait for the result. The execution continues when they are over. */
        wait?: number | undefined
        version?: string | undefined
        /** Groups executions; a new one is created if omitted. */
        threadId?: string | undefined
        /** Executes the newest version of a workflow that is not active. false unless given. */
        allowWhenInactive?: boolean | undefined
        metadata?: Record<string, unknown> | undefined
      } | undefined
      kind: 'data'
      result: StartedExecution
    }
  }
  '/api/v1/workflow/manager/executions/{id}/cancel': {
    /** Cancel an execution */
    post: {
      params: { id: string }
      kind: 'data'
      result: CancelledExecution
    }
  }
  '/api/v1/workflow/manager/executions/{id}/retry': {
    /** Retry an execution */
    post: {
      params: { id: string }
      body?: {
        /** `failed_node` keeps the recorded outputs of nodes that succeeded and request the same again. "failed_node" unless given. */
        from?: 'start' | 'failed_node' | undefined
        /** `current` is the active version, or the newest one of an inactive workflow. "original" unless given. */
        version?: 'original' | 'current' | undefined
      } | undefined
      kind: 'data'
      result: StartedExecution
    }
  }
  '/api/v1/workflow/manager/executions': {
    /** List executions */
    get: {
      query?: {
        /** Part of the name of the workflow, or an execution or thread id. */
        q?: string | undefined
        workflowId?: string | undefined
        status?: 'queued' | 'running' | 'paused' | 'completed' | 'failed' | 'timeout' | 'cancelled' | undefined
        /** `true`: executions that completed although a limit had ended their agent, or an agent inside of them. `false`: all others. */
        isStopped?: boolean | undefined
        /** Test executions are listed with `test` only. "production" unless given. */
        mode?: 'test' | 'production' | undefined
        threadId?: string | undefined
        /** Started at this time or later. */
        from?: string | Date | undefined
        /** Started before this time. */
        to?: string | Date | undefined
        /** `nextCursor` of the previous page; stable while executions are added. Overrides `page`. */
        cursor?: string | undefined
        /** "startedAt" unless given. */
        sortBy?: 'startedAt' | 'createdAt' | 'completedAt' | 'executionDurationMs' | 'credits' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: WorkflowExecution
    }
  }
  '/api/v1/workflow/manager/{id}/executions': {
    /** List executions of a workflow */
    get: {
      params: { id: string }
      query?: {
        /** Part of the name of the workflow, or an execution or thread id. */
        q?: string | undefined
        workflowId?: string | undefined
        status?: 'queued' | 'running' | 'paused' | 'completed' | 'failed' | 'timeout' | 'cancelled' | undefined
        /** `true`: executions that completed although a limit had ended their agent, or an agent inside of them. `false`: all others. */
        isStopped?: boolean | undefined
        /** Test executions are listed with `test` only. "production" unless given. */
        mode?: 'test' | 'production' | undefined
        threadId?: string | undefined
        /** Started at this time or later. */
        from?: string | Date | undefined
        /** Started before this time. */
        to?: string | Date | undefined
        /** `nextCursor` of the previous page; stable while executions are added. Overrides `page`. */
        cursor?: string | undefined
        /** "startedAt" unless given. */
        sortBy?: 'startedAt' | 'createdAt' | 'completedAt' | 'executionDurationMs' | 'credits' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: WorkflowExecution
    }
  }
  '/api/v1/workflow/manager/executions/{id}': {
    /** Get an execution */
    get: {
      params: { id: string }
      query?: {
        /** The number of steps to return; fewer where inputs and outputs have more than 4 MiB together. 200 unless given. */
        stepsLimit?: number | undefined
        /** 0 unless given. */
        stepsOffset?: number | undefined
      } | undefined
      kind: 'data'
      result: WorkflowExecutionDetail
    }
  }
  '/api/v1/workflow/manager/executions/{id}/events': {
    /** Stream the events of an execution */
    get: {
      params: { id: string }
      kind: 'events'
      result: {
        nodeId?: string | undefined
        at: string | null
      } & Record<string, unknown>
    }
    /** Send an event to an execution */
    post: {
      params: { id: string }
      body: {
        event: string
        data?: unknown
      }
      kind: 'data'
      result: {
        executionId: string
      }
    }
  }
  '/api/v1/workflow/manager/{id}/statistics': {
    /** Get statistics of a workflow */
    get: {
      params: { id: string }
      query?: {
        /** Defaults to 30 days before `to`. */
        from?: string | Date | undefined
        /** Defaults to now. */
        to?: string | Date | undefined
      } | undefined
      kind: 'data'
      result: WorkflowStatistics
    }
  }
  '/api/v1/workflow/manager/pauses': {
    /** List pending approvals and pauses */
    get: {
      query?: {
        workflowId?: string | undefined
        assignee?: string | undefined
        kind?: 'human_wait' | 'uncertain' | 'approval' | 'connection' | undefined
        /** `nextCursor` of the previous page. */
        cursor?: string | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: WorkflowPause
    }
  }
  '/api/v1/workflow/manager/executions/thread/{threadId}/status': {
    /** Get the status of a thread */
    get: {
      params: { threadId: string }
      kind: 'data'
      result: WorkflowThreadStatus
    }
  }
  '/api/v1/workflow/manager/executions/thread/{threadId}/resume': {
    /** Resume a paused execution */
    post: {
      params: { threadId: string }
      body?: {
        /** For an approval `true`, `false`, `{approved, ...}`, fields of the form alone or, for calls of an agent, `{decisions: [{id?, type: approve|edit|reject, args?, message?, hash?}]}`; for a step whose outcome is not known `{choice: done|again|stop, output?}`. */
        resumeValue?: unknown
        /** Fields of the form, beside `resumeValue`. */
        input?: Record<string, unknown> | undefined
        /** Why. It is stored with the decision, and the agent is given it. */
        comment?: string | undefined
        /** Instead of the newest execution of the thread. */
        executionId?: string | undefined
        /** Which pause, where several are open. */
        pauseId?: string | undefined
      } | undefined
      kind: 'data'
      result: ResumedExecution
    }
  }
  '/api/v1/workflow/manager/executions/{id}/resume': {
    /** Resume a paused execution by its id */
    post: {
      params: { id: string }
      body?: {
        /** For an approval `true`, `false`, `{approved, ...}`, fields of the form alone or, for calls of an agent, `{decisions: [{id?, type: approve|edit|reject, args?, message?, hash?}]}`; for a step whose outcome is not known `{choice: done|again|stop, output?}`. */
        resumeValue?: unknown
        /** Fields of the form, beside `resumeValue`. */
        input?: Record<string, unknown> | undefined
        /** Why. It is stored with the decision, and the agent is given it. */
        comment?: string | undefined
        /** Which pause, where several are open. */
        pauseId?: string | undefined
      } | undefined
      kind: 'data'
      result: ResumedExecution
    }
  }
  '/api/v1/workflow/manager/executions/{id}/replay': {
    /** Replay an execution against another version */
    post: {
      params: { id: string }
      body?: {
        /** `draft`, the newest version, or a version by its number or as `1.0.3`. */
        against?: 'draft' | string | undefined
      } | undefined
      kind: 'data'
      result: WorkflowReplay
    }
  }
  '/api/v1/workflow/manager/{id}/evals': {
    /** Create evals from executions */
    post: {
      params: { id: string }
      body: {
        executions: readonly {
          executionId: string
          name?: string | undefined
          /** Without any, the result must be the same as the recorded one. [] unless given. */
          checks?: readonly {
            /** "" unless given. */
            name?: string | undefined
            /** Over `input`, `output`, `status`, `error` and `nodes.<id>.output`; it must be true. */
            expression: string
          }[] | undefined
        }[]
      }
      kind: 'data'
      result: WorkflowEval[]
    }
    /** List evals of a workflow */
    get: {
      params: { id: string }
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: WorkflowEval
    }
  }
  '/api/v1/workflow/manager/{id}/evals/{evalId}': {
    /** Delete an eval */
    delete: {
      params: { id: string; evalId: string }
      kind: 'none'
    }
  }
  '/api/v1/workflow/manager/{id}/evals/run': {
    /** Run the evals of a workflow */
    post: {
      params: { id: string }
      body?: {
        /** `draft`, the newest version, or a version by its number or as `1.0.3`. */
        against?: 'draft' | string | undefined
        /** All of the workflow if omitted. */
        evalIds?: readonly string[] | undefined
      } | undefined
      kind: 'data'
      result: WorkflowEvalReport
    }
  }
  '/api/v1/graphify/threads': {
    /** Create a thread */
    post: {
      body?: {
        /** `title` is shown in lists. */
        metadata?: Record<string, unknown> | null | undefined
        /** The agent that answers. */
        workflowId?: string | null | undefined
        /** A new one if omitted. */
        thread_id?: string | null | undefined
        if_exists?: 'raise' | 'do_nothing' | null | undefined
        /** States that the thread begins with, as a client has exported them. */
        supersteps?: readonly {
          updates: readonly {
            values?: {
              messages?: readonly ({
                lc: 1
                type: 'constructor'
                id: readonly string[]
                kwargs: Record<string, unknown>
                [name: string]: unknown
              } | ChatMessageInput)[] | {
                lc: 1
                type: 'constructor'
                id: readonly string[]
                kwargs: Record<string, unknown>
                [name: string]: unknown
              } | ChatMessageInput | undefined
              [name: string]: unknown
            } | null | undefined
            as_node?: string | null | undefined
            [name: string]: unknown
          }[]
          [name: string]: unknown
        }[] | null | undefined
        ttl?: number | {
          ttl: number
          strategy?: 'delete' | null | undefined
        } | null | undefined
      } | undefined
      kind: 'data'
      result: Thread
    }
  }
  '/api/v1/graphify/threads/search': {
    /** Search threads */
    post: {
      body?: {
        /** Threads whose metadata contains this. `assistant_id` is the id or the name of an agent, `graph_id` the name of one, or `agent` for all. */
        metadata?: Record<string, unknown> | null | undefined
        ids?: readonly string[] | null | undefined
        status?: 'idle' | 'busy' | 'interrupted' | 'error' | null | undefined
        /** Who answers. */
        replyMode?: 'agent' | 'human' | null | undefined
        workflowId?: string | null | undefined
        /** In the title. */
        q?: string | null | undefined
        /** Not supported with a key: threads are not searched by their messages. */
        values?: Record<string, unknown> | null | undefined
        limit?: number | null | undefined
        offset?: number | null | undefined
        sortBy?: 
          | 'threadId'
          | 'thread_id'
          | 'status'
          | 'createdAt'
          | 'created_at'
          | 'updatedAt'
          | 'updated_at'
          | 'state_updated_at' | null | undefined
        sortOrder?: 'asc' | 'desc' | null | undefined
        /** With `values`, threads have their messages. */
        select?: readonly string[] | null | undefined
      } | undefined
      kind: 'page'
      result: Thread
    }
  }
  '/api/v1/graphify/threads/count': {
    /** Count threads */
    post: {
      body?: {
        /** Threads whose metadata contains this. `assistant_id` is the id or the name of an agent, `graph_id` the name of one, or `agent` for all. */
        metadata?: Record<string, unknown> | null | undefined
        ids?: readonly string[] | null | undefined
        status?: 'idle' | 'busy' | 'interrupted' | 'error' | null | undefined
        /** Who answers. */
        replyMode?: 'agent' | 'human' | null | undefined
        workflowId?: string | null | undefined
        /** In the title. */
        q?: string | null | undefined
        /** Not supported with a key: threads are not searched by their messages. */
        values?: Record<string, unknown> | null | undefined
      } | undefined
      kind: 'data'
      result: number
    }
  }
  '/api/v1/graphify/threads/{thread_id}': {
    /** Get a thread */
    get: {
      params: { thread_id: string }
      kind: 'data'
      result: Thread
    }
    /** Update a thread */
    patch: {
      params: { thread_id: string }
      body?: {
        /** Added to what the thread has; null removes a key. */
        metadata?: Record<string, unknown> | undefined
        workflowId?: string | undefined
        ttl?: number | {
          ttl: number
          strategy?: 'delete' | null | undefined
        } | null | undefined
      } | undefined
      kind: 'data'
      result: Thread
    }
    /** Delete a thread */
    delete: {
      params: { thread_id: string }
      kind: 'none'
    }
  }
  '/api/v1/graphify/threads/{thread_id}/state': {
    /** Get the state of a thread */
    get: {
      params: { thread_id: string }
      kind: 'data'
      result: ThreadState
    }
    /** Update the state of a thread */
    post: {
      params: { thread_id: string }
      body?: {
        /** Messages with a known id are replaced, those of the type `remove` removed, others added. */
        values?: {
          messages?: readonly ({
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput)[] | {
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput | undefined
          [name: string]: unknown
        } | null | undefined
        checkpoint?: {
          checkpoint_id?: string | null | undefined
          [name: string]: unknown
        } | null | undefined
        checkpoint_id?: string | null | undefined
        as_node?: string | null | undefined
      } | undefined
      kind: 'data'
      result: {
        checkpoint: {
          thread_id: string
          checkpoint_ns: string
          checkpoint_id: string
          checkpoint_map: Record<string, unknown> | null
        }
        checkpoint_id: string
      }
    }
    /** Change the metadata of a thread */
    patch: {
      params: { thread_id: string }
      body: {
        metadata: Record<string, unknown>
      }
      kind: 'data'
      result: Thread
    }
  }
  '/api/v1/graphify/threads/{thread_id}/state/{checkpoint_id}': {
    /** Get a past state of a thread */
    get: {
      params: { thread_id: string; checkpoint_id: string }
      kind: 'data'
      result: ThreadState
    }
  }
  '/api/v1/graphify/threads/{thread_id}/state/checkpoint': {
    /** Get the state at a checkpoint */
    post: {
      params: { thread_id: string }
      body: {
        checkpoint: {
          checkpoint_id?: string | null | undefined
          [name: string]: unknown
        }
        subgraphs?: boolean | null | undefined
      }
      kind: 'data'
      result: ThreadState
    }
  }
  '/api/v1/graphify/threads/{thread_id}/history': {
    /** List past states of a thread */
    post: {
      params: { thread_id: string }
      body?: {
        /** 10 unless given. */
        limit?: number | null | undefined
        /** Only states before this checkpoint. */
        before?: string | {
          checkpoint_id?: string | null | undefined
          configurable?: {
            checkpoint_id?: string | null | undefined
            [name: string]: unknown
          } | null | undefined
          [name: string]: unknown
        } | null | undefined
        metadata?: Record<string, unknown> | null | undefined
        checkpoint?: {
          checkpoint_id?: string | null | undefined
          [name: string]: unknown
        } | null | undefined
      } | undefined
      kind: 'data'
      result: ThreadState[]
    }
  }
  '/api/v1/graphify/threads/{thread_id}/runs/stream': {
    /** Stream a new run */
    post: {
      params: { thread_id: string }
      body?: {
        /** What the user says. Without it the agent continues from the state of the thread. */
        input?: {
          messages?: readonly ({
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput)[] | {
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput | undefined
          [name: string]: unknown
        } | null | undefined
        /** Continues an interrupted run, under its id. */
        command?: ChatCommand | null | undefined
        /** The agent; that of the thread if omitted. */
        workflowId?: string | null | undefined
        /** The id or the name of the agent, as LangGraph calls it. */
        assistant_id?: string | null | undefined
        model?: string | null | undefined
        reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | null | undefined
        /** Of the agent; the active one if omitted. */
        version?: number | null | undefined
        /** One or several of values, updates, messages, messages-tuple, custom, tools, tasks, events, debug. By default what is new: messages-tuple, updates and custom; for clients of LangGraph `values`, the whole state after every step. */
        stream_mode?: string | readonly string[] | null | undefined
        /** `false` by default for clients of LangGraph. true unless given. */
        stream_subgraphs?: boolean | null | undefined
        /** Ignored: every stream can be resumed. true unless given. */
        stream_resumable?: boolean | null | undefined
        /** "continue" unless given. */
        on_disconnect?: 'continue' | 'cancel' | null | undefined
        /** What to do while another run is active: `enqueue` (default), `reject`, `interrupt` or `rollback`. */
        multitask_strategy?: 'reject' | 'enqueue' | 'interrupt' | 'rollback' | null | undefined
        if_not_exists?: 'create' | 'reject' | null | undefined
        checkpoint?: {
          checkpoint_id?: string | null | undefined
          [name: string]: unknown
        } | null | undefined
        /** Continues behind this state instead of the newest one, as a branch. */
        checkpoint_id?: string | null | undefined
        /** Starts the run after so many seconds; until then it is `pending`, and the thread `busy`. */
        after_seconds?: number | null | undefined
        metadata?: Record<string, unknown> | null | undefined
      } | undefined
      kind: 'events'
      events: {
        metadata: RunEventMetadata
        messages: [RunMessageChunk, RunMessageMetadata]
        'messages/metadata': Record<string, {
          metadata: {
            run_id: string
          }
        }>
        'messages/partial': RunMessageChunk[]
        'messages/complete': ChatMessage[]
        values: ThreadValues
        updates: RunEventUpdates
        tools: RunToolEvent
        custom: RunEventCustom
        tasks: RunTask
        debug: RunEventDebug
        events: RunEventLangChain
        tool_call: RunEventToolCall
        tool_result: RunEventToolResult
        interrupt: ChatInterrupt
        error: RunEventError
        usage: RunEventUsage
        end: RunEventEnd
      }
    }
  }
  '/api/v1/graphify/threads/{thread_id}/runs/wait': {
    /** Wait for a new run */
    post: {
      params: { thread_id: string }
      body?: {
        /** What the user says. Without it the agent continues from the state of the thread. */
        input?: {
          messages?: readonly ({
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput)[] | {
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput | undefined
          [name: string]: unknown
        } | null | undefined
        /** Continues an interrupted run, under its id. */
        command?: ChatCommand | null | undefined
        /** The agent; that of the thread if omitted. */
        workflowId?: string | null | undefined
        /** The id or the name of the agent, as LangGraph calls it. */
        assistant_id?: string | null | undefined
        model?: string | null | undefined
        reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | null | undefined
        /** Of the agent; the active one if omitted. */
        version?: number | null | undefined
        /** One or several of values, updates, messages, messages-tuple, custom, tools, tasks, events, debug. By default what is new: messages-tuple, updates and custom; for clients of LangGraph `values`, the whole state after every step. */
        stream_mode?: string | readonly string[] | null | undefined
        /** `false` by default for clients of LangGraph. true unless given. */
        stream_subgraphs?: boolean | null | undefined
        /** Ignored: every stream can be resumed. true unless given. */
        stream_resumable?: boolean | null | undefined
        /** "continue" unless given. */
        on_disconnect?: 'continue' | 'cancel' | null | undefined
        /** What to do while another run is active: `enqueue` (default), `reject`, `interrupt` or `rollback`. */
        multitask_strategy?: 'reject' | 'enqueue' | 'interrupt' | 'rollback' | null | undefined
        if_not_exists?: 'create' | 'reject' | null | undefined
        checkpoint?: {
          checkpoint_id?: string | null | undefined
          [name: string]: unknown
        } | null | undefined
        /** Continues behind this state instead of the newest one, as a branch. */
        checkpoint_id?: string | null | undefined
        /** Starts the run after so many seconds; until then it is `pending`, and the thread `busy`. */
        after_seconds?: number | null | undefined
        metadata?: Record<string, unknown> | null | undefined
      } | undefined
      kind: 'data'
      result: Record<string, unknown>
    }
  }
  '/api/v1/graphify/threads/{thread_id}/runs': {
    /** Create a run in the background */
    post: {
      params: { thread_id: string }
      body?: {
        /** What the user says. Without it the agent continues from the state of the thread. */
        input?: {
          messages?: readonly ({
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput)[] | {
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput | undefined
          [name: string]: unknown
        } | null | undefined
        /** Continues an interrupted run, under its id. */
        command?: ChatCommand | null | undefined
        /** The agent; that of the thread if omitted. */
        workflowId?: string | null | undefined
        /** The id or the name of the agent, as LangGraph calls it. */
        assistant_id?: string | null | undefined
        model?: string | null | undefined
        reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | null | undefined
        /** Of the agent; the active one if omitted. */
        version?: number | null | undefined
        /** One or several of values, updates, messages, messages-tuple, custom, tools, tasks, events, debug. By default what is new: messages-tuple, updates and custom; for clients of LangGraph `values`, the whole state after every step. */
        stream_mode?: string | readonly string[] | null | undefined
        /** `false` by default for clients of LangGraph. true unless given. */
        stream_subgraphs?: boolean | null | undefined
        /** Ignored: every stream can be resumed. true unless given. */
        stream_resumable?: boolean | null | undefined
        /** "continue" unless given. */
        on_disconnect?: 'continue' | 'cancel' | null | undefined
        /** What to do while another run is active: `enqueue` (default), `reject`, `interrupt` or `rollback`. */
        multitask_strategy?: 'reject' | 'enqueue' | 'interrupt' | 'rollback' | null | undefined
        if_not_exists?: 'create' | 'reject' | null | undefined
        checkpoint?: {
          checkpoint_id?: string | null | undefined
          [name: string]: unknown
        } | null | undefined
        /** Continues behind this state instead of the newest one, as a branch. */
        checkpoint_id?: string | null | undefined
        /** Starts the run after so many seconds; until then it is `pending`, and the thread `busy`. */
        after_seconds?: number | null | undefined
        metadata?: Record<string, unknown> | null | undefined
      } | undefined
      kind: 'data'
      result: ThreadRun
    }
    /** List runs */
    get: {
      params: { thread_id: string }
      query?: {
        /** 10 unless given. */
        limit?: number | undefined
        /** 0 unless given. */
        offset?: number | undefined
        status?: 'pending' | 'running' | 'success' | 'error' | 'timeout' | 'interrupted' | 'cancelled' | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: ThreadRun
    }
  }
  '/api/v1/graphify/threads/{thread_id}/runs/{run_id}': {
    /** Get a run */
    get: {
      params: { thread_id: string; run_id: string }
      kind: 'data'
      result: ThreadRun
    }
    /** Delete a run */
    delete: {
      params: { thread_id: string; run_id: string }
      kind: 'none'
    }
  }
  '/api/v1/graphify/threads/{thread_id}/stream': {
    /** Join the stream of a thread */
    get: {
      params: { thread_id: string }
      query?: {
        /** `run_modes` (default): what the runs stream by default; `lifecycle`: only that they begin and end; `state_update`: all messages after every step. */
        stream_mode?: OneOrMore<string> | undefined
      } | undefined
      kind: 'events'
      events: {
        metadata: RunEventMetadata
        messages: [RunMessageChunk, RunMessageMetadata]
        'messages/metadata': Record<string, {
          metadata: {
            run_id: string
          }
        }>
        'messages/partial': RunMessageChunk[]
        'messages/complete': ChatMessage[]
        values: ThreadValues
        updates: RunEventUpdates
        tools: RunToolEvent
        custom: RunEventCustom
        tasks: RunTask
        debug: RunEventDebug
        events: RunEventLangChain
        tool_call: RunEventToolCall
        tool_result: RunEventToolResult
        interrupt: ChatInterrupt
        error: RunEventError
        usage: RunEventUsage
        end: RunEventEnd
      }
    }
  }
  '/api/v1/graphify/threads/{thread_id}/runs/{run_id}/stream': {
    /** Join a run */
    get: {
      params: { thread_id: string; run_id: string }
      query?: {
        /** As in the body of a run that is streamed. The default is the same. */
        stream_mode?: OneOrMore<string> | undefined
        stream_subgraphs?: boolean | undefined
        cancel_on_disconnect?: boolean | undefined
      } | undefined
      kind: 'events'
      events: {
        metadata: RunEventMetadata
        messages: [RunMessageChunk, RunMessageMetadata]
        'messages/metadata': Record<string, {
          metadata: {
            run_id: string
          }
        }>
        'messages/partial': RunMessageChunk[]
        'messages/complete': ChatMessage[]
        values: ThreadValues
        updates: RunEventUpdates
        tools: RunToolEvent
        custom: RunEventCustom
        tasks: RunTask
        debug: RunEventDebug
        events: RunEventLangChain
        tool_call: RunEventToolCall
        tool_result: RunEventToolResult
        interrupt: ChatInterrupt
        error: RunEventError
        usage: RunEventUsage
        end: RunEventEnd
      }
    }
  }
  '/api/v1/graphify/threads/{thread_id}/runs/{run_id}/join': {
    /** Join a run and wait for its end */
    get: {
      params: { thread_id: string; run_id: string }
      kind: 'data'
      result: Record<string, unknown>
    }
  }
  '/api/v1/graphify/threads/{thread_id}/runs/{run_id}/cancel': {
    /** Cancel a run */
    post: {
      params: { thread_id: string; run_id: string }
      query?: {
        /** Responds when the run has ended. */
        wait?: boolean | undefined
        /** "interrupt" unless given. */
        action?: 'interrupt' | 'rollback' | undefined
      } | undefined
      kind: 'data'
      result: ThreadRun
    }
  }
  '/api/v1/graphify/threads/{thread_id}/copy': {
    /** Copy a thread */
    post: {
      params: { thread_id: string }
      body?: {
        checkpoint_id?: string | undefined
        message_id?: string | undefined
        /** Whether the branch has the message itself. "after" unless given. */
        position?: 'after' | 'before' | undefined
      } | undefined
      kind: 'data'
      result: Thread
    }
  }
  '/api/v1/graphify/threads/{thread_id}/fork': {
    /** Fork a thread */
    post: {
      params: { thread_id: string }
      body?: {
        checkpoint_id?: string | undefined
        message_id?: string | undefined
        /** Whether the branch has the message itself. "after" unless given. */
        position?: 'after' | 'before' | undefined
      } | undefined
      kind: 'data'
      result: {
        id: string
        thread_id: string
        status: 'idle' | 'busy' | 'interrupted' | 'error'
        metadata: Record<string, unknown>
        /** The beginning of the first message of the end user, or of the first one with a text: one line of 140 characters at most, for lists of threads without a title. Of threads that are searched or read. */
        preview?: string | null | undefined
        workflowId: string | null
        eUID: string
        replyMode: 'agent' | 'human'
        messageCount: number
        lastMessageAt: string | null
        creditsTotal: number
        created_at: string
        updated_at: string
        state_updated_at: string
        ttl: {
          strategy: 'delete'
          ttl_minutes: number
          expires_at: string
        } | null
        values?: ThreadValues | null | undefined
        interrupts?: Record<string, ChatInterrupt[]> | undefined
        branch: number
      }
    }
  }
  '/api/v1/graphify/threads/{thread_id}/branches': {
    /** List branches */
    get: {
      params: { thread_id: string }
      kind: 'data'
      result: ThreadBranch[]
    }
  }
  '/api/v1/graphify/threads/{thread_id}/compare': {
    /** Compare two conversations */
    get: {
      params: { thread_id: string }
      query?: {
        /** The id of another thread, or the number of a branch of this one; that of which the branch was forked if omitted. */
        with?: string | undefined
        /** The branch of this thread; the current one if omitted. */
        branch?: number | undefined
      } | undefined
      kind: 'data'
      result: ThreadComparison
    }
  }
  '/api/v1/graphify/threads/{thread_id}/messages/{messageId}/feedback': {
    /** Give feedback on a message */
    post: {
      params: { thread_id: string; messageId: string }
      body?: {
        score?: number | null | undefined
        comment?: string | null | undefined
      } | undefined
      kind: 'data'
      result: ThreadFeedback
    }
  }
  '/api/v1/graphify/threads/{thread_id}/messages': {
    /** List messages */
    get: {
      params: { thread_id: string }
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        offset?: number | undefined
        /** "asc" unless given. */
        order?: 'asc' | 'desc' | undefined
        checkpoint_id?: string | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: ThreadMessage
    }
  }
  '/api/v1/graphify/feedback': {
    /** List feedback */
    get: {
      query?: {
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        /** Of this agent. */
        workflowId?: string | undefined
        from?: string | Date | undefined
        to?: string | Date | undefined
        rating?: 'positive' | 'negative' | undefined
        hasComment?: boolean | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: FeedbackEntry
    }
  }
  '/api/v1/graphify/feedback/statistics': {
    /** Get feedback statistics */
    get: {
      query?: {
        /** Of this agent. */
        workflowId?: string | undefined
        /** Defaults to 30 days before `to`. */
        from?: string | Date | undefined
        /** Defaults to now. */
        to?: string | Date | undefined
      } | undefined
      kind: 'data'
      result: FeedbackStatistics
    }
  }
  '/api/v1/graphify/threads/{thread_id}/generate-title': {
    /** Generate a title */
    post: {
      params: { thread_id: string }
      kind: 'data'
      result: ThreadTitle
    }
  }
  '/api/v1/graphify/threads/{thread_id}/reply-mode': {
    /** Set the reply mode of a thread */
    patch: {
      params: { thread_id: string }
      body: {
        mode: 'agent' | 'human'
      }
      kind: 'data'
      result: Thread
    }
  }
  '/api/v1/graphify/threads/{thread_id}/operator-reply': {
    /** Reply as an operator */
    post: {
      params: { thread_id: string }
      body: {
        text: string
      }
      kind: 'data'
      result: ThreadMessage
    }
  }
  '/api/v1/langgraph/threads': {
    /** Create a thread */
    post: {
      body?: {
        /** `title` is shown in lists. */
        metadata?: Record<string, unknown> | null | undefined
        /** The agent that answers. */
        workflowId?: string | null | undefined
        /** A new one if omitted. */
        thread_id?: string | null | undefined
        if_exists?: 'raise' | 'do_nothing' | null | undefined
        /** States that the thread begins with, as a client has exported them. */
        supersteps?: readonly {
          updates: readonly {
            values?: {
              messages?: readonly ({
                lc: 1
                type: 'constructor'
                id: readonly string[]
                kwargs: Record<string, unknown>
                [name: string]: unknown
              } | ChatMessageInput)[] | {
                lc: 1
                type: 'constructor'
                id: readonly string[]
                kwargs: Record<string, unknown>
                [name: string]: unknown
              } | ChatMessageInput | undefined
              [name: string]: unknown
            } | null | undefined
            as_node?: string | null | undefined
            [name: string]: unknown
          }[]
          [name: string]: unknown
        }[] | null | undefined
        ttl?: number | {
          ttl: number
          strategy?: 'delete' | null | undefined
        } | null | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/threads/search': {
    /** Search threads */
    post: {
      body?: {
        /** Threads whose metadata contains this. `assistant_id` is the id or the name of an agent, `graph_id` the name of one, or `agent` for all. */
        metadata?: Record<string, unknown> | null | undefined
        ids?: readonly string[] | null | undefined
        status?: 'idle' | 'busy' | 'interrupted' | 'error' | null | undefined
        /** Who answers. */
        replyMode?: 'agent' | 'human' | null | undefined
        workflowId?: string | null | undefined
        /** In the title. */
        q?: string | null | undefined
        /** Not supported with a key: threads are not searched by their messages. */
        values?: Record<string, unknown> | null | undefined
        limit?: number | null | undefined
        offset?: number | null | undefined
        sortBy?: 
          | 'threadId'
          | 'thread_id'
          | 'status'
          | 'createdAt'
          | 'created_at'
          | 'updatedAt'
          | 'updated_at'
          | 'state_updated_at' | null | undefined
        sortOrder?: 'asc' | 'desc' | null | undefined
        /** With `values`, threads have their messages. */
        select?: readonly string[] | null | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/threads/count': {
    /** Count threads */
    post: {
      body?: {
        /** Threads whose metadata contains this. `assistant_id` is the id or the name of an agent, `graph_id` the name of one, or `agent` for all. */
        metadata?: Record<string, unknown> | null | undefined
        ids?: readonly string[] | null | undefined
        status?: 'idle' | 'busy' | 'interrupted' | 'error' | null | undefined
        /** Who answers. */
        replyMode?: 'agent' | 'human' | null | undefined
        workflowId?: string | null | undefined
        /** In the title. */
        q?: string | null | undefined
        /** Not supported with a key: threads are not searched by their messages. */
        values?: Record<string, unknown> | null | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/threads/{thread_id}': {
    /** Get a thread */
    get: {
      params: { thread_id: string }
      kind: 'raw'
    }
    /** Update a thread */
    patch: {
      params: { thread_id: string }
      body?: {
        /** Added to what the thread has; null removes a key. */
        metadata?: Record<string, unknown> | undefined
        workflowId?: string | undefined
        ttl?: number | {
          ttl: number
          strategy?: 'delete' | null | undefined
        } | null | undefined
      } | undefined
      kind: 'raw'
    }
    /** Delete a thread */
    delete: {
      params: { thread_id: string }
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/threads/{thread_id}/state': {
    /** Get the state of a thread */
    get: {
      params: { thread_id: string }
      kind: 'raw'
    }
    /** Update the state of a thread */
    post: {
      params: { thread_id: string }
      body?: {
        /** Messages with a known id are replaced, those of the type `remove` removed, others added. */
        values?: {
          messages?: readonly ({
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput)[] | {
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput | undefined
          [name: string]: unknown
        } | null | undefined
        checkpoint?: {
          checkpoint_id?: string | null | undefined
          [name: string]: unknown
        } | null | undefined
        checkpoint_id?: string | null | undefined
        as_node?: string | null | undefined
      } | undefined
      kind: 'raw'
    }
    /** Change the metadata of a thread */
    patch: {
      params: { thread_id: string }
      body: {
        metadata: Record<string, unknown>
      }
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/threads/{thread_id}/state/{checkpoint_id}': {
    /** Get a past state of a thread */
    get: {
      params: { thread_id: string; checkpoint_id: string }
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/threads/{thread_id}/state/checkpoint': {
    /** Get the state at a checkpoint */
    post: {
      params: { thread_id: string }
      body: {
        checkpoint: {
          checkpoint_id?: string | null | undefined
          [name: string]: unknown
        }
        subgraphs?: boolean | null | undefined
      }
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/threads/{thread_id}/history': {
    /** List past states of a thread */
    post: {
      params: { thread_id: string }
      body?: {
        /** 10 unless given. */
        limit?: number | null | undefined
        /** Only states before this checkpoint. */
        before?: string | {
          checkpoint_id?: string | null | undefined
          configurable?: {
            checkpoint_id?: string | null | undefined
            [name: string]: unknown
          } | null | undefined
          [name: string]: unknown
        } | null | undefined
        metadata?: Record<string, unknown> | null | undefined
        checkpoint?: {
          checkpoint_id?: string | null | undefined
          [name: string]: unknown
        } | null | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/threads/{thread_id}/runs/stream': {
    /** Stream a new run */
    post: {
      params: { thread_id: string }
      body?: {
        /** What the user says. Without it the agent continues from the state of the thread. */
        input?: {
          messages?: readonly ({
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput)[] | {
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput | undefined
          [name: string]: unknown
        } | null | undefined
        /** Continues an interrupted run, under its id. */
        command?: ChatCommand | null | undefined
        /** The agent; that of the thread if omitted. */
        workflowId?: string | null | undefined
        /** The id or the name of the agent, as LangGraph calls it. */
        assistant_id?: string | null | undefined
        model?: string | null | undefined
        reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | null | undefined
        /** Of the agent; the active one if omitted. */
        version?: number | null | undefined
        /** One or several of values, updates, messages, messages-tuple, custom, tools, tasks, events, debug. By default what is new: messages-tuple, updates and custom; for clients of LangGraph `values`, the whole state after every step. */
        stream_mode?: string | readonly string[] | null | undefined
        /** `false` by default for clients of LangGraph. true unless given. */
        stream_subgraphs?: boolean | null | undefined
        /** Ignored: every stream can be resumed. true unless given. */
        stream_resumable?: boolean | null | undefined
        /** "continue" unless given. */
        on_disconnect?: 'continue' | 'cancel' | null | undefined
        /** What to do while another run is active: `enqueue` (default), `reject`, `interrupt` or `rollback`. */
        multitask_strategy?: 'reject' | 'enqueue' | 'interrupt' | 'rollback' | null | undefined
        if_not_exists?: 'create' | 'reject' | null | undefined
        checkpoint?: {
          checkpoint_id?: string | null | undefined
          [name: string]: unknown
        } | null | undefined
        /** Continues behind this state instead of the newest one, as a branch. */
        checkpoint_id?: string | null | undefined
        /** Starts the run after so many seconds; until then it is `pending`, and the thread `busy`. */
        after_seconds?: number | null | undefined
        metadata?: Record<string, unknown> | null | undefined
      } | undefined
      kind: 'events'
      events: {
        metadata: RunEventMetadata
        messages: [RunMessageChunk, RunMessageMetadata]
        'messages/metadata': Record<string, {
          metadata: {
            run_id: string
          }
        }>
        'messages/partial': RunMessageChunk[]
        'messages/complete': ChatMessage[]
        values: ThreadValues
        updates: RunEventUpdates
        tools: RunToolEvent
        custom: RunEventCustom
        tasks: RunTask
        debug: RunEventDebug
        events: RunEventLangChain
        tool_call: RunEventToolCall
        tool_result: RunEventToolResult
        interrupt: ChatInterrupt
        error: RunEventError
        usage: RunEventUsage
        end: RunEventEnd
      }
    }
  }
  '/api/v1/langgraph/threads/{thread_id}/runs/wait': {
    /** Wait for a new run */
    post: {
      params: { thread_id: string }
      body?: {
        /** What the user says. Without it the agent continues from the state of the thread. */
        input?: {
          messages?: readonly ({
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput)[] | {
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput | undefined
          [name: string]: unknown
        } | null | undefined
        /** Continues an interrupted run, under its id. */
        command?: ChatCommand | null | undefined
        /** The agent; that of the thread if omitted. */
        workflowId?: string | null | undefined
        /** The id or the name of the agent, as LangGraph calls it. */
        assistant_id?: string | null | undefined
        model?: string | null | undefined
        reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | null | undefined
        /** Of the agent; the active one if omitted. */
        version?: number | null | undefined
        /** One or several of values, updates, messages, messages-tuple, custom, tools, tasks, events, debug. By default what is new: messages-tuple, updates and custom; for clients of LangGraph `values`, the whole state after every step. */
        stream_mode?: string | readonly string[] | null | undefined
        /** `false` by default for clients of LangGraph. true unless given. */
        stream_subgraphs?: boolean | null | undefined
        /** Ignored: every stream can be resumed. true unless given. */
        stream_resumable?: boolean | null | undefined
        /** "continue" unless given. */
        on_disconnect?: 'continue' | 'cancel' | null | undefined
        /** What to do while another run is active: `enqueue` (default), `reject`, `interrupt` or `rollback`. */
        multitask_strategy?: 'reject' | 'enqueue' | 'interrupt' | 'rollback' | null | undefined
        if_not_exists?: 'create' | 'reject' | null | undefined
        checkpoint?: {
          checkpoint_id?: string | null | undefined
          [name: string]: unknown
        } | null | undefined
        /** Continues behind this state instead of the newest one, as a branch. */
        checkpoint_id?: string | null | undefined
        /** Starts the run after so many seconds; until then it is `pending`, and the thread `busy`. */
        after_seconds?: number | null | undefined
        metadata?: Record<string, unknown> | null | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/threads/{thread_id}/runs': {
    /** Create a run in the background */
    post: {
      params: { thread_id: string }
      body?: {
        /** What the user says. Without it the agent continues from the state of the thread. */
        input?: {
          messages?: readonly ({
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput)[] | {
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput | undefined
          [name: string]: unknown
        } | null | undefined
        /** Continues an interrupted run, under its id. */
        command?: ChatCommand | null | undefined
        /** The agent; that of the thread if omitted. */
        workflowId?: string | null | undefined
        /** The id or the name of the agent, as LangGraph calls it. */
        assistant_id?: string | null | undefined
        model?: string | null | undefined
        reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | null | undefined
        /** Of the agent; the active one if omitted. */
        version?: number | null | undefined
        /** One or several of values, updates, messages, messages-tuple, custom, tools, tasks, events, debug. By default what is new: messages-tuple, updates and custom; for clients of LangGraph `values`, the whole state after every step. */
        stream_mode?: string | readonly string[] | null | undefined
        /** `false` by default for clients of LangGraph. true unless given. */
        stream_subgraphs?: boolean | null | undefined
        /** Ignored: every stream can be resumed. true unless given. */
        stream_resumable?: boolean | null | undefined
        /** "continue" unless given. */
        on_disconnect?: 'continue' | 'cancel' | null | undefined
        /** What to do while another run is active: `enqueue` (default), `reject`, `interrupt` or `rollback`. */
        multitask_strategy?: 'reject' | 'enqueue' | 'interrupt' | 'rollback' | null | undefined
        if_not_exists?: 'create' | 'reject' | null | undefined
        checkpoint?: {
          checkpoint_id?: string | null | undefined
          [name: string]: unknown
        } | null | undefined
        /** Continues behind this state instead of the newest one, as a branch. */
        checkpoint_id?: string | null | undefined
        /** Starts the run after so many seconds; until then it is `pending`, and the thread `busy`. */
        after_seconds?: number | null | undefined
        metadata?: Record<string, unknown> | null | undefined
      } | undefined
      kind: 'raw'
    }
    /** List runs */
    get: {
      params: { thread_id: string }
      query?: {
        /** 10 unless given. */
        limit?: number | undefined
        /** 0 unless given. */
        offset?: number | undefined
        status?: 'pending' | 'running' | 'success' | 'error' | 'timeout' | 'interrupted' | 'cancelled' | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/threads/{thread_id}/runs/{run_id}': {
    /** Get a run */
    get: {
      params: { thread_id: string; run_id: string }
      kind: 'raw'
    }
    /** Delete a run */
    delete: {
      params: { thread_id: string; run_id: string }
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/threads/{thread_id}/stream': {
    /** Join the stream of a thread */
    get: {
      params: { thread_id: string }
      query?: {
        /** `run_modes` (default): what the runs stream by default; `lifecycle`: only that they begin and end; `state_update`: all messages after every step. */
        stream_mode?: OneOrMore<string> | undefined
      } | undefined
      kind: 'events'
      events: {
        metadata: RunEventMetadata
        messages: [RunMessageChunk, RunMessageMetadata]
        'messages/metadata': Record<string, {
          metadata: {
            run_id: string
          }
        }>
        'messages/partial': RunMessageChunk[]
        'messages/complete': ChatMessage[]
        values: ThreadValues
        updates: RunEventUpdates
        tools: RunToolEvent
        custom: RunEventCustom
        tasks: RunTask
        debug: RunEventDebug
        events: RunEventLangChain
        tool_call: RunEventToolCall
        tool_result: RunEventToolResult
        interrupt: ChatInterrupt
        error: RunEventError
        usage: RunEventUsage
        end: RunEventEnd
      }
    }
  }
  '/api/v1/langgraph/threads/{thread_id}/runs/{run_id}/stream': {
    /** Join a run */
    get: {
      params: { thread_id: string; run_id: string }
      query?: {
        /** As in the body of a run that is streamed. The default is the same. */
        stream_mode?: OneOrMore<string> | undefined
        stream_subgraphs?: boolean | undefined
        cancel_on_disconnect?: boolean | undefined
      } | undefined
      kind: 'events'
      events: {
        metadata: RunEventMetadata
        messages: [RunMessageChunk, RunMessageMetadata]
        'messages/metadata': Record<string, {
          metadata: {
            run_id: string
          }
        }>
        'messages/partial': RunMessageChunk[]
        'messages/complete': ChatMessage[]
        values: ThreadValues
        updates: RunEventUpdates
        tools: RunToolEvent
        custom: RunEventCustom
        tasks: RunTask
        debug: RunEventDebug
        events: RunEventLangChain
        tool_call: RunEventToolCall
        tool_result: RunEventToolResult
        interrupt: ChatInterrupt
        error: RunEventError
        usage: RunEventUsage
        end: RunEventEnd
      }
    }
  }
  '/api/v1/langgraph/threads/{thread_id}/runs/{run_id}/join': {
    /** Join a run and wait for its end */
    get: {
      params: { thread_id: string; run_id: string }
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/threads/{thread_id}/runs/{run_id}/cancel': {
    /** Cancel a run */
    post: {
      params: { thread_id: string; run_id: string }
      query?: {
        /** Responds when the run has ended. */
        wait?: boolean | undefined
        /** "interrupt" unless given. */
        action?: 'interrupt' | 'rollback' | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/threads/{thread_id}/copy': {
    /** Copy a thread */
    post: {
      params: { thread_id: string }
      body?: {
        checkpoint_id?: string | undefined
        message_id?: string | undefined
        /** Whether the branch has the message itself. "after" unless given. */
        position?: 'after' | 'before' | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/runs': {
    /** Create a run without a thread, in the background */
    post: {
      body?: {
        /** What the user says. Without it the agent continues from the state of the thread. */
        input?: {
          messages?: readonly ({
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput)[] | {
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput | undefined
          [name: string]: unknown
        } | null | undefined
        /** Continues an interrupted run, under its id. */
        command?: ChatCommand | null | undefined
        /** The agent; that of the thread if omitted. */
        workflowId?: string | null | undefined
        /** The id or the name of the agent, as LangGraph calls it. */
        assistant_id?: string | null | undefined
        model?: string | null | undefined
        reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | null | undefined
        /** Of the agent; the active one if omitted. */
        version?: number | null | undefined
        /** One or several of values, updates, messages, messages-tuple, custom, tools, tasks, events, debug. By default what is new: messages-tuple, updates and custom; for clients of LangGraph `values`, the whole state after every step. */
        stream_mode?: string | readonly string[] | null | undefined
        /** false unless given. */
        stream_subgraphs?: boolean | null | undefined
        /** Ignored: every stream can be resumed. true unless given. */
        stream_resumable?: boolean | null | undefined
        /** "continue" unless given. */
        on_disconnect?: 'continue' | 'cancel' | null | undefined
        /** What to do while another run is active: `enqueue` (default), `reject`, `interrupt` or `rollback`. */
        multitask_strategy?: 'reject' | 'enqueue' | 'interrupt' | 'rollback' | null | undefined
        if_not_exists?: 'create' | 'reject' | null | undefined
        checkpoint?: {
          checkpoint_id?: string | null | undefined
          [name: string]: unknown
        } | null | undefined
        /** Continues behind this state instead of the newest one, as a branch. */
        checkpoint_id?: string | null | undefined
        /** Starts the run after so many seconds; until then it is `pending`, and the thread `busy`. */
        after_seconds?: number | null | undefined
        metadata?: Record<string, unknown> | null | undefined
        /** Whether the thread of the run is deleted when it has ended (default), or stays. */
        on_completion?: 'delete' | 'keep' | null | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/runs/batch': {
    /** Batch several runs without a thread */
    post: {
      body: readonly {
        /** What the user says. Without it the agent continues from the state of the thread. */
        input?: {
          messages?: readonly ({
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput)[] | {
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput | undefined
          [name: string]: unknown
        } | null | undefined
        /** Continues an interrupted run, under its id. */
        command?: ChatCommand | null | undefined
        /** The agent; that of the thread if omitted. */
        workflowId?: string | null | undefined
        /** The id or the name of the agent, as LangGraph calls it. */
        assistant_id?: string | null | undefined
        model?: string | null | undefined
        reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | null | undefined
        /** Of the agent; the active one if omitted. */
        version?: number | null | undefined
        /** One or several of values, updates, messages, messages-tuple, custom, tools, tasks, events, debug. By default what is new: messages-tuple, updates and custom; for clients of LangGraph `values`, the whole state after every step. */
        stream_mode?: string | readonly string[] | null | undefined
        /** false unless given. */
        stream_subgraphs?: boolean | null | undefined
        /** Ignored: every stream can be resumed. true unless given. */
        stream_resumable?: boolean | null | undefined
        /** "continue" unless given. */
        on_disconnect?: 'continue' | 'cancel' | null | undefined
        /** What to do while another run is active: `enqueue` (default), `reject`, `interrupt` or `rollback`. */
        multitask_strategy?: 'reject' | 'enqueue' | 'interrupt' | 'rollback' | null | undefined
        if_not_exists?: 'create' | 'reject' | null | undefined
        checkpoint?: {
          checkpoint_id?: string | null | undefined
          [name: string]: unknown
        } | null | undefined
        /** Continues behind this state instead of the newest one, as a branch. */
        checkpoint_id?: string | null | undefined
        /** Starts the run after so many seconds; until then it is `pending`, and the thread `busy`. */
        after_seconds?: number | null | undefined
        metadata?: Record<string, unknown> | null | undefined
        /** Whether the thread of the run is deleted when it has ended (default), or stays. */
        on_completion?: 'delete' | 'keep' | null | undefined
      }[]
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/runs/stream': {
    /** Stream a run without a thread */
    post: {
      body?: {
        /** What the user says. Without it the agent continues from the state of the thread. */
        input?: {
          messages?: readonly ({
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput)[] | {
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput | undefined
          [name: string]: unknown
        } | null | undefined
        /** Continues an interrupted run, under its id. */
        command?: ChatCommand | null | undefined
        /** The agent; that of the thread if omitted. */
        workflowId?: string | null | undefined
        /** The id or the name of the agent, as LangGraph calls it. */
        assistant_id?: string | null | undefined
        model?: string | null | undefined
        reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | null | undefined
        /** Of the agent; the active one if omitted. */
        version?: number | null | undefined
        /** One or several of values, updates, messages, messages-tuple, custom, tools, tasks, events, debug. By default what is new: messages-tuple, updates and custom; for clients of LangGraph `values`, the whole state after every step. */
        stream_mode?: string | readonly string[] | null | undefined
        /** false unless given. */
        stream_subgraphs?: boolean | null | undefined
        /** Ignored: every stream can be resumed. true unless given. */
        stream_resumable?: boolean | null | undefined
        /** "continue" unless given. */
        on_disconnect?: 'continue' | 'cancel' | null | undefined
        /** What to do while another run is active: `enqueue` (default), `reject`, `interrupt` or `rollback`. */
        multitask_strategy?: 'reject' | 'enqueue' | 'interrupt' | 'rollback' | null | undefined
        if_not_exists?: 'create' | 'reject' | null | undefined
        checkpoint?: {
          checkpoint_id?: string | null | undefined
          [name: string]: unknown
        } | null | undefined
        /** Continues behind this state instead of the newest one, as a branch. */
        checkpoint_id?: string | null | undefined
        /** Starts the run after so many seconds; until then it is `pending`, and the thread `busy`. */
        after_seconds?: number | null | undefined
        metadata?: Record<string, unknown> | null | undefined
        /** Whether the thread of the run is deleted when it has ended (default), or stays. */
        on_completion?: 'delete' | 'keep' | null | undefined
      } | undefined
      kind: 'events'
      events: {
        metadata: RunEventMetadata
        messages: [RunMessageChunk, RunMessageMetadata]
        'messages/metadata': Record<string, {
          metadata: {
            run_id: string
          }
        }>
        'messages/partial': RunMessageChunk[]
        'messages/complete': ChatMessage[]
        values: ThreadValues
        updates: RunEventUpdates
        tools: RunToolEvent
        custom: RunEventCustom
        tasks: RunTask
        debug: RunEventDebug
        events: RunEventLangChain
        tool_call: RunEventToolCall
        tool_result: RunEventToolResult
        interrupt: ChatInterrupt
        error: RunEventError
        usage: RunEventUsage
        end: RunEventEnd
      }
    }
  }
  '/api/v1/langgraph/runs/wait': {
    /** Wait for a run without a thread */
    post: {
      body?: {
        /** What the user says. Without it the agent continues from the state of the thread. */
        input?: {
          messages?: readonly ({
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput)[] | {
            lc: 1
            type: 'constructor'
            id: readonly string[]
            kwargs: Record<string, unknown>
            [name: string]: unknown
          } | ChatMessageInput | undefined
          [name: string]: unknown
        } | null | undefined
        /** Continues an interrupted run, under its id. */
        command?: ChatCommand | null | undefined
        /** The agent; that of the thread if omitted. */
        workflowId?: string | null | undefined
        /** The id or the name of the agent, as LangGraph calls it. */
        assistant_id?: string | null | undefined
        model?: string | null | undefined
        reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | null | undefined
        /** Of the agent; the active one if omitted. */
        version?: number | null | undefined
        /** One or several of values, updates, messages, messages-tuple, custom, tools, tasks, events, debug. By default what is new: messages-tuple, updates and custom; for clients of LangGraph `values`, the whole state after every step. */
        stream_mode?: string | readonly string[] | null | undefined
        /** false unless given. */
        stream_subgraphs?: boolean | null | undefined
        /** Ignored: every stream can be resumed. true unless given. */
        stream_resumable?: boolean | null | undefined
        /** "continue" unless given. */
        on_disconnect?: 'continue' | 'cancel' | null | undefined
        /** What to do while another run is active: `enqueue` (default), `reject`, `interrupt` or `rollback`. */
        multitask_strategy?: 'reject' | 'enqueue' | 'interrupt' | 'rollback' | null | undefined
        if_not_exists?: 'create' | 'reject' | null | undefined
        checkpoint?: {
          checkpoint_id?: string | null | undefined
          [name: string]: unknown
        } | null | undefined
        /** Continues behind this state instead of the newest one, as a branch. */
        checkpoint_id?: string | null | undefined
        /** Starts the run after so many seconds; until then it is `pending`, and the thread `busy`. */
        after_seconds?: number | null | undefined
        metadata?: Record<string, unknown> | null | undefined
        /** Whether the thread of the run is deleted when it has ended (default), or stays. */
        on_completion?: 'delete' | 'keep' | null | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/runs/{run_id}/stream': {
    /** Join a run without a thread */
    get: {
      params: { run_id: string }
      query?: {
        /** As in the body of a run that is streamed. The default is the same. */
        stream_mode?: OneOrMore<string> | undefined
        stream_subgraphs?: boolean | undefined
        cancel_on_disconnect?: boolean | undefined
      } | undefined
      kind: 'events'
      events: {
        metadata: RunEventMetadata
        messages: [RunMessageChunk, RunMessageMetadata]
        'messages/metadata': Record<string, {
          metadata: {
            run_id: string
          }
        }>
        'messages/partial': RunMessageChunk[]
        'messages/complete': ChatMessage[]
        values: ThreadValues
        updates: RunEventUpdates
        tools: RunToolEvent
        custom: RunEventCustom
        tasks: RunTask
        debug: RunEventDebug
        events: RunEventLangChain
        tool_call: RunEventToolCall
        tool_result: RunEventToolResult
        interrupt: ChatInterrupt
        error: RunEventError
        usage: RunEventUsage
        end: RunEventEnd
      }
    }
  }
  '/api/v1/langgraph/assistants/search': {
    /** Search assistants */
    post: {
      body?: {
        name?: string | null | undefined
        /** Every agent has the graph `agent`. */
        graph_id?: string | null | undefined
        /** Agents whose metadata contains this. */
        metadata?: Record<string, unknown> | null | undefined
        /** "created_at" unless given. */
        sort_by?: 'assistant_id' | 'name' | 'created_at' | 'updated_at' | 'graph_id' | null | undefined
        /** "desc" unless given. */
        sort_order?: 'asc' | 'desc' | null | undefined
        /** Fields that the client needs; the response has all. */
        select?: readonly string[] | null | undefined
        limit?: number | null | undefined
        offset?: number | null | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/assistants/{assistant_id}': {
    /** Get an assistant */
    get: {
      params: { assistant_id: string }
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/assistants/{assistant_id}/schemas': {
    /** Get the schemas of an assistant */
    get: {
      params: { assistant_id: string }
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/assistants/{assistant_id}/graph': {
    /** Get the graph of an assistant */
    get: {
      params: { assistant_id: string }
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/assistants/count': {
    /** Count assistants */
    post: {
      body?: {
        name?: string | null | undefined
        /** Every agent has the graph `agent`. */
        graph_id?: string | null | undefined
        /** Agents whose metadata contains this. */
        metadata?: Record<string, unknown> | null | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/assistants/{assistant_id}/versions': {
    /** List the versions of an assistant */
    post: {
      params: { assistant_id: string }
      body?: {
        limit?: number | null | undefined
        offset?: number | null | undefined
      } | undefined
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/assistants/{assistant_id}/subgraphs': {
    /** List the subgraphs of an assistant */
    get: {
      params: { assistant_id: string }
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/ok': {
    /** Check the server */
    get: {
      kind: 'raw'
    }
  }
  '/api/v1/langgraph/info': {
    /** Get server information */
    get: {
      kind: 'raw'
    }
  }
  '/api/v1/chat/{agentId}': {
    /** Get an agent as its users see it */
    get: {
      params: { agentId: string }
      kind: 'data'
      result: ChatAgent
    }
  }
  '/api/v1/chat/{agentId}/ui': {
    /** Stream a chat to the AI SDK */
    post: {
      params: { agentId: string }
      body: {
        /** The id of the chat. One that is a UUID is that of the thread. */
        id: string
        /** As `useChat` sends them; only what the thread does not have is taken. */
        messages: readonly {
          id?: string | undefined
          role: string
          parts?: readonly Record<string, unknown>[] | undefined
          [name: string]: unknown
        }[]
        trigger?: 'submit-message' | 'regenerate-message' | undefined
        messageId?: string | null | undefined
        model?: string | null | undefined
        reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | null | undefined
        on_disconnect?: 'continue' | 'cancel' | null | undefined
      }
      kind: 'events'
      result: UIMessageChunk
    }
  }
  '/api/v1/chat/{agentId}/ui/{chatId}/messages': {
    /** List messages for the AI SDK */
    get: {
      params: { agentId: string; chatId: string }
      kind: 'data'
      result: UIMessage[]
    }
  }
  '/api/v1/chat/{agentId}/ui/{chatId}/stream': {
    /** Resume a chat of the AI SDK */
    get: {
      params: { agentId: string; chatId: string }
      kind: 'events'
      result: UIMessageChunk
    }
  }
  '/api/v1/chat/{agentId}/ag-ui': {
    /** Stream a chat over AG-UI */
    post: {
      params: { agentId: string }
      body: {
        /** The id of the chat. One that is a UUID is that of the thread. */
        threadId: string
        /** Of the client: it is repeated in the events. */
        runId: string
        parentRunId?: string | null | undefined
        protocolVersion?: string | null | undefined
        /** As the client has them; only what the thread does not have is taken. */
        messages: readonly {
          id: string
          role: string
          content?: string | readonly Record<string, unknown>[] | null | undefined
          [name: string]: unknown
        }[]
        /** Stored with the thread, and returned with its todo list as the state. */
        state?: unknown
        forwardedProps?: {
          model?: string | null | undefined
          reasoningEffort?: 'none' | 'low' | 'medium' | 'high' | null | undefined
          on_disconnect?: 'continue' | 'cancel' | null | undefined
          [name: string]: unknown
        } | null | undefined
        /** Answers to the interrupts of the run before: `{approved}`, `{type: approve | edit | reject, args?, message?}`, `true` or `false`. */
        resume?: readonly {
          interruptId: string
          status: 'resolved' | 'cancelled'
          payload?: unknown
          [name: string]: unknown
        }[] | null | undefined
      }
      kind: 'events'
      result: AGUIEvent
    }
  }
  '/api/v1/chat/{agentId}/tokens': {
    /** Create a chat token for an end user's browser */
    post: {
      params: { agentId: string }
      body?: {
        /** 900 unless given. */
        ttlSeconds?: number | undefined
        /** Whether the user may approve or reject the tool calls that the agent asks about. true unless given. */
        canApprove?: boolean | undefined
      } | undefined
      kind: 'data'
      result: ChatToken
    }
  }
  '/api/v1/chat/{agentId}/tokens/{tokenId}': {
    /** Revoke a chat token */
    delete: {
      params: { agentId: string; tokenId: string }
      kind: 'data'
      result: {
        id: string
      }
    }
  }
  '/api/v1/chat/{agentId}/visitor': {
    /** Create an anonymous visitor with a chat token */
    post: {
      params: { agentId: string }
      kind: 'data'
      result: ChatToken
    }
  }
  '/chat/{id}': {
    /** Show the page of a shared agent */
    get: {
      params: { id: string }
      kind: 'raw'
    }
  }
  '/api/v1/chat/{agentId}/share': {
    /** Get how an agent is shared */
    get: {
      params: { agentId: string }
      kind: 'data'
      result: AgentShare
    }
    /** Share an agent */
    patch: {
      params: { agentId: string }
      body?: {
        isEnabled?: boolean | undefined
        /** Messages of one visitor in 24 hours. */
        messagesPerVisitor?: number | undefined
        /** That all visitors together may use in 24 hours. A run has a budget of a part of it, which counts as used until the run has ended. */
        creditsPerDay?: number | undefined
      } | undefined
      kind: 'data'
      result: AgentShare
    }
  }
  '/api/v1/trigger_instances/{slug}/upsert': {
    /** Upsert a trigger */
    post: {
      params: { slug: string }
      body?: {
        /** Distinguishes triggers of the same type for one workflow. "" unless given. */
        name?: string | undefined
        /** The workflow or agent that is executed. Without it the trigger only publishes `trigger.fired`. */
        workflowId?: string | undefined
        connectedAccountId?: string | undefined
        /** {} unless given. */
        triggerConfig?: Record<string, unknown> | undefined
        /** The version of the workflow that is executed, such as `1.0.3`; null for the active one. */
        version?: string | null | undefined
      } | undefined
      kind: 'data'
      result: TriggerDetail
    }
  }
  '/api/v1/trigger_instances/active': {
    /** List triggers */
    get: {
      query?: {
        /** Substring of the slug or name. */
        q?: string | undefined
        triggerIds?: OneOrMore<string> | undefined
        /** Slugs or names. */
        triggerNames?: OneOrMore<string> | undefined
        connectedAccountIds?: OneOrMore<string> | undefined
        /** Of the connected accounts. */
        authConfigIds?: OneOrMore<string> | undefined
        workflowId?: string | undefined
        kind?: 'schedule' | 'webhook' | 'poll' | 'event' | undefined
        /** Of our own types, or events of toolkits. */
        source?: 'built_in' | 'toolkit' | undefined
        /** Also those that are disabled or errored. */
        showDisabled?: boolean | undefined
        /** Overrides `showDisabled`. */
        status?: 'active' | 'disabled' | 'errored' | undefined
        /** "createdAt" unless given. */
        sortBy?: 'createdAt' | 'updatedAt' | 'slug' | 'name' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: Trigger
    }
  }
  '/api/v1/trigger_instances/manage/{triggerId}': {
    /** Get a trigger */
    get: {
      params: { triggerId: string }
      kind: 'data'
      result: TriggerDetail
    }
    /** Update a trigger */
    patch: {
      params: { triggerId: string }
      body?: {
        name?: string | undefined
        /** Its fields that are given replace the stored ones; null removes one. */
        triggerConfig?: Record<string, unknown> | undefined
        /** The version of the workflow that is executed, such as `1.0.3`; null for the active one. */
        version?: string | null | undefined
      } | undefined
      kind: 'data'
      result: TriggerDetail
    }
    /** Delete a trigger */
    delete: {
      params: { triggerId: string }
      kind: 'data'
      result: DeletedTrigger
    }
  }
  '/api/v1/trigger_instances/manage/{triggerId}/status': {
    /** Enable or disable a trigger */
    patch: {
      params: { triggerId: string }
      body?: {
        enabled?: boolean | null | undefined
        /** The same as `enabled`. */
        isActive?: boolean | null | undefined
        /** The opposite of `enabled`. */
        isDisabled?: boolean | null | undefined
        /** `active` and `enabled` mean on, `inactive` and `disabled` off. */
        status?: 'active' | 'enabled' | 'inactive' | 'disabled' | null | undefined
      } | undefined
      kind: 'data'
      result: TriggerDetail
    }
  }
  '/api/v1/trigger_instances/manage/{triggerId}/rotate-secret': {
    /** Rotate the secret of a webhook trigger */
    post: {
      params: { triggerId: string }
      body?: {
        /** The new secret of the service; generated without it. */
        secret?: string | undefined
        /** For how long the old secret is accepted as well. 24 unless given. */
        overlapHours?: number | undefined
      } | undefined
      kind: 'data'
      result: TriggerDetail
    }
  }
  '/api/v1/trigger_instances/invocation-logs': {
    /** List trigger invocations */
    get: {
      query?: {
        /** Substring of the slug of the trigger, or an execution id. */
        q?: string | undefined
        /** The slug of the trigger. */
        toolSlug?: string | undefined
        triggerId?: string | undefined
        source?: 'connected_webhook' | 'local_webhook' | 'poll_scheduler' | 'cron' | 'event' | 'manual' | undefined
        status?: 'queued' | 'starting' | 'running' | 'completed' | 'failed' | 'dropped' | 'cancelled' | undefined
        /** `nextCursor` of the previous page; stable while invocations are added. Overrides `page`. */
        cursor?: string | undefined
        /** "createdAt" unless given. */
        sortBy?: 'createdAt' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
        acrossUsers?: boolean | undefined
      } | undefined
      kind: 'page'
      result: TriggerInvocation
    }
  }
  '/api/v1/trigger_instances/invocation-logs/{logId}': {
    /** Get a trigger invocation */
    get: {
      params: { logId: string }
      kind: 'data'
      result: TriggerInvocationDetail
    }
  }
  '/api/v1/trigger_instances/invocation-logs/{logId}/replay-webhook': {
    /** Replay a trigger invocation */
    post: {
      params: { logId: string }
      kind: 'data'
      result: StartedInvocation
    }
  }
  '/api/v1/trigger_instances/manage/{triggerId}/test': {
    /** Test a trigger */
    post: {
      params: { triggerId: string }
      body?: {
        /** In place of the sample payload of the trigger type. */
        payload?: Record<string, unknown> | undefined
        /** `test` mocks tools, approves human waits and is not charged. "test" unless given. */
        mode?: 'test' | 'production' | undefined
      } | undefined
      kind: 'data'
      result: StartedInvocation
    }
  }
  '/api/v1/trigger_instances/manage/{triggerId}/coverage': {
    /** Get the coverage of a schedule, of polls or of events */
    get: {
      params: { triggerId: string }
      query?: {
        /** Seven days ago without it. */
        from?: string | Date | undefined
        /** Now without it; 31 days after `from` at most. */
        to?: string | Date | undefined
      } | undefined
      kind: 'data'
      result: TriggerCoverage
    }
  }
  '/api/v1/trigger_instances/manage/{triggerId}/backfill': {
    /** Backfill a schedule */
    post: {
      params: { triggerId: string }
      body: {
        from: string
        to: string
      }
      kind: 'data'
      result: TriggerBackfill
    }
  }
  '/api/v1/trigger_instances/pause': {
    /** Get whether all triggers are paused */
    get: {
      kind: 'data'
      result: TriggerPause
    }
    /** Pause or resume all triggers */
    put: {
      body: {
        isPaused: boolean
        /** Shown while the triggers are paused. "" unless given. */
        reason?: string | undefined
      }
      kind: 'data'
      result: TriggerPause
    }
  }
  '/api/v1/trigger_instances/statistics': {
    /** List the invocations of triggers per day */
    get: {
      query: {
        triggerIds: OneOrMore<string>
        /** Up to and including today, in UTC. 14 unless given. */
        days?: number | undefined
      }
      kind: 'data'
      result: TriggerStatistics[]
    }
  }
  '/api/v1/trigger_instances/schedule-preview': {
    /** Preview a schedule */
    get: {
      query: {
        expression: string
        timezone?: string | undefined
      }
      kind: 'data'
      result: TriggerSchedulePreview
    }
  }
  '/api/v1/trigger_types': {
    /** List trigger types */
    get: {
      query?: {
        /** Substring of the slug, name or description. */
        q?: string | undefined
        kind?: 'schedule' | 'webhook' | 'poll' | 'event' | undefined
        toolkitSlug?: string | undefined
        /** Our own types, or the events of toolkits. */
        source?: 'built_in' | 'toolkit' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: TriggerType
    }
  }
  '/api/v1/trigger_types/{slug}': {
    /** Get a trigger type */
    get: {
      params: { slug: string }
      kind: 'data'
      result: TriggerType
    }
  }
  '/hooks/{token}': {
    /** Receive an event for a webhook trigger */
    post: {
      params: { token: string }
      body: Blob
      kind: 'raw'
    }
    /** Confirm the URL of a webhook trigger */
    get: {
      params: { token: string }
      kind: 'raw'
    }
  }
  '/api/v1/mcp_manager': {
    /** List MCP servers */
    get: {
      query?: {
        /** Substring of the name or description. */
        q?: string | undefined
        mode?: 'NORMAL' | 'META' | undefined
        /** "createdAt" unless given. */
        sortBy?: 'createdAt' | 'updatedAt' | 'name' | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: McpServer
    }
    /** Create an MCP server */
    post: {
      body: {
        name: string
        /** "" unless given. */
        description?: string | undefined
        /** "META" unless given. */
        mode?: 'NORMAL' | 'META' | undefined
        /** Slugs of tools; at most 128 in mode `NORMAL`. [] unless given. */
        selectedTools?: readonly string[] | undefined
        /** In mode `META`: only `selectedTools` can be found, where there are any. true unless given. */
        discoveryToolsWhitelist?: boolean | undefined
        /** Without credentials, for tools that need no account; mode `NORMAL` and the admin role are required. false unless given. */
        isPublic?: boolean | undefined
        /** Free-form. The text `instructions` is given to clients. {} unless given. */
        config?: Record<string, unknown> | undefined
        connectionCallbackUrl?: string | null | undefined
        /** Other MCP servers whose tools the server offers too. Each becomes a toolkit of the project: what it says about its tools is approved as it is now. Headers that are left out stay as they are. Requires `toolkits:write`. [] unless given. */
        externalMcpConfigs?: readonly {
          /** The slug of the toolkit that its tools become. */
          name: string
          /** The endpoint of the MCP server; `stdio:name` for a program that the operator has listed. */
          url: string
          /** Sent with every request to the server, stored encrypted, and never returned. */
          headers?: Record<string, string> | undefined
          tools?: readonly string[] | null | undefined
        }[] | undefined
      }
      kind: 'data'
      result: McpServer
    }
  }
  '/api/v1/mcp_manager/{id}': {
    /** Get an MCP server */
    get: {
      params: { id: string }
      kind: 'data'
      result: McpServer
    }
    /** Update an MCP server */
    patch: {
      params: { id: string }
      body?: {
        name?: string | undefined
        description?: string | undefined
        mode?: 'NORMAL' | 'META' | undefined
        /** Slugs of tools; at most 128 in mode `NORMAL`. */
        selectedTools?: readonly string[] | undefined
        /** In mode `META`: only `selectedTools` can be found, where there are any. */
        discoveryToolsWhitelist?: boolean | undefined
        /** Without credentials, for tools that need no account; mode `NORMAL` and the admin role are required. */
        isPublic?: boolean | undefined
        /** Free-form. The text `instructions` is given to clients. */
        config?: Record<string, unknown> | undefined
        connectionCallbackUrl?: string | null | undefined
        /** Other MCP servers whose tools the server offers too. Each becomes a toolkit of the project: what it says about its tools is approved as it is now. Headers that are left out stay as they are. Requires `toolkits:write`. */
        externalMcpConfigs?: readonly {
          /** The slug of the toolkit that its tools become. */
          name: string
          /** The endpoint of the MCP server; `stdio:name` for a program that the operator has listed. */
          url: string
          /** Sent with every request to the server, stored encrypted, and never returned. */
          headers?: Record<string, string> | undefined
          tools?: readonly string[] | null | undefined
        }[] | undefined
      } | undefined
      kind: 'data'
      result: McpServer
    }
    /** Delete an MCP server and its call log */
    delete: {
      params: { id: string }
      kind: 'none'
    }
  }
  '/api/v1/mcp_manager/set-auth-config/{id}': {
    /** Set the auth config of a toolkit */
    patch: {
      params: { id: string }
      body: {
        toolkitSlug: string
        authConfigId: string
      }
      kind: 'data'
      result: McpServer
    }
  }
  '/api/v1/mcp_manager/clear-auth-config/{id}': {
    /** Clear the auth config of a toolkit */
    patch: {
      params: { id: string }
      body: {
        toolkitSlug: string
      }
      kind: 'data'
      result: McpServer
    }
  }
  '/api/v1/mcp_manager/{id}/config': {
    /** Get the client configuration of an MCP server */
    get: {
      params: { id: string }
      kind: 'data'
      result: McpServerConfig
    }
  }
  '/api/v1/mcp_manager/{id}/lint': {
    /** Get the report card of an MCP server */
    get: {
      params: { id: string }
      kind: 'data'
      result: McpServerReport
    }
  }
  '/api/v1/mcp_manager/{id}/calls': {
    /** List the calls of an MCP server */
    get: {
      params: { id: string }
      query?: {
        /** Substring of the target or the client name. */
        q?: string | undefined
        method?: string | undefined
        clientName?: string | undefined
        clientVersion?: string | undefined
        successful?: boolean | undefined
        from?: string | Date | undefined
        to?: string | Date | undefined
        /** "DESC" unless given. */
        sortOrder?: 'ASC' | 'DESC' | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: McpCall
    }
  }
  '/api/v1/mcp_manager/{id}/resources': {
    /** List the resources of an MCP server */
    get: {
      params: { id: string }
      query?: {
        /** Substring of the URI, name, title or description. */
        q?: string | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: McpResourceSummary
    }
    /** Create a resource of an MCP server */
    post: {
      params: { id: string }
      body: {
        /** Clients read the resource by this URI, such as `shop://prices`. With variables, such as `shop://orders/{id}`, it is a template for many URIs. */
        uri: string
        name: string
        title?: string | null | undefined
        /** "" unless given. */
        description?: string | undefined
        mimeType?: string | null | undefined
        text?: string | null | undefined
        fileId?: string | null | undefined
      }
      kind: 'data'
      result: McpResource
    }
  }
  '/api/v1/mcp_manager/{id}/resources/{resourceId}': {
    /** Get a resource of an MCP server */
    get: {
      params: { id: string; resourceId: string }
      kind: 'data'
      result: McpResource
    }
    /** Update a resource of an MCP server */
    patch: {
      params: { id: string; resourceId: string }
      body?: {
        /** Clients read the resource by this URI, such as `shop://prices`. With variables, such as `shop://orders/{id}`, it is a template for many URIs. */
        uri?: string | undefined
        name?: string | undefined
        title?: string | null | undefined
        description?: string | undefined
        mimeType?: string | null | undefined
        /** The content. In a template, `{{id}}` is replaced by the variable `{id}` of the URI. */
        text?: string | undefined
        /** Replaces the text; `text` replaces a file. */
        fileId?: string | undefined
      } | undefined
      kind: 'data'
      result: McpResource
    }
    /** Delete a resource of an MCP server */
    delete: {
      params: { id: string; resourceId: string }
      kind: 'none'
    }
  }
  '/api/v1/mcp_manager/{id}/prompts': {
    /** List the prompts of an MCP server */
    get: {
      params: { id: string }
      query?: {
        /** Substring of the URI, name, title or description. */
        q?: string | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: McpPromptSummary
    }
    /** Create a prompt of an MCP server */
    post: {
      params: { id: string }
      body: {
        /** Clients request the prompt by this name. */
        name: string
        title?: string | null | undefined
        /** "" unless given. */
        description?: string | undefined
        /** [] unless given. */
        arguments?: readonly {
          name: string
          title?: string | null | undefined
          /** "" unless given. */
          description?: string | undefined
          /** false unless given. */
          required?: boolean | undefined
          /** Values that a client completes the argument with. Others are accepted too. [] unless given. */
          suggestions?: readonly string[] | undefined
        }[] | undefined
        /** Messages for the model of the client, in the form of the protocol. `{{topic}}` in a `text`, `uri` or `name` is replaced by the argument `topic`. */
        messages: readonly {
          role: 'user' | 'assistant'
          content: {
            type: 'text'
            text: string
          } | {
            type: 'image'
            data: string
            mimeType: string
          } | {
            type: 'audio'
            data: string
            mimeType: string
          } | {
            type: 'resource_link'
            uri: string
            name: string
            title?: string | undefined
            description?: string | undefined
            mimeType?: string | undefined
          } | {
            type: 'resource'
            resource: {
              uri: string
              mimeType?: string | undefined
              text: string
            }
          }
        }[]
      }
      kind: 'data'
      result: McpPrompt
    }
  }
  '/api/v1/mcp_manager/{id}/prompts/{promptId}': {
    /** Get a prompt of an MCP server */
    get: {
      params: { id: string; promptId: string }
      kind: 'data'
      result: McpPrompt
    }
    /** Update a prompt of an MCP server */
    patch: {
      params: { id: string; promptId: string }
      body?: {
        /** Clients request the prompt by this name. */
        name?: string | undefined
        title?: string | null | undefined
        description?: string | undefined
        arguments?: readonly {
          name: string
          title?: string | null | undefined
          /** "" unless given. */
          description?: string | undefined
          /** false unless given. */
          required?: boolean | undefined
          /** Values that a client completes the argument with. Others are accepted too. [] unless given. */
          suggestions?: readonly string[] | undefined
        }[] | undefined
        /** Messages for the model of the client, in the form of the protocol. `{{topic}}` in a `text`, `uri` or `name` is replaced by the argument `topic`. */
        messages?: readonly {
          role: 'user' | 'assistant'
          content: {
            type: 'text'
            text: string
          } | {
            type: 'image'
            data: string
            mimeType: string
          } | {
            type: 'audio'
            data: string
            mimeType: string
          } | {
            type: 'resource_link'
            uri: string
            name: string
            title?: string | undefined
            description?: string | undefined
            mimeType?: string | undefined
          } | {
            type: 'resource'
            resource: {
              uri: string
              mimeType?: string | undefined
              text: string
            }
          }
        }[] | undefined
      } | undefined
      kind: 'data'
      result: McpPrompt
    }
    /** Delete a prompt of an MCP server */
    delete: {
      params: { id: string; promptId: string }
      kind: 'none'
    }
  }
  '/api/v1/mcp_manager/external/test': {
    /** Test an external MCP server */
    post: {
      body: {
        /** The endpoint of the MCP server; `stdio:name` for a program that the operator has listed. */
        url: string
        /** Sent with every request to the server, stored encrypted, and never returned. */
        headers?: Record<string, string> | undefined
      }
      kind: 'data'
      result: McpExternalTest
    }
  }
  '/api/v1/mcp_manager/external/stdio': {
    /** List stdio servers */
    get: {
      kind: 'data'
      result: McpStdioServer[]
    }
  }
  '/api/v1/mcp_manager/{id}/external/{name}/tools': {
    /** List the tools of an external MCP server */
    get: {
      params: { id: string; name: string }
      kind: 'data'
      result: McpExternalTools
    }
  }
  '/api/v1/mcp_manager/{id}/external/{name}/refresh': {
    /** Refresh the tools of an external MCP server */
    post: {
      params: { id: string; name: string }
      body?: {
        /** Return what has changed without approving it. false unless given. */
        dryRun?: boolean | undefined
        /** The `sha256` of a dry run: approves exactly that, and is refused when the origin has changed since. */
        sha256?: string | undefined
      } | undefined
      kind: 'data'
      result: ToolkitImport
    }
  }
  '/api/v1/mcp': {
    /** Call the default MCP server */
    post: {
      body?: {
        /** "2.0" unless given. */
        jsonrpc?: string | undefined
        /** "tools/list" unless given. */
        method?: string | undefined
        params?: unknown
        id?: unknown
        result?: unknown
        error?: unknown
      } | readonly {
        /** "2.0" unless given. */
        jsonrpc?: string | undefined
        /** "tools/list" unless given. */
        method?: string | undefined
        params?: unknown
        id?: unknown
        result?: unknown
        error?: unknown
      }[] | undefined
      kind: 'raw'
    }
    /** Refused: the default MCP server has no stream without a request */
    get: {
      kind: 'events'
      result: unknown
    }
  }
  '/api/v1/mcp/{serverId}': {
    /** Call an MCP server */
    post: {
      params: { serverId: string }
      body?: {
        /** "2.0" unless given. */
        jsonrpc?: string | undefined
        /** "tools/list" unless given. */
        method?: string | undefined
        params?: unknown
        id?: unknown
        result?: unknown
        error?: unknown
      } | readonly {
        /** "2.0" unless given. */
        jsonrpc?: string | undefined
        /** "tools/list" unless given. */
        method?: string | undefined
        params?: unknown
        id?: unknown
        result?: unknown
        error?: unknown
      }[] | undefined
      kind: 'raw'
    }
    /** Refused: an MCP server has no stream without a request */
    get: {
      params: { serverId: string }
      kind: 'events'
      result: unknown
    }
  }
  '/api/v1/mcp/public/{id}': {
    /** Call a public MCP server */
    post: {
      params: { id: string }
      body?: {
        /** "2.0" unless given. */
        jsonrpc?: string | undefined
        /** "tools/list" unless given. */
        method?: string | undefined
        params?: unknown
        id?: unknown
        result?: unknown
        error?: unknown
      } | undefined
      kind: 'raw'
    }
  }
  '/api/v1/toolkits/import/mcp': {
    /** Import the tools of an MCP server as a toolkit */
    post: {
      body: {
        /** The endpoint of the MCP server; `stdio:name` for a program that the operator has listed. */
        url: string
        /** Sent with every request to the server, stored encrypted, and never returned. */
        headers?: Record<string, string> | undefined
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
        /** Names of tools of the server; all without it. */
        tools?: readonly string[] | undefined
        /** How accounts of end users prove themselves to the server, such as `OAUTH2` or `BEARER_TOKEN`: calls then send the credentials of the connected account of the acting user. `DCR_OAUTH` finds out how to sign in from the server itself, registers a client where its authorization server allows that, and adds the auth config. A server that lists nothing without credentials is imported without tools, which a refresh adds as soon as the default user has connected an account. */
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
                /** Defaults to the type and name of the field. */
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
                /** Defaults to the type and name of the field. */
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
                /** Defaults to the type and name of the field. */
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
                /** Defaults to the type and name of the field. */
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
            /** Compared with `iss` of a response that has one; `issuer` requires it. */
            expectedIssuer?: string | undefined
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
            /** What tokens are for (RFC 8707). */
            resource?: string | undefined
            /** Extra parameters of the authorization request, such as `access_type`. Standard OAuth parameters are rejected. */
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
        /** Return a preview without storing anything. false unless given. */
        dryRun?: boolean | undefined
        /** The `sha256` of a dry run: approves exactly that, and is refused when the origin has changed since. */
        sha256?: string | undefined
      }
      kind: 'data'
      result: ToolkitImport
    }
  }
  '/.well-known/oauth-protected-resource': {
    /** Get the OAuth metadata of an MCP server */
    get: {
      kind: 'raw'
    }
  }
  '/.well-known/oauth-protected-resource/api/v1/mcp': {
    /** Get the OAuth metadata of an MCP server */
    get: {
      kind: 'raw'
    }
  }
  '/.well-known/oauth-protected-resource/api/v1/mcp/{serverId}': {
    /** Get the OAuth metadata of an MCP server */
    get: {
      params: { serverId: string }
      kind: 'raw'
    }
  }
  '/.well-known/oauth-authorization-server': {
    /** Get the OAuth metadata of the authorization server */
    get: {
      kind: 'raw'
    }
  }
  '/oauth/register': {
    /** Register an MCP client */
    post: {
      body: {
        redirect_uris: readonly string[]
        client_name?: string | undefined
        [name: string]: unknown
      }
      kind: 'raw'
    }
  }
  '/oauth/token': {
    /** Create tokens for an MCP client */
    post: {
      body: Blob
      kind: 'raw'
    }
  }
  '/oauth/revoke': {
    /** Revoke the tokens of an MCP client */
    post: {
      body: Blob
      kind: 'raw'
    }
  }
  '/api/v1/mcp_clients/authorize/preview': {
    /** Preview the authorization of an MCP client */
    post: {
      body: {
        /** The parameters of the authorization request. */
        request: {
          client_id?: string | undefined
          redirect_uri?: string | undefined
          response_type?: string | undefined
          code_challenge?: string | undefined
          code_challenge_method?: string | undefined
          scope?: string | undefined
          state?: string | undefined
          resource?: string | undefined
          [name: string]: unknown
        }
      }
      kind: 'data'
      result: McpAuthorizationRequest
    }
  }
  '/api/v1/mcp_clients/authorize': {
    /** Authorize or deny an MCP client */
    post: {
      body: {
        /** The parameters of the authorization request. */
        request: {
          client_id?: string | undefined
          redirect_uri?: string | undefined
          response_type?: string | undefined
          code_challenge?: string | undefined
          code_challenge_method?: string | undefined
          scope?: string | undefined
          state?: string | undefined
          resource?: string | undefined
          [name: string]: unknown
        }
        decision: 'approve' | 'deny'
      }
      kind: 'data'
      result: {
        redirectUrl: string
      }
    }
  }
  '/api/v1/mcp_clients': {
    /** List authorized MCP clients */
    get: {
      query?: {
        /** Substring of the name of the client or of the end user. */
        q?: string | undefined
        serverId?: string | undefined
        /** 1 unless given. */
        page?: number | undefined
        /** 20 unless given. */
        limit?: number | undefined
        /** Number of items to skip; overrides `page`. */
        offset?: number | undefined
        /** Only return these fields of each item; comma-separated or repeated. */
        fields?: OneOrMore<string> | undefined
      } | undefined
      kind: 'page'
      result: McpClient
    }
  }
  '/api/v1/mcp_clients/{id}': {
    /** Revoke an MCP client */
    delete: {
      params: { id: string }
      kind: 'data'
      result: {
        id: string
      }
    }
  }
  '/api/v1/overview/activity': {
    /** Get the activity of the project */
    get: {
      query?: {
        /** "24h" unless given. */
        range?: '24h' | '7d' | '30d' | '90d' | undefined
        /** By which days and hours begin; `UTC` unless given. */
        timeZone?: string | undefined
      } | undefined
      kind: 'data'
      result: Activity
    }
  }
  '/api/v1/overview/attention': {
    /** List what needs attention */
    get: {
      kind: 'data'
      result: Attention
    }
  }
  '/api/v1/overview/contents': {
    /** Count what the project has */
    get: {
      kind: 'data'
      result: Contents
    }
  }
  '/api/v1/overview/first-steps': {
    /** Get which first steps are done */
    get: {
      kind: 'data'
      result: FirstSteps
    }
  }
  '/api/v1/external-users/{id}/timeline': {
    /** Get the timeline of an end user */
    get: {
      params: { id: string }
      query?: {
        /** All of them unless given. */
        kinds?: OneOrMore<'run' | 'chat' | 'call' | 'tool' | 'file' | 'credit'> | undefined
        /** The `nextCursor` of the page before. */
        cursor?: string | undefined
        /** 50 unless given. */
        limit?: number | undefined
      } | undefined
      kind: 'data'
      result: Timeline
    }
  }
  '/api/v1/notifications': {
    /** List notifications */
    get: {
      kind: 'data'
      result: Notifications
    }
  }
  '/api/v1/notifications/read': {
    /** Mark notifications as read */
    post: {
      body: {
        keys: readonly string[]
      }
      kind: 'none'
    }
  }
  '/api/v1/capabilities': {
    /** Get server capabilities */
    get: {
      kind: 'data'
      result: Capabilities
    }
  }
  '/healthz': {
    /** Get whether the server is alive */
    get: {
      kind: 'raw'
    }
  }
  '/readyz': {
    /** Get whether the server is ready */
    get: {
      kind: 'raw'
    }
  }
  '/metrics': {
    /** Get the Prometheus metrics */
    get: {
      kind: 'raw'
    }
  }
  '/api/v1/openapi.json': {
    /** Get the OpenAPI document */
    get: {
      kind: 'raw'
    }
  }
}
