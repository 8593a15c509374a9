export const auditAddresses = {
  list: '/audit',
} as const
