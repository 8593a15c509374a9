export const chatRoutes = {
  // Not below /chat, where agents are shared with people who have no account here.
  list: '/chats',
  thread: '/chats/{id}',
  inbox: '/inbox',
  inboxThread: '/inbox/{id}',
} as const
