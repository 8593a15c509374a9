export const eventRoutes = {
  list: '/events',
} as const
