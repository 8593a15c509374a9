export const browserRoutes = {
  sessions: '/browsers',
  session: '/browsers/sessions/{id}',
  profiles: '/browsers/profiles',
} as const
