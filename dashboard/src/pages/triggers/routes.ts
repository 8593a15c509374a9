export const triggerRoutes = {
  list: '/triggers',
  detail: '/triggers/{id}',
} as const
