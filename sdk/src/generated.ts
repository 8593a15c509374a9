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
      | 'malformed_request'
      | 'invalid_json'
      | 'invalid_parameter'
      | 'missing_field'
      | 'unknown_field'
      | 'invalid_id'
      | 'invalid_username'
      | 'file_required'
      | 'empty_file'
      | 'address_not_allowed'
      | 'missing_api_key'
      | 'invalid_api_key'
      | 'api_key_revoked'
      | 'api_key_expired'
      | 'conflicting_credentials'
      | 'invalid_credentials'
      | 'invalid_session'
      | 'invalid_setup_token'
      | 'insufficient_scope'
      | 'admin_only'
      | 'ip_not_allowed'
      | 'origin_not_allowed'
      | 'csrf_token_required'
      | 'external_user_inactive'
      | 'end_user_token_not_accepted'
      | 'route_not_found'
      | 'api_key_not_found'
      | 'project_not_found'
      | 'external_user_not_found'
      | 'deletion_receipt_not_found'
      | 'avatar_not_found'
      | 'model_not_found'
      | 'method_not_allowed'
      | 'not_acceptable'
      | 'request_timeout'
      | 'idempotency_key_in_use'
      | 'version_conflict'
      | 'name_conflict'
      | 'last_admin_key'
      | 'key_limit_reached'
      | 'default_user_protected'
      | 'invalid_state'
      | 'precondition_failed'
      | 'payload_too_large'
      | 'file_too_large'
      | 'unsupported_media_type'
      | 'host_not_allowed'
      | 'idempotency_key_reused'
      | 'rate_limited'
      | 'headers_too_large'
      | 'internal_error'
      | 'upstream_error'
      | 'upstream_too_large'
      | 'service_unavailable'
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
  defaultModel: string | null
  webhookBaseUrl: string | null
  createdAt: string
  updatedAt: string
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
        defaultModel?: string | null | undefined
        webhookBaseUrl?: string | null | undefined
      } | undefined
      kind: 'data'
      result: Project
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
  '/api/v1/ai/models': {
    /** List AI models */
    get: {
      query?: {
        /** "chat" unless given. */
        kind?: 'chat' | 'image' | 'video' | 'tts' | 'stt' | undefined
        q?: string | undefined
        provider?: string | undefined
        supportsReasoning?: boolean | undefined
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
      }[]
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
      }
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
