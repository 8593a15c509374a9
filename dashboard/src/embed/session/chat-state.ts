import type { ChatAgent, ChatInterrupt } from '@stoa/sdk'
import type { LiveRun } from '../../features/chat/transcript/live-run.ts'
import { emptyMessage, type Message } from '../../features/chat/transcript/message.ts'

/** What went wrong, and how to try again. */
export type Failure = { message: string; retry: (() => void) | null }

export type ChatState = {
  agent: ChatAgent | null
  isLoading: boolean
  threadId: string | null
  /** As they are stored. */
  messages: readonly Message[]
  /** What the user just sent, until it is stored. */
  pending: Message | null
  live: LiveRun | null
  /** The active run. */
  runId: string | null
  interrupts: readonly ChatInterrupt[]
  /** A human answers in place of the agent. */
  isHuman: boolean
  isConnected: boolean
  failure: Failure | null
}

export const emptyState: ChatState = {
  agent: null,
  isLoading: true,
  threadId: null,
  messages: [],
  pending: null,
  live: null,
  runId: null,
  interrupts: [],
  isHuman: false,
  isConnected: true,
  failure: null,
}

export type Attached = { fileId: string; name: string }
export type Draft = { text: string; files: readonly Attached[] }

/** Something is on its way. A message that could not be sent is not. */
export const isRunning = ({ runId, pending, failure }: ChatState): boolean =>
  runId !== null || (pending !== null && failure === null)

/** Whether the team of the project answers, and not the user of the page. */
export function isForTeam({ value }: ChatInterrupt, canApprove: boolean): boolean {
  const { kind, decidedBy } = value as { kind?: string; decidedBy?: string }
  return kind !== 'connection' && (!canApprove || (decidedBy !== 'end_user' && decidedBy !== 'both'))
}

export const pendingMessage = (id: string, { text, files }: Draft): Message => ({
  ...emptyMessage,
  id,
  role: 'human',
  text,
  fileIds: files.map(({ fileId }) => fileId),
})
