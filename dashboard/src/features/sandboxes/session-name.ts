import type { SandboxSession } from '@stoa/sdk'

// What the server calls the thread of a session that was made without one.
const isInvented = /^http:/

/** The thread that it is the computer of, where there is one; otherwise the end of its id. */
export const sessionName = ({ id, threadId }: Pick<SandboxSession, 'id' | 'threadId'>): string =>
  isInvented.test(threadId) ? `…${id.slice(-8)}` : threadId

export const threadOf = ({ threadId }: Pick<SandboxSession, 'threadId'>): string | null =>
  isInvented.test(threadId) ? null : threadId
