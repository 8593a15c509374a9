export const connectionRoutes = {
  list: '/connections',
  detail: '/connections/{id}',
  authConfigs: '/auth-configs',
  authConfig: '/auth-configs/{id}',
} as const
