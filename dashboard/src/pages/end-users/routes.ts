export const endUserRoutes = {
  list: '/end-users',
  detail: '/end-users/{id}',
} as const
