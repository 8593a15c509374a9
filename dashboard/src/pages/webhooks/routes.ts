export const webhookRoutes = {
  list: '/webhooks',
  detail: '/webhooks/{id}',
} as const
