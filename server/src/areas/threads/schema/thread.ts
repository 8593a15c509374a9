export const threadStatuses = ['idle', 'busy', 'interrupted', 'error'] as const
export type ThreadStatus = (typeof threadStatuses)[number]

export const replyModes = ['agent', 'human'] as const
export type ReplyMode = (typeof replyModes)[number]

export type ThreadRow = {
  projectId: string
  id: string
  userId: string
  workflowId: string | null
  metadata: Record<string, unknown>
  status: ThreadStatus
  replyMode: ReplyMode
  rootId: string
  headBranch: number
  headPlace: number
  messageCount: number
  lastMessageAt: string | null
  creditsMicro: number
  currentExecutionId: string | null
  /** Deleted when nothing has happened in it for so long; null for those that stay. */
  ttlMinutes: number | null
  createdAt: string
  updatedAt: string
}

/** With the beginning of its first text. */
export type ListedThread = ThreadRow & { firstText: string | null }

/** A thread by its id, for those who have made sure that it may be seen. */
export type ThreadRef = { projectId: string; id: string }

export type Position = { branch: number; place: number }

/** A part of a path: the places of a branch up to the last one, behind those of the next segment. */
export type PathSegment = { branch: number; upto: number }

/** Threads of an agent, of any, or of none; and those whose metadata says it of itself. */
export type AgentFilter = { stored: Record<string, unknown>; workflowId: string | 'any' | null }

export type ThreadSearch = {
  ids?: readonly string[] | undefined
  metadata?: Record<string, unknown> | undefined
  agents?: readonly AgentFilter[] | undefined
  status?: ThreadStatus | undefined
  replyMode?: ReplyMode | undefined
  workflowId?: string | undefined
  /** In the title. */
  q?: string | undefined
  limit: number
  offset: number
  sortBy: 'threadId' | 'status' | 'createdAt' | 'updatedAt'
  sortOrder: 'asc' | 'desc'
}

export type FeedbackRow = {
  messageId: string
  userId: string
  score: number | null
  comment: string | null
  createdAt: string
  updatedAt: string
}
