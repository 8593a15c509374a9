import type { Thread, ThreadRun } from '@stoa/sdk'
import { href } from '../../href.ts'
import { chatRoutes } from '../../pages/chat/routes.ts'

const base = '/api/v1/graphify/threads'
export const threadsPath = base
export const searchPath = `${base}/search` as const
export const threadPath = `${base}/{thread_id}` as const
export const messagesPath = `${threadPath}/messages` as const
export const runsPath = `${threadPath}/runs` as const
export const joinPath = `${runsPath}/{run_id}/stream` as const
export const cancelPath = `${runsPath}/{run_id}/cancel` as const
export const forkPath = `${threadPath}/fork` as const
export const runPath = `${runsPath}/{run_id}` as const
export const branchesPath = `${threadPath}/branches` as const
export const comparePath = `${threadPath}/compare` as const
export const titlePath = `${threadPath}/generate-title` as const
export const replyModePath = `${threadPath}/reply-mode` as const
export const operatorReplyPath = `${threadPath}/operator-reply` as const
export const feedbackListPath = '/api/v1/graphify/feedback'
export const feedbackStatisticsPath = `${feedbackListPath}/statistics` as const
export const feedbackPath = `${messagesPath}/{messageId}/feedback` as const

export const threadUrl = (id: string) => href(chatRoutes.thread, { id })
export const compareUrl = (id: string) => href(chatRoutes.compare, { id })
export const inboxThreadUrl = (id: string) => href(chatRoutes.inboxThread, { id })

/** The place of a message on the page of its conversation. */
export const messageAnchor = (id: string) => `message-${id}`
export const inboxMessageUrl = (threadId: string, messageId: string) =>
  `${inboxThreadUrl(threadId)}#${encodeURIComponent(messageAnchor(messageId))}`

// Anything but spaces, control characters and those without a width.
const visible = /[^\s\p{C}\p{Mn}]/u

/** What a conversation is called: by its title, else by its first text. */
export function titleOf({ metadata, preview }: Pick<Thread, 'metadata' | 'preview'>): string {
  if (typeof metadata.title === 'string' && visible.test(metadata.title)) return metadata.title
  return preview || 'New conversation'
}

export const isOpen = ({ status }: Pick<ThreadRun, 'status'>): boolean =>
  status === 'pending' || status === 'running'
