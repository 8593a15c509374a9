export const chatRoutes = {
  // Not below /chat, where agents are shared with people who have no account here.
  list: '/chats',
  thread: '/chats/{id}',
  compare: '/chats/{id}/compare',
  inbox: '/inbox',
  inboxThread: '/inbox/{id}',
  feedback: '/feedback',
} as const
