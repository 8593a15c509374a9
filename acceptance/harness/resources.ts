/** What the tests read of the resources; `field-checks` says whether the fields are really so. */

export type ExternalUser = {
  id: string
  name: string
  projectId: string
  source: string
  isActive: boolean
  channel: string | null
  profileSummary: string | null
  avatarUrl: string | null
  creditsUsed: number
  createdAt: string
  lastSeenAt: string | null
  isOnline: boolean
  resourceStats: Record<string, number>
  metadata: Record<string, unknown>
  verifiedEmail: string | null
  verifiedPhone: string | null
  identitySources: string[]
  created?: boolean
  refreshed?: boolean
}

export type ApiKey = {
  id: string
  name: string
  prefix: string
  role: 'member' | 'admin'
  scopes: string[]
  state: string
  allowedIps: string[]
  expiresAt: string | null
  lastUsedAt: string | null
}

export type NewApiKey = ApiKey & { key: string }

export type Profile = {
  id: string
  email: string | null
  name: string
  role: 'member' | 'admin'
  avatarUrl: string | null
  locale: string | null
  createdAt: string
  project: { id: string; name: string; slug: string }
  apiKey: { id: string; name: string; prefix: string; role: string; scopes: string[] }
  externalUser: { id: string; name: string }
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
  updatedAt: string
}

export type AiModel = {
  id: string
  modelId: string
  name: string
  provider: string
  architecture: Record<string, unknown>
  pricing: Record<string, string>
  mediaKind: string | null
  mediaCapabilities: Record<string, unknown>
  isActive: boolean
  supportsReasoning: boolean
}

export type AuditEntry = {
  id: string
  actor: { kind: string; id: string | null; accountId: string | null }
  action: string
  target: { type: string; id: string }
  details: Record<string, unknown>
  ip: string
  requestId: string
  createdAt: string
}
