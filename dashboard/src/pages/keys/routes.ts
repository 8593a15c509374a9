export const keyRoutes = {
  list: '/keys',
  detail: '/keys/{id}',
} as const
