import type { ActAs } from '../../features/chat/use-thread.ts'

/** Conversations on the chat page are those of the project itself: its users have theirs, which the inbox shows. */
export const asProject: ActAs = (api) => api
