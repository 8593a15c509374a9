export const sandboxRoutes = {
  playground: '/sandbox',
  sessions: '/sandbox/sessions',
  session: '/sandbox/sessions/{id}',
  executions: '/sandbox/executions',
  execution: '/sandbox/executions/{id}',
} as const
