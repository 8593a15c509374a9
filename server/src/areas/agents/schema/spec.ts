/** What the fields of an agent say, as far as its loop reads them; see the schema of workflows for their meaning. */
export type AgentSpec = {
  prompt?: string | undefined
  modelSettings?: ModelSettings | undefined
  capabilities?: Capabilities | undefined
  behavior?: Behavior | undefined
  databaseCollectionIds?: string[] | undefined
  databaseAccessPolicies?: Record<string, unknown> | undefined
  knowledgeCollectionIds?: string[] | undefined
  skillIds?: string[] | undefined
  subAgentIds?: string[] | undefined
  workflowIds?: string[] | undefined
  tools?: AgentTools | undefined
  outputSchema?: Record<string, unknown> | undefined
}

export type ModelSettings = {
  model?: string | undefined
  temperature?: number | undefined
  maxTokens?: number | undefined
  topP?: number | undefined
  topK?: number | undefined
  frequencyPenalty?: number | undefined
  presencePenalty?: number | undefined
  minP?: number | undefined
  topA?: number | undefined
  repetitionPenalty?: number | undefined
  /** By the id of a token. */
  logitBias?: Record<string, number> | undefined
  cacheToolsAndPrompt?: boolean | undefined
  seed?: number | undefined
  stop?: string[] | undefined
  reasoningEffort?: Effort | undefined
}
export type Effort = 'none' | 'low' | 'medium' | 'high'

export type AgentTools = {
  mode?: 'NORMAL' | 'META' | undefined
  discoveryWhitelist?: boolean | undefined
  pinnedSlugs?: string[] | undefined
  /** After an account was connected, the end user comes here. */
  connectionCallbackUrl?: string | null | undefined
  visitorOwnerConnections?: OwnerConnections | undefined
}

/** What users other than the owner of the agent may use with the owner's accounts; without `toolSlugs` every tool of it. */
export type OwnerConnections = {
  enabled?: boolean | undefined
  toolkits?: { toolkitSlug: string; toolSlugs?: string[] | undefined }[] | undefined
}

type Enabled = { enabled?: boolean | undefined }
type Limit = Enabled & { threadLimit?: number | undefined; runLimit?: number | undefined }

export type Capabilities = {
  computer?: (Enabled & { maxDurationSec?: number | undefined }) | undefined
  summarization?:
    | (Enabled & {
        /** `{tokens}`, `{fraction}` of the window, or `{messages}`. */
        trigger?: Record<string, unknown> | undefined
        /** The same for what stays as it is. */
        keep?: Record<string, unknown> | undefined
        model?: string | undefined
        maxTokensBeforeSummary?: number | undefined
        prefix?: string | undefined
      })
    | undefined
  /** Work may also be passed to the agent itself, in a separate conversation. */
  generalPurpose?: Enabled | undefined
  /** `strict`: it does not end while something on the list is open. */
  todoList?: (Enabled & { strict?: boolean | undefined }) | undefined
  toolRetry?: ToolRetry | undefined
  modelFallback?: (Enabled & { fallbackModels?: string[] | undefined }) | undefined
  toolSelector?:
    | (Enabled & {
        model?: string | undefined
        maxTools?: number | undefined
        alwaysInclude?: string[] | undefined
        autoEnableIfToolCountGte?: number | undefined
      })
    | undefined
  humanApproval?: HumanApproval | undefined
  modelCallLimit?: (Limit & { exitBehavior?: 'end' | 'error' | undefined }) | undefined
  toolCallLimit?:
    | (Limit & { exitBehavior?: 'continue' | 'end' | 'error' | undefined; toolName?: string | undefined })
    | undefined
  budget?: { maxCreditsPerRun?: number | undefined; maxSeconds?: number | undefined } | undefined
  userFriendlyErrors?: boolean | undefined
  longTermMemory?: (Enabled & { instructions?: string | undefined }) | undefined
}

export type ToolRetry = Enabled & {
  maxRetries?: number | undefined
  backoffFactor?: number | undefined
  initialDelayMs?: number | undefined
  maxDelayMs?: number | undefined
  jitter?: boolean | undefined
  tools?: string[] | undefined
  onFailure?: 'continue' | 'error' | undefined
}

/** `end_user`: the one whose conversation it is. `operator`: the team of the project. */
export type DecidedBy = 'end_user' | 'operator' | 'both'

/** Who decides about calls: by the name of the tool, else as the agent says. */
export type Deciders = {
  decidedBy?: DecidedBy | undefined
  decidedByTool?: Record<string, DecidedBy> | undefined
}

export type HumanApproval = Enabled &
  Deciders & {
    sensitiveToolNames?: string[] | undefined
    alwaysAllowedToolNames?: string[] | undefined
    allowedDecisions?: string[] | undefined
    messageToUser?: string | undefined
    /** Settings of the agents that passed the work on, outermost first. This agent cannot let more people decide. */
    decidersOfCallers?: readonly Deciders[] | undefined
    timeoutSec?: number | undefined
  }

export type Behavior = {
  persona?: Persona | undefined
  guardrails?: Guardrails | undefined
  escalation?: Escalation | undefined
  usageCaps?: UsageCaps | undefined
  cannedResponses?: CannedResponses | undefined
}

export type Persona = {
  displayName?: string | undefined
  role?: string | undefined
  tone?: string | undefined
  verbosity?: string | undefined
  language?: string | undefined
  emoji?: string | undefined
  styleNotes?: string | undefined
}

export type Guardrails = {
  bannedTopics?: string[] | undefined
  neverPromise?: string[] | undefined
  refusalMessage?: string | undefined
  groundingMode?: 'off' | 'prefer_sources' | 'strict' | undefined
  pii?: (Enabled & { rules?: PiiRule[] | undefined }) | undefined
}

export type PiiStrategy = 'block' | 'redact' | 'mask' | 'hash'

export type PiiRule = {
  type?: 'email' | 'credit_card' | 'ip' | 'mac_address' | 'url' | 'custom' | undefined
  strategy?: PiiStrategy | undefined
  pattern?: string | undefined
  applyToInput?: boolean | undefined
  applyToOutput?: boolean | undefined
}

export type Escalation = Enabled & {
  triggers?: string[] | undefined
  afterFailedAttempts?: number | undefined
  action?: 'reply_only' | 'notify_tool' | 'human_approval' | undefined
  notifyToolSlug?: string | undefined
  summaryTemplate?: string | undefined
  handoffMessage?: string | undefined
}

export type UsageCaps = Enabled & {
  maxTurnsPerConversation?: number | undefined
  maxCreditsPerConversation?: number | undefined
  messagesPerUserPerDay?: number | undefined
  onExceeded?: 'stop' | 'escalate' | undefined
  exceededMessage?: string | undefined
}

export type CannedResponses = {
  fallback?: string | undefined
  outOfHours?: string | undefined
  businessHours?:
    | {
        timezone?: string | undefined
        days?: number[] | undefined
        start?: string | undefined
        end?: string | undefined
      }
    | undefined
}
