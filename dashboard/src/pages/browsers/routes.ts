export const browserRoutes = {
  sessions: '/browsers',
  session: '/browsers/sessions/{id}',
  tool: '/browsers/sessions/{id}/tool',
  profiles: '/browsers/profiles',
} as const
