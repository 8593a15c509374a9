export const fileRoutes = {
  list: '/files',
  detail: '/files/{id}',
} as const
