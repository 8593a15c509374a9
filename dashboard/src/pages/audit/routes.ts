export const auditRoutes = {
  list: '/audit',
} as const
