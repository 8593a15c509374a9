export const webhookAddresses = {
  list: '/webhooks',
  detail: '/webhooks/{id}',
} as const
